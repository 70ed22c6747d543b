"""An explanation on the terminal: a table of what each feature adds, and what else was found."""

from math import isinf
from typing import TYPE_CHECKING

from linnet.cli.table import Table
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linnet.model.explanation import Explanation
    from linnet.storage.kept_documents import Neighbour


def print_explanation(explanation: "Explanation", top: int) -> None:
    """Print label and probabilities, and the strongest features with what they add."""
    from linnet.explanation.sentences import answer_sentence

    print(f"{answer_sentence(explanation)}.")
    if explanation.calibrated:
        print("The probabilities are calibrated; the scores below are what they were made from.")
    columns = _label_columns(explanation)
    if len(columns) < len(explanation.labels):
        n_labels = len(explanation.labels)
        print(f"The {len(columns)} most probable of {n_labels} labels; --json has all of them.")
    if explanation.contributions:
        print("What each feature adds to the score, those that matter most for the label first:")
    else:
        print("The model knows no feature of this text: only the offset counts.")
    _feature_table(explanation, top, columns).show()


def print_nearest(neighbours: "Sequence[Neighbour]") -> None:
    """Print the most similar training documents, if any."""
    if not neighbours:
        return
    print("The most similar training documents:")
    rows = []
    for neighbour in neighbours:
        text = shown(" · ".join(neighbour.texts))
        labels = ", ".join(map(shown, neighbour.labels))
        rows.append((text, labels, f"{neighbour.likeness:.3f}"))
    Table(("text", "label", "likeness"), rows, left=2).show()


def _label_columns(explanation: "Explanation") -> list[int]:
    """Return the places of the labels to show: the most probable, in the order of labels."""
    from linnet.explanation.sentences import MOST_LABELS

    places = range(len(explanation.labels))
    by_score = sorted(places, key=lambda place: -explanation.scores[place])
    return sorted(by_score[:MOST_LABELS])


def _feature_table(explanation: "Explanation", top: int, columns: list[int]) -> Table:
    def row(name: str, count: str, scores: tuple[float, ...]) -> tuple[str, ...]:
        return (name, count, *(_score(scores[place]) for place in columns))

    contributions = explanation.strongest()
    rows = []
    for feature in contributions[:top]:
        rows.append(row(shown(feature.feature), f"{feature.count:.4g}", feature.scores))
    others = contributions[top:]
    if others:
        sums = tuple(map(sum, zip(*(feature.scores for feature in others), strict=True)))
        rows.append(row(f"({counted(len(others), 'other feature')})", "", sums))
    rows.append(row("(offset)", "", explanation.offset))
    rows.append(row("(sum)", "", explanation.scores))
    labels = [shown(explanation.labels[place]) for place in columns]
    return Table(("feature", "count", *labels), rows)


def _score(value: float) -> str:
    if isinf(value):
        return "veto"
    return f"{value:.3f}".replace("-0.000", "0.000")
