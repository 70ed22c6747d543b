"""What would make a held-out score too good: documents seen in training, label-leaking columns."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.evaluation.splits.leaking_columns import LeakingColumn, leaking_columns
from linnet.evaluation.splits.near_duplicates import NONE, exact_duplicates, near_duplicates
from linnet.evaluation.splits.split_data import SplitData, concatenated, split_data_of
from linnet.evaluation.splits.splits import Parts
from linnet.reading import Batch, Documents
from linnet.threads import threads_of

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MOST_EXAMPLES = 20
LONGEST_TEXT = 200  # characters shown of an example


@dataclass(frozen=True)
class LeakExample:
    """A held-out document and the one in training that gives it away."""

    row: int
    text: str | None  # shortened; None where texts were not kept
    twin_row: int
    twin_text: str | None
    same_label: bool
    likeness: float | None  # the share of 5-grams that both have; None: texts were not compared

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        return dict(self.__dict__)


@dataclass(frozen=True)
class LeakingDocuments:
    """Held-out documents that training has seen, in one of the ways there are."""

    documents: int
    same_label: int  # how many have the label of what was seen
    examples: tuple[LeakExample, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it for `--json`."""
        examples = [example.as_json() for example in self.examples]
        return {**self.__dict__, "examples": examples}


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

    def __repr__(self) -> str:
        from linnet.display.words import line
        from linnet.errors import counted

        found = {"exact": self.exact, "near": self.near, "of the same group": self.group}
        kinds = [f"{part.documents:,} {kind}" for kind, part in found.items() if part is not None]
        documents = counted(self.documents, "document")
        return line("Leaks", f"{len(self.rows):,} of {documents} leak: {', '.join(kinds)}")

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        near = None if self.near is None else self.near.as_json()
        group = None if self.group is None else self.group.as_json()
        columns = None
        if self.columns is not None:
            columns = [column.as_json() for column in self.columns]
        return {
            "documents": self.documents,
            "leaking": len(self.rows),
            "empty": self.empty,
            "exact": self.exact.as_json(),
            "near": near,
            "group": group,
            "columns": columns,
        }


def find_leaks(
    training: Documents,
    held_out: Documents,
    *,
    group: str | None = None,
    threads: int | None = None,
) -> Leaks:
    """Return which held-out documents training has seen, and which columns leak their labels.

    `group` names a metadata column: one author, say, should not be on both sides.

    >>> from linnet.reading import read
    >>> training = read([("Win a prize now!", "spam"), ("see you at noon", "ham")])
    >>> held_out = read([("win a prize... NOW", "spam"), ("come at nine", "ham")])
    >>> leaks = find_leaks(training, held_out)
    >>> leaks.rows.tolist(), leaks.exact.examples[0].twin_row
    ([0], 0)
    """
    if len(training.fields) != len(held_out.fields) or training.multilabel != held_out.multilabel:
        raise SettingError(
            f"{held_out.name}: held-out documents must have the text columns, and one or several "
            f"labels each, as training has; got others than {training.name}. "
            "Read both the same way."
        )
    threads = threads_of(threads)
    seen = split_data_of(training, threads)
    held = split_data_of(held_out, threads)
    sides = np.repeat(np.array([0, 1], np.int32), [len(seen), len(held)])
    parts = Parts(sides, forward=True)
    leaks = leaks_among(concatenated(seen, held), parts, group=group, threads=threads)
    return replace(leaks, rows=leaks.rows - len(seen))


def leaks_among(
    data: SplitData,
    parts: Parts,
    *,
    group: str | None = None,
    near: bool = True,
    threads: int = 1,
) -> Leaks:
    """Return which judged documents have a duplicate that their model learns from.

    Without `near` only exact ones are looked for.
    """
    exact = exact_duplicates(data.keys, parts)
    kinds = [exact]
    near_documents = None
    if near and data.texts:
        duplicates, likeness = near_duplicates(data, parts, exact, threads)
        near_documents = _leaking_documents(data, duplicates, likeness)
        kinds.append(duplicates)
    group_documents = None
    if group is not None:
        same_group = exact_duplicates(data.groups(group) + 1, parts)
        group_documents = _leaking_documents(data, same_group, None)
        kinds.append(same_group)

    leaking = np.any(np.stack(kinds) != NONE, axis=0)
    held_out = parts.is_held_out()
    empty = data.keys[held_out] == 0
    exact_documents = _leaking_documents(data, exact, np.ones(len(data)))
    return Leaks(
        documents=int(np.count_nonzero(held_out)),
        rows=np.flatnonzero(leaking),
        empty=int(np.count_nonzero(empty)),
        exact=exact_documents,
        near=near_documents,
        group=group_documents,
        columns=leaking_columns(data, parts) if near else None,
    )


def documents_without(documents: Documents, places: Ints) -> Documents:
    """Return the documents without those at some places."""

    def batches() -> Iterator[Batch]:
        before = 0
        for batch in documents.open_batches():
            batch_places = np.arange(before, before + len(batch))
            yield batch.kept(~np.isin(batch_places, places))
            before += len(batch)

    return replace(documents, open_batches=batches)


def _leaking_documents(
    data: SplitData, duplicates: Ints, likeness: Floats | None
) -> LeakingDocuments:
    """Return what is told of documents with a duplicate, given the place of it, or NONE."""
    labels = data.label_sets()
    places = np.flatnonzero(duplicates != NONE)
    same_label = labels[places] == labels[duplicates[places]]

    examples = []
    for number, place in enumerate(places[:MOST_EXAMPLES].tolist()):
        duplicate = int(duplicates[place])
        row, text = int(data.rows[place]), data.text(place, LONGEST_TEXT)
        twin_row, twin_text = int(data.rows[duplicate]), data.text(duplicate, LONGEST_TEXT)
        has_same_label = bool(same_label[number])
        alike = None if likeness is None else float(likeness[place])
        example = LeakExample(row, text, twin_row, twin_text, has_same_label, alike)
        examples.append(example)
    n_same_label = int(np.count_nonzero(same_label))
    return LeakingDocuments(len(places), n_same_label, tuple(examples))
