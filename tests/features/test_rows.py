"""The table documents × features: rows selected, renumbered, joined and counted, by hand."""

import numpy as np
import pyarrow as pa
import pytest

from linnet import _core
from linnet.errors import InputError
from linnet.features.blocks import BlockSettings
from linnet.features.column_blocks import ColumnBlock
from linnet.features.columns import Columns, ColumnSettings
from linnet.features.names import Names
from linnet.features.rows import Rows, count, join_blocks, no_features, take_rows, with_columns
from linnet.reading.engine_texts import engine_texts


def rows():
    """Three documents: 2 ant + 1 cow, nothing, 3 bee."""
    columns = np.array([0, 2, 1], np.int32)
    return Rows(np.array([0, 2, 2, 3]), columns, np.array([2, 1, 3], np.uint32))


def table(some, n_columns=3):
    return some.matrix(n_columns).toarray().tolist()


def test_rows_are_a_matrix_of_counts():
    assert len(rows()) == 3
    assert table(rows()) == [[2, 0, 1], [0, 0, 0], [0, 3, 0]]
    assert table(no_features(2)) == [[0, 0, 0], [0, 0, 0]]


def test_documents_are_selected_in_their_order_and_taken_in_any():
    assert table(rows().select(np.array([False, True, True]))) == [[0, 0, 0], [0, 3, 0]]
    assert table(rows().take(np.array([2, 0, 2]))) == [[0, 3, 0], [2, 0, 1], [0, 3, 0]]
    assert len(rows().take(np.array([], np.int64))) == 0


def test_columns_are_renumbered_or_left_out():
    place = np.array([1, -1, 0], np.int32)
    assert table(rows().renumber(place), 2) == [[1, 2], [0, 0], [0, 0]]


def test_blocks_and_columns_stand_side_by_side():
    joined = join_blocks([rows(), rows()], np.array([3, 6]))
    assert table(joined, 6) == [[2, 0, 1, 2, 0, 1], [0] * 6, [0, 3, 0, 0, 3, 0]]

    numbers = Columns(3, numeric={"n": np.array([5.0, 6.0, 7.0])})
    settings = ColumnSettings("trials", ("n",))
    block = ColumnBlock(settings, Names.of(["trials"]))
    beside = with_columns(rows(), [block, block], numbers, first=3)
    assert table(beside, 5) == [[2, 0, 1, 5, 5], [0, 0, 0, 6, 6], [0, 3, 0, 7, 7]]


@pytest.mark.parametrize(
    "texts",
    [
        ["b a", "", "a a"],
        pa.array(["b a", None, "a a"]),
        pa.array(["b a", None, "a a"], pa.large_string()),
        pa.array(["x", "b a", "", "a a", "y"])[1:4],
        engine_texts(pa.array(["b a", "", "a a"])),
    ],
)
def test_texts_are_counted_in_whatever_form_they_come(texts):
    features, counted = count([engine_texts(texts)], [BlockSettings()])
    assert list(features.blocks[0].names) == ["a", "b"]
    assert table(counted, 2) == [[1, 1], [0, 0], [2, 0]]


def test_no_blocks_give_no_rows():
    features, counted = take_rows(_core.Counter([], threads=1, keep_rows=True), [], ["text"])
    assert (features.n_columns, len(counted)) == (0, 0)


def test_hashed_features_tell_how_many_documents_have_each_name():
    block = BlockSettings(hash_bits=2, keep_names=True)
    features, _ = count([["ant bee", "ant ant"]], [block])
    assert list(features.blocks[0].names) == ["ant", "bee"]
    assert features.blocks[0].name_frequencies.tolist() == [2, 1]


def test_a_lone_surrogate_is_refused():
    with pytest.raises(InputError, match=r"^a text must be Unicode without lone surrogates; got"):
        count([["fine", "broken \ud800"]], [BlockSettings()])
