"""Documents in whatever form people have them, as a list or as an Arrow array."""

from typing import Any, TypeAlias

import pyarrow as pa

from linnet import _core
from linnet.errors import InputError
from linnet.model.linear_model import MANY_TEXTS
from linnet.reading.frames import as_column, supports_arrow
from linnet.threads import threads_of

Listed: TypeAlias = Any  # a list, or an Arrow array of strings


def listed(documents: Any) -> Listed:
    """Return documents as a list, or as an Arrow array of strings where they lie in one.

    >>> listed(text for text in ("a", "b"))
    ['a', 'b']
    >>> len(listed(pa.table({"text": ["a", "b"]})))
    2
    """
    documents = _only_column(documents)
    if isinstance(documents, list):
        return documents
    if supports_arrow(documents) and str(getattr(documents, "dtype", "")) != "object":
        return _of_arrow(documents)
    return list(documents.tolist() if hasattr(documents, "tolist") else documents)


def as_list(documents: Listed) -> list[Any]:
    """Return what is listed as a list."""
    return documents if isinstance(documents, list) else list(documents.to_pylist())


def only_str(documents: Listed) -> bool:
    """Return whether all documents are str, and of no subclass."""
    return not isinstance(documents, list) or _core.only_str(documents)


def threads_for(documents: Listed) -> int:
    """Return how many threads so many documents are worth."""
    return threads_of(None) if len(documents) >= MANY_TEXTS else 1


def _only_column(documents: Any) -> Any:
    """Return the one column of what has columns, and anything else as it is."""
    shape: tuple[int, ...] = getattr(documents, "shape", ())
    if len(shape) != 2:
        return documents
    if shape[1] != 1:
        raise InputError(
            f"documents must be one column of texts; got {shape[1]} columns. Choose one, with a ColumnTransformer."
        )
    if hasattr(documents, "iloc"):
        return documents.iloc[:, 0]
    return documents[:, 0] if hasattr(documents, "ravel") else pa.table(documents).column(0)


def _of_arrow(documents: Any) -> Listed:
    """Return a column that speaks Arrow as one array, or as a list where it is not of strings alone."""
    column = as_column(documents)
    types = (pa.string(), pa.large_string(), pa.string_view())
    if column is None or column.null_count or column.type not in types:
        return list(documents.tolist() if hasattr(documents, "tolist") else documents)
    if column.num_chunks == 1 and column.type in types[:2]:
        return column.chunk(0)
    return column.cast(pa.large_string()).combine_chunks()
