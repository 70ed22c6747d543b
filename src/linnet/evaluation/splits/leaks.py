"""What would make a held-out score too good: documents that training has seen, or columns that give the label away."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.evaluation.splits.leaking_columns import LeakingColumn, leaking_columns
from linnet.evaluation.splits.near_duplicates import NONE, exact_duplicates, near_duplicates
from linnet.evaluation.splits.split_data import SplitData, split_data_of, together
from linnet.evaluation.splits.splits import Parts
from linnet.reading import Batch, Documents
from linnet.threads import threads_of

Ints = npt.NDArray[np.int64]
MOST_EXAMPLES = 20
LONGEST_TEXT = 200  # characters shown of an example


@dataclass(frozen=True)
class Example:
    """A held-out document and the one in training that gives it away."""

    row: int
    text: str | None  # shortened; None where texts were not kept
    twin_row: int
    twin_text: str | None
    same_label: bool
    likeness: (
        float | None
    )  # the share of 5-grams that both have; None where texts were not compared

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return dict(self.__dict__)


@dataclass(frozen=True)
class LeakingDocuments:
    """Held-out documents that training has seen, in one of the ways there are."""

    documents: int
    same_label: int  # how many have the label of what was seen
    examples: tuple[Example, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return {**self.__dict__, "examples": [example.as_json() for example in self.examples]}


@dataclass(frozen=True, eq=False)
class Leaks:
    """What the leak check has found; None is what was not checked."""

    documents: int  # held out
    rows: Ints  # which of the held-out documents leak, from 0: the places to score without
    empty: int  # held-out documents without a letter or digit, which are never duplicates
    exact: LeakingDocuments  # the same text but for case, punctuation and spaces
    near: LeakingDocuments | None  # at least 0.8 of all 5-grams in common
    group: LeakingDocuments | None  # the same group on both sides
    columns: tuple[LeakingColumn, ...] | None

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        return {
            "documents": self.documents,
            "leaking": len(self.rows),
            "empty": self.empty,
            "exact": self.exact.as_json(),
            "near": None if self.near is None else self.near.as_json(),
            "group": None if self.group is None else self.group.as_json(),
            "columns": None
            if self.columns is None
            else [column.as_json() for column in self.columns],
        }


def find_leaks(
    training: Documents,
    held_out: Documents,
    *,
    group: str | None = None,
    threads: int | None = None,
) -> Leaks:
    """Return which held-out documents training has seen, and which columns give their labels away.

    `group` names a metadata column: one author, say, should not be on both sides.

    >>> from linnet.reading import read
    >>> training = read([("Win a prize now!", "spam"), ("see you at noon", "ham")])
    >>> leaks = find_leaks(training, read([("win a prize... NOW", "spam"), ("come at nine", "ham")]))
    >>> leaks.rows.tolist(), leaks.exact.examples[0].twin_row
    ([0], 1)
    """
    if len(training.fields) != len(held_out.fields) or training.multilabel != held_out.multilabel:
        raise SettingError(
            f"{held_out.name}: held-out documents must have the text columns, and one or several labels each, as "
            f"training has; got others than {training.name}. Read both the same way."
        )
    threads = threads_of(threads)
    seen, held = split_data_of(training, threads), split_data_of(held_out, threads)
    sides = np.repeat(np.array([0, 1], np.int32), [len(seen), len(held)])
    found = leaks_among(
        together(seen, held), Parts(sides, forward=True), group=group, threads=threads
    )
    return replace(found, rows=found.rows - len(seen))


def leaks_among(
    gathered: SplitData,
    parts: Parts,
    *,
    group: str | None = None,
    near: bool = True,
    threads: int = 1,
) -> Leaks:
    """Return which judged documents have a twin that their model learns from; without `near` only exact ones."""
    judged = parts.is_judged()
    exact = exact_duplicates(gathered.keys, parts)
    grouped_by = (
        near_duplicates(gathered, parts, exact, threads) if near and gathered.texts else None
    )
    grouped = None if group is None else exact_duplicates(gathered.groups(group) + 1, parts)
    kinds = [
        exact,
        *([] if grouped_by is None else [grouped_by[0]]),
        *([] if grouped is None else [grouped]),
    ]
    return Leaks(
        int(np.count_nonzero(judged)),
        np.flatnonzero(np.any(np.stack(kinds) != NONE, axis=0)),
        int(np.count_nonzero(gathered.keys[judged] == 0)),
        _found(gathered, exact, np.ones(len(gathered))),
        None if grouped_by is None else _found(gathered, *grouped_by),
        None if grouped is None else _found(gathered, grouped, None),
        leaking_columns(gathered, parts) if near else None,
    )


def documents_without(documents: Documents, places: Ints) -> Documents:
    """Return the documents without those at some places."""

    def batches() -> Iterator[Batch]:
        before = 0
        for batch in documents.open_batches():
            yield batch.kept(~np.isin(np.arange(before, before + len(batch)), places))
            before += len(batch)

    return replace(documents, open_batches=batches)


def _found(
    gathered: SplitData, twins: Ints, likeness: npt.NDArray[np.float64] | None
) -> LeakingDocuments:
    places, labels = np.flatnonzero(twins != NONE), gathered.label_sets()
    same = labels[places] == labels[twins[places]]
    examples = tuple(
        Example(
            int(gathered.rows[place]),
            gathered.text(place, LONGEST_TEXT),
            int(gathered.rows[twins[place]]),
            gathered.text(twins[place], LONGEST_TEXT),
            bool(same[number]),
            None if likeness is None else float(likeness[place]),
        )
        for number, place in enumerate(places[:MOST_EXAMPLES].tolist())
    )
    return LeakingDocuments(len(places), int(np.count_nonzero(same)), examples)
