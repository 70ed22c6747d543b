"""Documents in whatever form people have them, as a list or as an Arrow array."""

from typing import Any, TypeAlias

import pyarrow as pa

from linnet import _core
from linnet.errors import InputError
from linnet.model.linear_model import MANY_TEXTS
from linnet.reading.frames import as_column, supports_arrow
from linnet.threads import threads_of

TextList: TypeAlias = Any  # a list, or an Arrow array of strings
STRING_TYPES = (pa.string(), pa.large_string(), pa.string_view())


def text_list(documents: Any) -> TextList:
    """Return documents as a list, or as an Arrow array of strings where they lie in one.

    >>> text_list(text for text in ("a", "b"))
    ['a', 'b']
    >>> len(text_list(pa.table({"text": ["a", "b"]})))
    2
    """
    documents = _only_column(documents)
    if isinstance(documents, list):
        return documents
    if supports_arrow(documents) and str(getattr(documents, "dtype", "")) != "object":
        return _of_arrow(documents)
    return _python_list(documents)


def as_list(documents: TextList) -> list[Any]:
    """Return documents of a TextList as a list."""
    if isinstance(documents, list):
        return documents
    return list(documents.to_pylist())


def _python_list(documents: Any) -> list[Any]:
    """Return what can be iterated as a list of Python's objects."""
    if hasattr(documents, "tolist"):
        documents = documents.tolist()
    return list(documents)


def only_str(documents: TextList) -> bool:
    """Return whether all documents are str, and of no subclass."""
    return not isinstance(documents, list) or _core.only_str(documents)


def threads_for(documents: TextList) -> int:
    """Return how many threads so many documents are worth."""
    return threads_of(None) if len(documents) >= MANY_TEXTS else 1


def _only_column(documents: Any) -> Any:
    """Return the one column of what has columns, and anything else as it is."""
    shape: tuple[int, ...] = getattr(documents, "shape", ())
    if len(shape) != 2:
        return documents
    if shape[1] != 1:
        raise InputError(
            f"documents must be one column of texts; got {shape[1]} columns. Choose one, with a "
            "ColumnTransformer."
        )
    if hasattr(documents, "iloc"):
        return documents.iloc[:, 0]
    if hasattr(documents, "ravel"):
        return documents[:, 0]
    return pa.table(documents).column(0)


def _of_arrow(documents: Any) -> TextList:
    """Return an Arrow column as one array, or as a list where it is not of strings alone."""
    column = as_column(documents)
    if column is None or column.null_count or column.type not in STRING_TYPES:
        return _python_list(documents)
    if column.num_chunks == 1 and column.type != pa.string_view():
        return column.chunk(0)
    return column.cast(pa.large_string()).combine_chunks()
