"""Damaged, cut, foreign and malicious model files.

Always a ModelFileError or a file that is right.
"""

import json
import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linnet.errors import ModelFileError
from linnet.storage.container import DTYPES, ModelFile, decode, encode, open_file

ARRAYS = {"a": np.arange(3, dtype=np.int32), "b": np.ones((2, 2)), "c": np.zeros((0, 2), np.uint8)}
SMALL = encode({"format": 1, "needs": [], "labels": ["ham", "spam"]}, ARRAYS)
HEADER_END = 8 + int.from_bytes(SMALL[:8], "little")
METADATA = {"linnet": '{"format":1,"needs":[]}'}


def built(header: object, body: bytes = b"") -> bytes:
    """Return a file with this header, padded so that arrays may be aligned."""
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    raw += b" " * (-len(raw) % 8)
    return len(raw).to_bytes(8, "little") + raw + body


def with_tensor(
    dtype: object = "U8", shape: object = (2,), offsets: object = (0, 2), body: bytes = b"ab"
) -> bytes:
    return built(
        {"__metadata__": METADATA, "a": {"dtype": dtype, "shape": shape, "data_offsets": offsets}},
        body,
    )


def use(opened: ModelFile) -> None:
    """Touch every array to its last byte: what opens must be safe to read."""
    for name in opened.names:
        opened.array(name).tobytes()


def opens(data: bytes) -> bool:
    try:
        use(decode(data, known_needs=()))
    except ModelFileError:
        return False
    return True


def test_the_untouched_file_opens():
    assert opens(SMALL)
    assert opens(with_tensor())


def test_every_truncation_is_refused(tmp_path):
    path = tmp_path / "cut.linnet"
    for size in range(len(SMALL)):
        assert not opens(SMALL[:size]), size
        path.write_bytes(SMALL[:size])
        with pytest.raises(ModelFileError):
            open_file(path, known_needs=())


def content(opened: ModelFile) -> object:
    """Return all that a file says, but for metadata keys that nobody knows."""
    known = {
        key: opened.metadata[key] for key in ("format", "needs", "labels") if key in opened.metadata
    }
    return known, {
        name: (opened.array(name).dtype, opened.array(name).tolist()) for name in opened.names
    }


def test_the_checksum_notices_every_flipped_bit():
    whole = content(decode(SMALL, known_needs=()))
    for at in range(len(SMALL)):
        for bit in range(8):
            data = bytearray(SMALL)
            data[at] ^= 1 << bit
            try:
                opened = decode(bytes(data), known_needs=())
                opened.check_whole()
            except ModelFileError:
                continue
            assert content(opened) == whole, (at, bit)


def test_a_flipped_bit_of_an_array_opens_at_once_and_is_noticed_when_checked():
    data = bytearray(SMALL)
    data[-1] ^= 1
    opened = decode(bytes(data), known_needs=())
    with pytest.raises(
        ModelFileError, match=r"its checksum must be that of its content; got '[0-9a-f]{8}'"
    ):
        opened.check_whole()


@pytest.mark.parametrize(
    ("checksum", "good"), [({}, True), ({"checksum": None}, True), ({"checksum": 7}, False)]
)
def test_a_file_without_checksum_passes_and_a_strange_one_is_refused(checksum, good):
    metadata = json.dumps({"format": 1, "needs": [], **checksum})
    opened = decode(built({"__metadata__": {"linnet": metadata}}), known_needs=())
    if good:
        opened.check_whole()
    else:
        with pytest.raises(ModelFileError, match="checksum"):
            opened.check_whole()


def test_anything_after_the_end_is_refused():
    assert not opens(SMALL + b"\0")
    assert not opens(SMALL + SMALL)


@pytest.mark.parametrize("bit", range(8))
def test_every_flipped_bit_of_the_header_is_refused_or_harmless(bit):
    for at in range(HEADER_END):
        data = bytearray(SMALL)
        data[at] ^= 1 << bit
        opens(bytes(data))


