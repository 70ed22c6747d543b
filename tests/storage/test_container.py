"""The model file: what is written comes back, in the same bytes, whole or not at all."""

import gc
import json
import os
import stat
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from linnet.errors import ModelFileError, SettingError
from linnet.files import NewFile
from linnet.storage import container
from linnet.storage.container import DTYPES, decode, encode, open_file, write

METADATA = {"format": 1, "needs": [], "labels": ["naïve", "日本"], "b": {"z": 1, "a": None}}
ARRAYS = {
    "weights": np.arange(6.0).reshape(2, 3),
    "names": np.frombuffer(b"goodbad", np.uint8),
    "empty": np.zeros((0, 3), np.float32),
    "one": np.array(7, np.int64),
    "flags": np.array([True, False, True]),
}
TWIN = """
import sys, numpy as np
from linnet.storage.container import encode
arrays = {"b": np.arange(5, dtype=np.int32), "a": np.ones(3), "c": np.zeros(2, np.uint8)}
sys.stdout.buffer.write(encode({"needs": ["x", "y"], "format": 1, "z": 1, "a": 2}, arrays))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model.linnet"


def leave(path: Path) -> None:
    """Make nothing there."""


def run_python(code: str, *arguments: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], check=True, capture_output=True
    ).stdout


def test_what_is_written_comes_back(path):
    write(path, METADATA, ARRAYS)
    opened = open_file(path, known_needs=())
    assert opened.metadata == METADATA
    assert opened.names == tuple(sorted(ARRAYS))
    for name, array in ARRAYS.items():
        np.testing.assert_array_equal(opened.array(name), array)
        assert (opened.array(name).dtype, opened.array(name).shape) == (array.dtype, array.shape)


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
def test_every_dtype_comes_back(dtype):
    array = np.array([0, 1, 1], dtype)
    back = decode(encode(METADATA, {"a": array}), known_needs=()).array("a")
    assert back.dtype == dtype
    assert back.tolist() == array.tolist()


def test_turned_and_big_endian_arrays_come_back_plain():
    arrays = {
        "turned": np.arange(6).reshape(2, 3).T,
        "big": np.arange(3, dtype=">i4"),
        "sliced": np.arange(9)[::2],
    }
    opened = decode(encode(METADATA, arrays), known_needs=())
    assert {name: opened.array(name).tolist() for name in arrays} == {
        name: array.tolist() for name, array in arrays.items()
    }


def test_no_arrays_at_all_is_a_file_too(path):
    write(path, METADATA, {})
    assert open_file(path, known_needs=()).names == ()


def test_file_and_memory_have_the_same_bytes(path):
    write(path, METADATA, ARRAYS)
    assert path.read_bytes() == encode(METADATA, ARRAYS)


def test_arrays_of_every_type_and_odd_names_are_laid_out_as_the_format_library_does(path):
    names = ("b", "a.b", "a b", 'qu"ote', "back\\slash", "é", "tab\t", "\x01", "日本")
    arrays = {
        f"{name} {code}": np.ones((2, 3), dtype) for name in names for code, dtype in DTYPES.items()
    }
    write(path, METADATA, arrays)
    assert path.read_bytes() == encode(METADATA, arrays)


def test_the_format_library_reads_our_files(path):
    write(path, METADATA, ARRAYS)
    for name, array in load_file(path).items():
        np.testing.assert_array_equal(array, ARRAYS[name])


def test_the_header_is_one_key_of_sorted_compact_json():
    data = encode(METADATA, {})
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    checksum = f"{zlib.crc32(json.dumps(METADATA, sort_keys=True).encode()):08x}"
    rest = '"format":1,"labels":["naïve","日本"],"needs":[]}'
    assert header == {
        "__metadata__": {"linnet": '{"b":{"a":null,"z":1},"checksum":"' + checksum + '",' + rest}
    }


def test_repeated_writes_and_any_order_give_the_same_bytes():
    backwards = dict(reversed(METADATA.items())), dict(reversed(ARRAYS.items()))
    assert {encode(METADATA, ARRAYS) for _ in range(100)} == {encode(*backwards)}


def test_fresh_processes_give_the_same_bytes():
    assert len({run_python(TWIN) for _ in range(4)}) == 1


def test_arrays_cannot_be_written_to_and_are_not_copies(path):
    write(path, METADATA, ARRAYS)
    opened = open_file(path, known_needs=())
    assert not opened.array("weights").flags.writeable
    assert not opened.array("weights").flags.owndata
    assert np.shares_memory(opened.array("weights"), opened.array("weights"))


def test_arrays_outlive_the_opened_file_and_its_replacement(path):
    write(path, METADATA, {"a": np.arange(100_000)})
    array = open_file(path, known_needs=()).array("a")
    gc.collect()
    write(path, METADATA, {"a": np.zeros(100_000, np.int64)})
    assert array.sum() == 4_999_950_000
    path.unlink()
    assert array[-1] == 99_999


def test_arrays_are_aligned_in_file_and_memory(path):
    arrays = {
        f"{code}{length}": np.ones(length, dtype)
        for code, dtype in DTYPES.items()
        for length in (1, 3)
    }
    write(path, METADATA, arrays)
    for opened in (open_file(path, ()), decode(path.read_bytes(), ())):
        assert all(opened.array(name).flags.aligned for name in opened.names)


def test_a_missing_array_is_named(path):
    write(path, METADATA, {"a": np.ones(1)})
    with pytest.raises(
        ModelFileError, match=r"model\.linnet .* the array 'weights' must be there; got 'a'\."
    ):
        open_file(path, known_needs=()).array("weights")


# Who may open it


def test_known_needs_are_opened_and_unknown_refused():
    data = encode({"format": 1, "needs": ["squares", "calibration"]}, {})
    assert decode(data, frozenset({"squares", "calibration"})).metadata["needs"] == [
        "squares",
        "calibration",
    ]
    with pytest.raises(ModelFileError, match=r"got 'squares'\. Upgrade linnet\.$"):
        decode(data, frozenset({"calibration"}))


def test_a_newer_format_says_upgrade():
    data = encode(METADATA, {}).replace(b'\\"format\\":1', b'\\"format\\":2')
    with pytest.raises(
        ModelFileError, match=r"written by a newer linnet.*at most 1; got 2\. Upgrade linnet\.$"
    ):
        decode(data, known_needs=())


def test_unknown_keys_are_ignored():
    assert decode(encode({**METADATA, "later": [1, 2]}, {}), known_needs=()).metadata["later"] == [
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (leave, "got nothing"),
        (lambda path: path.mkdir(), "got a folder"),
        (lambda path: path.write_bytes(b""), "got 0 of 0 bytes"),
        (lambda path: path.write_text("label,text\nspam,hello"), "is not a linnet model file"),
        (os.mkfifo, "got a device or pipe"),
    ],
)
def test_what_is_no_model_file_is_refused_by_name(path, make, sentence):
    make(path)
    with pytest.raises(ModelFileError, match=rf"model\.linnet.*{sentence}"):
        open_file(path, known_needs=())


def test_no_permission_to_read_is_a_sentence(path, monkeypatch):
    write(path, METADATA, {})

    def refuse(*arguments):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(
        ModelFileError, match=r"can be read; got Permission denied\. Check the path\.$"
    ):
        open_file(path, known_needs=())


# Writing whole or not at all


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_file_has_the_permissions_of_any_new_file(path, umask):
    before = os.umask(umask)
    try:
        write(path, METADATA, {})
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_replaced_file_keeps_its_permissions(path, mode):
    write(path, METADATA, {})
    path.chmod(mode)
    write(path, METADATA, ARRAYS)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_the_target_of_a_link_is_replaced_not_the_link(path, tmp_path):
    (tmp_path / "models").mkdir()
    target = tmp_path / "models" / "real.linnet"
    path.symlink_to(target)
    write(path, METADATA, {})
    write(path, METADATA, ARRAYS)
    assert path.is_symlink()
    assert open_file(target, known_needs=()).names == tuple(sorted(ARRAYS))
    assert sorted(each.name for each in tmp_path.rglob("*")) == [
        "model.linnet",
        "models",
        "real.linnet",
    ]


def test_a_long_name_and_a_bare_name_can_be_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write("x" * 255, METADATA, {})
    write(Path("bare.linnet"), METADATA, {})
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("make", "name", "sentence"),
    [
        (Path.touch, "model.linnet/model.linnet", "must be in a folder that exists"),
        (leave, "gone/model.linnet", "must be in a folder that exists; got .*gone"),
        (lambda path: path.mkdir(), "model.linnet", "must be an ordinary file; got a folder"),
        (os.mkfifo, "model.linnet", "must be an ordinary file; got a device or pipe"),
        (lambda path: path.symlink_to(path), "model.linnet", "got a link to itself"),
        (leave, "x" * 256, "File name too long"),
        (leave, "nul\0.linnet", "null byte"),
    ],
)
def test_where_nothing_can_be_written_is_a_sentence(path, make, name, sentence):
    make(path)
    with pytest.raises(SettingError, match=sentence):
        write(path.parent / name, METADATA, {})


def test_no_permission_to_write_is_a_sentence(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SettingError, match=r"must be writable; got no permission"):
        write(path, METADATA, {})


@pytest.mark.parametrize(
    ("where", "step"), [(container, "write_file"), (NewFile, "settle"), (NewFile, "_link")]
)
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, OSError(28, "No space left")])
def test_a_stopped_write_leaves_the_old_file_and_nothing_else(
    path, monkeypatch, where, step, error
):
    write(path, METADATA, {"a": np.ones(3)})
    old = path.read_bytes()

    def stop(*arguments):
        raise error

    monkeypatch.setattr(where, step, stop)
    with pytest.raises((KeyboardInterrupt, MemoryError, ModelFileError)):
        write(path, METADATA, {"a": np.zeros(3)})
    assert path.read_bytes() == old
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_is_a_sentence_and_leaves_the_old_file(path):
    # A limit on the size of files, for one process only, stands for the disk.
    code = """
