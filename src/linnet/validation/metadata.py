"""What is known of documents beside text and label: metadata columns, and how long they are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from linnet import _core
from linnet.errors import SettingError, quoted
from linnet.features.tokenizer import engine_fields
from linnet.reading import Batch

Ints = npt.NDArray[np.int64]
NO_VALUE = "(none)"


@dataclass(frozen=True, eq=False)
class Metadata:
    """A value per document for each metadata column, and the number of words in all its texts.

    Words are counted only where that is asked for.
    """

    columns: dict[str, pa.ChunkedArray]
    words: Ints

    @classmethod
    def of(cls, names: Sequence[str], parts: Sequence["Metadata"]) -> "Metadata":
        """Return what is known of all batches, one after the other."""
        columns = {}
        for name in names:
            chunks = [chunk for part in parts for chunk in part.columns[name].chunks]
            columns[name] = pa.chunked_array(chunks, pa.string())
        words = np.concatenate([part.words for part in parts])
        return cls(columns, words)

    def groups(self, name: str) -> Ints:
        """Return a number for each value of a column; a missing value is a group by itself."""
        values, codes = self.slices(name)
        if NO_VALUE in values:
            alone = np.flatnonzero(codes == values.index(NO_VALUE))
            codes[alone] = len(values) + np.arange(len(alone))
        return codes

    def slices(self, name: str) -> tuple[tuple[str, ...], Ints]:
        """Return the values of a column, sorted, and which of them each document has."""
        if name not in self.columns:
            raise SettingError(
                f"a column for groups or slices must be read as `metadata`; got {quoted(name)}. "
                "Read it so."
            )
        values = [value or NO_VALUE for value in self.columns[name].to_pylist()]
        names, codes = np.unique(np.array(values, np.object_), return_inverse=True)
        return tuple(names.tolist()), codes.astype(np.int64)


def metadata_of(names: Sequence[str], batch: Batch, *, lengths: bool) -> Metadata:
    """Return what is known of a batch; words are counted if `lengths` are asked for."""
    columns = {}
    for name, column in zip(names, batch.metadata, strict=True):
        columns[name] = pa.chunked_array([column.cast(pa.string())])
    words = np.zeros(len(batch), np.int64)
    if lengths:
        for texts in engine_fields(batch.texts, None):
            words += _core.word_counts(texts)
    return Metadata(columns, words)
