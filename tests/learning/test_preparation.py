"""Rows made ready for a learner: limits, selection, weighting, columns, totals and weights."""

import math
from dataclasses import replace

import numpy as np
import pytest

from linnet import read
from linnet.errors import SettingError
from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnNames, ColumnSettings
from linnet.features.selection import Selection
from linnet.learning.counting import count_rows
from linnet.learning.preparation import (
    Preparation,
    label_totals,
    label_weights,
    limited,
    side_weights,
    total_documents,
    totals_of,
    weighed_targets,
)
from linnet.learning.vocabulary import Limits

WORDS = BlockSettings()
AGE = ColumnSettings("numeric", ("age",), scaling="centre")
ALL = Limits()
DATA = {
    "text": ["ant ant bee", "ant", "bee cow", "ant"],
    "label": ["x", "x", "y", "x"],
    "age": [1.0, 2.0, 6.0, 3.0],
}
SEVERAL = [("ant ant", ["x", "y"]), ("bee", ["x"]), ("ant", [])]


def counted(data=DATA, block=WORDS):
    documents = read(data, text="text", label="label", numeric=["age"])
    return count_rows(documents, [block], names=ColumnNames(numeric=("age",)))


def several():
    return count_rows(read(SEVERAL), [WORDS])


def names(features):
    return [features.name(column) for column in range(features.n_columns)]


def table(rows, features):
    return rows.matrix(features.n_columns).toarray().tolist()


def told(block):
    """Feature → (label, sum) of each pair."""
    found = {name: [] for name in block.names}
    pairs = zip(block.feature_of_pair, block.labels.tolist(), block.sums.tolist(), strict=True)
    for feature, label, total in pairs:
        found[block.names[feature]].append((label, total))
    return found


def test_rare_words_are_left_out_of_these_and_of_other_documents():
    whole = counted()
    prepared = Preparation(Limits(min_documents=2)).learn(whole)
    assert names(prepared.features) == ["ant", "bee"]
    assert prepared.place.tolist() == [0, 1, -1]
    assert table(prepared.rows, prepared.features) == [[2, 1], [1, 0], [0, 1], [1, 0]]
    assert prepared.features.blocks[0].frequencies.tolist() == [3, 2]
    assert table(prepared.of(whole.rows, whole.columns), prepared.features)[2] == [0, 1]


def test_numbers_stand_beside_weighed_words():
    whole = counted()
    prepared = Preparation(ALL, weighting="tfidf-log10", columns=(AGE,)).learn(whole)
    assert prepared.place is None
    # log10(2 + 1) · log10(4 / 3) of ant, log10(1 + 1) · log10(4 / 2) of bee; the mean age is 3
    expected = [math.log10(3) * math.log10(4 / 3), math.log10(2) * math.log10(2), 0, 0, -2]
    found = table(prepared.rows, prepared.features)
    assert found[0] == pytest.approx(expected)
    assert table(prepared.of(whole.rows, whole.columns), prepared.features) == found
    assert prepared.features.blocks[1].frequencies.tolist() == [0, 4]


@pytest.mark.parametrize(
    ("by", "least", "selected", "place"),
    [
        ("chi2", 1, "cow", [-1, 0, -1]),
        ("chi2", 2, "elk", [-1, -1, 0]),
        ("weights", 2, "elk", [-1, -1, 0]),
    ],
)
def test_what_tells_most_about_the_labels_is_selected_within_the_limits(by, least, selected, place):
    # x has 3 of 4 documents. chi² of bee, 1 | 1: 1/6 + 1/2; of cow, 0 | 1: 3/4 + 9/4; of elk,
    # 4 | 0: 1/3 + 1
    texts = ["elk elk bee", "elk", "bee cow", "elk"]
    preparation = Preparation(Limits(min_documents=least), selection=Selection(by, top=1))
    prepared = preparation.learn(counted({**DATA, "text": texts}))
    assert names(prepared.features) == [selected]
    assert prepared.place.tolist() == place


def test_limits_must_leave_some_words_and_leave_hashed_ones_alone():
    whole = counted()
    with pytest.raises(SettingError, match="the frequency limits must leave some features; got no"):
        limited(whole.features, whole.rows, Limits(min_documents=4))
    features, place = limited(whole.features, whole.rows, Limits(most_frequent=1))
    assert (names(features), place.tolist()) == (["ant"], [0, -1, -1])

    hashed = counted(block=BlockSettings(hash_bits=2))
    features, place = limited(hashed.features, hashed.rows, Limits(min_documents=4))
    assert (features.n_columns, place.tolist()) == (4, [0, 1, 2, 3])


