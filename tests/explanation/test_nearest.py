"""Training documents kept in a model, on request only."""

import math

import pytest

import linnet
from linnet.classifier.classifier import from_bytes
from linnet.errors import SettingError
from linnet.explanation.nearest import keep, nearest

PAIRS = [("a b", "x"), ("a c c", "x"), ("d", "y"), ("é 👍", "y")]


@pytest.fixture
def keeping():
    return keep(linnet.train(PAIRS, {}), PAIRS)


def test_likeness_is_the_cosine_by_hand(keeping):
    found = nearest(keeping, "a c", 3)
    # (1, 0, 1) with (1, 0, 2): 3 / sqrt(2 * 5); with (1, 1, 0): 1 / 2; nothing in common with "d"
    assert [(one.texts, one.labels) for one in found] == [(("a c c",), ("x",)), (("a b",), ("x",))]
    assert [one.likeness for one in found] == pytest.approx([3 / math.sqrt(10), 0.5])


def test_a_file_keeps_them(keeping):
    twin = from_bytes(keeping.to_bytes())
    assert nearest(twin, "É") == nearest(keeping, "É")
    assert nearest(twin, "É")[0].texts == ("é 👍",)
    assert twin.to_bytes() == keeping.to_bytes()


def test_no_text_is_in_a_file_unless_asked_for(keeping):
    texts = [("unlikely words here", "x"), ("others there", "y")]
    plain = linnet.train(texts, {})
    assert plain.kept is None
    assert b"unlikely words here" not in plain.to_bytes()
    assert b"unlikely words here" in keep(plain, texts).to_bytes()
    with pytest.raises(SettingError, match="Train it again and keep its documents"):
        nearest(plain, "here")


def test_a_private_model_keeps_none():
    with pytest.raises(SettingError, match="private"):
        keep(linnet.train(PAIRS * 2, {"private": 2}), PAIRS * 2)


def test_a_model_that_keeps_documents_does_not_learn(keeping):
    with pytest.raises(SettingError, match="to learn"):
        keeping.learn(PAIRS[:1])


def test_models_that_keep_documents_are_not_merged(keeping):
    plain = linnet.train(PAIRS, {})
    for one, other in ((keeping, plain), (plain, keeping)):
        with pytest.raises(SettingError, match="to merge"):
            one.merge(other)


def test_weighting_and_hashing_count_as_the_model_has_them():
    for chosen in (
        {"weighting": "tfidf", "learner": "logistic"},
        {"hash_bits": 12},
        {"words": None, "chars": "1-3"},
    ):
        classifier = keep(linnet.train(PAIRS, chosen), PAIRS)
        first = nearest(classifier, "a c c", 1)[0]
        assert (first.texts, first.likeness) == (("a c c",), pytest.approx(1))


def test_several_labels_and_fields():
    rows = [{"t": "a", "b": "one", "label": ["x", "y"]}, {"t": "b", "b": "two", "label": []}]
    documents = linnet.read(rows, text=("t", "b"), multilabel=True)
    found = nearest(keep(linnet.train(documents, {}), documents), ("b", "one two"), 5)
    assert [(one.texts, one.labels) for one in found] == [
        (("b", "two"), ()),
        (("a", "one"), ("x", "y")),
    ]


def test_tokens_of_a_function():
    classifier = keep(linnet.train(PAIRS, {}, tokenizer=str.split), PAIRS)
    assert nearest(classifier, "c", 1)[0].texts == ("a c c",)
