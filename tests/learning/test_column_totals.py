"""Columns beside the text to totals, batch by batch."""

import numpy as np
import pytest

from linnet import read
from linnet.errors import SettingError
from linnet.features.columns import Columns, ColumnSettings
from linnet.learning.column_totals import ColumnTally, learn_all, refuse_below_zero

AUTHOR = ColumnSettings("categorical", ("author",), "reference")
AGE = ColumnSettings("numeric", ("age",))


def batch(authors, ages, weights=None):
    data = {"text": ["a"] * len(authors), "author": authors, "age": ages}
    if weights is not None:
        data["w"] = weights
    columns = {"categorical": ["author"], "numeric": ["age"]}
    weight = None if weights is None else "w"
    documents = read(data, text="text", labelled=False, weight=weight, **columns)
    [whole] = documents.batches()
    return whole


def codes(*labels):
    return np.array(labels, np.int32)


def told(block):
    """Feature → (label, sum) of each pair."""
    pairs = zip(block.feature_of_pair, block.labels.tolist(), block.sums.tolist(), strict=True)
    found = {name: [] for name in block.names}
    for feature, label, total in pairs:
        found[block.names[feature]].append((label, total))
    return found


def test_batches_add_up_to_totals_of_every_level_and_number():
    tally = ColumnTally([AUTHOR, AGE])
    texts = tally.add(batch(["ann", "bob"], [2, 3]), [], codes(1, 0))
    assert [column.to_pylist() for column in texts] == [["ann", "bob"], ["2", "3"]]
    tally.add(batch(["bob", None], [None, 0]), [], codes(0, 1))

    # Labels change places: 0 becomes 1 and 1 becomes 0.
    author, age = tally.totals(codes(1, 0))
    assert told(author) == {"(missing)": [(0, 1)], "ann": [(0, 1)], "bob": [(1, 2)]}
    # The missing age is the mean of 2, 3 and 0, and marked; the age 0 is there.
    missing, value = told(age).values()
    assert missing == [(1, 1)]
    assert dict(value) == pytest.approx({0: 2, 1: 3 + 5 / 3})


def test_weights_multiply():
    tally = ColumnTally([AUTHOR, AGE])
    tally.add(batch(["ann", "ann"], [4, 1], weights=[0.5, 2]), [], codes(0, 0))
    author, age = tally.totals(codes(0))
    assert told(author) == {"ann": [(0, 2.5)]}
    assert told(age) == {"missing": [], "value": [(0, 0.5 * 4 + 2 * 1)]}
    assert author.frequencies.tolist() == [2]


def test_without_columns_there_are_no_totals():
    tally = ColumnTally([])
    assert tally.add(batch(["ann"], [1]), [], codes(0)) == []
    assert tally.totals(codes(0)) == ()


def test_all_levels_are_learned_whatever_the_coding():
    block = learn_all(AUTHOR, Columns(2, {"author": ["bob", "ann"]}))
    assert (list(block.names), block.reference) == (["ann", "bob"], None)
    assert block.settings == AUTHOR


def test_numbers_below_0_are_refused_with_their_feature():
    tally = ColumnTally([AUTHOR, AGE])
    tally.add(batch(["ann", "bob"], [-3, -4]), [], codes(0, 1))
    sentence = (
        r"^this naive Bayes learner needs features of 0 or above; got -3 for age\.numeric:value\. "
        r"Use the mixed learner\.$"
    )
    with pytest.raises(SettingError, match=sentence):
        tally.totals(codes(0, 1))
    refuse_below_zero(np.array([0.0, 2.0]), str)