def test_totals_of_rows_have_squares_where_asked_for():
    whole = counted()
    prepared = Preparation(ALL, columns=(AGE,)).learn(whole)
    totals = totals_of(whole, prepared, squares=True)
    assert (totals.labels, totals.documents.tolist()) == (("x", "y"), [3, 1])
    words, age = totals.blocks
    assert told(words) == {"ant": [(0, 4)], "bee": [(0, 1), (1, 1)], "cow": [(1, 1)]}
    # x: -2, -1 and 0; y: 3
    assert told(age) == {"missing": [], "value": [(0, -3), (1, 3)]}
    assert (words.starts.tolist(), age.starts.tolist()) == ([0, 1, 3, 4], [0, 0, 2])
    assert (words.squares.tolist(), age.squares.tolist()) == ([6, 1, 1, 1], [5, 9])
    with pytest.raises(SettingError, match=r"got -2 for age\.numeric:value"):
        totals_of(whole, prepared)


def test_totals_of_hashed_rows_keep_only_columns_that_documents_have():
    # MurmurHash3 modulo 4: ant 0, bee 0, cow 1
    whole = counted(block=BlockSettings(hash_bits=2, keep_names=True))
    [block] = totals_of(whole, Preparation(ALL).learn(whole)).blocks
    assert block.columns.tolist() == [0, 1]
    assert block.sums.tolist() == [5, 1, 1]
    assert block.name_frequencies.tolist() == [3, 2, 1]


def test_a_document_of_several_labels_enters_each_total_and_is_one_document():
    totals = total_documents(read(SEVERAL), [WORDS])
    assert totals.labels == ("", "x", "y")
    assert (totals.documents.tolist(), totals.n_documents) == ([3, 2, 1], 3)
    [words] = totals.blocks
    assert told(words) == {"ant": [(0, 3), (1, 2), (2, 2)], "bee": [(0, 1), (1, 1)]}
    assert words.frequencies.tolist() == [2, 1]
    alone = total_documents(read([("ant ant", "x")]), [WORDS])
    assert (alone.labels, told(alone.blocks[0])) == (("x",), {"ant": [(0, 2)]})


def test_labels_weigh_as_given_or_all_the_same():
    labels = ("x", "y")
    weights = np.array([3.0, 1.0])
    assert label_weights(labels, weights, "none") is None
    # 4 / (2 · 3) and 4 / (2 · 1)
    assert label_weights(labels, weights, "balanced").tolist() == [2 / 3, 2]
    assert label_weights(labels, weights, {"y": 5}).tolist() == [1, 5]


def test_both_sides_of_each_of_several_labels_weigh_half():
    totals = label_totals(several())
    # x: 1 without, 2 with, so 3 / 2 and 3 / 4; y: 2 without, 1 with
    assert side_weights(totals, "balanced").tolist() == [[3 / 2, 3 / 4], [3 / 4, 3 / 2]]
    assert side_weights(totals, {"y": 5}).tolist() == [[1, 1], [1, 5]]
    assert side_weights(totals, "none") is None
    everywhere = replace(totals, weights=np.array([3.0, 3.0, 1.0]))
    assert side_weights(everywhere, "balanced")[0].tolist() == [1, 1 / 2]


def test_targets_have_the_weights_of_documents_and_labels():
    whole = counted()
    assert weighed_targets(whole, "none").weights is None
    assert weighed_targets(whole, "balanced").weights.tolist() == [2 / 3, 2 / 3, 2, 2 / 3]
    doubled = replace(whole, weights=np.array([1.0, 1.0, 3.0, 4.0]))
    assert weighed_targets(doubled, {"x": 2}).weights.tolist() == [2, 2, 3, 8]
    sides = weighed_targets(several(), {"y": 5}).sides
    assert sides.tolist() == [[1, 1], [1, 5]]


def test_a_part_without_a_word_is_no_fault_of_limits_that_nobody_gave():
    counted = count_rows(read([("!!!", "a"), ("one two", "b"), ("?", "b")]), [BlockSettings()])
    part = counted.select(np.array([True, False, True]))
    features, place = limited(part.features, part.rows, Limits())
    assert features.n_columns == 0
    assert place.tolist() == [-1, -1]
    with pytest.raises(SettingError, match="must leave some features"):
        limited(part.features, part.rows, Limits(min_documents=2))
