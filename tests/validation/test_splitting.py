"""Training documents held in memory, and parts of them."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.validation.folds import Folds
from linnet.validation.splitting import criteria_of, in_memory, select_documents

ROWS = {
    "text": ["a", "b", "c", "d", "e"],
    "label": ["y", "x", "y", "x", "x"],
    "author": ["ann", "bob", "ann", None, "cyd"],
    "day": ["2024-03-01", "2024-01-01", "2024-02-01", "2024-03-01", "2024-01-02"],
}


def documents():
    return read(ROWS, metadata=["author", "day"])


def texts_of(documents):
    return [batch.texts[0].to_pylist() for batch in documents.batches()]


def in_two_batches():
    whole = documents()
    (batch,) = whole.batches()
    parts = [batch.kept(batch.rows < 2), batch.kept(batch.rows >= 2)]
    return replace(whole, open_batches=lambda: iter(parts))


def test_a_stream_is_read_once_and_then_again_and_again():
    whole = in_two_batches()
    stream = iter([*whole.open_batches()])
    once = replace(whole, open_batches=lambda: stream)
    held, _, criteria = in_memory(once, Recipe(), Folds(2), threads=1)
    assert texts_of(held) == texts_of(held) == [["a", "b"], ["c", "d", "e"]]
    # Labels are numbered in the order of their names: x is 0.
    assert criteria.codes.tolist() == [1, 0, 1, 0, 0]
    assert (criteria.groups, criteria.times) == (None, None)


def test_columns_that_were_read_are_part_of_the_recipe():
    rows = read(ROWS, categorical="author")
    _, recipe, _ = in_memory(rows, Recipe(), Folds(2), threads=1)
    assert recipe.features.categorical == ("author",)


@pytest.mark.parametrize("way", ["while reading", "after"])
def test_groups_and_times_come_from_the_columns_of_the_folds(way):
    def criteria(folds):
        if way == "after":
            return criteria_of(documents(), folds)
        return in_memory(documents(), Recipe(), folds, threads=1)[2]

    # Who has no author is alone.
    groups = criteria(Folds(2, group="author")).groups
    assert groups.tolist()[0] == groups.tolist()[2]
    assert len(set(groups.tolist())) == 4
    times = criteria(Folds(2, time="day")).times
    assert np.argsort(times, kind="stable").tolist() == [1, 4, 2, 0, 3]
    assert times[0] == times[3]
    with pytest.raises(SettingError, match="column 'year' must be read as metadata"):
        criteria(Folds(2, group="year"))


def test_labels_of_several_stand_document_by_document():
    several = read([("a", ["x", "y"]), ("b", []), ("c", ["y"])])
    criteria = criteria_of(several, Folds(2))
    assert criteria.codes.tolist() == [0, 1, 1]
    assert criteria.starts.tolist() == [0, 2, 2, 3]


def test_a_part_has_only_batches_with_a_document_of_it():
    whole = in_two_batches()
    assert texts_of(select_documents(whole, np.array([0, 1, 1, 0, 1], bool))) == [["b"], ["c", "e"]]
    assert texts_of(select_documents(whole, np.array([0, 0, 1, 1, 1], bool))) == [["c", "d", "e"]]
    with pytest.raises(InputError, match="there must be at least one document with a label"):
        texts_of(select_documents(whole, np.zeros(5, bool)))
