"""An explanation in a line, and as a coloured text with its strongest features for a notebook."""

from collections.abc import Sequence
from math import isinf

from linnet.display.coloured import LONGEST, coloured, legend
from linnet.display.html import AGAINST, FOR, Cell, cut, more, note, result, side_by_side, table
from linnet.display.words import NOTHING, label_list, line
from linnet.errors import shown
from linnet.model.explanation import VETO, Contribution, Explanation

MOST_FEATURES = 12
MOST_IN_A_LINE = 3
MOST_LABELS = 6
MOST_FIELDS = 6
LONGEST_LABEL = 30  # above a column of numbers


def explanation_line(explanation: Explanation) -> str:
    """Return the answer, how probable it is, and the strongest features."""
    number = explanation.labels.index(explanation.label)
    strongest = explanation.strongest()[:MOST_IN_A_LINE]
    features = [f"{shown(one.feature)} {_signed(one.contrast(number))}" for one in strongest]
    by = f"by {', '.join(features)}" if features else "by no known feature"
    return line("Explanation", f"{_answer(explanation)}{_sureness(explanation)}", by)


def _answer(explanation: Explanation) -> str:
    if explanation.chosen is not None:
        return label_list(explanation.chosen) or "no label"
    return "unsure" if explanation.unsure else shown(explanation.label)


def _sureness(explanation: Explanation) -> str:
    """Return the probability of the one label, or its score, where there is one label."""
    if explanation.chosen is not None or explanation.unsure:
        return ""
    return f" {_number(explanation, explanation.labels.index(explanation.label))}"


def _number(explanation: Explanation, place: int) -> str:
    probability = explanation.probabilities[place]
    return f"{explanation.scores[place]:.3g}" if probability is None else f"{probability:.3f}"


def explanation_html(explanation: Explanation) -> str:
    """Return the text in colours, the most probable labels and the strongest features."""
    return result("Explanation", explanation_parts(explanation), about=_answer(explanation))


def explanation_parts(explanation: Explanation) -> str:
    """Return the same without its title."""
    fields = explanation.pieces()[:MOST_FIELDS]
    most = LONGEST // max(1, len(fields))
    texts = "".join(coloured(pieces, most) for pieces in fields)
    tables = side_by_side(_features(explanation), _labels(explanation))
    key = legend(explanation.label) if explanation.contributions and fields else ""
    return key + texts + _lengths(explanation, most) + tables


def _lengths(explanation: Explanation, most: int) -> str:
    """Return that a text goes on, where it does."""
    lengths = [len(text.text) for text in explanation.texts]
    if max(lengths, default=0) <= most:
        return ""
    return note(f"The text has {sum(lengths):,} characters; the first are shown.")


def _features(explanation: Explanation) -> str:
    number = explanation.labels.index(explanation.label)
    strongest = explanation.strongest()
    values = [one.contrast(number) for one in strongest[:MOST_FEATURES]]
    largest = max((_bounded(value) for value in values), default=0.0) or 1.0
    rows = []
    for one, value in zip(strongest[:MOST_FEATURES], values, strict=True):
        rows.append((_name(one), f"{one.count:.4g}", _added(value, largest)))
    if not rows:
        return note("No feature of this document is known to the model.")
    head = ("feature", "count", f"adds to {cut(explanation.label, LONGEST_LABEL)}")
    return table(head, rows) + more(len(strongest) - len(rows), "feature", "contributions")


def _name(contribution: Contribution) -> str:
    """Return the name of a feature, in quotation marks where it begins or ends with a space."""
    name = contribution.feature
    return name if name and name.strip() == name else f"'{name}'"


def _added(value: float, largest: float) -> Cell:
    return Cell(_signed(value), _bounded(value) / largest, FOR if value > 0 else AGAINST)


def _bounded(value: float) -> float:
    return min(abs(value), VETO)


def _signed(value: float) -> str:
    return "veto" if isinf(value) else f"{value:+.3f}"


def _labels(explanation: Explanation) -> str:
    """Return the most probable labels with probability and score."""
    order = _most_probable(explanation)
    rows = []
    for place in order[:MOST_LABELS]:
        probability = explanation.probabilities[place]
        words = NOTHING if probability is None else f"{probability:.3f}"
        rows.append((explanation.labels[place], words, _score(explanation.scores[place])))
    head = ("label", "probability", "score")
    return table(head, rows) + more(len(order) - len(rows), "label", "labels")


def _most_probable(explanation: Explanation) -> Sequence[int]:
    places = range(len(explanation.labels))
    numbers = explanation.probabilities
    if None in numbers:
        numbers = explanation.scores
    return sorted(places, key=lambda place: -(numbers[place] or 0.0))


def _score(score: float) -> str:
    return "veto" if isinf(score) else f"{score:.3f}"
