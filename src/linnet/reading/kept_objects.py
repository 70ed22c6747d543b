"""Python values, of one type or of several, as a column that is kept for the output."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from json.encoder import encode_basestring as quoted_text
from math import isfinite
from typing import Any

import numpy as np
import pyarrow as pa

from linnet.reading.kept_columns import KeptColumn
from linnet.reading.written import is_missing

_FLOATS = (float, np.floating)
_NUMBERS = (int, np.integer, *_FLOATS)
_LISTS = (list, tuple, set, frozenset, np.ndarray)


def column_of_objects(name: str, cells: list[Any], *, is_id: bool = False) -> KeptColumn:
    """Return values as a column of their type; as JSON texts where Arrow has none for them.

    >>> column_of_objects("stars", [5, None]).type
    DataType(int64)
    >>> column_of_objects("odd", [5, "five"]).values.to_pylist()
    ['5', '"five"']
    """
    values = [None if is_missing(cell) else cell for cell in cells]
    if not any(isinstance(value, Mapping) for value in values):
        try:
            return KeptColumn(name, pa.array(values), is_id=is_id)
        except (pa.ArrowException, OverflowError, TypeError, ValueError):
            pass  # of several types, or of one that Arrow does not know
    texts = [None if value is None else object_text(value) for value in values]
    column = pa.array(texts, pa.large_string())
    return KeptColumn(name, column, is_json=True, is_id=is_id, declared=pa.string())


def object_text(value: Any) -> str:
    """Return any value as JSON; what JSON has no form for, as a string.

    >>> object_text({"when": None, "how": [1, 2.5, b"abc"]})
    '{"when": null, "how": [1, 2.5, "abc"]}'
    """
    if is_missing(value) or (isinstance(value, _FLOATS) and not isfinite(value)):
        return "null"
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, _NUMBERS):
        return repr(value.item() if isinstance(value, np.generic) else value)
    if isinstance(value, _LISTS):
        return f"[{', '.join(map(object_text, value))}]"
    if isinstance(value, Mapping):
        pairs = [f"{_string(key)}: {object_text(item)}" for key, item in value.items()]
        return f"{{{', '.join(pairs)}}}"
    return _string(value)


def _string(value: Any) -> str:
    text = bytes_text(value) if isinstance(value, bytes) else str(value)
    return quoted_text(text.encode("utf-8", "replace").decode())


def bytes_text(value: bytes) -> str:
    """Return bytes as the text they are; in base64 where they are none.

    >>> bytes_text(b"abc"), bytes_text(bytes([255]))
    ('abc', '/w==')
    """
    try:
        return value.decode()
    except UnicodeDecodeError:
        return b64encode(value).decode()
