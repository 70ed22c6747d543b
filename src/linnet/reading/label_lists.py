"""Several labels per document: columns of lists of strings, and the labels one after the other."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from linnet.reading.arrow_columns import strings, value_type


def is_list(kind: pa.DataType) -> bool:
    """Return whether columns of the type hold lists."""
    plain = pa.types.is_list(kind) or pa.types.is_large_list(kind)
    return bool(plain or pa.types.is_fixed_size_list(kind))


def label_lists(column: pa.Array) -> pa.Array:
    """Return a column of labels as lists of strings; a single label is a list of one.

    >>> label_lists(pa.array([[1, 2], None, []])).to_pylist()
    [['1', '2'], None, []]
    >>> label_lists(pa.array(["a", None])).to_pylist()
    [['a'], None]
    """
    if isinstance(column, pa.ExtensionArray):
        return label_lists(column.storage)
    nulls = column.is_null()
    if is_list(value_type(column.type)):
        column = column.cast(pa.large_list(column.type.value_type))
        lengths = column.value_lengths().fill_null(0).to_numpy()
        values = strings(column.flatten())
    else:
        lengths = 1 - nulls.to_numpy(zero_copy_only=False)
        values = strings(column).drop_null()
    values = values.cast(pa.large_string())
    values.validate(full=True)
    starts = pa.array(np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64))
    return pa.LargeListArray.from_arrays(starts, values, mask=nulls)


def flat_labels(lists: pa.Array) -> tuple[pa.Array, np.ndarray]:
    """Return the labels of all documents, each once for a document, and where each one's start.

    >>> labels, starts = flat_labels(label_lists(pa.array([["b", "a", "b"], [], ["a"]])))
    >>> labels.to_pylist(), starts.tolist()
    (['b', 'a', 'a'], [0, 2, 2, 3])
    """
    labels = lists.flatten()
    documents = label_documents(lists)
    encoded = labels.dictionary_encode()
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    pairs = documents * (len(encoded.dictionary) + 1) + codes
    _, firsts = np.unique(pairs, return_index=True)
    if len(firsts) < len(pairs):
        firsts.sort()
        labels = labels.take(pa.array(firsts))
        documents = documents[firsts]
    return labels, np.searchsorted(documents, np.arange(len(lists) + 1))


def label_documents(lists: pa.Array) -> np.ndarray:
    """Return the document of each label."""
    lengths = lists.value_lengths().fill_null(0).to_numpy()
    return np.repeat(np.arange(len(lists)), lengths)
