"""Uses of test sets: who uses one often, and picks the best, ends up with too good a score.

A ledger is a file outside of any model, one line of JSON for each use: hashes of the test set and
of the model, and the time. It holds no text, no label and no name.
"""

import hashlib
import json
import os
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class UseCount:
    """How often a test set has been used, this time included, and with how many models."""

    times: int
    models: int

    def as_json(self) -> dict[str, int]:
        """Return them for `--json`."""
        return {"times": self.times, "models": self.models}


def record_use(test: str, model: str, path: Path | None = None) -> UseCount:
    """Note a use of a test set with a model, both given as hashes, and count all uses so far.

    Where the ledger cannot be written, a warning says so and only this use counts.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "looks.jsonl"
    ...     uses = [record_use("t", model, path) for model in ("a", "b", "b")]
    >>> uses[-1]
    UseCount(times=3, models=2)
    """
    path = path or ledger_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_bytes() if path.exists() else b""
        _append(path, _line(test, model, before))
    except OSError as error:
        warnings.warn(
            f"{path}: the ledger of test-set uses should be writable; "
            f"got {error.strerror or error}. "
            "Set LINNET_LEDGER to another file.",
            stacklevel=2,
        )
        return UseCount(1, 1)

    uses = [entry for entry in _entries(before) if entry.get("test") == test]
    models = [str(entry.get("model")) for entry in uses]
    models.append(model)
    return UseCount(len(models), len(set(models)))


def file_hash(path: str | Path) -> str:
    """Return what stands for a model in the ledger: the SHA-256 of its file."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def ledger_path() -> Path:
    """Return where the ledger is: $LINNET_LEDGER, or a file among the states of programs."""
    named = os.environ.get("LINNET_LEDGER")
    return Path(named) if named else _state_folder() / "linnet" / "looks.jsonl"


def _state_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")


def _line(test: str, model: str, before: bytes) -> bytes:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    entry = json.dumps({"test": test, "model": model, "time": now})
    # After a line that was cut off, a new one begins.
    start = b"\n" if before and not before.endswith(b"\n") else b""
    return start + entry.encode() + b"\n"


def _append(path: Path, line: bytes) -> None:
    """Append in one write, so that several processes can do so at once."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, line)
    finally:
        os.close(file)


def _entries(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the entries; lines that are broken are passed over."""
    for line in data.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict):
            yield entry