import resource, sys, numpy as np
from linnet.errors import ModelFileError
from linnet.storage.container import write
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
write(sys.argv[1], {"format": 1, "needs": []}, {"a": np.ones(10)})
try:
    write(sys.argv[1], {"format": 1, "needs": []}, {"a": np.ones(10_000)})
except ModelFileError as error:
    print(error)
"""
    assert b"must be written whole; got " in run_python(code, str(path))
    assert open_file(path, known_needs=()).array("a").tolist() == [1.0] * 10
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({}, "must have format 1 and needs"),
        ({"format": 1}, "must have format 1 and needs"),
        ({"format": 2, "needs": []}, "must have format 1 and needs"),
        ({"format": 1, "needs": [3]}, "must have format 1 and needs"),
        ({"format": 1, "needs": [], "x": float("nan")}, "must be JSON"),
        ({"format": 1, "needs": [], "x": {1, 2}}, "must be JSON"),
        ({"format": 1, "needs": [], "x": "\ud800"}, "must be JSON in UTF-8"),
    ],
)
def test_metadata_that_could_not_be_opened_is_not_written(path, metadata, sentence):
    with pytest.raises(SettingError, match=sentence):
        write(path, metadata, {})
    assert not path.exists()


@pytest.mark.parametrize(
    "array", [np.array(["a"]), np.array([None]), np.ones(2, complex), np.ones(2, np.longdouble)]
)
def test_arrays_that_could_not_be_opened_are_not_written(array):
    with pytest.raises(SettingError, match="array 'a' of a model file must be one of"):
        encode(METADATA, {"a": array})


def test_no_array_takes_the_place_of_the_metadata():
    with pytest.raises(SettingError, match="__metadata__"):
        encode(METADATA, {"__metadata__": np.ones(1)})


def test_opening_does_not_read_the_arrays(path):
    write(path, METADATA, {"a": np.zeros(4_000_000)})
    started = time.perf_counter()
    open_file(path, known_needs=())
    print(f"32 MB opened in {1000 * (time.perf_counter() - started):.2f} ms")
