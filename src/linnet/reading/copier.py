"""What it takes to copy rows into several files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO

import numpy as np

from linnet.reading.documents import Documents

Files = Sequence[IO[bytes]]


@dataclass(frozen=True, eq=False)
class Part:
    """The documents of one source, and the place of the file that each of its rows goes into."""

    path: str  # the source as it was named; a file in a zip file has another name
    documents: Documents
    file_of_row: np.ndarray  # by the number of the row, from 0; -1 for none

    def rows_of(self, rows: np.ndarray, file: int) -> np.ndarray:
        """Return which of these rows, counted from 0, go into a file.

        >>> from linnet.reading import read
        >>> part = Part("x.csv", read([("good", "pos")]), np.array([1, 0, -1]))
        >>> part.rows_of(np.array([0, 1, 2, 7]), 1).tolist()
        [True, False, False, False]
        """
        inside = rows < len(self.file_of_row)
        chosen = np.zeros(len(rows), bool)
        chosen[inside] = self.file_of_row[rows[inside]] == file
        return chosen


@dataclass(frozen=True)
class Copier:
    """How rows are copied, and the extension of the files that they go into."""

    copy: Callable[[Sequence[Part], Files], None]
    extension: str
    keeps_format: bool = True  # whether the files have the format of the source
    needs_columns: bool = False  # whether all columns must be kept when the documents are read
