"""What goes to the screen: sentences, names that may hold anything, JSON."""

import io
import json
import os
import sys
from pathlib import Path

from linnet.errors import counted, one_line, shown

__all__ = [
    "counted",
    "in_bytes",
    "json_line",
    "print_json",
    "say",
    "shown",
    "size_of",
    "speak_plainly",
    "write_bytes",
]


def speak_plainly() -> None:
    """Let a screen that lacks a character show its number instead of failing.

    A closed stream swallows all.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open to the end)
            setattr(sys, name, nowhere)
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def say(sentence: str) -> None:
    """Write one line to standard error: a note or what went wrong."""
    print(f"linnet: {one_line(sentence)}", file=sys.stderr, flush=True)


def print_json(value: object) -> None:
    """Write one JSON object, on one line, in UTF-8 whatever the locale."""
    write_bytes(json_line(value))


def json_line(value: object) -> bytes:
    """Return JSON in UTF-8 and a line end; what UTF-8 cannot hold (in a file name) is escaped.

    >>> json_line({"label": "süß"}).decode()
    '{"label": "süß"}\\n'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output, after what was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def size_of(path: str | Path) -> str:
    """Return the size of a file in words."""
    return in_bytes(Path(path).stat().st_size)


def in_bytes(size: float) -> str:
    """Return a number of bytes in words.

    >>> in_bytes(999), in_bytes(2_940_000), in_bytes(41_200_000)
    ('999 bytes', '2.9 MB', '41 MB')
    """
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if size >= 10 or unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
