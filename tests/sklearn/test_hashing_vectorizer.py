"""Texts to hashed counts."""

import numpy as np
import pytest
from sklearn.feature_extraction import text as theirs
from sklearn.utils import murmurhash3_32

import linnet.sklearn as ours
from tests.sklearn.vectorizer_cases import assert_equal_matrices


@pytest.mark.parametrize("n_features", [1, 2, 7, 8, 1000])
def test_a_word_counts_in_the_column_of_its_hash(n_features):
    hashed = murmurhash3_32("ant", seed=0)
    expected = np.zeros(n_features)
    expected[abs(hashed) % n_features] = np.sign(hashed) * 3
    vectorizer = ours.HashingVectorizer(n_features=n_features, norm=None)
    [found] = vectorizer.transform(["ant ant, ant"]).toarray()
    assert found.tolist() == expected.tolist()
    unsigned = vectorizer.set_params(alternate_sign=False).transform(["ant ant, ant"])
    assert unsigned.toarray()[0].tolist() == np.abs(expected).tolist()


def test_words_of_both_signs_cancel_in_one_column():
    # Each word adds the sign of its hash to the one column.
    words = ["aa", "bb", "cc", "dd", "ee", "ff"]
    signs = [np.sign(murmurhash3_32(word, seed=0)) for word in words]
    assert set(signs) == {-1, 1}
    vectorizer = ours.HashingVectorizer(n_features=1, norm=None)
    assert vectorizer.transform([" ".join(words)]).toarray().tolist() == [[sum(signs)]]


@pytest.mark.parametrize("norm", ["l1", "l2", "max"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rows_have_scikit_learns_length(norm, dtype):
    asked = {"n_features": 16, "norm": norm, "dtype": dtype, "ngram_range": (1, 2)}
    texts = ["the dog, the cat", "", "a red dog"]
    mine, other = (module.HashingVectorizer(**asked) for module in (ours, theirs))
    assert_equal_matrices(mine.transform(texts), other.transform(texts))


def test_presence_is_1_however_often_a_word_comes():
    vectorizer = ours.HashingVectorizer(n_features=64, norm=None, binary=True)
    row = vectorizer.transform(["ant ant ant bee"])
    assert row.data.tolist() == [1.0, 1.0]
    both = vectorizer.set_params(norm="l2").transform(["ant ant ant bee"])
    assert both.data == pytest.approx([0.5**0.5, 0.5**0.5])


def test_lone_surrogates_in_hashed_names_are_refused_as_by_scikit_learn():
    for module in (ours, theirs):
        with pytest.raises(UnicodeEncodeError):
            module.HashingVectorizer(analyzer="char").transform(["\ud800"])


def test_a_text_that_is_no_list_is_refused():
    with pytest.raises(ValueError, match="Iterable over raw text documents expected"):
        ours.HashingVectorizer().transform("one text")
    with pytest.raises(ValueError, match="lower boundary larger than the upper boundary"):
        ours.HashingVectorizer(ngram_range=(3, 1)).transform(["ant"])


def test_what_the_engine_does_not_do_takes_the_slower_way():
    asked = {"tokenizer": str.split, "token_pattern": None, "n_features": 8}
    mine, other = (module.HashingVectorizer(**asked) for module in (ours, theirs))
    assert_equal_matrices(mine.transform(["b! a? b!"]), other.transform(["b! a? b!"]))
    many = ours.HashingVectorizer(n_features=2**30, norm=None)
    column = abs(murmurhash3_32("ant", seed=0)) % 2**30
    assert many.transform(["ant"]).indices.tolist() == [column]
