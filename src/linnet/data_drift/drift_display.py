"""A drift in a line, and as a table for a notebook."""

from linnet.data_drift.drift import Drift
from linnet.data_drift.sentences import quantity_of
from linnet.data_drift.shift import Shift
from linnet.display.html import note, result, table
from linnet.display.words import line
from linnet.errors import counted

HEAD = ("compared", "distance", "by chance", "p-value", "expected", "found", "shifted")


def drift_line(drift: Drift) -> str:
    """Return how many documents there are, and which shifts were found."""
    found = [shift.kind for shift in drift.found]
    if drift.domain is not None and drift.domain.is_found:
        found.append("domain")
    documents = counted(drift.documents, "document")
    if not drift.shifts and drift.domain is None:
        return line("Drift", documents, drift.sentence.rstrip("."))
    kinds = ", ".join(found) or "none"
    return line("Drift", documents, f"shifted: {kinds}")


def drift_html(drift: Drift) -> str:
    """Return the sentence, and every shift that was measured."""
    rows = [shift_row(shift) for shift in drift.shifts]
    training = counted(drift.training_documents, "training document")
    about = f"{counted(drift.documents, 'document')} against {training}"
    return result("Drift", note(drift.sentence), table(HEAD, rows), about=about)


def shift_row(shift: Shift) -> tuple[str, ...]:
    """Return one shift as a row of a table."""
    expected, compared = quantity_of(shift, shift.expected)
    found, _ = quantity_of(shift, shift.found)
    return (
        compared,
        f"{shift.distance:.3f}",
        f"{shift.by_chance:.3f}",
        f"{shift.p_value:.2g}",
        expected,
        found,
        "yes" if shift.is_found else "no",
    )
