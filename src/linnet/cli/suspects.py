"""Label suspects: as a table on the screen, as a file, and a sentence about it."""

from typing import TYPE_CHECKING, Any

from linnet.cli.output_file import check_output, written_whole
from linnet.cli.table import Table, cut
from linnet.errors import counted, escaped, shown

if TYPE_CHECKING:
    from linnet.validation.label_suspects import Suspects

MEANING = ": models of the other documents would give another label, the surest ones at the top"
LONGEST_TEXT = 50  # characters of a text in the table
# Title of a column → what it shows, and whether as a number; columns without values are left out.
COLUMNS = {
    "row": ("row", False),
    "id": ("id", False),
    "label": ("label", False),
    "status": ("status", False),
    "likelier": ("likelier", False),
    "text": ("text", False),
    "P(label)": ("probability", True),
    "P(likelier)": ("likelier_probability", True),
    "margin": ("margin", True),
}


def check_suspects_output(path: str | None, *inputs: str | None) -> None:
    """Refuse, before any work, a file that could not be written."""
    if path is None:
        return
    from linnet.validation.suspects_file import writer_for

    writer_for(path)
    check_output(path, *inputs)


def write_suspects(path: str, suspects: "Suspects", *, multilabel: bool) -> None:
    """Write the suspects, whole or not at all."""
    from linnet.validation.suspects_file import suspects_as_bytes

    with written_whole(path) as file:
        file.write(suspects_as_bytes(suspects, path, multilabel=multilabel))


def suspects_sentence(path: str, suspects: "Suspects") -> str:
    """Return what was written."""
    has_margins = suspects and suspects[0].probability is None
    order = "margin" if has_margins else "probability"
    number = counted(len(suspects), "suspect label")
    sentence = f"Wrote {path}: {number}, the least plausible by {order} first."
    return "\n".join([sentence, *_left_out(suspects)])


def _left_out(suspects: "Suspects") -> list[str]:
    """Return the line about labels that could not be judged, if there are any."""
    if not suspects.not_judged:
        return []
    left_out = counted(suspects.not_judged, "label")
    return [f"Left out: {left_out} of documents, since no document of another fold has the same."]


def print_suspects(suspects: "Suspects", documents: int, most: int) -> None:
    """Print how many suspects there are among so many documents, and the first of them."""
    found = counted(len(suspects), "suspect label")
    meaning = MEANING if len(suspects) else ""
    print(f"{found} among {counted(documents, 'document')}, the least plausible first{meaning}.")
    rows = [suspect.as_json() for suspect in suspects[:most]]
    if rows:
        _table_of(rows).show()
    if len(suspects) > len(rows) > 0:
        print(f"… and {len(suspects) - len(rows):,} more; --top N shows more, -o FILE writes all.")
    for line in _left_out(suspects):
        print(line)


def _table_of(rows: list[dict[str, Any]]) -> Table:
    """Return the table of suspects: margins only where there are no probabilities."""
    has_probabilities = rows[0]["probability"] is not None
    titles = [title for title in COLUMNS if _is_shown(title, rows, margin=not has_probabilities)]
    cells = [tuple(_cell(row[COLUMNS[title][0]], title) for title in titles) for row in rows]
    n_names = sum(not COLUMNS[title][1] for title in titles)
    return Table(tuple(titles), cells, left=n_names, gives_way="text")


def _is_shown(title: str, rows: list[dict[str, Any]], *, margin: bool) -> bool:
    name, _ = COLUMNS[title]
    if title == "margin":
        return margin
    return any(row.get(name) is not None for row in rows)


def _cell(value: Any, title: str) -> str:
    if value is None:
        return "-"
    if COLUMNS[title][1]:
        return f"{value:.4f}"
    if title != "text":
        return shown(str(value))
    text = " ".join(value.split())
    return cut(escaped(text), LONGEST_TEXT)
