"""Files of label suspects: CSV, or JSON lines. A new format is a function and a line in WRITERS."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import PurePath
from typing import Any

from linnet.errors import SettingError
from linnet.validation.label_suspects import MultilabelSuspect, Suspect, Suspects

Writer = Callable[[Sequence[dict[str, Any]], list[str]], bytes]


def suspects_as_bytes(suspects: Suspects, path: str, *, multilabel: bool) -> bytes:
    """Return the suspects in the format that the name of the file asks for."""
    kind = MultilabelSuspect if multilabel else Suspect
    columns = [field.name for field in fields(kind)]
    rows = [suspect.as_json() for suspect in suspects]
    return writer_for(path)(rows, columns)


def writer_for(path: str) -> Writer:
    """Return the function that writes the format; refuse a name that asks for none."""
    extension = PurePath(path).suffix.lower()
    if extension not in WRITERS:
        endings = " or ".join(WRITERS)
        raise SettingError(
            f"{path}: suspects are written as {endings}; got another ending. Change it."
        )
    return WRITERS[extension]


def _csv(rows: Sequence[dict[str, Any]], columns: list[str]) -> bytes:
    lines = io.StringIO(newline="")
    writer = csv.DictWriter(lines, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return lines.getvalue().encode()


def _json_lines(rows: Sequence[dict[str, Any]], _columns: list[str]) -> bytes:
    lines = [json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows]
    return "".join(lines).encode("utf-8", "backslashreplace")


WRITERS = {".csv": _csv, ".jsonl": _json_lines}
