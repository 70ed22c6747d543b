"""A drift in a line, and as a table for a notebook."""

from collections.abc import Sequence

from linnet.data_drift.domain import DomainTest, TellingWord
from linnet.data_drift.drift import Drift
from linnet.data_drift.sentences import NAMES, quantity_of
from linnet.data_drift.shift import OF_COURSE, Shift
from linnet.display.html import note, result, side_by_side, table
from linnet.display.words import line
from linnet.errors import counted, shown

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
    parts = [note(drift.sentence), table(HEAD, rows), _domain(drift.domain)]
    reasons = [note(f"{sentence}.") for sentence in not_compared(drift)]
    other_training = drift.other_training and note(f"{drift.other_training}.")
    return result("Drift", *parts, *reasons, other_training, about=about)


def _domain(domain: DomainTest | None) -> str:
    """Return how well a model tells both sides apart, and by which words."""
    if domain is None:
        return ""
    area = note(f"{domain_sentence(domain)}.")
    if not domain.is_found:
        return area
    words = [_words("new documents", domain.new_words)]
    words.append(_words("training documents", domain.training_words))
    return area + side_by_side(*words)


def domain_sentence(domain: DomainTest) -> str:
    """Return how well a model tells both sides apart, in words without a full stop."""
    return (
        f"A model tells {domain.documents:,} documents of each side apart with a ROC area of "
        f"{domain.area}; 0.5 is chance, and from {domain.least:.3f} on it is a shift"
    )


def _words(side: str, words: Sequence[TellingWord]) -> str:
    return table(words_head(side), map(word_row, words)) if words else ""


def words_head(side: str) -> tuple[str, ...]:
    """Return the head of a table of words that speak for a side."""
    return f"words of {side}", "new", "training"


def word_row(word: TellingWord) -> tuple[str, ...]:
    """Return a word, and the share of documents that have it on each side, as a row of a table."""
    return shown(word.word), f"{100 * word.new:.1f} %", f"{100 * word.training:.1f} %"


def not_compared(drift: Drift) -> list[str]:
    """Return what was not compared, and why, where that says something new; no full stops."""
    if not drift.shifts:
        return []  # the sentence says why
    reasons = drift.not_measured.items()
    telling = [(kind, reason) for kind, reason in reasons if reason not in OF_COURSE]
    return [f"Not compared: {NAMES[kind]}, since {reason}" for kind, reason in telling]


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
