"""Whether a model can tell training documents from new ones."""

import pytest

from linnet.data_drift.domain import MOST_DOCUMENTS, domain_test, evenly, least_area
from tests.data_drift.collections import FILMS, MESSAGES, drawn


def test_other_texts_are_told_apart_and_the_words_that_do_it_are_named():
    found = domain_test(drawn(MESSAGES, 200, seed=1), drawn(FILMS, 300, seed=2), 1)
    assert found.is_found
    assert found.documents == 200
    assert found.area.value > 0.99
    assert found.new_words[0].word in FILMS.split()
    assert found.training_words[0].word in MESSAGES.split()
    assert found.new_words[0].new > 0.1
    assert found.new_words[0].training == 0.0


def test_texts_of_one_kind_are_not_told_apart():
    found = domain_test(drawn(MESSAGES, 300, seed=1), drawn(MESSAGES, 300, seed=2), 1)
    assert not found.is_found
    assert 0.4 < found.area.value < 0.6


def test_new_texts_that_are_there_twice_are_no_shift():
    # Each was learned from its copy, where this was in another fold.
    for seed in range(5):
        texts = drawn(MESSAGES, 150, seed=seed)
        found = domain_test(texts[:100], texts[100:] * 2, 1)
        assert not found.is_found
        assert found.least == least_area(100, 50)
        assert found.area.value < 0.7


def test_few_texts_of_one_kind_hardly_ever_seem_shifted():
    # One side in 200 by chance.
    alarms = 0
    for seed in range(40):
        texts = drawn(MESSAGES, 40, seed=seed)
        alarms += domain_test(texts[:20], texts[20:], 1).is_found
    assert alarms < 3


def test_few_different_texts_with_many_copies_are_not_judged():
    films = drawn(FILMS, 10, seed=1)
    assert domain_test(drawn(MESSAGES, 50, seed=2), films * 5, 1) is None


def test_the_same_texts_on_both_sides_are_not_told_apart():
    texts = drawn(MESSAGES, 100, seed=3)
    found = domain_test(texts, texts[::-1], 1)
    assert found.area.value == pytest.approx(0.5, abs=0.02)


def test_the_number_of_threads_does_not_show():
    sides = drawn(MESSAGES, 50, seed=1), drawn(FILMS, 50, seed=2)
    assert domain_test(*sides, 1).as_json() == domain_test(*sides, 3).as_json()


def test_few_texts_and_texts_without_words_are_not_judged():
    assert domain_test(["good film"] * 19, ["bad film"] * 100, 1) is None
    assert domain_test([""] * 30, ["!"] * 30, 1) is None


def test_a_sample_is_spread_over_all_texts():
    texts = [str(number) for number in range(3 * MOST_DOCUMENTS)]
    sampled = evenly(texts, MOST_DOCUMENTS)
    assert sampled[:3] == ["0", "3", "6"]
    assert len(set(sampled)) == MOST_DOCUMENTS
