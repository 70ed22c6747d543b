"""Test-set uses are counted outside of any model, and never stand in the way."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from linnet.evaluation.splits.ledger import UseCount, ledger_path, record_use


def test_looks_are_counted_per_test_set_and_model(tmp_path):
    path = tmp_path / "deep" / "looks.jsonl"
    assert record_use("t", "a", path) == UseCount(1, 1)
    assert record_use("t", "a", path) == UseCount(2, 1)
    assert record_use("other", "a", path) == UseCount(1, 1)
    assert record_use("t", "b", path) == UseCount(3, 2)
    assert [set(json.loads(line)) for line in path.read_text().splitlines()] == [
        {"test", "model", "time"}
    ] * 4


def test_broken_lines_are_passed_over(tmp_path):
    path = tmp_path / "looks.jsonl"
    path.write_bytes(b'{"test": "t", "model": "a"}\n\xff\xfe\n[1]\n{"test": "t", "mo')
    assert record_use("t", "b", path) == UseCount(2, 2)
    assert record_use("t", "b", path) == UseCount(3, 2)


def test_many_processes_lose_no_look(tmp_path):
    path = tmp_path / "looks.jsonl"
    program = "import sys; from pathlib import Path\n"
    program += "from linnet.evaluation.splits.ledger import record_use\n"
    program += "for n in range(50): record_use('t', sys.argv[2], Path(sys.argv[1]))"
    with ThreadPoolExecutor(3) as pool:
        run = [sys.executable, "-c", program, str(path)]
        list(pool.map(lambda model: subprocess.run([*run, model], check=True), "abc"))
    assert record_use("t", "d", path) == UseCount(151, 4)


def test_a_ledger_that_cannot_be_written_is_a_warning(tmp_path):
    folder = tmp_path / "file"
    folder.write_text("in the way")
    with pytest.warns(
        UserWarning,
        match="the ledger of test-set uses should be writable; got .* Set LINNET_LEDGER",
    ):
        assert record_use("t", "a", folder / "looks.jsonl") == UseCount(1, 1)


def test_where_the_ledger_is(monkeypatch, own_ledger):
    assert ledger_path() == own_ledger
    monkeypatch.setenv("LINNET_LEDGER", "")
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    monkeypatch.setattr(sys, "platform", "linux")
    assert ledger_path() == Path("/state/linnet/looks.jsonl")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert ledger_path() == Path("/home/ann/.local/state/linnet/looks.jsonl")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert ledger_path() == Path("/home/ann/Library/Application Support/linnet/looks.jsonl")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", os.fspath(Path("/local")))
    assert ledger_path() == Path("/local/linnet/looks.jsonl")
