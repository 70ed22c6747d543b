"""Predictions: one entry per input row, in memory."""

import json
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

import linnet
from linnet.errors import InputError, SettingError
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.writers import JsonLines, PredictionFile

PAIRS = [("win a prize now", "spam"), ("cheap pills", "spam"), ("lunch at noon", "ham")]
SETS = [("red and blue", ["blue", "red"]), ("only red", ["red"]), ("only blue", ["blue"])]


@pytest.fixture(scope="module")
def naive_bayes():
    return linnet.train(PAIRS, {})


@pytest.fixture(scope="module")
def margins():
    return linnet.train(PAIRS, {"learner": "svm", "calibration": "none"})


@pytest.fixture(scope="module")
def multilabel():
    return linnet.train(SETS, {"learner": "logistic"})


@pytest.fixture(scope="module")
def multilabel_margins():
    return linnet.train(SETS, {"learner": "svm", "calibration": "none"})


def with_a_bad_row(folder: Path) -> linnet.Documents:
    path = folder / "new.csv"
    path.write_text("key,text\na,prize red\nb,too,many\nc,\nd,lunch\n", encoding="utf-8")
    return linnet.read(path, id="key", labelled=False, skip_bad_rows=True)


def test_a_text_is_one_row(naive_bayes):
    predictions = naive_bayes.predict("a prize")
    assert predictions.label_names() == ["spam"]
    assert predictions.probability == [naive_bayes.probabilities("a prize")["spam"]]


def test_labels_are_those_of_classify(naive_bayes, multilabel):
    texts = ["win", "noon", "", "zyzzyva", "red"]
    assert naive_bayes.predict(texts).label_names() == naive_bayes.classify(texts)
    labels = [row["label"] for row in multilabel.predict(texts).to_dicts()]
    assert labels == multilabel.classify(texts)


def test_a_missing_text_is_flagged(naive_bayes):
    flags = [
        row.get("flags") for row in naive_bayes.predict(["win", None, float("nan")]).to_dicts()
    ]
    assert flags == [None, ["no text"], ["no text"]]
    assert naive_bayes.predict(None).flags == {0: ["no text"]}


def test_no_documents_have_no_predictions(naive_bayes, multilabel):
    for classifier in (naive_bayes, multilabel):
        predictions = classifier.predict([])
        assert len(predictions) == 0
        assert predictions.to_dicts(probabilities=True, top=2) == []
        assert predictions.to_arrow().num_rows == 0


def test_tuples_have_one_text_per_field():
    documents = {"title": ["good", "bad"], "body": ["like it", "hate it"], "label": ["pos", "neg"]}
    classifier = linnet.train(linnet.read(documents, text=["title", "body"]), {})
    assert classifier.predict(("bad", "hate it")).label_names() == ["neg"]
    assert classifier.predict([("good", "x"), ("x", "hate")]).label_names() == ["pos", "neg"]
    assert classifier.predict({"title": "bad", "body": "it"}).label_names() == ["neg"]
    with pytest.raises(InputError, match="one text per field"):
        classifier.predict("good")


