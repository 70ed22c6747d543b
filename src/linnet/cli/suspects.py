"""Files of label suspects: CSV, or JSON lines."""

import csv
import io
from dataclasses import fields
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from linnet.cli.output_file import check_output, written_whole
from linnet.cli.terminal import json_line
from linnet.errors import SettingError, counted

if TYPE_CHECKING:
    from linnet.validation.label_suspects import Suspects


MOST_IN_REPORT = 50


def sections_of(found: "Suspects") -> dict[str, Any]:
    """Return what a report shows of suspects."""
    return {
        "suspects": [one.as_json() for one in found[:MOST_IN_REPORT]],
        "suspects_left_out": found.not_judged,
    }


def check_suspects_output(path: str | None, *inputs: str | None) -> None:
    """Refuse, before any work, a file that could not be written."""
    if path is not None and PurePath(path).suffix.lower() not in WRITERS:
        raise SettingError(
            f"{path}: suspects are written as {' or '.join(WRITERS)}; got another ending. Change it."
        )
    if path is not None:
        check_output(path, *inputs)


def write_suspects(path: str, found: "Suspects", *, multilabel: bool) -> None:
    """Write the suspects, whole or not at all."""
    from linnet.validation.label_suspects import MultilabelSuspect, Suspect

    columns = [field.name for field in fields(MultilabelSuspect if multilabel else Suspect)]
    with written_whole(path) as file:
        file.write(
            WRITERS[PurePath(path).suffix.lower()]([one.as_json() for one in found], columns)
        )


def told(path: str, found: "Suspects") -> str:
    """Return the sentence about a file that was written."""
    by = "margin" if found and found[0].probability is None else "probability"
    said = (
        f"Wrote {path}: {counted(len(found), 'suspect label')}, the least plausible by {by} first."
    )
    if not found.not_judged:
        return said
    left_out = counted(found.not_judged, "label")
    return f"{said}\nLeft out: {left_out} of documents, since no document of another fold has the same."


def _csv(found: list[dict[str, Any]], columns: list[str]) -> bytes:
    lines = io.StringIO(newline="")
    writer = csv.DictWriter(lines, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return lines.getvalue().encode()


def _json_lines(found: list[dict[str, Any]], _columns: list[str]) -> bytes:
    return b"".join(map(json_line, found))


WRITERS = {".csv": _csv, ".jsonl": _json_lines}