def test_every_replaced_byte_of_the_header_is_refused_or_harmless():
    for at in range(HEADER_END):
        for byte in b'\x00\xff"{}[],:-09. \\e':
            opens(SMALL[:at] + bytes([byte]) + SMALL[at + 1 :])


def test_flipped_bytes_of_the_length_are_refused():
    for at in range(8):
        for byte in set(range(256)) - {SMALL[at]}:
            assert not opens(SMALL[:at] + bytes([byte]) + SMALL[at + 1 :]), (at, byte)


@pytest.mark.parametrize("length", [0, 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 100_000_001])
def test_any_other_header_length_is_refused(length):
    assert not opens(length.to_bytes(8, "little") + SMALL[8:])


def test_a_header_above_the_limit_is_refused_even_when_it_fits():
    assert not opens((100_000_001).to_bytes(8, "little") + b"{" + b" " * 100_000_000)


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b" {}",
        b"{}",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b'{"__metadata__":{"linnet":"\xff"}}',
        b'{"a":' * 100_000,
        b'{"a":' + b"[" * 100_000,
        b'{"a":' + b"9" * 100_000 + b"}",
        b'{"a":NaN}',
        b'{"a":-Infinity}',
        b'{"__metadata__":{"linnet":"{\\"format\\":1,\\"needs\\":[]}"},"__metadata__":{}}',
        b'{"__metadata__":{"linnet":"{\\"format\\":1,\\"needs\\":[],\\"format\\":1}"}}',
    ],
)
def test_headers_that_are_no_object_are_refused(header):
    assert not opens(built(header))


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        [],
        "linnet",
        {},
        {"linnet": 1},
        {"linnet": ""},
        {"linnet": "[]"},
        {"linnet": "{}"},
        {"linnet": '{"format":1}'},
        {"linnet": '{"format":"1","needs":[]}'},
        {"linnet": '{"format":true,"needs":[]}'},
        {"linnet": '{"format":1.0,"needs":[]}'},
        {"linnet": '{"format":0,"needs":[]}'},
        {"linnet": '{"format":-1,"needs":[]}'},
        {"linnet": '{"format":1,"needs":"x"}'},
        {"linnet": '{"format":1,"needs":[1]}'},
        {"linnet": '{"format":1,"needs":[[]]}'},
        {"linnet": '{"format":1,"needs":["\\ud800"]}'},
        {"linnet": '{"format":' + "9" * 4000 + ',"needs":[]}'},
        {"linnet": '{"format":1,"needs":[],"x":' + "[" * 100_000 + "}"},
    ],
)
def test_metadata_that_is_not_ours_is_refused(metadata):
    assert not opens(built({"__metadata__": metadata}))


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F16"},
        {"dtype": "u8"},
        {"dtype": None},
        {"dtype": []},
        {"shape": None},
        {"shape": 2},
        {"shape": [2.0]},
        {"shape": [True, 2]},
        {"shape": ["2"]},
        {"shape": [-1, -2]},
        {"shape": [-2]},
        {"shape": [3]},
        {"shape": [1]},
        {"shape": []},
        {"shape": [2] + [1] * 32},
        {"shape": [2**63, 2**63, 0], "offsets": [0, 0], "body": b""},
        {"shape": [2**64 + 2]},
        {"shape": [2**32, 2**32, 2]},
        {"offsets": [0]},
        {"offsets": [0, 2, 2]},
        {"offsets": [2, 0]},
        {"offsets": [-2, 0]},
        {"offsets": [-8, -6]},
        {"offsets": [1, 3]},
        {"offsets": [0, 2.0]},
        {"offsets": [0, None]},
        {"offsets": {"0": 0, "1": 2}},
        {"offsets": [2**64, 2**64 + 2]},
        {"offsets": [10**4000, 10**4000 + 2]},
        {"body": b""},
        {"body": b"a"},
        {"body": b"abc"},
    ],
)
def test_arrays_that_do_not_fit_are_refused(entry):
    assert not opens(with_tensor(**entry))


