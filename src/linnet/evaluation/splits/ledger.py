"""Looks at test sets: who looks often, and picks the best, ends up with a score that is too good.

A ledger is a file outside of any model, one line of JSON for each look: hashes of the test set and of the model, and
the time. It holds no text, no label and no name.
"""

import hashlib
import json
import os
import sys
import warnings
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class UseCount:
    """How often a test set has been looked at, this time included, and with how many models."""

    times: int
    models: int

    def as_json(self) -> dict[str, int]:
        """Return them for `--json`."""
        return {"times": self.times, "models": self.models}


def record_use(test: str, model: str, path: Path | None = None) -> UseCount:
    """Note a look at a test set with a model, both given as hashes, and return all looks so far.

    Where the ledger cannot be written, a warning says so and only this look counts.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     looks = [record_use("t", model, Path(folder) / "looks.jsonl") for model in ("a", "b", "b")]
    >>> looks[-1]
    UseCount(times=3, models=2)
    """
    path = path or ledger_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_bytes() if path.exists() else b""
        _append(path, _line(test, model, before))
    except OSError as error:
        warnings.warn(
            f"{path}: the ledger of looks should be writable; got {error.strerror or error}. "
            "Set LINNET_LEDGER to another file.",
            stacklevel=2,
        )
        return UseCount(1, 1)
    models = [
        *(entry.get("model") for entry in _entries(before) if entry.get("test") == test),
        model,
    ]
    return UseCount(len(models), len(set(map(str, models))))


def file_hash(path: str | Path) -> str:
    """Return what stands for a model in the ledger: the SHA-256 of its file."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def ledger_path() -> Path:
    """Return where the ledger is: $LINNET_LEDGER, or a file where this system keeps the state of programs."""
    named = os.environ.get("LINNET_LEDGER")
    return Path(named) if named else _state_folder() / "linnet" / "looks.jsonl"


def _state_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")


def _line(test: str, model: str, before: bytes) -> bytes:
    entry = {"test": test, "model": model, "time": datetime.now(UTC).isoformat(timespec="seconds")}
    # After a line that was cut off, a new one begins.
    start = b"\n" if before and not before.endswith(b"\n") else b""
    return start + json.dumps(entry).encode() + b"\n"


def _append(path: Path, line: bytes) -> None:
    """Append in one write, so that several processes can do so at once."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, line)
    finally:
        os.close(file)


def _entries(data: bytes) -> list[dict[str, Any]]:
    """Return the entries; lines that are broken are passed over."""
    found = []
    for line in data.splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict):
            found.append(entry)
    return found
