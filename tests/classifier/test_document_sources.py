"""One document or many, in every form that people hand to a classifier."""

from pathlib import Path

import numpy as np
import pandas
import polars
import pyarrow as pa
import pytest

from linnet import read, train
from linnet.classifier.document_sources import by_field, source_of
from linnet.errors import DataWarning, InputError


def test_one_text_many_texts_and_frames_agree(classifier):
    texts = ["prize now", "lunch", "", "zyzzyva"]
    labels = ["spam", "ham", "ham", "ham"]
    assert [classifier.classify(text) for text in texts] == labels
    for many in (
        texts,
        [(text,) for text in texts],
        {"text": texts},
        pandas.DataFrame({"text": texts}),
        polars.DataFrame({"text": texts}),
        pa.table({"text": texts}),
        pandas.Series(texts),
        np.array(texts),
        read(texts, labelled=False),
    ):
        assert classifier.classify(many) == labels
    assert classifier.classify(("prize now",)) == "spam"
    assert classifier.classify([]) == []


NAN = float("nan")


@pytest.mark.parametrize(
    "many",
    [
        ["prize now", None, NAN, ""],
        [("prize now",), (None,), (None,), ("",)],
        {"text": ["prize now", None, NAN, ""]},
        pandas.Series(["prize now", None, NAN, ""]),
        pandas.DataFrame({"text": ["prize now", None, pandas.NA, ""]}),
        polars.DataFrame({"text": ["prize now", None, None, ""]}),
        pa.table({"text": ["prize now", None, None, ""]}),
        read(["prize now", None, NAN, ""], labelled=False),
    ],
    ids=lambda many: type(many).__name__,
)
def test_a_missing_text_has_no_label_and_an_empty_one_has(classifier, many):
    assert classifier.classify(many) == ["spam", None, None, "ham"]
    found = classifier.probabilities(many)
    assert found[1:3] == [None, None]
    assert found[3] == classifier.probabilities("")


@pytest.mark.parametrize("text", [None, NAN, (None,), (NAN,), {"text": None}, pandas.NA])
def test_one_missing_text_has_no_label(classifier, text):
    assert classifier.classify(text) is None
    assert classifier.probabilities(text) is None


def test_a_document_is_missing_only_without_a_value_in_any_column():
    data = {
        "text": ["ant", "bee"] * 4,
        "kind": ["x", "y"] * 4,
        "size": [1.0, 2.0] * 4,
        "label": ["a", "b"] * 4,
    }
    settings = {"learner": "multinomial", "categorical": ["kind"], "numeric": ["size"]}
    classifier = train(read(data, categorical=["kind"], numeric=["size"]), settings)
    new = {
        "text": [None, None, None, "bee"],
        "kind": [None, "y", None, None],
        "size": [None, None, 2.0, None],
    }
    assert classifier.classify(new) == [None, "b", "b", "b"]


def test_several_fields_are_missing_only_together(two_fields):
    assert two_fields.classify([(None, None), ("bee", None)]) == [None, "y"]
    assert two_fields.classify([{"title": None, "body": None}, {"body": "dog"}]) == [None, "y"]


def test_a_missing_text_has_no_labels_where_there_may_be_several():
    classifier = train([("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])])
    assert classifier.classify(["good", None, ""])[1] is None
    assert isinstance(classifier.classify(["good", None, ""])[2], list)


def test_several_fields_go_as_tuples_or_columns(two_fields):
    assert two_fields.fields == ("title", "body")
    assert two_fields.classify(("ant", "cow")) == "x"
    assert two_fields.classify(("", "dog")) == "y"
    assert (
        two_fields.classify(("", "ant")) == "x"
    )  # a title of "ant" is another feature: the prior, the first of a tie
    assert two_fields.classify([("ant", "cow"), ("bee", "dog")]) == ["x", "y"]
    assert two_fields.classify(pa.table({"body": ["cow", "dog"], "title": ["", ""]})) == ["x", "y"]
    assert two_fields.classify([]) == []
    assert two_fields.explain(("ant", "cow")).contributions[0].feature == "title.words:ant"


@pytest.mark.parametrize("call", ["classify", "probabilities", "explain"])
@pytest.mark.parametrize("text", ["ant", ("ant",), ("ant", "cow", "dog")])
def test_the_wrong_number_of_fields_is_a_sentence(two_fields, call, text):
    with pytest.raises(
        InputError, match=r"one text per field \('title', 'body'\); got [13]\. Pass"
    ):
        getattr(two_fields, call)(text)


@pytest.mark.parametrize("call", ["classify", "probabilities", "explain"])
@pytest.mark.parametrize("text", ["lone \ud800", (b"bytes",), (5,)])
def test_what_is_no_text_is_a_sentence(classifier, call, text):
    with pytest.raises(InputError, match="a text must be a str without lone surrogates; got"):
        getattr(classifier, call)(text)


@pytest.mark.parametrize("text", [["lone \ud800"], [("a",), ("a", "b")], 5])
def test_what_is_no_list_of_texts_is_a_sentence(classifier, text):
    with pytest.raises(InputError):
        classifier.classify(text)


def test_dicts_are_documents_one_by_one_or_column_by_column(two_fields):
    rows = [{"body": "cow", "title": "ant"}, {"title": "bee", "body": None}, {"title": "bee"}]
    assert two_fields.classify(rows) == ["x", "y", "y"]
    assert (
        train([{"text": "ant", "label": "x"}, {"text": "bee", "label": "y"}]).classify("bee") == "y"
    )
    assert two_fields.classify({"title": "ant", "body": "cow"}) == two_fields.classify(
        ("ant", "cow")
    )
    assert two_fields.probabilities({"title": "ant", "body": "cow"}) == two_fields.probabilities(
        ("ant", "cow")
    )
    assert two_fields.explain({"title": "ant", "body": "cow"}) == two_fields.explain(("ant", "cow"))
    with pytest.raises(
        InputError, match=r"list, row 1: each entry must be a dict as the first is; got str\."
    ):
        two_fields.classify([*rows[:1], "cow"])


def test_what_is_lazy_must_be_collected_first(classifier):
    for lazy in (polars.LazyFrame({"text": ["lunch"]}), iter(["lunch"])):
        with pytest.raises(InputError, match="collect what is lazy first"):
            classifier.classify(lazy)


def test_a_string_is_one_text_also_for_scores(classifier):
    assert classifier.score("lunch").values.tolist() == classifier.score(["lunch"]).values.tolist()


def test_tuples_become_fields_and_a_document_without_any_text_is_missing():
    fields, missing = by_field([("a", None), (None, float("nan"))], ("title", "body"))
    assert fields == [["a", None], [None, None]]
    assert missing == [False, True]
    with pytest.raises(InputError, match=r"one text per field \('title', 'body'\); got 1"):
        by_field([("a",)], ("title", "body"))


def test_a_text_that_names_a_file(tmp_path):
    path = str(tmp_path / "data.csv")
    assert source_of(path, ("text",)) == {"text": [path]}
    Path(path).write_text("text\ngood film\n")
    with pytest.warns(DataWarning, match=r"is taken as a text; pass pathlib\.Path\("):
        assert source_of(path, ("text",)) == {"text": [path]}


@pytest.mark.parametrize("text", ["", "a\0b", "word " * 2000, "\ud800"])
def test_a_text_that_can_name_no_file(text):
    assert source_of(text, ("text",)) == {"text": [text]}
