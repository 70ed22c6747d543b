"""Weights by hand: no documents, but a lexicon for each label.

score(label) = offset[label] + Σ over the words of a text of what the label's lexicon says they are
worth
"""

from collections.abc import Mapping
from typing import NoReturn

import numpy as np

from linnet.errors import SettingError, listed, quoted
from linnet.features.names import Names
from linnet.learning.learner import Ability, Entries, Fitted, Learner, TrainingData
from linnet.learning.learner_tables import ByHandTable
from linnet.model.linear_model import Weights


class ByHand(ByHandTable, Learner):
    """A lexicon for each label, and an offset for labels that have one."""

    needs = "nothing"
    abilities = frozenset({Ability.FROM_LEXICONS})

    def fit(self, data: TrainingData) -> NoReturn:
        """Say that there is nothing to learn."""
        raise SettingError(
            "the lexicon learner takes no documents, its weights are given; got some. Leave them "
            "out."
        )

    def weights_by_hand(self, lexicons: Mapping[str, Entries]) -> tuple[Names, Fitted]:
        """Return the words of all lexicons, sorted, and what each is worth for each label."""
        self._check_offsets(tuple(lexicons))
        pairs = _sorted_pairs(lexicons)
        names = list(dict.fromkeys(name for name, *_ in pairs))
        place = {name: number for number, name in enumerate(names)}
        sizes = np.bincount([place[name] for name, *_ in pairs], minlength=len(names))
        labels = np.array([label for _, label, _ in pairs], np.int32)
        numbers = np.array([weight for *_, weight in pairs], np.float64)

        offset = np.array([self.offset.get(label, 0.0) for label in lexicons])
        n = len(lexicons)
        uniform = np.full(n, -np.log(n))
        starts = np.concatenate([[0], np.cumsum(sizes)])
        weights = Weights(offset, uniform, np.zeros(n), starts, labels, numbers)
        return Names.of(name.decode() for name in names), Fitted(weights, "margin")

    def _check_offsets(self, labels: tuple[str, ...]) -> None:
        """Refuse offsets of labels that have no lexicon."""
        unknown = next((label for label in self.offset if label not in labels), None)
        if unknown is not None:
            raise SettingError(
                f"offsets must name labels that have a lexicon ({listed(labels)}); got "
                f"{quoted(unknown)}."
            )


def _sorted_pairs(lexicons: Mapping[str, Entries]) -> list[tuple[bytes, int, float]]:
    """Return name, label and weight of all entries, by name and label."""
    pairs = []
    for label, entries in enumerate(lexicons.values()):
        for words, weight in entries.items():
            pairs.append((" ".join(words).encode(), label, weight))
    return sorted(pairs)
