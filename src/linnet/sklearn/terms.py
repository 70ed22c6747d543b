"""The terms of a vectorizer and their columns: arrays for the engine, a dict where one is read."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.model.linear_model import LinearModel, Weights
from linnet.reading.engine_texts import engine_texts
from linnet.sklearn.analyzers import encodes
from linnet.sklearn.csr import csr_of
from linnet.sklearn.documents import TextList, threads_for

Columns = npt.NDArray[np.int32]


class Terms:
    """Terms, each with its column: sorted names, or a dict with columns of somebody's choice.

    >>> terms = Terms(Names.of(["ant", "bee"]))
    >>> terms.vocabulary, terms.matrix(["bee bee"], BlockSettings(), int).toarray().tolist()
    ({'ant': 0, 'bee': 1}, [[0, 2]])
    """

    def __init__(
        self, names: Names | None = None, vocabulary: dict[str, int] | None = None
    ) -> None:
        self._names = names
        self._vocabulary = vocabulary
        self._counter: _TermCounter | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self._names, "vocabulary": self._vocabulary}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def __len__(self) -> int:
        if self._vocabulary is not None:
            return len(self._vocabulary)
        return len(self._names or ())

    @property
    def vocabulary(self) -> dict[str, int]:
        """The column of each term."""
        if self._vocabulary is None:
            self._vocabulary = {name: column for column, name in enumerate(self._names or ())}
        return self._vocabulary

    def keep(self, columns: npt.NDArray[Any]) -> None:
        """Keep only the terms of these columns."""
        self._names = self._names and self._names.take(columns)

    def matrix(self, texts: TextList, settings: BlockSettings, dtype: Any) -> Any:
        """Return how often each term stands in texts."""
        counter = self._counter
        if counter is None or not counter.fits(settings, len(self)):
            names, columns = self._sorted()
            counter = _TermCounter(settings, names, columns, len(self))
            self._counter = counter
        return counter.matrix(texts, dtype)

    def _sorted(self) -> tuple[Names, Columns | None]:
        """Return the terms that a text can have, in order, and their columns where these differ."""
        if self._names is not None and len(self._names) == len(self):
            return self._names, None
        strings = [term for term in self.vocabulary if isinstance(term, str)]
        terms = sorted(term for term in strings if encodes(term))
        columns = [self.vocabulary[term] for term in terms]
        return Names.of(terms), np.array(columns, np.int32)


class _TermCounter:
    """Counts terms in texts: a model that only reads, with features and no weights."""

    def __init__(
        self, settings: BlockSettings, names: Names, columns: Columns | None, n_columns: int
    ) -> None:
        self._settings = settings
        self._columns = columns  # of the names; None: in their order
        self._n_columns = n_columns
        self._model = _reading_model(Block(settings, names))

    def fits(self, settings: BlockSettings, n_columns: int) -> bool:
        """Return whether this is the counter for such texts and so many terms."""
        return self._settings == settings and self._n_columns == n_columns

    def matrix(self, texts: TextList, dtype: Any) -> Any:
        """Return the counts as a sparse matrix."""
        rows = self._model.counts([engine_texts(texts)], threads_for(texts))
        if self._columns is None:
            return csr_of(rows, self._n_columns, dtype)
        rows = replace(rows, columns=self._columns[rows.columns])
        matrix = csr_of(rows, self._n_columns, dtype)
        matrix.sort_indices()
        return matrix


def _reading_model(block: Block) -> LinearModel:
    zero = np.zeros(1)
    starts = np.zeros(block.n_columns + 1, np.int64)
    no_labels = np.empty(0, np.int32)
    weights = Weights(zero, zero, zero, starts, no_labels, np.empty(0))
    return LinearModel(Features(("text",), (block,)), ("",), weights)
