"""Two classifiers on documents that are read once.

Other labels, other columns, labels of another program.
"""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet import InputError, SettingError, compare, read, train
from linnet.validation.compare import predictions_of_both, read_for
from tests.display.checks import check_html

MAIL = [
    ("win a prize", "spam"),
    ("cheap pills", "spam"),
    ("see you at noon", "ham"),
    ("lunch at noon", "ham"),
]
NEW = [
    ("win cheap pills", "spam"),
    ("noon prize", "ham"),
    ("see you", "ham"),
    ("you win at noon", "spam"),
]


@pytest.fixture
def a():
    return train(MAIL)


@pytest.fixture
def b():
    return train(MAIL, {"learner": "logistic", "chars": "2-3"})


def test_measures_are_those_of_evaluate(a, b):
    found = compare(a, b, NEW, metrics=["accuracy", "macro-f1"]).differences
    for classifier, side in ((a, "a"), (b, "b")):
        evaluation = linnet.evaluate(classifier, NEW)
        assert getattr(found["accuracy"], side) == evaluation.accuracy.value
        assert getattr(found["macro-f1"], side) == pytest.approx(
            evaluation.macro_f1.value, abs=1e-12
        )


def test_labels_that_only_one_knows_or_nobody(a):
    b = train([*MAIL, ("meet me", "date")])
    documents = [*NEW, ("meet me", "date"), ("meet me", "unheard of")]
    one, other = predictions_of_both((a, b), read_for((a, b), documents))
    assert one.labels == other.labels == ("date", "ham", "spam", "unheard of")
    assert np.isneginf(one.scores[:, 0]).all()
    assert np.isfinite(other.scores[:, 0]).all()
    assert other.probabilities.sum(axis=1) == pytest.approx(1)
    found = compare(a, b, documents, metrics=["accuracy", "log-loss"]).differences
    assert found["accuracy"].a == pytest.approx(linnet.evaluate(a, documents).accuracy.value)
    assert found["accuracy"].b == pytest.approx(linnet.evaluate(b, documents).accuracy.value)


def test_labels_belong_to_the_rows_of_a_list_and_of_a_file_alike(tmp_path):
    pairs = [("a", "x"), ("", ""), ("b", "y"), ("c", "x")]
    path = tmp_path / "new.csv"
    path.write_text("text,label\n" + "".join(f"{text},{label}\n" for text, label in pairs))
    for source in (str(path), pairs):
        documents = linnet.read(source, skip_bad_rows=True)
        found = compare(["x", "never", "y", "y"], ["y", "never", "y", "x"], documents)
        accuracy = found.differences["accuracy"]
        assert (accuracy.a, accuracy.b) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
        with pytest.raises(InputError, match="got 3 labels and rows up to"):
            compare(["x", "y", "y"], ["x", "y", "y"], documents)


