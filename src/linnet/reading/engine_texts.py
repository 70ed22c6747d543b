"""Texts as the engine reads them: a list of str, or the buffers of an Arrow array."""

from typing import Any

import numpy as np
import numpy.typing as npt

Texts = list[str] | tuple[npt.NDArray[Any], npt.NDArray[np.uint8]]


def engine_texts(texts: Any) -> Texts:
    """Return texts as the engine reads them: a list of str, or the buffers of an Arrow array."""
    if isinstance(texts, tuple):
        return texts
    if isinstance(texts, list):
        # A list of our own, so that nobody else can let go of a text while the engine reads it.
        return list(texts)
    if texts.null_count:
        texts = texts.fill_null("")
    no_bytes = np.empty(0, np.uint8)
    _, offsets, data = texts.buffers()
    if offsets is None or len(texts) == 0:
        return np.zeros(1, np.int32), no_bytes

    width = np.int64 if str(texts.type) == "large_string" else np.int32
    all_ends = np.frombuffer(offsets, width)
    ends = all_ends[texts.offset : texts.offset + len(texts) + 1]
    return ends, no_bytes if data is None else np.frombuffer(data, np.uint8)


def n_texts(texts: Any) -> int:
    """Return how many texts there are, in whatever form the engine reads them."""
    if isinstance(texts, tuple):
        return len(texts[0]) - 1
    return len(texts)
