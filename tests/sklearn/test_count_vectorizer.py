"""Texts to counts."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import text as theirs

import linnet.sklearn as ours
from tests.sklearn.vectorizer_cases import LINES, assert_equal_matrices


def test_counts_by_hand():
    vectorizer = ours.CountVectorizer(ngram_range=(1, 2))
    counts = vectorizer.fit_transform(["Red ant, red ant!", "", "an ant"])
    assert vectorizer.get_feature_names_out().tolist() == [
        *("an", "an ant", "ant", "ant red", "red", "red ant"),
    ]
    assert counts.toarray().tolist() == [[0, 0, 2, 1, 2, 2], [0] * 6, [1, 1, 1, 0, 0, 0]]
    assert counts.dtype == np.int64


# "ant" is in three documents, six times; "bee" in two, twice; "cat" in one, three times.
ANIMALS = ["ant ant ant bee", "ant ant bee", "ant cat cat cat"]


@pytest.mark.parametrize(
    ("limits", "kept"),
    [
        ({"min_df": 2}, {"ant": 0, "bee": 1}),
        ({"max_df": 2}, {"bee": 0, "cat": 1}),
        ({"min_df": 0.5, "max_df": 0.9}, {"bee": 0}),
        ({"max_features": 2}, {"ant": 0, "cat": 1}),
        ({"max_features": 1, "max_df": 2}, {"cat": 0}),
        ({"max_features": 9}, {"ant": 0, "bee": 1, "cat": 2}),
    ],
    ids=str,
)
def test_limits_keep_terms_by_documents_then_by_totals(limits, kept):
    vectorizer = ours.CountVectorizer(**limits)
    counts = vectorizer.fit_transform(ANIMALS)
    assert vectorizer.vocabulary_ == kept
    everything = np.array([[3, 1, 0], [2, 1, 0], [1, 0, 3]])
    columns = [["ant", "bee", "cat"].index(term) for term in kept]
    assert counts.toarray().tolist() == everything[:, columns].tolist()


def test_limits_that_leave_no_term_are_refused():
    with pytest.raises(ValueError, match="After pruning, no terms remain"):
        ours.CountVectorizer(min_df=3, max_df=3).fit(["ant", "bee", "cat"])


def test_a_tokenizer_of_ones_own_takes_the_slower_way():
    vectorizer = ours.CountVectorizer(tokenizer=str.split, token_pattern=None)
    counts = vectorizer.fit_transform(["b! a? b!", "a?"])
    assert vectorizer.vocabulary_ == {"a?": 0, "b!": 1}
    assert counts.toarray().tolist() == [[1, 2], [1, 0]]
    assert counts.has_sorted_indices


def test_a_vocabulary_with_surrogates_still_counts_the_others():
    mine = ours.CountVectorizer().fit(["ant \ud800bee", "ant"])
    assert mine.transform(["ant ant", "ant bee"]).toarray().tolist() == [[2, 0], [1, 1]]


def test_who_is_not_fitted_says_so():
    with pytest.raises(NotFittedError, match="Vocabulary not fitted or provided"):
        ours.CountVectorizer().transform(["a"])
    assert not hasattr(ours.CountVectorizer(), "vocabulary_")


def test_a_fixed_vocabulary_needs_no_fit():
    asked = {"vocabulary": {"bee": 0, "ant": 1}}
    assert ours.CountVectorizer(**asked).transform(["ant ant bee"]).toarray().tolist() == [[1, 2]]


def test_a_vocabulary_can_be_replaced_and_grow():
    vectorizer = ours.CountVectorizer().fit(["ant bee"])
    assert vectorizer.transform(["bee cat"]).toarray().tolist() == [[0, 1]]
    vectorizer.vocabulary_["cat"] = 2
    assert vectorizer.transform(["bee cat"]).toarray().tolist() == [[0, 1, 1]]
    vectorizer.vocabulary_ = {"cat": 0}
    assert vectorizer.transform(["bee cat"]).toarray().tolist() == [[1]]


def test_parameters_changed_after_fit_take_part():
    mine, other = (
        module.CountVectorizer(ngram_range=(1, 2)).fit(LINES) for module in (ours, theirs)
    )
    for ask in (
        {"lowercase": False},
        {"ngram_range": (2, 2)},
        {"stop_words": ["fox"]},
        {"binary": True},
    ):
        assert_equal_matrices(
            mine.set_params(**ask).transform(LINES), other.set_params(**ask).transform(LINES)
        )


def test_a_second_fit_forgets_the_first():
    vectorizer = ours.CountVectorizer().fit(["ant bee"]).fit(["cat"])
    assert vectorizer.vocabulary_ == {"cat": 0}
