"""All shifts together."""

import json

from linnet.data_drift.drift import Drift
from linnet.data_drift.shift import LENGTHS, NGRAMS, WORDS, Shift

SHIFTED = Shift(NGRAMS, 0.5, 0.01, 0.0)
SAME = Shift(LENGTHS, 0.01, 0.02, 0.9, expected=10.0, found=11.0)


def test_a_drift_is_short_to_read():
    drift = Drift(12, 100, (SAME, SHIFTED))
    assert repr(drift) == "Drift(12 documents, shifted: ngrams)"
    assert repr(Drift(12, 100, (SAME,))) == "Drift(12 documents, shifted: none)"
    assert drift.is_found
    assert not Drift(12, 100, (SAME,)).is_found


def test_as_json():
    drift = Drift(12, 100, (SAME, SHIFTED), {WORDS: "no words"})
    plain = drift.as_json()
    assert json.loads(json.dumps(plain)) == plain
    assert list(plain["shifts"]) == [LENGTHS, NGRAMS]
    assert plain["shifts"][NGRAMS]["shifted"]
    assert (plain["shifted"], Drift(12, 100, (SAME,)).as_json()["shifted"]) == (True, False)
    assert Drift(5, 100, ()).as_json()["shifted"] is None  # nothing was compared
    assert plain["not_measured"] == {WORDS: "no words"}
    assert plain["domain"] is None
    assert plain["sentence"] == drift.sentence
