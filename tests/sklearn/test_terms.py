"""The terms of a vectorizer and their columns."""

import pickle

import numpy as np

from linnet.features.blocks import BlockSettings
from linnet.features.names import Names
from linnet.sklearn.terms import Terms

WORDS = BlockSettings(pattern="sklearn")


def counts_of(terms, texts, settings=WORDS):
    return terms.matrix(texts, settings, np.int64).toarray().tolist()


def test_names_have_their_columns_in_order():
    terms = Terms(Names.of(["ant", "bee", "cat"]))
    assert len(terms) == 3
    assert terms.vocabulary == {"ant": 0, "bee": 1, "cat": 2}
    assert counts_of(terms, ["cat ant cat", "", "dog"]) == [[1, 0, 2], [0, 0, 0], [0, 0, 0]]


def test_a_dict_has_the_columns_of_somebodys_choice():
    terms = Terms(vocabulary={"bee": 0, "ant": 1})
    matrix = terms.matrix(["ant ant bee"], WORDS, np.int64)
    assert matrix.toarray().tolist() == [[1, 2]]
    assert matrix.has_sorted_indices


def test_keys_that_no_text_has_keep_their_columns():
    terms = Terms(vocabulary={7: 0, "a\ud800b": 1, "ant": 2})
    assert counts_of(terms, ["ant"]) == [[0, 0, 1]]


def test_terms_that_are_not_kept_are_forgotten():
    terms = Terms(Names.of(["ant", "bee", "cat"]))
    terms.keep(np.array([0, 2]))
    assert terms.vocabulary == {"ant": 0, "cat": 1}
    assert counts_of(terms, ["bee cat"]) == [[0, 1]]


def test_a_vocabulary_that_grows_and_other_settings_are_counted_anew():
    terms = Terms(Names.of(["ant"]))
    assert counts_of(terms, ["ant Bee"]) == [[1]]
    terms.vocabulary["Bee"] = 1
    assert counts_of(terms, ["ant Bee"]) == [[1, 0]]
    assert counts_of(terms, ["ant Bee"], BlockSettings(lower=False)) == [[1, 1]]


def test_a_pickle_has_the_same_terms():
    terms = Terms(vocabulary={"bee": 0, "ant": 1})
    assert counts_of(terms, ["ant"]) == [[0, 1]]
    again = pickle.loads(pickle.dumps(terms))  # noqa: S301 (our own bytes)
    assert again.vocabulary == {"bee": 0, "ant": 1}
    assert counts_of(again, ["ant"]) == [[0, 1]]


def test_nothing_at_all_has_no_terms():
    assert len(Terms()) == 0
    assert Terms().vocabulary == {}