def test_holes_overlaps_and_odd_starts_are_refused():
    def two(first: list[int], second: list[int], dtype: str = "U8", count: int = 2) -> bytes:
        entry = {"dtype": "U8", "shape": [first[1] - first[0]], "data_offsets": first}
        other = {"dtype": dtype, "shape": [count], "data_offsets": second}
        return built({"__metadata__": METADATA, "a": entry, "b": other}, b"abcdefgh")

    assert opens(two([0, 6], [6, 8]))
    assert opens(two([2, 8], [0, 2]))
    assert not opens(two([0, 5], [6, 8]))
    assert not opens(two([0, 7], [6, 8]))
    assert not opens(two([0, 8], [0, 2]))
    assert opens(two([0, 4], [4, 8], "I16"))
    assert not opens(two([0, 1], [1, 5], "I16"))


def test_extra_keys_of_an_array_are_refused():
    entry = {"dtype": "U8", "shape": [1], "data_offsets": [0, 1]}
    assert opens(built({"__metadata__": METADATA, "a": entry}, b"a"))
    assert not opens(built({"__metadata__": METADATA, "a": {**entry, "code": 1}}, b"a"))
    assert not opens(built({"__metadata__": METADATA, "a": [entry]}, b"a"))


# Random files: few are right, none may do more than be refused.

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
sizes = st.integers(-2, 9) | st.sampled_from([2**31, 2**32, 2**62, 2**63, 2**64, 10**30])
tensors = st.fixed_dictionaries(
    {
        "dtype": st.sampled_from([*DTYPES, "F16", "BF16", ""]) | anything,
        "shape": st.lists(sizes, max_size=3) | anything,
        "data_offsets": st.lists(sizes, min_size=2, max_size=2) | anything,
    }
)
headers = st.dictionaries(st.text(max_size=3), tensors | anything, max_size=3)
quick = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(header=headers, metadata=st.just(METADATA) | anything, body=st.binary(max_size=40))
def test_random_headers_do_no_harm(header, metadata, body):
    opens(built({**header, "__metadata__": metadata}, body))


@quick
@given(data=st.binary(max_size=200) | st.binary(max_size=60).map(built))
def test_random_bytes_do_no_harm(data):
    assert not opens(data)


@quick
@given(data=st.data())
def test_random_layouts_that_are_right_open(data):
    shapes = data.draw(
        st.lists(
            st.tuples(st.sampled_from(sorted(DTYPES)), st.lists(st.integers(0, 3), max_size=3)),
            max_size=4,
        )
    )
    arrays = {
        f"array{i}": np.arange(math.prod(shape)).astype(DTYPES[code]).reshape(shape)
        for i, (code, shape) in enumerate(shapes)
    }
    opened = decode(encode({"format": 1, "needs": []}, arrays), known_needs=())
    assert {name: opened.array(name).tolist() for name in opened.names} == {
        name: array.tolist() for name, array in arrays.items()
    }


# Killed while writing

KILLER = """
import os, random, signal, sys, time
import numpy as np
from linnet.storage.container import open_file, write

def put(path, version):
    write(path, {"format": 1, "needs": [], "version": version}, {"a": np.full(50_000, version)})

def put_for_ever(path, version):
    while True:
        version += 1
        put(path, version)

path, chance, seen = sys.argv[1], random.Random(20), {0}
put(path, 0)
for _ in range(25):
    writer = os.fork()
    if writer == 0:
        put_for_ever(path, max(seen))
    time.sleep(chance.uniform(0.0, 0.04))
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    opened = open_file(path, known_needs=())
    version = opened.metadata["version"]
    assert (opened.array("a") == version).all() and version >= max(seen)
    seen.add(version)
print(len(seen))
"""


def test_a_file_is_whole_whenever_its_writer_is_killed(tmp_path):
    path = tmp_path / "model.linnet"
    command = [sys.executable, "-c", KILLER, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, timeout=60)
    # Most writers finished some files before they were stopped in the middle of another one.
    assert int(done.stdout) > 5
