"""Arrow columns of structs and maps as named features."""

from itertools import pairwise

import pyarrow as pa

from linnet.reading.named_columns import holds_features, named_column, odd_feature

MAP = pa.map_(pa.string(), pa.float64())


def as_dicts(named):
    names = named.names.to_pylist()
    pairs = [(names[code], value) for code, value in zip(named.codes, named.values, strict=True)]
    starts = named.starts.tolist()
    return [dict(pairs[start:end]) for start, end in pairwise(starts)]


def test_structs_and_maps_say_the_same():
    struct = pa.array([{"a": 1.5, "b": None}, {"a": None, "b": 2.0}])
    mapped = pa.array([[("a", 1.5)], [("b", 2.0)]], MAP)
    assert as_dicts(named_column(struct)) == as_dicts(named_column(mapped))
    assert as_dicts(named_column(struct)) == [{"a": 1.5}, {"b": 2.0}]


def test_strings_are_part_of_the_name():
    column = pa.array([{"w": "x"}, None, {"w": "y"}, {"w": "x"}])
    assert as_dicts(named_column(column)) == [{"w=x": 1}, {}, {"w=y": 1}, {"w=x": 1}]


def test_names_come_in_the_order_of_their_first_sight():
    column = pa.array([{"b": None, "a": 1}, {"b": 2, "a": 3}])
    named = named_column(column)
    assert named.names.to_pylist() == ["a", "b"]
    assert named.starts.tolist() == [0, 1, 3]
    assert named.codes.tolist() == [0, 1, 0]


def test_an_empty_map_and_an_empty_struct():
    assert as_dicts(named_column(pa.array([None, []], MAP))) == [{}, {}]
    assert as_dicts(named_column(pa.array([{}], pa.struct([])))) == [{}]


def test_types_that_no_feature_has():
    assert holds_features(MAP)
    assert odd_feature(MAP) is None
    assert odd_feature(pa.struct({"a": pa.int8(), "b": pa.list_(pa.int8())})) == pa.list_(pa.int8())
    assert odd_feature(pa.map_(pa.string(), pa.date32())) == pa.date32()
