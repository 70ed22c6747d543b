"""One kind of shift between training data and new data: its size, and whether it is more than
chance.
"""

from dataclasses import dataclass
from typing import Any

LABELS = "labels"
PREDICTED = "predicted_labels"
LENGTHS = "lengths"
WORDS = "unknown_words"
NGRAMS = "ngrams"
KINDS = (LABELS, PREDICTED, LENGTHS, WORDS, NGRAMS)

# Why one of the first two is not compared; this says nothing new to a reader.
LABELS_THERE = "the labels are there"
NO_LABELS = "there are no labels"
OF_COURSE = (LABELS_THERE, NO_LABELS)

MOST_BY_CHANCE = 0.005  # of samples without a shift may seem to have one, for each kind
# How much of a distance must be left without what chance gives, for it to matter.
LEAST = {LABELS: 0.05, PREDICTED: 0.05, LENGTHS: 0.1, WORDS: 0.03, NGRAMS: 0.01}


@dataclass(frozen=True)
class Shift:
    """How far new documents are from the training documents in one respect."""

    kind: str
    distance: float  # total variation: 0 the same, 1 nothing in common
    by_chance: float  # that distance for as many documents without a shift, on average
    p_value: float
    # What stands for it in words: a median length, a share of words, the share of a label.
    expected: float | None = None
    found: float | None = None
    label: str | None = None  # whose share has changed most

    @property
    def is_found(self) -> bool:
        """Whether it is more than chance, and large enough to matter."""
        excess = self.distance - self.by_chance
        return self.p_value < MOST_BY_CHANCE and excess >= LEAST[self.kind]

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        numbers = {
            "distance": self.distance,
            "by_chance": self.by_chance,
            "p_value": self.p_value,
            "least": LEAST[self.kind],
            "expected": self.expected,
            "found": self.found,
        }
        rounded = {name: _digits(number) for name, number in numbers.items()}
        return {"shifted": self.is_found, **rounded, "label": self.label}


def _digits(value: float | None) -> float | None:
    """Return six digits of a number: the last ones depend on the machine."""
    return None if value is None else float(f"{value:.6g}")
