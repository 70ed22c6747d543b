"""The classifier in its file.

Golden files load forever, needs are respected, numbers take little room.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from linnet import Recipe, load, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.storage import classifier_file
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode, encode, open_file

GOLDEN = Path(__file__).parents[1] / "golden"

# The golden files were made by these lines and are never made again:
#
# rows = {
#     "title": ["Win a prize", "Lunch at noon", "Prize giving", "naïve café ☕"],
#     "body": ["win win now", "see you at noon", "the prize is yours now", "日本語 at noon"],
#     "label": ["spam", "ham", "spam", "übrig"],
# }
# for name, chosen in {
#     "format-1": {"words": "1-2", "chars_in_words": "3-3", "min_documents": 2, "smoothing": 0.5},
#     "format-1-bernoulli": {"learner": "bernoulli", "smoothing": 0},
# "format-1-complement": {"learner": "complement", "norm": True, "hash_bits": 6, "keep_names":
# True},
# }.items():
# train(read(rows, text=["title", "body"]), Recipe.of(**chosen)).save(f"tests/golden/{name}.linnet")
#
# Later came the checksum: "format-1-checksum", made as "format-1" was.

TEXTS = [("a prize", "now"), ("", "at noon"), ("", ""), ("naïve café ☕", "日本語 at noon")]
NOON = [0.2888952077777973, 3.3133925623044235e-06, 0.7111014788296403]
ANSWERS = {  # P(ham), P(spam), P(übrig) of each text
    "format-1": (
        ["spam", "übrig", "spam", "übrig"],
        [
            [1.0367673192098975e-05, 0.9999614265388432, 2.8205787964705652e-05],
            NOON,
            [0.25, 0.5, 0.25],
            NOON,
        ],
    ),
    "format-1-checksum": (
        ["spam", "übrig", "spam", "übrig"],
        [
            [1.0367673192098975e-05, 0.9999614265388432, 2.8205787964705652e-05],
            NOON,
            [0.25, 0.5, 0.25],
            NOON,
        ],
    ),
    "format-1-bernoulli": (
        ["spam", "spam", "spam", "übrig"],
        [[0, 1, 0], [0.25, 0.5, 0.25], [0.25, 0.5, 0.25], [0, 0, 1]],
    ),
    "format-1-complement": (
        ["spam", "übrig", "ham", "übrig"],
        [
            [0.33278332201748295, 0.3344304808444517, 0.3327861971380653],
            [0.33348688500183665, 0.333024130573326, 0.33348898442483743],
            [1 / 3, 1 / 3, 1 / 3],
            [0.33275170724830455, 0.3322121758723325, 0.33503611687936297],
        ],
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_golden_file_gives_the_answers_of_its_day(name):
    labels, probabilities = ANSWERS[name]
    classifier = load(GOLDEN / f"{name}.linnet")
    assert (classifier.labels, classifier.fields) == (("ham", "spam", "übrig"), ("title", "body"))
    assert (classifier.documents, classifier.exact) == (4, True)
    assert classifier.classify(TEXTS) == [classifier.classify(text) for text in TEXTS] == labels
    np.testing.assert_allclose(
        classifier.score(TEXTS).probabilities(), probabilities, rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("name", ANSWERS)
def test_a_golden_file_is_saved_again_in_the_same_bytes(name, monkeypatch, tmp_path):
    # as the versions of its day would
    path = GOLDEN / f"{name}.linnet"
    opened = open_file(path, NEEDS)
    monkeypatch.setattr(classifier_file, "__version__", opened.metadata["linnet"])
    monkeypatch.setattr(classifier_file._core, "UNICODE_VERSION", opened.metadata["unicode"])
    load(path).save(tmp_path / "again.linnet")
    again = (tmp_path / "again.linnet").read_bytes()
    if opened.checksum is None:  # the first files have none: the rest is the same
        assert again == encode(
            opened.metadata, {array: opened.array(array) for array in opened.names}
        )
        assert path.read_bytes() == without_checksum(again)
    else:
        assert again == path.read_bytes()


def without_checksum(data):
    """Return the bytes as they were written before there was a checksum."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = re.sub(rb'\\"checksum\\":\\"[0-9a-f]{8}\\",', b"", data[8:start]).rstrip(b" ")
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + data[start:]


