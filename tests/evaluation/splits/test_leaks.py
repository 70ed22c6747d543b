"""The leak check: what training has seen, in whatever clothes."""

import numpy as np
import pytest

from linnet.evaluation.splits.leaks import documents_without, find_leaks, leaks_among
from linnet.evaluation.splits.split_data import split_data_of
from linnet.evaluation.splits.splits import Parts
from linnet.reading import read
from tests.evaluation.splits.planted import likeness, made_up, planted


def test_planted_duplicates_are_found():
    training, held, exact, near = planted(made_up(2000, seed=1), 100)
    leaks = find_leaks(read(training), read(held), threads=2)
    rows = set(leaks.rows.tolist())
    assert leaks.exact.documents == 100
    assert rows >= set(exact)
    assert len(rows & set(near)) >= 99
    assert rows <= {*exact, *near}
    assert leaks.exact.same_label == 100
    assert len(leaks.near.examples) == 20
    for example in leaks.near.examples:
        assert example.likeness == pytest.approx(
            likeness(held[example.row][0], training[example.twin_row][0])
        )


def test_planted_duplicates_in_real_news_are_found(real_data):
    training, held, exact, near = planted(real_data("ag_news", 20_000), 200)
    leaks = find_leaks(read(training), read(held), threads=2)
    rows = set(leaks.rows.tolist())
    assert rows >= set(exact)
    assert len(rows & set(near)) >= 190
    assert all(example.likeness >= 0.8 for example in leaks.near.examples)


def test_empty_texts_are_told_and_never_duplicates():
    leaks = find_leaks(read([("", "x"), ("!!", "y")]), read([("", "x"), ("😀", "x"), ("a", "y")]))
    assert (leaks.rows.tolist(), leaks.empty) == ([], 2)


def test_the_same_group_on_both_sides_is_found():
    training = {"text": ["a", "b"], "label": ["x", "y"], "author": ["ann", "bob"]}
    held = {"text": ["c", "d", "e"], "label": ["x", "y", "x"], "author": ["bob", "eve", None]}
    leaks = find_leaks(
        read(training, metadata="author"), read(held, metadata="author"), group="author"
    )
    assert (leaks.rows.tolist(), leaks.group.documents, leaks.group.examples[0].twin_row) == (
        [0],
        1,
        1,
    )


def test_several_labels_agree_in_whatever_order():
    training = read([("one two", ["a", "b"]), ("three", [])])
    leaks = find_leaks(training, read([("One, two", ["b", "a"]), ("three!", ["a"])]))
    assert (leaks.exact.documents, leaks.exact.same_label) == (2, 1)


def test_documents_without_leaks_are_left():
    held = read([("a b", "x"), ("c d", "y"), ("e f", "x")])
    left = [
        text
        for batch in documents_without(held, np.array([1])).batches()
        for text in batch.texts[0].to_pylist()
    ]
    assert left == ["a b", "e f"]


def test_fields_are_compared_together():
    training = {"title": ["Win"], "body": ["a prize"], "label": ["x"]}
    held = {"title": ["WIN!", "win"], "body": ["a prize", "nothing"], "label": ["x", "y"]}
    sides = [read(data, text=("title", "body")) for data in (training, held)]
    assert find_leaks(*sides).rows.tolist() == [0]


def test_folds_find_twins_in_other_folds_only():
    gathered = split_data_of(read([("a b c", "x"), ("A b C", "x"), ("a-b-c", "y"), ("d e f", "y")]))
    leaks = leaks_among(gathered, Parts(np.array([0, 0, 1, 1], np.int32)))
    assert leaks.rows.tolist() == [0, 1, 2]
    assert [example.twin_row for example in leaks.exact.examples] == [2, 2, 0]
    assert leaks_among(gathered, Parts(np.array([0, 0, 0, 1], np.int32))).rows.tolist() == []
