"""What a model says of a batch: labels, probabilities and what is odd."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import read
from linnet.errors import SettingError
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
    assert (found.rows.tolist(), found.ids, found.flags) == ([0, 1], ["a", "b"], {})


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
    assert found.rows.tolist() == [0, 1, 2]
    assert found.label_names() == ["spam", None, "ham"]
    assert found.ids == ["a", "b", "c"]  # what can be read of a bad row is kept
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


def test_what_is_not_probable_enough_is_unsure_and_keeps_its_best_guess():
    model = MODEL.with_min_probability(0.8)
    found = predicted(model, ["win", "noon noon", "hello"])  # 3 to 1, 9 to 1, 1 to 1
    assert found.label_names() == [None, "ham", None]
    assert found.probability == [None, pytest.approx(0.9), None]
    assert found.best_guess == ["spam", "ham", "ham"]
    assert found.best_guess_probability == pytest.approx([0.75, 0.9, 0.5])
    assert found.flags == {0: ["unsure"], 2: ["no known features", "unsure"]}


def test_exactly_the_lowest_probability_will_do():
    half = MODEL.with_min_probability(0.5)
    assert predicted(half, ["hello"]).label_names() == ["ham"]
    above = MODEL.with_min_probability(np.nextafter(0.5, 1))
    assert predicted(above, ["hello"]).label_names() == [None]


def test_the_stricter_of_cutoffs_and_lowest_probability_wins():
    own = replace(MODEL, decision=STRICT)  # unsure up to 0.6
    texts = ["hello", "win", "noon noon"]  # 0.5, 0.75 and 0.9
    assert predicted(own, texts).label_names() == [None, "spam", "ham"]
    for least, labels in (
        (0.4, [None, "spam", "ham"]),
        (0.8, [None, None, "ham"]),
        (0.95, [None, None, None]),
    ):
        assert predicted(own.with_min_probability(least), texts).label_names() == labels


def test_a_label_that_a_cutoff_gives_in_place_of_a_more_probable_one_must_be_probable_enough():
    wary = Decision(np.array([0.0, 0.8]), ("", "0.8"))
    model = replace(MODEL, decision=wary)
    assert predicted(model, ["win"]).label_names() == ["ham"]  # spam has 0.75, ham 0.25
    found = predicted(model.with_min_probability(0.3), ["win"])
    assert (found.label_names(), found.best_guess) == ([None], ["spam"])


def test_of_several_labels_those_that_are_less_probable_are_left_out():
    both = replace(MODEL, link="sigmoid", multilabel=True, decision=Decision.plain(np.zeros(2)))
    # The odds of noon are 0.5 · 0.75 and 0.5 · 0.25, with the offset: 3/11 and 1/9.
    assert predicted(both, ["noon"]).label_places() == [[0, 1]]
    found = predicted(both.with_min_probability(0.2), ["noon"])
    assert found.label_places() == [[0]]
    assert predicted(both.with_min_probability(0.3), ["noon"]).label_places() == [[]]
    assert not found.may_be_unsure


def test_a_bad_row_is_bad_and_not_unsure():
    found = predicted(MODEL.with_min_probability(1), ["win", 7])
    assert found.flags == {0: ["unsure"], 1: ["bad row"]}
    assert found.best_guess == ["spam", None]
    assert found.best_guess_probability == [pytest.approx(0.75), None]


def test_margins_have_no_lowest_probability():
    with pytest.raises(SettingError, match=r"scores that are margins\. Calibrate the model"):
        SEVERAL.with_min_probability(0.5)
    assert SEVERAL.with_min_probability(0).min_probability == 0


def test_batches_with_other_kept_columns_are_joined_with_nulls():
    documents = read({"text": ["win"], "n": [7]}, labelled=False, keep_columns="n")
    (batch,) = documents.batches()
    with_n = predict(MODEL, MODEL.rows([engine_texts(batch.texts[0])]), batch, threads=1)
    both = joined([predicted(MODEL, ["noon"]), with_n])
    assert both.to_arrow()["n"].to_pylist() == [None, 7]


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


def test_an_empty_text_is_no_text_as_a_missing_one_is(tmp_path):
    sheet = tmp_path / "new.csv"
    sheet.write_text('text,n\n"",1\n#N/A,2\nzyzzyva,3\n')
    (batch,) = read(sheet, labelled=False).batches()
    for texts in (["", None, "zyzzyva"], batch.texts[0].to_pylist()):
        found = predicted(MODEL, texts)
        assert found.flags == {0: ["no text"], 1: ["no text"], 2: ["no known features"]}
