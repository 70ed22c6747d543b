"""Which columns are chosen, and what is said when none can be."""

import pytest

from linnet.errors import InputError
from linnet.reading.columns import find_columns
from linnet.reading.settings import ReadSettings


def roles(columns, **settings):
    return find_columns(columns, ReadSettings(**settings), "x.csv")


def test_obvious_names_in_any_case():
    found = roles(["ID", " Message", "Category"])
    assert (found.fields, found.label) == ((" Message",), "Category")
    assert found.note == "text column ' Message', label column 'Category' (found by name)"


def test_body_comes_before_title():
    assert roles(["title", "body", "class"]).fields == ("body",)


@pytest.mark.parametrize(
    "name", ["Review Text", "tweet_text", "reviewText", "customer-message", "Main BODY"]
)
def test_a_last_word_for_texts_comes_before_a_title(name):
    assert roles(["title", name, "text_length", "label"]).fields == (name,)
    assert roles(["review", name, "label"]).fields == ("review",)


def test_a_word_that_only_ends_so_is_no_text():
    assert roles(["context", "title", "label"]).fields == ("title",)
    assert roles(["label_text", "title"]).fields == ("title",)


def test_kaggle_names():
    found = roles(["v1", "v2"])
    assert (found.fields, found.label) == (("v2",), "v1")


def test_only_what_we_chose_is_noted():
    assert roles(["a", "label"], text=("a",)).note == "label column 'label' (found by name)"
    assert roles(["a", "b"], text=("a",), label="b").note == ""
    assert roles(["text", "label"], labelled=False).note == "text column 'text' (found by name)"


def test_no_label_is_searched_when_not_asked_for():
    assert roles(["text"], labelled=False).label is None


def test_a_column_taken_as_label_is_not_the_text():
    assert roles(["text", "title"], label="text").fields == ("title",)


@pytest.mark.parametrize(
    ("columns", "settings", "sentence"),
    [
        (
            ["a", "b"],
            {"label": "b"},
            "x.csv: the text column must be clear; got columns 'a', 'b'. Name the text column.",
        ),
        (
            ["text", "b"],
            {},
            "x.csv: the label column must be clear; got columns 'text', 'b'. "
            "Name the label column.",
        ),
        (
            ["Text", "text", "label"],
            {},
            "x.csv: the text column must be clear; got columns 'Text', 'text', 'label'. "
            "Name the text column.",
        ),
        (
            ["title", "question_text", "answer_text", "label"],
            {},
            "x.csv: the text column must be clear; "
            "got columns 'title', 'question_text', 'answer_text', 'label'. "
            "Name the text column.",
        ),
        (
            ["review", "label"],
            {"text": ("revew",)},
            "x.csv: column 'revew' must be there; got columns 'review', 'label'. "
            "Did you mean 'review'?",
        ),
        (
            ["text", "Kind"],
            {"label": "kind"},
            "x.csv: column 'kind' must be there; got columns 'text', 'Kind'. Did you mean 'Kind'?",
        ),
        (
            ["text", "label"],
            {"weight": "zzz"},
            "x.csv: column 'zzz' must be there; got columns 'text', 'label'. "
            "Name the weight column.",
        ),
        (
            ["a", "a", "label"],
            {"text": ("a",)},
            "x.csv: a column must have a name of its own; got 2 columns 'a'. Rename one of them.",
        ),
    ],
)
def test_sentences(columns, settings, sentence):
    with pytest.raises(InputError) as caught:
        roles(columns, **settings)
    assert str(caught.value) == sentence


def test_the_note_says_that_the_learned_text_column_is_missing():
    settings = ReadSettings(usual_text="Review Text", labelled=False)
    roles = find_columns(["Nr", "body"], settings, "x.csv")
    assert roles.missing_text == "Review Text"
    assert roles.note == (
        "text column 'body' (found by name); "
        "the model has learned column 'Review Text', which is not there"
    )