def test_a_stream_of_many_batches_gives_what_one_batch_gives(a, b):
    whole = read_for((a, b), NEW * 10)
    (batch,) = whole.batches()
    pieces = [batch.kept(batch.rows // 6 == part) for part in range(8)]  # the last one is empty
    stream = iter(pieces)
    parts = replace(whole, open_batches=lambda: stream)
    once = compare(a, b, whole, metrics=["accuracy", "log-loss", "macro-roc-area"])
    assert (
        compare(a, b, parts, metrics=["accuracy", "log-loss", "macro-roc-area"]).as_json()
        == once.as_json()
    )


def test_each_reads_its_own_columns():
    rows = {
        "title": ["win", "lunch", "pills", "noon"] * 3,
        "body": ["a prize", "at noon", "cheap", "see you"] * 3,
        "age": [1, 9, 2, 8] * 3,
        "label": ["spam", "ham", "spam", "ham"] * 3,
    }
    both = train(read(rows, text=["title", "body"]))
    lone = train(
        read(rows, text="body", numeric="age"), {"numeric": ["age"], "learner": "logistic"}
    )
    found = compare(both, lone, rows).differences["accuracy"]
    assert (found.a, found.b) == (1.0, 1.0)


def test_a_lone_text_has_any_name(a):
    b = train(
        read(
            {"body": [text for text, _ in MAIL], "label": [label for _, label in MAIL]}, text="body"
        )
    )
    frame = {"message": [text for text, _ in NEW], "label": [label for _, label in NEW]}
    assert (
        compare(a, b, frame)
        .differences["accuracy"]
        .sentence.endswith("A and B have the same accuracy.")
    )


@pytest.mark.parametrize("given", [list, tuple, np.array])
def test_labels_take_the_place_of_a_classifier(a, b, given):
    said = b.classify([text for text, _ in NEW])
    model, labels = (
        compare(a, other, NEW, metrics=["accuracy", "macro-f1"]) for other in (b, given(said))
    )
    assert labels == model
    assert compare(said, said, NEW).differences["accuracy"].p_value == 1


def test_no_label_is_wrong(a):
    assert compare(a, ["spam", None, "ham", None], NEW).differences["accuracy"].b == 0.5


def test_labels_go_with_rows_also_where_some_are_bad(a, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("text,label\nwin,spam\nbad\nnoon,ham\n")
    documents = read(data, skip_bad_rows=True)
    assert compare(a, ["spam", "never read", "ham"], documents).differences["accuracy"].b == 1


@pytest.mark.parametrize("labels", [["spam"], ["spam"] * 5, []])
def test_labels_must_be_as_many_as_rows(a, labels):
    with pytest.raises(
        InputError,
        match=f"one label for each row of the documents; got {len(labels)} labels and rows",
    ):
        compare(a, labels, NEW)


def test_labels_must_be_of_the_kind_of_the_documents(a):
    with pytest.raises(
        InputError, match=r"there must be one label for each document; got \['ham'\]"
    ):
        compare(a, [["ham"]] * 4, NEW)
    with pytest.raises(InputError, match=r"must be a classifier or a list of labels; got str"):
        compare(a, "model.linnet", NEW)


def test_labels_have_no_probabilities_and_no_ranks(a):
    with pytest.raises(SettingError, match="log-loss needs probabilities; got none from B"):
        compare(a, ["ham"] * 4, NEW, metrics=["log-loss"])
    found = compare(a, ["ham"] * 4, NEW, metrics=["macro-roc-area"]).differences["macro-roc-area"]
    assert found.sentence == "No difference can be told: macro-roc-area is undefined for B."


def test_groups_come_from_a_column_and_who_has_none_is_alone(a, b):
    columns = {"text": [text for text, _ in NEW], "label": [label for _, label in NEW]}
    rows = {**columns, "author": ["eve", "eve", None, None]}
    assert compare(a, b, rows, group="author").groups == 3
    assert compare(a, b, rows).groups is None
    with pytest.raises(SettingError, match="must be read as `metadata`; got 'author'"):
        compare(a, b, read(rows), group="author")


def test_several_labels():
    films = [
        ("good fun", ["fun", "good"]),
        ("good plot", ["good"]),
        ("dull", []),
        ("fun", ["fun"]),
    ] * 2
    a, b = train(films), train(films, {"cutoff": 0.99})
    new = [("good", ["good"]), ("fun", ["fun"]), ("dull plot", []), ("new", ["new"])]
    found = compare(a, b, new, metrics=["subset-accuracy", "micro-f1", "macro-f1"]).differences
    one, other = linnet.evaluate_multilabel(a, new), linnet.evaluate_multilabel(b, new)
    assert (found["subset-accuracy"].a, found["subset-accuracy"].b) == (
        one.subset_accuracy.value,
        other.subset_accuracy.value,
    )
    assert (found["macro-f1"].a, found["micro-f1"].b) == pytest.approx(
        (one.macro_f1.value, other.micro_f1.value)
    )
    assert (
        compare(a, a.classify([text for text, _ in new]), new)
        .differences["subset-accuracy"]
        .difference.value
        == 0
    )
    with pytest.raises(
        InputError, match="there must be a list of labels for each document; got 'good'"
    ):
        compare(a, ["good"] * 4, new)
    with pytest.raises(SettingError, match="got two kinds: one label per document and several"):
        compare(a, train(MAIL), new)
    with pytest.raises(
        SettingError, match=r"a measure must be one of subset-accuracy, .*; got 'accuracy'"
    ):
        compare(a, b, new, metrics=["accuracy"])


def test_threads_change_nothing(a, b):
    one, two = (
        compare(a, b, NEW * 20, metrics=["macro-f1", "log-loss"], threads=n).as_json()
        for n in (1, 2)
    )
    assert one == two


def test_whoever_learned_just_these_documents_is_named(a):
    other = train(NEW)
    found = compare(a, other, NEW)
    assert found.on_training_documents == {"a": False, "b": True}
    assert found.as_json()["on_training_documents"] == {"a": False, "b": True}
    caution = "B was trained on exactly these documents, which favours it. Compare on others."
    assert found.cautions == [caution]
    assert str(found).startswith(f"{caution}\n")
    assert "4 documents; B trained on exactly these; accuracy" in repr(found)
    assert caution in check_html(found._repr_html_())


def test_of_other_columns_each_knows_its_own():
    rows = {"body": ["a prize", "at noon"], "age": [1, 9], "label": ["spam", "ham"]}
    of_text = train(read(rows, text="body"))
    settings = {"numeric": ["age"], "learner": "logistic"}
    of_both = train(read(rows, text="body", numeric="age"), settings)
    found = compare(of_text, of_both, rows)
    assert found.on_training_documents == {"a": True, "b": True}
