"""Python values of any type as kept columns."""

import datetime
import json
from decimal import Decimal

import numpy as np
import pyarrow as pa

from linnet.reading.kept_objects import bytes_text, column_of_objects, object_text


def test_values_of_one_type_are_a_column_of_it():
    assert column_of_objects("n", [1, None, np.nan]).values.to_pylist() == [1, None, None]
    assert column_of_objects("d", [datetime.date(2020, 1, 2)]).type == pa.date32()
    assert column_of_objects("l", [["a"], []], is_id=True).is_id


def test_values_of_several_types_and_dicts_are_json_texts():
    mixed = column_of_objects("m", [1, "a", None, 2**70, {"b": (1, 2)}])
    assert mixed.values.to_pylist() == ["1", '"a"', None, str(2**70), '{"b": [1, 2]}']
    assert (mixed.is_json, mixed.type) == (True, pa.string())


def test_half_a_pair_of_utf16_does_no_harm():
    column = column_of_objects("s", ["ok", "\ud800"])
    assert [json.loads(text) for text in column.values.to_pylist()] == ["ok", "?"]


def test_whatever_it_is_becomes_json():
    odd = {1: [np.int64(2), np.float32(0.5), np.bool_(True), float("inf")], "d": Decimal("1.50")}
    assert json.loads(object_text(odd)) == {"1": [2, 0.5, True, None], "d": "1.50"}
    assert object_text({1}) == "[1]"
    assert object_text(datetime.date(2020, 1, 2)) == '"2020-01-02"'


def test_bytes_are_text_or_base64():
    assert (bytes_text("é".encode()), bytes_text(b"\xff\x00")) == ("é", "/wA=")
