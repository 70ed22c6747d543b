"""What a drift means, in one sentence that names only what has shifted."""

from collections.abc import Callable, Sequence

from linnet.data_drift.domain import DomainTest
from linnet.data_drift.shift import KINDS, LABELS, LENGTHS, NGRAMS, PREDICTED, WORDS, Shift
from linnet.errors import listed, shown

NAMES = {
    LABELS: "labels",
    PREDICTED: "predicted labels",
    LENGTHS: "text lengths",
    WORDS: "unknown words",
    NGRAMS: "character n-grams",
}
LEAST_RATIO = 1.1  # of medians, from which on texts are called longer


def drift_sentence(
    shifts: Sequence[Shift], domain: DomainTest | None, n_documents: int
) -> str:
    """Return the sentence.

    >>> drift_sentence([Shift(WORDS, 0.29, 0.01, 0.0, expected=0.12, found=0.41)], None, 500)
    'These documents do not look like the training data: 41.0 % of words are unknown (12.0 % expected).'
    """
    clauses = [CLAUSES[shift.kind](shift) for shift in shifts if shift.is_found]
    if domain is not None and domain.is_found:
        clauses.append(f"a model tells them apart with a ROC area of {domain.area.value:.3f}")
    if clauses:
        return f"These documents do not look like the training data: {', '.join(clauses)}."
    compared = [NAMES[kind] for kind in KINDS if any(shift.kind == kind for shift in shifts)]
    if not compared:
        return "Nothing could be compared with the training data."
    return f"No shift found: {_joined(compared)} are as in the training data."


def _joined(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _labels(shift: Shift) -> str:
    return _label_clause(shift, "of them have the label")


def _predicted(shift: Shift) -> str:
    return _label_clause(shift, "of them get the label")


def _label_clause(shift: Shift, have: str) -> str:
    found = _percent(shift.found)
    return f"{found} {have} {shown(shift.label)} ({_percent(shift.expected)} expected)"


def _lengths(shift: Shift) -> str:
    expected = shift.expected or 0.0
    found = shift.found or 0.0
    medians = f"median {found:,.0f} characters, {expected:,.0f} expected"
    if found > LEAST_RATIO * expected > 0:
        return f"texts are {found / expected:.1f} times as long ({medians})"
    if expected > LEAST_RATIO * found > 0:
        return f"texts are {expected / found:.1f} times shorter ({medians})"
    return f"text lengths differ by {_distance(shift)}"


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
