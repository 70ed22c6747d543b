"""Which columns of predictions are wanted."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OutputColumns:
    """What is wanted besides row, id, label, probability (or margin) and flags."""

    probabilities: bool = False  # the probability of every label
    top: int = 0  # so many of the most probable labels
    file: bool = False  # the file of each row, where several are read
