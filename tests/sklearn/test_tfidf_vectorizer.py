"""Texts to tf-idf values."""

import math

import pytest
from sklearn.feature_extraction import text as theirs

import linnet.sklearn as ours
from tests.sklearn.vectorizer_cases import LINES


def test_tfidf_by_hand():
    # "dog" is in both texts; "red" in one: log((2 + 1) / (1 + 1)) + 1.
    rare = math.log(3 / 2) + 1
    vectorizer = ours.TfidfVectorizer(norm=None).fit(["dog", "red dog"])
    assert vectorizer.vocabulary_ == {"dog": 0, "red": 1}
    assert vectorizer.idf_ == pytest.approx([1.0, rare])
    [values] = vectorizer.transform(["red, red dog and cat"]).toarray()
    assert values == pytest.approx([1.0, 2 * rare])


def test_rows_have_unit_length_and_a_text_without_known_words_none():
    vectorizer = ours.TfidfVectorizer(use_idf=False).fit(["dog red"])
    values = vectorizer.transform(["dog red red", "cat"]).toarray()
    assert values[0] == pytest.approx([1 / math.sqrt(5), 2 / math.sqrt(5)])
    assert values[1].tolist() == [0, 0]


def test_inverse_transform_gives_the_terms_back():
    mine, other = (module.TfidfVectorizer().fit(LINES) for module in (ours, theirs))
    for a, b in zip(
        mine.inverse_transform(mine.transform(LINES)),
        other.inverse_transform(other.transform(LINES)),
        strict=True,
    ):
        assert a.tolist() == b.tolist()
