"""Arrow columns of any type as strings, and which of their values are missing."""

import pyarrow as pa
import pytest

from linnet.reading.arrow_columns import (
    check_sound,
    is_number,
    is_text,
    not_utf8,
    null_for_empty,
    null_or_empty,
    nulls,
    one_chunk,
    strings,
    value_type,
)


@pytest.mark.parametrize(
    ("column", "written"),
    [
        (pa.array(["a", None]), ["a", None]),
        (pa.array([1, None]), ["1", None]),
        (pa.array([True, False]), ["true", "false"]),
        (pa.array([b"a", None], pa.binary()), ["a", None]),
        (pa.nulls(2), [None, None]),
        (pa.array(["b", "a", "b"]).dictionary_encode(), ["b", "a", "b"]),
        (pa.RunEndEncodedArray.from_arrays([2, 3], ["x", "y"]), ["x", "x", "y"]),
        (pa.ExtensionArray.from_storage(pa.json_(), pa.array(["{}"])), ["{}"]),
    ],
)
def test_values_of_any_type_are_written(column, written):
    assert strings(column).to_pylist() == written


def test_plain_strings_are_not_copied():
    column = pa.array(["a"])
    assert strings(column) is column


def test_the_type_of_values_is_that_of_what_is_stored():
    assert value_type(pa.dictionary(pa.int32(), pa.string())) == pa.string()
    assert value_type(pa.run_end_encoded(pa.int32(), pa.int64())) == pa.int64()
    assert value_type(pa.json_()) == pa.string()


def test_kinds_of_types():
    assert all(map(is_number, [pa.int8(), pa.bool_(), pa.float16(), pa.decimal128(5)]))
    assert all(map(is_text, [pa.string(), pa.large_string(), pa.string_view(), pa.binary(3)]))
    assert not is_number(pa.string())
    assert not is_text(pa.int8())


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_null_and_empty_values_of_a_part(kind):
    column = pa.array(["a", "", None, "b"], kind).slice(1)
    assert null_or_empty(column).tolist() == [True, True, False]
    assert nulls(column).tolist() == [False, True, False]
    assert null_for_empty(column).to_pylist() == [None, None, "b"]
    assert null_or_empty(column.slice(3)).tolist() == []


def test_a_column_without_empty_values_is_not_copied():
    column = pa.array(["a", None])
    assert null_for_empty(column) is column


def test_places_that_are_not_utf8():
    column = strings(pa.array([b"a", None, b"\xff", b"\xc3\xa9"], pa.binary()))
    assert not_utf8(column) == [2]
    assert not_utf8(pa.array(["é", None])) == []


def test_chunks_become_one_array():
    assert one_chunk(pa.chunked_array([["a"], ["b"]])).to_pylist() == ["a", "b"]


def test_offsets_outside_of_the_bytes_are_refused():
    offsets = pa.array([0, 9, 3], pa.int32()).buffers()[1]
    broken = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"abc")])
    with pytest.raises(pa.ArrowInvalid):
        check_sound(broken)
