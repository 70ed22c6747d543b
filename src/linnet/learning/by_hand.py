"""Weights by hand: no documents, but a lexicon for each label.

score(label) = offset[label] + Σ over the words of a text of what the label's lexicon says they are worth
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from linnet.errors import SettingError, listed, quoted
from linnet.features.names import Names
from linnet.learning.learner import Ability, Entries, Fitted, Learner, TrainingData
from linnet.learning.naive_bayes import given
from linnet.learning.table import is_given
from linnet.model.linear_model import Weights

MOST_OFFSET = 1e100


@dataclass(frozen=True)
class ByHand(Learner):
    """A lexicon for each label, and an offset for labels that have one."""

    learner: str = "lexicon"
    offset: Mapping[str, float] = field(default_factory=dict)

    needs = "nothing"
    abilities = frozenset({Ability.FROM_LEXICONS})

    def __post_init__(self) -> None:
        if not is_given(self.offset) or not _are_finite(self.offset.values()):
            raise SettingError(
                f"offsets by hand must be a finite number for labels; got {quoted(self.offset)}."
            )
        offset = {label: float(self.offset[label]) for label in sorted(self.offset)}
        object.__setattr__(self, "offset", offset)

    def fit(self, data: TrainingData) -> NoReturn:
        """Say that there is nothing to learn."""
        raise SettingError(
            "the lexicon learner takes no documents, its weights are given; got some. Leave them out."
        )

    def in_words(self, *, multilabel: bool = False) -> str:
        """Return that weights are given, and the offsets."""
        offsets = f", offsets {given(self.offset)}" if self.offset else ""
        return f"weights by hand{offsets}"

    def weights_by_hand(self, lexicons: Mapping[str, Entries]) -> tuple[Names, Fitted]:
        """Return the words of all lexicons, sorted, and what each is worth for each label."""
        unknown = next((label for label in self.offset if label not in lexicons), None)
        if unknown is not None:
            raise SettingError(
                f"offsets must name labels that have a lexicon ({listed(lexicons)}); got {quoted(unknown)}."
            )
        pairs = list[tuple[bytes, int, float]]()  # name, label, weight
        for label, entries in enumerate(lexicons.values()):
            for words, weight in entries.items():
                pairs.append((" ".join(words).encode(), label, weight))
        pairs.sort()

        names = list(dict.fromkeys(name for name, *_ in pairs))
        place = {name: number for number, name in enumerate(names)}
        sizes = np.bincount([place[name] for name, *_ in pairs], minlength=len(names))
        n = len(lexicons)
        weights = Weights(
            offset=np.array([self.offset.get(label, 0.0) for label in lexicons]),
            prior=np.full(n, -np.log(n)),
            rest=np.zeros(n),
            starts=np.concatenate([[0], np.cumsum(sizes)]),
            labels=np.array([label for _, label, _ in pairs], np.int32),
            weights=np.array([weight for *_, weight in pairs], np.float64),
        )
        return Names.of(name.decode() for name in names), Fitted(weights, "margin")


def _are_finite(values: Iterable[float]) -> bool:
    return all(abs(value) < MOST_OFFSET for value in values)
