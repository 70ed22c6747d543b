"""What a model says of a batch: labels, probabilities and what is odd."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import read
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.model.decision import Decision
from linnet.model.linear_model import LinearModel, Weights
from linnet.prediction.predict import joined, no_predictions, predict
from linnet.reading.engine_texts import engine_texts

FEATURES = Features(("text",), (Block(BlockSettings(), Names.of(["noon", "win"])),))
# The word noon makes ham three times as likely as spam, win the other way round.
WEIGHTS = Weights.full(np.log([[0.75, 0.25], [0.25, 0.75]]), np.log([0.5, 0.5]), 1)
MODEL = LinearModel(FEATURES, ("ham", "spam"), WEIGHTS)
STRICT = Decision(np.array([0.6, 0.6]), ("0.6", "0.6"), unsure=True)
ABOVE_A_QUARTER = Decision.plain(np.full(2, np.log(0.25)))
SEVERAL = replace(MODEL, link="margin", multilabel=True, decision=ABOVE_A_QUARTER)


def predicted(model, texts, **columns):
    """Return the predictions for texts, which may stand beside ids; bad rows are skipped."""
    options = {"id": "id"} if "id" in columns else {}
    documents = read({"text": texts, **columns}, labelled=False, skip_bad_rows=True, **options)
    (batch,) = documents.batches()
    rows = model.rows([engine_texts(text) for text in batch.texts])
    return predict(model, rows, batch, threads=1)


def test_the_more_probable_label_and_its_probability():
    found = predicted(MODEL, ["win", "noon noon"], id=["a", "b"])
    assert found.label_names() == ["spam", "ham"]
    # 3 to 1, and 9 to 1
    assert found.probability == pytest.approx([0.75, 0.9])
    assert (found.rows.tolist(), found.ids, found.flags) == ([1, 2], ["a", "b"], {})


def test_what_is_odd_is_flagged():
    vetoing = replace(
        WEIGHTS,
        offset_vetoes=np.zeros(2, np.int32),
        rest_vetoes=np.zeros(2, np.int32),
        vetoes=np.array([1, 1, 0, 0], np.int32),
    )
    model = replace(MODEL, weights=vetoing, decision=STRICT)
    found = predicted(model, ["win", "zyzzyva", None, "noon"])
    assert found.label_names() == ["spam", None, None, None]
    assert found.flags == {
        1: ["no known features", "unsure"],
        2: ["no text", "unsure"],
        3: ["vetoed", "unsure"],
    }


def test_bad_rows_have_an_empty_entry_in_their_place():
    found = predicted(MODEL, ["win", 7, None], id=["a", "b", "c"])
    assert found.rows.tolist() == [1, 2, 3]
    assert found.label_names() == ["spam", None, "ham"]
    assert found.ids == ["a", None, "c"]
    assert found.flags == {1: ["bad row"], 2: ["no text"]}
    assert np.isnan(found.scores).tolist() == [[False, False], [True, True], [False, False]]
    assert predicted(MODEL, ["win", 7]).ids is None


def test_bad_rows_have_no_labels_where_there_may_be_several():
    # Scores of win: log 1/8 and log 3/8; without a text: log 1/2 twice.
    found = predicted(SEVERAL, ["win", 7, None])
    assert found.chosen.tolist() == [[False, True], [False, False], [True, True]]
    assert found.label_places() == [[1], None, [0, 1]]
    assert not found.has_probabilities
    assert np.isnan(found.probabilities).all()


def test_batches_are_joined_in_their_order():
    with_ids = predicted(MODEL, ["win", None], id=["a", "b"])
    without = predicted(MODEL, ["zyzzyva"])
    found = joined([with_ids, without, with_ids])
    assert found.label_names() == ["spam", "ham", "ham", "spam", "ham"]
    assert found.ids == ["a", "b", None, "a", "b"]
    assert found.flags == {1: ["no text"], 2: ["no known features"], 4: ["no text"]}
    assert joined([without, without]).ids is None
    assert joined([with_ids]) is with_ids


def test_no_documents_have_no_predictions_but_the_labels():
    found = joined([no_predictions(SEVERAL), predicted(SEVERAL, ["win"])])
    assert (found.labels, len(found)) == (("ham", "spam"), 1)
    assert found.chosen.tolist() == [[False, True]]
    none = no_predictions(MODEL)
    assert (len(none), none.scores.shape, none.chosen) == (0, (0, 2), None)


def test_rows_of_several_files_name_theirs_bad_rows_too(tmp_path):
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text('{"text": "win"}\n[]\n')
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    documents = read(paths, labelled=False, skip_bad_rows=True)
    parts = []
    for batch in documents.batches():
        rows = MODEL.rows([engine_texts(text) for text in batch.texts])
        parts.append(predict(MODEL, rows, batch, 1))
    predictions = joined(parts)
    assert predictions.rows.tolist() == [1, 2, 3, 4]
    assert predictions.files == [str(path) for path in paths for _ in range(2)]
    assert predictions.to_dicts()[3]["file"] == str(paths[1])
    assert joined([replace(part, files=None) for part in parts]).files is None