def test_documents_files_and_frames_are_read(naive_bayes, tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "new.csv"
    path.write_text("text\nwin\nnoon\n", encoding="utf-8")
    for source in (
        path,
        linnet.read(path, labelled=False),
        pandas.DataFrame({"text": ["win", "noon"]}),
    ):
        assert naive_bayes.predict(source).label_names() == ["spam", "ham"]


def test_bad_rows_keep_their_place(naive_bayes, tmp_path):
    predictions = naive_bayes.predict(with_a_bad_row(tmp_path))
    assert predictions.rows.tolist() == [1, 2, 3, 4]
    assert predictions.label_names() == ["spam", None, "spam", "ham"]
    assert predictions.ids == ["a", None, "c", "d"]
    assert predictions.flags == {1: ["bad row"], 2: ["no text"]}
    assert predictions.label_counts().tolist() == [1, 2]


@pytest.mark.parametrize("kind", ["naive_bayes", "margins", "multilabel", "multilabel_margins"])
def test_dicts_are_the_objects_of_the_json_lines(kind, request, tmp_path):
    classifier = request.getfixturevalue(kind)
    wanted = {"probabilities": classifier.model.has_probabilities, "top": 2}
    documents = with_a_bad_row(tmp_path)
    file = BytesIO()
    with PredictionFile(file, classifier.model, OutputColumns(**wanted), JsonLines) as output:
        for predictions in classifier.predict_batches(documents):
            output.write(predictions)
    lines = file.getvalue().decode().splitlines()
    assert classifier.predict(documents).to_dicts(**wanted) == [json.loads(line) for line in lines]


@pytest.mark.parametrize("kind", ["naive_bayes", "margins", "multilabel", "multilabel_margins"])
def test_a_table_has_the_values_of_the_dicts(kind, request, tmp_path):
    predictions = request.getfixturevalue(kind).predict(with_a_bad_row(tmp_path))
    rows = predictions.to_arrow().to_pylist()
    for row, entry in zip(rows, predictions.to_dicts(), strict=True):
        assert row.pop("flags") == ";".join(entry.pop("flags", []))
        assert row == entry


def test_a_table_has_all_probabilities_and_the_highest(naive_bayes):
    table = naive_bayes.predict(["win"]).to_arrow(probabilities=True, top=1)
    assert table.column_names == [
        "row", "id", "label", "probability", "probability:ham", "probability:spam",
        "label_1", "probability_1", "flags",
    ]  # fmt: skip
    (row,) = table.to_pylist()
    assert row["probability:spam"] == row["probability_1"] == row["probability"]


def test_margins_have_no_probabilities(margins):
    predictions = margins.predict(["win"])
    assert predictions.probability == [None]
    assert predictions.to_dicts(top=1)[0]["top"] == [
        {"label": "spam", "margin": predictions.margin[0]}
    ]
    with pytest.raises(SettingError, match="scores that are margins"):
        predictions.to_arrow(probabilities=True)


def test_frames_have_the_columns_of_the_table(naive_bayes):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    predictions = naive_bayes.predict(["win", "noon"])
    for frame in (predictions.to_pandas(), predictions.to_polars()):
        assert list(frame.columns) == predictions.to_arrow().column_names
        assert list(frame["label"]) == ["spam", "ham"]


def test_predictions_join_the_pandas_frame_that_was_read(naive_bayes):
    pandas = pytest.importorskip("pandas")
    texts = ["win", None, "noon"]
    for index in (["b", "a", "c"], [7, 5, 6], pandas.MultiIndex.from_product([["x"], [1, 2, 3]])):
        frame = pandas.DataFrame({"text": texts, "stars": [1, 2, 3]}, index=index)
        predicted = naive_bayes.predict(frame).to_pandas()
        assert predicted.index.equals(frame.index)
        assert list(predicted["row"]) == [0, 1, 2]
        joined = frame.iloc[::-1].join(predicted)
        assert list(joined["label"]) == ["ham", "spam", "spam"]  # 2 of 3 documents are spam
        of_texts = naive_bayes.predict(frame["text"]).to_pandas()
        assert of_texts["label"].equals(predicted["label"])


def test_each_batch_of_a_frame_has_its_own_labels(naive_bayes):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": ["win"] * 60_000}, index=np.arange(60_000) + 5)
    first, second = naive_bayes.predict_batches(frame)
    assert second.to_pandas().index[0] == second.rows[0] + 5
    assert len(first) + len(second) == len(naive_bayes.predict(frame).to_pandas()) == 60_000


def test_bad_rows_of_a_frame_keep_their_labels(naive_bayes):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": [b"win", b"\xff", b"noon"]}, index=["x", "y", "z"])
    documents = linnet.read(frame, labelled=False, skip_bad_rows=True)
    predicted = naive_bayes.predict(documents).to_pandas()
    assert predicted.loc["y", "flags"] == "bad row"
    assert predicted.loc["z", "label"] == "ham"


def test_an_empty_frame_has_no_predictions(naive_bayes):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": pandas.Series([], dtype=str)}, index=pandas.Index([]))
    assert len(naive_bayes.predict(frame).to_pandas()) == 0


def test_a_frame_needs_its_package(naive_bayes, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(SettingError, match="needs polars; got none"):
        naive_bayes.predict("win").to_polars()


def test_many_batches_are_one(naive_bayes):
    texts = ["win", "", "noon", None] * 20_000  # more than a batch
    predictions = naive_bayes.predict(texts)
    assert len(list(naive_bayes.predict_batches(texts))) > 1
    assert len(predictions) == len(texts)
    assert np.array_equal(predictions.rows, np.arange(len(texts)))
    assert predictions.flag_counts() == {"no text": 40_000}
    assert predictions.flags[len(texts) - 1] == ["no text"]


def test_threads_do_not_show(naive_bayes):
    texts = ["win", "noon", "cheap lunch"] * 100
    one, all_cores = naive_bayes.predict(texts, threads=1), naive_bayes.predict(texts)
    assert one.to_dicts() == all_cores.to_dicts()
