"""What goes to the screen: sentences, names that may hold anything, JSON.

The voice of the command that runs decides how sentences go out: in words, as lines of JSON, or not
at all.
"""

import io
import json
import os
import sys
from pathlib import Path

from linnet.errors import counted, one_line, shown

__all__ = [
    "Voice",
    "counted",
    "in_bytes",
    "is_quiet",
    "json_line",
    "print_json",
    "say",
    "say_error",
    "shown",
    "size_of",
    "speak_as",
    "speak_plainly",
    "voice",
    "warn",
    "write_bytes",
]
LEFT_OUT_IF_QUIET = ("note", "progress")
PREFIXES = {"warning": "warning: "}


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


class Voice:
    """How sentences go to standard error: as words, or each as a line of JSON.

    A quiet voice leaves out notes and progress; warnings and errors are always said.
    """

    def __init__(
        self, *, quiet: bool = False, as_json: bool = False, log_json: bool = False
    ) -> None:
        """Take the options --quiet, --json and --log-json."""
        self.quiet = quiet
        self.as_json = as_json
        self.log_json = log_json

    def say(self, level: str, sentence: str, **details: object) -> None:
        """Say a note, a warning, an error or how far the work is, with what programs want."""
        if self.quiet and level in LEFT_OUT_IF_QUIET:
            return
        message = one_line(sentence)
        line = f"linnet: {PREFIXES.get(level, '')}{message}"
        if self.log_json:
            line = _ascii_json(_logged(level, message, details))
        elif self.as_json:
            line = _ascii_json({level: {**details, "message": message}})
        print(line, file=sys.stderr, flush=True)


def _logged(level: str, message: str, details: dict[str, object]) -> dict[str, object]:
    """Return a line of a log; details come under the name of the level, as without a log."""
    from datetime import UTC, datetime

    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    entry: dict[str, object] = {"time": time, "level": level, "message": message}
    if details:
        entry[level] = {**details, "message": message}
    return entry


def _ascii_json(value: object) -> str:
    """Return JSON that every locale can write."""
    return json.dumps(value, allow_nan=False)


_voice = [Voice()]  # of the command that runs


def voice() -> Voice:
    """Return how the command that runs speaks."""
    return _voice[0]


def speak_as(chosen: Voice) -> None:
    """Let all that follows be said in this way."""
    _voice[0] = chosen


def is_quiet() -> bool:
    """Return whether only results, warnings and errors are wanted."""
    return voice().quiet


def say(sentence: str) -> None:
    """Write one line to standard error: a note."""
    voice().say("note", sentence)


def warn(sentence: str, kind: str = "Warning") -> None:
    """Write one line to standard error: the result may not be what was wanted."""
    voice().say("warning", sentence, kind=kind)


def say_error(sentence: str, kind: str, exit_code: int) -> None:
    """Write one line to standard error: why the command ends with this exit code."""
    voice().say("error", sentence, kind=kind, exit_code=exit_code)


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
