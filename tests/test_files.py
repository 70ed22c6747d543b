"""Files are written whole or not at all, and a writer that is killed leaves nothing behind."""

import ast
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from linnet import files
from linnet.cli.output_file import written_together
from linnet.errors import InputError
from linnet.files import TEMPORARY, FileState, NewFile, remove_left_overs, written_whole
from linnet.sample import path as sample_path

LEFT = ".linnet-0123456789abcdef.part"
KINDS = {"unnamed": files.UNNAMED, "named": None}
# Writes a file and is killed at a step: by itself, so that it is killed there and nowhere else.
KILLED = """
import os, signal, sys
from pathlib import Path
from linnet import files

kind, step, target = sys.argv[1], sys.argv[2], Path(sys.argv[3])
files.UNNAMED = None if kind == "named" else files.UNNAMED

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

where = {"settle": files.os, "replace": Path}
name = {"settle": "fsync", "replace": "replace"}
with files.NewFile(target.parent) as new:
    new.file.write(b"half of it")
    new.file.flush()
    if step == "write":
        die()
    setattr(where[step], name[step], die)
    new.take(target)
"""

CLEANER = """
import sys
from pathlib import Path
from linnet.files import remove_left_overs

remove_left_overs(Path(sys.argv[1]))
"""


@pytest.fixture(params=KINDS)
def kind(request, monkeypatch):
    """Both ways of writing: files that have no name yet, and those that have one of their own."""
    if request.param == "unnamed" and files.UNNAMED is None:
        pytest.skip("this system has no files without a name")
    monkeypatch.setattr(files, "UNNAMED", KINDS[request.param])
    return request.param


def put(target, data=b"new"):
    with written_whole(target) as file:
        file.write(data)


def put_half(target):
    with written_whole(target) as file:
        file.write(b"half")
        raise KeyboardInterrupt


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def killed(kind, step, target):
    done = subprocess.run(
        [sys.executable, "-c", KILLED, kind, step, str(target)], check=False, timeout=60
    )
    assert done.returncode == -signal.SIGKILL


def test_a_file_gets_its_name_when_all_is_written(tmp_path, kind):
    target = tmp_path / "a.txt"
    with written_whole(target) as file:
        file.write(b"some")
        assert not target.exists()
        assert len(names(tmp_path)) == (kind == "named")
    assert (target.read_bytes(), names(tmp_path)) == (b"some", ["a.txt"])


def test_an_old_file_is_replaced_and_keeps_its_permissions(tmp_path, kind):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    target.chmod(0o640)
    put(target)
    assert (target.read_bytes(), target.stat().st_mode & 0o777, names(tmp_path)) == (
        b"new",
        0o640,
        ["a.txt"],
    )


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path, kind):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        put_half(target)
    assert (target.read_bytes(), names(tmp_path)) == (b"old", ["a.txt"])


@pytest.mark.skipif(files.UNNAMED is None, reason="this system has no files without a name")
@pytest.mark.parametrize("step", ["write", "settle"])
def test_a_killed_writer_of_an_unnamed_file_leaves_nothing(tmp_path, step):
    killed("unnamed", step, tmp_path / "a.txt")
    assert names(tmp_path) == []


@pytest.mark.skipif(files.UNNAMED is None, reason="this system has no files without a name")
def test_a_new_file_goes_from_no_name_to_its_own(tmp_path, monkeypatch):
    def never(*_):
        raise AssertionError("it had a name between")

    monkeypatch.setattr(Path, "replace", never)
    put(tmp_path / "a.txt")
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize(
    ("kind", "step"),
    [("named", "write"), ("named", "settle"), ("named", "replace"), ("unnamed", "replace")],
)
def test_what_a_killed_writer_leaves_goes_with_the_next_write(tmp_path, kind, step):
    if kind == "unnamed" and files.UNNAMED is None:
        pytest.skip("this system has no files without a name")
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    killed(kind, step, target)
    left = [name for name in names(tmp_path) if TEMPORARY.fullmatch(name)]
    assert (len(left), target.read_bytes()) == (1, b"old")
    put(tmp_path / "another.txt")
    assert names(tmp_path) == ["a.txt", "another.txt"]


def test_the_file_of_a_writer_that_lives_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "UNNAMED", None)
    with NewFile(tmp_path) as slow:
        slow.file.write(b"slow")
        put(tmp_path / "quick.txt")
        subprocess.run([sys.executable, "-c", CLEANER, str(tmp_path)], check=True, timeout=60)
        slow.take(tmp_path / "slow.txt")
    assert (tmp_path / "slow.txt").read_bytes() == b"slow"
    assert names(tmp_path) == ["quick.txt", "slow.txt"]


def test_a_file_taken_for_a_left_over_before_it_was_locked_is_opened_again(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "UNNAMED", None)
    lock = files._lock
    seen = []

    def late(handle):
        seen.append(names(tmp_path))
        if len(seen) == 1:
            remove_left_overs(tmp_path)
        lock(handle)

    monkeypatch.setattr(files, "_lock", late)
    put(tmp_path / "a.txt")
    assert (len(seen), names(tmp_path)) == (2, ["a.txt"])


