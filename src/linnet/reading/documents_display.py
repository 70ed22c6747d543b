"""Documents in a line, and as a table of their columns for a notebook; nothing is read for it."""

from linnet.display.html import note, result, table
from linnet.display.words import label_counts, line
from linnet.errors import bounded, counted, listed
from linnet.reading.documents import Batch, Documents
from linnet.reading.skipped import SkippedRows

LONGEST_NAME = 120
MOST_COLUMNS = 20  # of one role


def batch_line(batch: Batch) -> str:
    """Return how many documents a batch has, and their rows."""
    rows = ""
    if len(batch):
        rows = f"rows {batch.rows[0]} to {batch.rows[-1]}"
    skipped = counted(len(batch.skipped), "bad row") + " left out" if len(batch.skipped) else ""
    return line("Batch", counted(len(batch), "document"), rows, skipped)


def documents_line(documents: Documents) -> str:
    """Return where documents come from, and their columns by role."""
    parts = [f"{role} {listed(names, 3)}" for role, names in _roles(documents).items()]
    return line("Documents", bounded(documents.name, LONGEST_NAME), *parts)


def documents_html(documents: Documents) -> str:
    """Return the columns by role, and how rows are counted."""
    rows = []
    for role, names in _roles(documents).items():
        rows.append((role, listed(names, MOST_COLUMNS)))
    about = f"of {bounded(documents.name, LONGEST_NAME)}; rows count from {documents.first_row}"
    notes = [note(sentence) for sentence in (documents.note, *documents.notes)]
    columns = table(("column", "name"), rows, texts=(0, 1))
    return result("Documents", columns, *notes, about=about)


def skipped_line(skipped: SkippedRows) -> str:
    """Return how many rows were left out for which reason."""
    reasons = label_counts({name: reason.rows for name, reason in skipped.reasons.items()})
    return line("SkippedRows", counted(len(skipped), "row"), reasons)


def skipped_html(skipped: SkippedRows) -> str:
    """Return the same, with the first row of each reason."""
    rows = []
    for name, reason in skipped.reasons.items():
        first = reason.first
        rows.append((name, f"{reason.rows:,}", str(first.number), first.shown()))
    head = ("reason", "rows", "first row", "got")
    reasons = table(head, rows, texts=(0, 3)) if rows else ""
    return result("SkippedRows", reasons, about=counted(len(skipped), "row"))


def _roles(documents: Documents) -> dict[str, tuple[str, ...]]:
    """Return the names of the columns by what they are for, without roles that have none."""
    label = () if documents.label is None else (documents.label,)
    features = () if documents.features is None else (documents.features,)
    roles = {
        "text": documents.fields,
        "labels" if documents.multilabel else "label": label,
        "categorical": documents.categorical,
        "numeric": documents.numeric,
        "features": features,
        "metadata": documents.metadata,
    }
    return {role: names for role, names in roles.items() if names}
