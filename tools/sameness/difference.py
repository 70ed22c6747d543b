"""What differs between the two folders of a case."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from sameness.model_bytes import model_difference
from sameness.runner import ENDED

MEASURED_TIMES = frozenset({"seconds"})  # never the same twice
NOT_COMPARED = (ENDED, ".err")  # sentences for people may change
LINES_AROUND = 3
LINES_SHOWN = 14
LONGEST_LINE = 150


@dataclass(frozen=True)
class Exceptions:
    """What may differ: sections of model files, and keys of JSON that is printed."""

    sections: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()


def case_differences(old: Path, new: Path, exceptions: Exceptions) -> Iterator[str]:
    """Yield what differs between the folders of a case, also where a command fails."""
    failures = {"old": failure(old), "new": failure(new)}
    if any(failures.values()):
        yield from (f"{side}: {problem or 'done'}" for side, problem in failures.items())
        return

    names = sorted({*file_names(old), *file_names(new)})
    for name in names:
        difference = file_difference(old / name, new / name, exceptions)
        if difference is not None:
            yield f"{name}: {difference}"


def failure(folder: Path) -> str | None:
    """Return which command of a case failed, and what it said."""
    ended = json.loads((folder / ENDED).read_text("utf-8"))
    last = ended[-1]
    if last["code"] == 0:
        return None
    return f"exit code {last['code']} of linnet {last['command']}: {last['error']}"


def file_names(folder: Path) -> Iterator[str]:
    """Yield the names of the files that the commands of a case wrote or printed."""
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_file() and not name.startswith("data/") and not name.endswith(NOT_COMPARED):
            yield name


def file_difference(old: Path, new: Path, exceptions: Exceptions) -> str | None:
    """Return what differs between two files, None where they are the same."""
    if not old.exists() or not new.exists():
        side = "new" if old.exists() else "old"
        return f"the {side} one is missing"
    if old.suffix == ".linnet":
        return model_difference(old, new, exceptions.sections)
    if old.read_bytes() == new.read_bytes():
        return None
    return text_difference(old, new, exceptions.keys)


def text_difference(old: Path, new: Path, keys: frozenset[str]) -> str | None:
    """Return the first lines that differ, without the keys that may."""
    try:
        old_lines = comparable_lines(old, keys)
        new_lines = comparable_lines(new, keys)
    except UnicodeDecodeError:
        return "other bytes"
    if old_lines == new_lines:
        return None
    return short_diff(old_lines, new_lines)


def comparable_lines(path: Path, keys: frozenset[str]) -> list[str]:
    """Return the lines of a text; JSON has a line for each value, without keys that may differ."""
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        return json_lines(text, keys)
    lines = list[str]()
    for line in text.splitlines():
        lines += json_lines(line, keys) if line.startswith("{") else [line]
    return lines


def json_lines(text: str, keys: frozenset[str]) -> list[str]:
    """Return JSON with a line for each value, without keys that may differ."""
    kept = without_keys(json.loads(text), keys | MEASURED_TIMES)
    return json.dumps(kept, ensure_ascii=False, indent=1).splitlines()


def without_keys(value: Any, keys: frozenset[str]) -> Any:
    """Return a JSON value without these keys, however deep they are.

    >>> without_keys({"a": 1, "b": [{"a": 2, "c": 3}]}, frozenset({"a"}))
    {'b': [{'c': 3}]}
    """
    if isinstance(value, dict):
        return {name: without_keys(part, keys) for name, part in value.items() if name not in keys}
    if isinstance(value, list):
        return [without_keys(part, keys) for part in value]
    return value


def short_diff(old: list[str], new: list[str]) -> str:
    """Return a unified diff around the first line that differs, and how many lines do."""
    pairs = list(zip(old, new, strict=False))
    different = (place for place, (a, b) in enumerate(pairs) if a != b)
    first = next(different, len(pairs))
    start = max(0, first - LINES_AROUND)
    end = first + LINES_SHOWN

    diff = unified_diff(old[start:end], new[start:end], "old", "new", lineterm="", n=LINES_AROUND)
    shown = [line[:LONGEST_LINE] for line in diff][2 : LINES_SHOWN + 2]
    summary = f"{len(old)} and {len(new)} lines, from line {first + 1} on"
    return "\n".join([summary, *shown])