@pytest.mark.parametrize("name", ANSWERS)
def test_a_golden_file_can_learn_and_forget(name):
    more = read(
        {"title": ["new"], "body": ["word at noon"], "label": ["ham"]}, text=["title", "body"]
    )
    classifier = load(GOLDEN / f"{name}.linnet")
    learned = classifier.learn(more)
    assert learned.documents == 5
    assert learned.forget(more).to_bytes() == classifier.to_bytes()


def test_another_unicode_version_is_warned_of(monkeypatch):
    data = train([("ant", "x"), ("bee", "y")]).to_bytes()
    monkeypatch.setattr(classifier_file._core, "UNICODE_VERSION", "99.0.0")
    with pytest.warns(
        UserWarning, match=r"was trained with Unicode 15\.0\.0, this linnet has 99\.0\.0"
    ):
        assert from_bytes(data).classify("ant") == "x"


# Who may open it


def with_header(**changes):
    data = train([("ant", "x"), ("bee", "y")]).to_bytes()
    opened = decode(data, NEEDS)
    return encode(
        {**opened.metadata, **changes}, {name: opened.array(name) for name in opened.names}
    )


def test_unknown_needs_are_refused_and_unknown_keys_ignored():
    with pytest.raises(ModelFileError, match=r"got 'gaussian'\. Upgrade linnet\.$"):
        from_bytes(with_header(needs=["gaussian", "naive-bayes"]))
    assert from_bytes(with_header(later={"a": [1]})).classify("ant") == "x"


def test_unknown_arrays_are_ignored():
    opened = decode(train([("ant", "x"), ("bee", "y")]).to_bytes(), NEEDS)
    arrays = {name: opened.array(name) for name in opened.names}
    assert (
        from_bytes(encode(opened.metadata, {**arrays, "later": np.ones(3)})).classify("bee") == "y"
    )


def test_the_header_tells_what_the_model_is():
    header = decode(train([("ant", "x"), ("bee", "y"), ("bee", "y")]).to_bytes(), NEEDS).metadata
    assert header["format"] == 1
    assert header["needs"] == ["naive-bayes"]
    assert (header["labels"], header["documents"], header["fields"]) == (
        ["x", "y"],
        [1, 2],
        ["text"],
    )
    assert Recipe.from_dict(header["recipe"]) == Recipe()
    assert len(header["fingerprint"]) == 32
    assert not {"time", "date", "created"} & header.keys()


def test_a_header_that_is_no_classifier_is_a_sentence():
    with pytest.raises(
        ModelFileError, match=r"is a damaged model file: .*\. Train it again or get a fresh copy\.$"
    ):
        from_bytes(encode({"format": 1, "needs": ["naive-bayes"]}, {}))


# Memory and size


def test_two_opens_share_the_map(tmp_path):
    path = tmp_path / "model.linnet"
    rows = [
        (" ".join(f"w{i}" for i in range(k, k + 400)), "xy"[k // 400 % 2])
        for k in range(0, 20_000, 400)
    ]
    train(rows, Recipe.of(learner="multinomial")).save(path)
    first, second = load(path), load(path)
    for classifier in (first, second):
        assert classifier.classify("w1 w2") == "x"
        assert not classifier.model.weights.weights.flags.owndata
        assert not classifier.model.weights.weights.flags.writeable
        assert not classifier.model.features.blocks[0].lookup.flags.owndata
    maps = Path("/proc/self/maps")
    if maps.exists():
        mapped = [
            line.split() for line in maps.read_text().splitlines() if line.endswith(path.name)
        ]
        assert len(mapped) == 2
        assert all(
            "w" not in rights for _, rights, *_ in mapped
        )  # pages of the file, in memory once
        assert len({inode for *_, inode, _ in mapped}) == 1


def test_bigrams_times_many_labels_stay_small():
    # 60 labels × 1,800 features: dense weights alone would take 864,000 bytes
    rows = [
        (" ".join(f"w{label * 30 + i}" for i in range(30)), f"label{label}") for label in range(60)
    ]
    assert len(train(rows, Recipe.of(learner="multinomial")).to_bytes()) < 200_000


def test_the_file_is_json_and_arrays_only(tmp_path):
    path = tmp_path / "model.linnet"
    train([("ant", "x"), ("bee", "y")]).save(path)
    data = path.read_bytes()
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    assert list(header["__metadata__"]) == ["linnet"]
    assert list(tmp_path.iterdir()) == [path]
