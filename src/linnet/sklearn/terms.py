"""The terms of a vectorizer and their columns: arrays for the engine, and a dict once somebody asks for one."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.features.rows import engine_texts
from linnet.model.linear_model import LinearModel, Weights
from linnet.sklearn.analyzers import encodes
from linnet.sklearn.csr import csr_of
from linnet.sklearn.documents import Listed, threads_for


class Terms:
    """Terms, each with its column: sorted names, or a dict in which somebody has chosen the columns.

    >>> terms = Terms(Names.of(["ant", "bee"]))
    >>> terms.vocabulary, terms.matrix(["bee bee"], BlockSettings(), int).toarray().tolist()
    ({'ant': 0, 'bee': 1}, [[0, 2]])
    """

    def __init__(
        self, names: Names | None = None, vocabulary: dict[str, int] | None = None
    ) -> None:
        self._names = names
        self._vocabulary = vocabulary
        self._places: npt.NDArray[np.int32] | None = (
            None  # of the reader's columns here; None: they are the same
        )
        self._reader: LinearModel | None = None
        self._reads: tuple[BlockSettings, int] | None = None  # what the reader was made for

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self._names, "vocabulary": self._vocabulary}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def __len__(self) -> int:
        return len(self._names or ()) if self._vocabulary is None else len(self._vocabulary)

    @property
    def vocabulary(self) -> dict[str, int]:
        """The column of each term."""
        if self._vocabulary is None:
            self._vocabulary = {name: column for column, name in enumerate(self._names or ())}
        return self._vocabulary

    def keep(self, columns: npt.NDArray[Any]) -> None:
        """Keep only the terms of these columns."""
        self._names = self._names and self._names.take(columns)

    def matrix(self, texts: Listed, settings: BlockSettings, dtype: Any) -> Any:
        """Return how often each term stands in texts."""
        if self._reader is None or self._reads != (settings, len(self)):
            names, self._places = self._sorted()
            self._reader, self._reads = _reader(Block(settings, names)), (settings, len(self))
        rows = self._reader.counts([engine_texts(texts)], threads_for(texts))
        if self._places is None:
            return csr_of(rows, len(self), dtype)
        matrix = csr_of(replace(rows, columns=self._places[rows.columns]), len(self), dtype)
        matrix.sort_indices()
        return matrix

    def _sorted(self) -> tuple[Names, npt.NDArray[np.int32] | None]:
        """Return the terms that a text can have, in order, and their columns where those are others."""
        if self._names is not None and len(self._names) == len(self):
            return self._names, None
        known = sorted(term for term in self.vocabulary if isinstance(term, str) and encodes(term))
        return Names.of(known), np.array([self.vocabulary[term] for term in known], np.int32)


def _reader(block: Block) -> LinearModel:
    """Return a model that only reads texts: it has features and no weights."""
    nothing = np.zeros(1)
    starts = np.zeros(block.n_columns + 1, np.int64)
    weights = Weights(nothing, nothing, nothing, starts, np.empty(0, np.int32), np.empty(0))
    return LinearModel(Features(("text",), (block,)), ("",), weights)
