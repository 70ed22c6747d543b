"""How documents are divided for cross-validation: folds of documents, of groups or of time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from linnet.errors import SettingError, quoted
from linnet.evaluation.random import keys
from linnet.evaluation.splits.copies import kept_units
from linnet.evaluation.splits.splits import Flags, Parts, SplitCriteria, folds

FEWEST = 2  # folds, where they are not by time


@dataclass(frozen=True)
class Folds:
    """Folds to judge a recipe by; the same settings give the same folds.

    >>> import numpy as np
    >>> criteria = SplitCriteria(np.array([0, 0, 1, 1]))
    >>> [parts.part.tolist() for parts in Folds(2, repeats=2).parts(criteria)]
    [[1, 0, 0, 1], [1, 0, 1, 0]]
    """

    n: int | None = 10  # None: each document, or each group, by itself
    repeats: int = 1  # so many times, differently each time
    seed: int = 0
    group: str | None = None  # a column: documents with the same value stay together
    time: str | None = None  # a column: each fold is judged by a model of the documents before it
    or_fewer: bool = False  # where there are fewer documents, groups or times to divide

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        fewest_folds = FEWEST if self.time is None else 1
        if self.n is not None:
            _check_number("folds", self.n, fewest_folds)
        _check_number("repeats", self.repeats, 1)
        if self.time is not None and (self.group is not None or self.n is None):
            other = "a group column" if self.group is not None else "leave-one-out"
            raise SettingError(
                f"folds by time stand alone; got {other} too. Leave one of them out."
            )
        if self.repeats > 1 and (self.n is None or self.time is not None):
            raise SettingError(
                f"only random folds can be repeated; got {self.repeats} repeats. Leave them out."
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """The metadata columns to be read."""
        return tuple(name for name in (self.group, self.time) if name is not None)

    def parts(self, criteria: SplitCriteria) -> list[Parts]:
        """Return the parts of the documents, as often as they are divided."""
        other_seeds = keys(self.seed, self.repeats)[1:]
        seeds = [self.seed, *other_seeds.tolist()]
        number = self.at_most(criteria).n if self.or_fewer else self.n
        return [folds(criteria, number, seed) for seed in seeds]

    def at_most(self, criteria: SplitCriteria) -> "Folds":
        """Return the folds; fewer where there are fewer documents, groups or times to divide.

        Copies that stay together are one document."""
        if self.n is None:
            return self
        by = criteria.groups if self.time is None else criteria.times
        if by is None:
            by = kept_units(criteria, FEWEST)
        n_units = len(np.unique(by))
        most = max(FEWEST, n_units)
        if self.time is not None:
            most = max(1, n_units - 1)  # the first time is only learned from
        return replace(self, n=min(self.n, most))

    def nested(
        self, criteria: SplitCriteria, inner: "Folds"
    ) -> Iterator[tuple[Flags, Flags, list[Parts]]]:
        """Yield for each fold which documents are held out, and which are learned from.

        With the inner folds of those that are learned from.
        """
        for parts in self.parts(criteria):
            for number in parts.held_out_parts():
                training = parts.training(number)
                inner_parts = inner.parts(criteria.select(training))
                yield parts.held_out(number), training, inner_parts

    @classmethod
    def given(cls, folds: "int | Folds | None", seed: int) -> "Folds":
        """Return folds that may be given as their number alone."""
        if folds is USUAL:
            return replace(USUAL, seed=seed)
        return folds if isinstance(folds, Folds) else cls(folds, seed=seed)


def _check_number(name: str, number: object, least: int) -> None:
    if type(number) is not int or number < least:
        raise SettingError(
            f"{name} must be a whole number, {least} or above; got {quoted(number)}. Leave it out."
        )


USUAL = Folds(or_fewer=True)  # where nobody says how many
