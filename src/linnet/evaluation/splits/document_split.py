"""Documents divided into a training, a development and a test part, and leaks between these."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from linnet.evaluation.splits.leaks import Leaks, leaks_among
from linnet.evaluation.splits.split_data import SplitData, split_data_of
from linnet.evaluation.splits.splits import Codes, Parts, split
from linnet.reading import Documents
from linnet.reading.needed_times import only_timed
from linnet.threads import threads_of

PARTS = ("train", "dev", "test")  # in the order of TRAINING, DEVELOPMENT and TEST


@dataclass(frozen=True, eq=False)
class DocumentSplit:
    """Which part each document belongs to."""

    data: SplitData
    part: Codes  # the place of the part of each document among PARTS
    leaks: Leaks  # documents that are in an earlier part too

    @property
    def parts(self) -> list[str]:
        """The parts that have documents."""
        return [PARTS[place] for place in np.unique(self.part).tolist()]

    def part_of_row(self) -> Codes:
        """Return by row number the place of the part among `parts`; -1 for bad rows."""
        places = np.full(int(self.data.rows.max()) + 1, -1)
        places[self.data.rows] = np.searchsorted(np.unique(self.part), self.part)
        return places

    def part_facts(self, name: str) -> dict[str, Any]:
        """Return the number of documents of a part, and those of each label."""
        chosen = self.part == PARTS.index(name)
        codes = self.data.criteria().select(chosen).codes
        counts = np.bincount(codes, minlength=len(self.data.labels))
        labels = dict(zip(self.data.labels, counts.tolist(), strict=True))
        return {"documents": int(np.count_nonzero(chosen)), "labels": labels}


def split_documents(  # noqa: PLR0913
    documents: Documents,
    *,
    test: float,
    development: float = 0.0,
    group: str | None = None,
    time: str | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> DocumentSplit:
    """Return the split of documents by labels, whole groups or time, and the leaks between parts.

    >>> from linnet.reading import read
    >>> pairs = [(f"text {n}", "ham" if n % 2 else "spam") for n in range(10)]
    >>> parts = split_documents(read(pairs), test=0.2)
    >>> {name: parts.part_facts(name)["documents"] for name in parts.parts}
    {'train': 8, 'test': 2}
    """
    threads = threads_of(threads)
    if time is not None:
        documents = only_timed(documents, time)
    data = split_data_of(documents, threads)
    criteria = data.criteria(group, time)
    part = split(criteria, test=test, development=development, seed=seed)
    leaks = leaks_among(data, Parts(part, forward=True), threads=threads)
    return DocumentSplit(data, part, leaks)
