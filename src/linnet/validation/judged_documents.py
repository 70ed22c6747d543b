"""Documents that were judged by models of other folds, once in each repeat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.measures import ENOUGH, Measure, resampled_measure
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.splits.leaks import Leaks
from linnet.evaluation.splits.splits import Parts

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class JudgedDocuments:
    """The judged documents of all repeats, one repeat after the other."""

    fold: Numbers  # of each, numbered through all repeats
    leaking: Flags  # whether a fold that it was judged by has something of it
    groups: Numbers | None = None  # documents that belong together have the same number
    repeats: int = 1

    @classmethod
    def of(
        cls, repeats: Sequence[Parts], leaks: Sequence[Leaks], groups: Numbers | None
    ) -> "JudgedDocuments":
        """Return the documents that the parts hold out, in each of the repeats."""
        folds = list[Numbers]()
        leaking = list[Flags]()
        groups_of = list[Numbers]()
        for number, (parts, found) in enumerate(zip(repeats, leaks, strict=True)):
            held_out = parts.is_held_out()
            folds.append(parts.held_out_part() + number * len(parts.held_out_parts()))
            leaking.append(_flags(found.rows, len(held_out))[held_out])
            if groups is not None:
                groups_of.append(groups[held_out])

        all_groups = np.concatenate(groups_of) if groups_of else None
        return cls(np.concatenate(folds), np.concatenate(leaking), all_groups, len(repeats))

    def mean_error_of_folds(self, wrong: Flags) -> float:
        """Return the error of each fold, averaged."""
        errors = np.bincount(self.fold, wrong) / np.bincount(self.fold)
        return float(errors.mean())

    def accuracy(self, wrong: Flags) -> Measure:
        """Return the accuracy; a document that was judged several times counts once.

        Where documents come in groups, the interval is from resamples of whole groups.
        """
        if len(wrong) == 0:
            return Measure(None)
        accuracy = 1 - int(np.count_nonzero(wrong)) / len(wrong)
        if self.groups is not None:
            return _of_groups(wrong, self.groups, accuracy)
        n = round(len(wrong) / self.repeats)
        return Measure(accuracy, wilson(round(accuracy * n), n))

    def without_leaks(self, wrong: Flags) -> Measure | None:
        """Return the accuracy on documents that do not leak; None where none does."""
        if not self.leaking.any():
            return None
        kept = ~self.leaking
        groups = None if self.groups is None else self.groups[kept]
        others = JudgedDocuments(self.fold[kept], self.leaking[kept], groups, self.repeats)
        return others.accuracy(wrong[kept])


def _of_groups(wrong: Flags, groups: Numbers, accuracy: float) -> Measure:
    resampler = Resampler.of(groups.astype(np.int64), len(wrong))
    if resampler.n_units < ENOUGH:
        return Measure(accuracy)
    right = (~wrong).astype(np.float64)
    return resampled_measure(resampler.means(right[:, None])[:, 0], accuracy)


def _flags(places: Numbers, n: int) -> Flags:
    flags = np.zeros(n, np.bool_)
    flags[places] = True
    return flags
