"""The bytes of a model file: written piece by piece they are those that are made at once."""

import io

import numpy as np

from linnet.storage.container_bytes import checksum, packed, to_bytes, write_file

METADATA = {"format": 1, "needs": []}
ARRAYS = {
    "b": np.arange(3, dtype=">i4"),
    "a": np.array([[1.5, -2.0]]),
    "flags": np.array([True]),
    "empty": np.empty(0, np.uint8),
}


def test_written_bytes_are_those_made_at_once():
    header, plain = packed(METADATA, ARRAYS)
    file = io.BytesIO()
    write_file(file, header, plain)
    assert file.getvalue() == to_bytes(header, plain)


def test_arrays_are_little_endian():
    _, plain = packed(METADATA, ARRAYS)
    assert plain["b"].dtype == np.dtype("<i4")
    assert plain["b"].tolist() == [0, 1, 2]


def test_the_checksum_is_of_names_types_shapes_and_numbers():
    sums = {
        checksum(METADATA, {"a": np.zeros(4)}),
        checksum(METADATA, {"b": np.zeros(4)}),
        checksum(METADATA, {"a": np.zeros((2, 2))}),
        checksum(METADATA, {"a": np.zeros(4, np.int64)}),
        checksum(METADATA, {"a": np.ones(4)}),
        checksum({**METADATA, "more": 1}, {"a": np.zeros(4)}),
    }
    assert len(sums) == 6
