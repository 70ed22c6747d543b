"""The header of a model file: what it says, and that nothing in it leads outside of the file."""

import json

import pytest

from linnet.errors import ModelFileError
from linnet.storage.container_header import FORMAT, read_header

METADATA = {"linnet": json.dumps({"format": FORMAT, "needs": ["linear"]})}
ARRAY = {"dtype": "F64", "shape": [2], "data_offsets": [0, 16]}


def file_of(entries, data=bytes(16)):
    """Return the bytes of a file with these entries in its header."""
    text = json.dumps(entries).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


def test_a_header_gives_metadata_and_where_arrays_lie():
    data = file_of({"__metadata__": METADATA, "a": ARRAY})
    metadata, tensors = read_header("m", data, ["linear"])
    assert metadata["needs"] == ["linear"]
    assert (tensors["a"].shape, tensors["a"].stop) == ((2,), len(data))


@pytest.mark.parametrize(
    ("array", "sentence"),
    [
        ({"dtype": "F64"}, "must have dtype, shape and data_offsets"),
        (ARRAY | {"dtype": "F128"}, "must have a known type"),
        (ARRAY | {"shape": [-2]}, "must have a shape and two offsets"),
        (ARRAY | {"data_offsets": [0, 16, 32]}, "must have a shape and two offsets"),
        (ARRAY | {"shape": [0, 2**62], "data_offsets": [0, 0]}, "fits into 63 bits"),
        (ARRAY | {"shape": [3]}, "must fill its offsets"),
        (ARRAY | {"data_offsets": [8, 24]}, "must follow each other"),
    ],
)
def test_an_array_that_cannot_be_is_refused(array, sentence):
    with pytest.raises(ModelFileError, match=sentence):
        read_header("m", file_of({"__metadata__": METADATA, "a": array}), ["linear"])


def test_what_a_newer_program_wrote_is_refused():
    newer = {"linnet": json.dumps({"format": FORMAT + 1, "needs": []})}
    with pytest.raises(ModelFileError, match="written by a newer linnet"):
        read_header("m", file_of({"__metadata__": newer}, b""), [])
    with pytest.raises(ModelFileError, match="got 'linear'"):
        read_header("m", file_of({"__metadata__": METADATA}, b""), [])
