"""What a drift means, in one sentence that names only what has shifted."""

from collections.abc import Callable, Mapping, Sequence

from linnet.data_drift.domain import DomainTest
from linnet.data_drift.shift import (
    KINDS,
    LABELS,
    LENGTHS,
    NGRAMS,
    OF_COURSE,
    PREDICTED,
    WORDS,
    Shift,
)
from linnet.errors import shown

NAMES = {
    LABELS: "labels",
    PREDICTED: "predicted labels",
    LENGTHS: "text lengths",
    WORDS: "unknown words",
    NGRAMS: "character n-grams",
}
LEAST_RATIO = 1.1  # of medians, from which on texts are called longer


def drift_sentence(
    shifts: Sequence[Shift], not_measured: Mapping[str, str], domain: DomainTest | None
) -> str:
    """Return the sentence.

    >>> drift_sentence([Shift(WORDS, 0.29, 0.01, 0.0, expected=0.12, found=0.41)], {}, None)[52:]
    '41.0 % of words are unknown (12.0 % expected).'
    """
    clauses = [CLAUSES[shift.kind](shift) for shift in shifts if shift.is_found]
    if domain is not None and domain.is_found:
        clauses.append(f"a model tells them apart with a ROC area of {domain.area.value:.3f}")
    if clauses:
        return f"These documents do not look like the training data: {_joined(clauses)}."
    compared = [NAMES[kind] for kind in KINDS if any(shift.kind == kind for shift in shifts)]
    if not compared:
        reasons = dict.fromkeys(not_measured.values())
        telling = [reason for reason in reasons if reason not in OF_COURSE] or list(reasons)
        return f"Nothing could be compared with the training data: {'; '.join(telling)}."
    return f"No shift found: {_joined(compared)} are as in the training data."


def quantity_of(shift: Shift, value: float | None) -> tuple[str, str]:
    """Return what is expected or found as a table has it, and what that is.

    >>> quantity_of(Shift(LENGTHS, 0.4, 0.02, 0.0, expected=62.3, found=112.4), 112.4)
    ('112', 'median text length')
    """
    if value is None:
        return "", NAMES[shift.kind]
    if shift.kind == LENGTHS:
        return f"{value:,.0f}", "median text length"
    if shift.label is not None:
        return _percent(value), f"{NAMES[shift.kind]}: {shown(shift.label)}"
    return _percent(value), NAMES[shift.kind]


def _joined(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _labels(shift: Shift) -> str:
    return _label_clause(shift, "have the label")


def _predicted(shift: Shift) -> str:
    return _label_clause(shift, "get the label")


def _label_clause(shift: Shift, have: str) -> str:
    found = _percent(shift.found)
    return f"{found} {have} {shown(shift.label or '')} ({_percent(shift.expected)} expected)"


def _lengths(shift: Shift) -> str:
    expected = shift.expected or 0.0
    found = shift.found or 0.0
    medians = f"median {found:,.0f} characters, {expected:,.0f} expected"
    if not expected or 1 / LEAST_RATIO < found / expected < LEAST_RATIO:
        return f"text lengths differ by {_distance(shift)}"
    ratio = found / expected
    times = f"{ratio:,.1f}" if ratio >= 1 else f"{ratio:.2g}"
    return f"texts are {times} times as long ({medians})"


def _words(shift: Shift) -> str:
    found = _percent(shift.found)
    return f"{found} of words are unknown ({_percent(shift.expected)} expected)"


def _ngrams(shift: Shift) -> str:
    return f"character n-grams differ by {_distance(shift)}"


def _distance(shift: Shift) -> str:
    return f"{shift.distance:.3f} ({shift.by_chance:.3f} by chance)"


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0.0):.1f} %"


CLAUSES: dict[str, Callable[[Shift], str]] = {
    LABELS: _labels,
    PREDICTED: _predicted,
    LENGTHS: _lengths,
    WORDS: _words,
    NGRAMS: _ngrams,
}
