"""The command as a process of its own: pipes, signals, exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

LINNET = [sys.executable, "-m", "linnet"]


def linnet(*words, **settings):
    """Run the command and return the finished process."""
    return subprocess.run(
        [*LINNET, *map(str, words)], capture_output=True, check=False, timeout=60, **settings
    )


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("process")
    (folder / "data.csv").write_text("text,label\nwin a prize,spam\nlunch at noon,ham\n")
    done = linnet("train", folder / "data.csv", "-o", folder / "m.linnet", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents"] == 2
    return folder / "m.linnet"


def test_predict_reads_and_writes_pipes(model):
    done = linnet(
        "predict", model, input="win\nçok lunch\n".encode(), env={**os.environ, "LC_ALL": "C"}
    )
    assert done.returncode == 0
    assert [json.loads(line)["label"] for line in done.stdout.splitlines()] == ["spam", "ham"]
    assert done.stderr == b""


def test_exit_codes(model, tmp_path):
    assert linnet("--help").returncode == 0
    assert linnet("inspect", tmp_path / "none").returncode == 2
    assert linnet("inspect").returncode == 2
    assert linnet("trian").returncode == 2


@pytest.mark.parametrize(
    "words", [("--help",), ("train", "--help"), ("demo", "--help"), ("--version",)]
)
def test_help_imports_nothing_heavy(words):
    code = (
        "import sys\nfrom linnet.cli.main import main\n"
        f"try:\n    main({list(words)!r})\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'pyarrow', 'rich', 'scipy', 'safetensors'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_predict_imports_neither_rich_nor_scipy_nor_pandas(model):
    code = (
        "import sys\nfrom linnet.cli.main import main\n"
        f"main(['predict', {str(model)!r}])\n"
        "heavy = {'rich', 'scipy', 'pandas', 'sklearn', 'pyarrow.compute'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"win\n", capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr


def test_a_warning_is_a_sentence(data, tmp_path):
    options = ("--learner", "svm", "--rounds", "1", "--tolerance", "1e-9")
    done = linnet("train", data, "-o", tmp_path / "m.linnet", *options)
    assert done.returncode == 0
    assert b"linnet: warning: the solver stopped after 1 rounds at a duality gap of" in done.stderr
    assert b".py" not in done.stderr


def test_a_reader_that_leaves_is_no_error(model, tmp_path):
    data = tmp_path / "many.txt"
    data.write_text("win a prize\n" * 200_000)
    command = [*LINNET, "predict", str(model), str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_ctrl_c_while_training_leaves_no_file(tmp_path):
    output = tmp_path / "out"
    output.mkdir()
    command = [*LINNET, "train", "-", "-o", str(output / "m.linnet")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        # The first block is learned, then the process waits for more on its standard input.
        line = b'{"text": "some words to learn", "label": "a"}\n'
        process.stdin.write(line * (9_000_000 // len(line)))
        process.stdin.flush()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().decode().splitlines()[-1] == "linnet: stopped."
        assert process.stdout.read() == b""
    assert list(output.iterdir()) == []


def test_ctrl_c_while_predicting_leaves_the_old_output(model, tmp_path):
    output = tmp_path / "out"
    output.mkdir()
    (output / "labels.csv").write_text("old")
    command = [*LINNET, "predict", str(model), "-o", str(output / "labels.csv")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        process.stdin.write(b"win a prize\n" * 800_000)
        process.stdin.flush()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert [path.name for path in output.iterdir()] == ["labels.csv"]
    assert (output / "labels.csv").read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_sentence(model):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*LINNET, "inspect", str(model)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"No space left" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-"])
def test_a_closed_stream_is_no_error(model, closed):
    command = f'"{sys.executable}" -m linnet inspect "{model}" {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs terminals")
def test_typed_lines_are_answered_at_once(model):
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*LINNET, "predict", str(model)],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(theirs)
        os.write(ours, b"win\n")
        assert json.loads(process.stdout.readline())["label"] == "spam"
        os.write(ours, b"lunch\n")
        assert json.loads(process.stdout.readline())["label"] == "ham"
        os.write(ours, b"\x04")
        assert process.wait(60) == 0
        assert b"one text per line" in process.stderr.read()
    os.close(ours)
