"""Labels changed as they are read: spellings made one, rare labels left out or put into another.

All labels are counted once, before the first document is given; so they are the same at each
reading. What can be read only once is held in memory for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError, counted, quoted, shortened
from linnet.reading.documents import Batch, Documents
from linnet.reading.similar_labels import folded_names

MOST_GROUPS = 5


@dataclass(frozen=True)
class LabelRules:
    """What becomes of labels."""

    fold: bool = False
    known: tuple[str, ...] = ()  # the spellings to fold to, those of a model
    min_documents: int = 0
    rare_into: str | None = None  # None: documents of rare labels are left out

    @classmethod
    def of(
        cls, fold_labels: bool | Sequence[str], min_documents: int, rare_into: str | None
    ) -> LabelRules:
        """Return the rules that keywords of `read` ask for."""
        if isinstance(min_documents, bool) or not isinstance(min_documents, int):
            raise SettingError(
                "the least number of documents of a label must be a whole number; "
                f"got {quoted(min_documents)}. Pass one, such as 5."
            )
        if rare_into is not None and (min_documents < 2 or not rare_into):
            raise SettingError(
                "rare labels can be put into another one where it has a name and a label must "
                f"have 2 documents or more; got {quoted(rare_into)} and {min_documents}. "
                "Give both."
            )
        if isinstance(fold_labels, str):
            raise SettingError(
                "labels are folded where that is true, or to those of a list; "
                f"got {quoted(fold_labels)}. Pass True, or the labels of a model."
            )
        if isinstance(fold_labels, bool):
            return cls(fold_labels, (), min_documents, rare_into)
        return cls(True, tuple(fold_labels), min_documents, rare_into)

    @property
    def change_labels(self) -> bool:
        """Whether there is anything to do."""
        return self.fold or self.min_documents > 1


@dataclass
class _LabelCounts:
    """How many documents have each label, and each spelling of it."""

    spellings: Counter[str] = field(default_factory=Counter)
    # The labels of documents that have several, as often as they come together.
    sets: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def add(self, batch: Batch) -> None:
        if batch.weights is not None:
            batch = batch.kept(batch.weights > 0)
        self.spellings.update(batch.label_counts())
        if batch.label_starts is not None:
            self.sets.update(map(tuple, batch.label_lists()))

    def documents_of(self, name_of: Mapping[str, str]) -> Counter[str]:
        """Return how many documents have each label by its new name."""
        documents = Counter[str]()
        if self.sets:
            for labels, n in self.sets.items():
                for name in {name_of.get(label, label) for label in labels}:
                    documents[name] += n
            return documents
        for label, n in self.spellings.items():
            documents[name_of.get(label, label)] += n
        return documents


def with_label_rules(documents: Documents, rules: LabelRules, *, once: bool) -> Documents:
    """Return the documents with their labels changed, and notes on what was changed.

    They are read to the end for that; `once` says that they cannot be read again.

    >>> from linnet.reading import read
    >>> pairs = [("a", "Yes"), ("b", "yes "), ("c", "Yes"), ("d", "no")]
    >>> documents = with_label_rules(read(pairs), LabelRules(fold=True), once=False)
    >>> [batch.labels.to_pylist() for batch in documents.batches()]
    [['Yes', 'Yes', 'Yes', 'no']]
    >>> documents.notes
    ("labels that differ only in case or spaces are one: 'Yes' 2, 'yes ' 1",)
    """
    if documents.label is None:
        return documents
    if once:
        documents = _held(documents)
    counts = _LabelCounts()
    for batch in documents.open_batches():
        counts.add(batch)
    names = folded_names(counts.spellings, rules.known) if rules.fold else {}
    by_name = counts.documents_of(names)
    rare = {name: n for name, n in by_name.items() if n < rules.min_documents}
    rare.pop(rules.rare_into or "", None)
    _check_some_left(documents.name, by_name, rare, rules)

    new_names: dict[str, str | None] = {}
    for label in counts.spellings:
        name = names.get(label, label)
        new_names[label] = rules.rare_into if name in rare else name
    notes = [_folded_note(names, counts.spellings), _rare_note(rare, by_name, documents, rules)]

    def batches() -> Iterator[Batch]:
        return (_changed(batch, new_names) for batch in documents.open_batches())

    said = tuple(note for note in notes if note)
    return replace(documents, open_batches=batches, notes=(*documents.notes, *said))


def _held(documents: Documents) -> Documents:
    """Return documents of a stream held in memory."""
    batches = list(documents.open_batches())
    return replace(documents, open_batches=lambda: iter(batches))


def _check_some_left(
    name: str, by_name: Mapping[str, int], rare: Mapping[str, int], rules: LabelRules
) -> None:
    if by_name and len(rare) == len(by_name) and rules.rare_into is None:
        raise InputError(
            f"{name}: a label must have {rules.min_documents:,} documents, as is asked for; "
            f"got at most {max(rare.values()):,}. Ask for fewer."
        )


def _folded_note(names: Mapping[str, str], counts: Mapping[str, int]) -> str:
    """Return in words which labels have become one."""
    groups: dict[str, list[str]] = {}
    for label, name in names.items():
        groups.setdefault(name, []).append(label)
    if not groups:
        return ""
    words = []
    for name, others in list(groups.items())[:MOST_GROUPS]:
        here = [label for label in (name, *others) if label in counts]
        parts = [f"{quoted(label)} {counts[label]:,}" for label in here]
        spelled = "" if name in counts else f" as {quoted(name)}"
        words.append(f"{shortened(parts, len(parts))}{spelled}")
    if len(groups) > MOST_GROUPS:
        words.append(counted(len(groups) - MOST_GROUPS, "more group"))
    return f"labels that differ only in case or spaces are one: {'; '.join(words)}"


def _rare_note(
    rare: Mapping[str, int], by_name: Counter[str], documents: Documents, rules: LabelRules
) -> str:
    """Return in words which labels are rare, and what becomes of their documents."""
    if not rare:
        return ""
    n = sum(rare.values())
    what = f"left out, with {n:,} of {counted(by_name.total(), 'document')}"
    if documents.multilabel:
        what = f"taken out of the sets of labels, {counted(n, 'time')} in all"
    if rules.rare_into is not None:
        what = f"put into {quoted(rules.rare_into)}, {counted(n, 'document')} in all"
    parts = [f"{quoted(label)} {n:,}" for label, n in sorted(rare.items(), key=_most_first)]
    fewer = f"fewer than {rules.min_documents:,} documents"
    labels = f"{counted(len(rare), 'label')} with {fewer}"
    are = "is" if len(rare) == 1 else "are"
    return f"{labels} {are} {what}: {shortened(parts, len(parts))}"


def _most_first(pair: tuple[str, int]) -> tuple[int, str]:
    label, n = pair
    return -n, label


def _changed(batch: Batch, new_names: Mapping[str, str | None]) -> Batch:
    """Return a batch with the new names of its labels; those without one are left out."""
    if batch.labels is None:
        return batch
    encoded = batch.labels.dictionary_encode()
    old = encoded.dictionary.to_pylist()
    new = [new_names.get(label, label) for label in old]
    if new == old:
        return batch
    if batch.label_starts is not None:
        return _changed_sets(batch, new_names)
    named = pa.array(new, batch.labels.type).take(encoded.indices)
    changed = replace(batch, labels=named)
    if None not in new:
        return changed
    return changed.kept(named.is_valid().to_numpy(zero_copy_only=False))


def _changed_sets(batch: Batch, new_names: Mapping[str, str | None]) -> Batch:
    """Return a batch with the new names of labels in sets, each once."""
    sets = []
    for labels in batch.label_lists():
        names = [new_names.get(label, label) for label in labels]
        sets.append(list(dict.fromkeys(name for name in names if name is not None)))
    flat = [label for labels in sets for label in labels]
    starts = np.array([0, *accumulate(map(len, sets))], np.int64)
    assert batch.labels is not None
    return replace(batch, labels=pa.array(flat, batch.labels.type), label_starts=starts)