def test_only_left_overs_are_removed(tmp_path):
    mine = [
        ".linnet-notes.part",
        ".linnet-0123456789abcdef.tmp",
        "x" + LEFT,
        LEFT + "x",
        "linnet.part",
    ]
    for name in (*mine, LEFT):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / LEFT.replace("0", "1")).mkdir()
    (tmp_path / LEFT.replace("0", "2")).symlink_to(tmp_path / mine[0])
    os.mkfifo(tmp_path / LEFT.replace("0", "3"))
    before = names(tmp_path)
    remove_left_overs(tmp_path)
    assert names(tmp_path) == [name for name in before if name != LEFT]


def test_the_files_of_others_stay(tmp_path, monkeypatch):
    (tmp_path / LEFT).write_bytes(b"x")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    put(tmp_path / "a.txt")
    assert names(tmp_path) == [LEFT, "a.txt"]


def test_several_files_take_their_names_together(tmp_path, kind):
    old = tmp_path / "dev.csv"
    old.write_bytes(b"old")
    (tmp_path / LEFT).write_bytes(b"left")
    paths = [tmp_path / "train.csv", tmp_path / "test.csv"]
    with written_together(paths, [*paths, old]) as both:
        for file in both:
            file.write(b"new")
        assert old.exists()
    assert names(tmp_path) == ["test.csv", "train.csv"]


def test_a_file_is_written_if_nobody_else_has_written_it_since_it_was_read(tmp_path, kind):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    state = FileState.of(target)
    with written_whole(target, unchanged=state) as file:
        file.write(b"new")
    assert target.read_bytes() == b"new"


def replace_by_theirs(target):
    put(target, b"theirs")


def remove(target):
    target.unlink()


@pytest.mark.parametrize("change", [replace_by_theirs, remove])
def test_a_file_that_somebody_else_has_changed_since_is_left_alone(tmp_path, kind, change):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    state = FileState.of(target)
    change(target)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with (
        pytest.raises(InputError, match="must stay as it is meanwhile; got another program"),
        written_whole(target, unchanged=state) as file,
    ):
        file.write(b"mine")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_that_somebody_else_has_made_meanwhile_is_left_alone(tmp_path, kind):
    target = tmp_path / "a.txt"
    state = FileState.of(target)
    put(target, b"theirs")
    with pytest.raises(InputError), written_whole(target, unchanged=state) as file:
        file.write(b"mine")
    assert target.read_bytes() == b"theirs"


# The ledger is a log that grows line by line; the terminal opens the null device.
OTHER_WRITERS = {"files.py", "evaluation/splits/ledger.py", "cli/terminal.py", "cli/main.py"}


def opens_to_write(call):
    """Return whether a call opens a file by a mode that writes, or a handle of the system."""
    function = ast.unparse(call.func)
    modes = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant)]
    to_write = any(str(mode)[:1] in "wax" and set(str(mode)) <= set("waxbt+") for mode in modes)
    at_once = function.endswith((".write_text", ".write_bytes"))
    return at_once or function == "os.open" or (function.endswith("open") and to_write)


def test_every_file_is_written_by_the_one_writer():
    folder = Path(files.__file__).parent
    writers = set()
    for path in folder.rglob("*.py"):
        calls = [
            node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
        ]
        if any(map(opens_to_write, calls)):
            writers.add(path.relative_to(folder).as_posix())
    assert writers - OTHER_WRITERS == set()
    assert "files.py" in writers


TRAIN = [
    sys.executable,
    "-m",
    "linnet",
    "train",
    str(sample_path("messages.csv")),
    "--learner",
    "multinomial",
    "--words",
    "1-3",
    "-o",
]


def kill_commands(folder, times, seed):
    """Kill a command that writes a model, again and again.

    Return how many were killed before they had ended.
    """
    chance, killed = random.Random(seed), 0
    for _ in range(times):
        process = subprocess.Popen([*TRAIN, str(folder / "m.linnet")], stdout=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.1, 1.0))
        process.kill()
        killed += process.wait() != 0
    return killed


def test_a_killed_command_leaves_nothing(tmp_path):
    assert kill_commands(tmp_path, 3, 1) > 0
    assert [name for name in names(tmp_path) if name != "m.linnet"] == []


# Writes for ever, and lives just long enough to be killed somewhere in between.
WRITER = """
import sys
import numpy as np
from pathlib import Path
from linnet import files
from linnet.storage.container import write

files.UNNAMED = None if sys.argv[1] == "named" else files.UNNAMED
print("ready", flush=True)
while True:
    write(sys.argv[2] + "/m.linnet", {"format": 1, "needs": []}, {"a": np.zeros(400_000)})
    with files.written_whole(Path(sys.argv[2], "out.csv")) as file:
        file.write(bytes(3_000_000))
"""


@pytest.mark.slow
def test_hundreds_of_killed_writers_leave_nothing(tmp_path, kind):
    chance = random.Random(14)
    for _ in range(300):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, kind, str(tmp_path)], stdout=subprocess.PIPE
        )
        process.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.1))
        process.kill()
        process.communicate()
    assert len(names(tmp_path)) <= 3  # the two files, and what the last one may have left
    put(tmp_path / "out.csv")
    assert set(names(tmp_path)) <= {"m.linnet", "out.csv"}


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_only_a_file_is_replaced(tmp_path, kind):
    target = tmp_path / "target"
    if kind == "link":
        target.symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(target)
    before = target.lstat()
    with (
        pytest.raises(OSError, match="a file can only take the place of a file"),
        written_whole(target) as file,
    ):
        file.write(b"bytes")
    assert os.path.samestat(before, target.lstat())
    assert [path.name for path in tmp_path.iterdir()] == ["target"]
