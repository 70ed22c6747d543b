"""svmlight and LIBLINEAR files, in and out: `label[,label…] [qid:n] index:value … [# comment]`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO

import numpy as np
import pyarrow as pa

from linnet.errors import InputError, SettingError, quoted
from linnet.files import written_whole
from linnet.reading.blocks import TextFile, line_cut
from linnet.reading.columns import ColumnRoles
from linnet.reading.documents import Batch, Documents
from linnet.reading.lines import refuse_columns
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source
from linnet.reading.svmlight_lines import parse_svmlight

_CHUNK_VALUES = 1 << 20


def read_svmlight(source: Source, settings: ReadSettings) -> Documents:
    """Return one document for each line that is not blank, its indices as names of features."""
    other_settings = settings
    if settings.features == "features":  # the name that its features have here
        other_settings = replace(settings, features=None)
    refuse_columns(source.name, other_settings)
    if settings.text:
        raise SettingError(
            f"{source.name}: an svmlight file has no texts; got {quoted(settings.text[0])}. "
            "Name no text."
        )
    roles = ColumnRoles((), features="features")
    if settings.labelled:
        roles = replace(roles, label="label", multilabel=bool(settings.multilabel))
    parse = partial(parse_svmlight, roles=roles, settings=settings, name=source.name)
    file = TextFile(source, line_cut, parse)
    documents = roles.documents(
        source.name, lambda: _with_features(file.batches(settings), source.name, roles)
    )
    return replace(documents, text_file=file)


def _with_features(batches: Iterator[Batch], name: str, roles: ColumnRoles) -> Iterator[Batch]:
    """Yield the batches; labelled documents without any feature are not svmlight."""
    n_documents = 0
    n_values = 0
    for batch in batches:
        n_documents += len(batch)
        if batch.named is not None:
            n_values += len(batch.named.values)
        yield batch
    if roles.label is not None and n_documents and not n_values:
        raise InputError(
            f"{name}: there must be a feature index:value in some row; got none. Check the format."
        )


def write_svmlight(
    target: str | os.PathLike[str] | IO[bytes],
    starts: np.ndarray,
    columns: np.ndarray,
    values: np.ndarray,
    labels: Sequence[str] | Sequence[Sequence[str]] | pa.Array,
    first: int = 1,
) -> None:
    """Write rows as `label index:value …` with ascending indices.

    The first column has the index `first`. Values are as short as they can be and read back as the
    same float64; several labels have commas between them.

    >>> import io
    >>> out = io.BytesIO()
    >>> starts, columns, values = np.array([0, 2, 2]), np.array([3, 0]), np.array([0.1, 2.0])
    >>> write_svmlight(out, starts, columns, values, ["+1", "-1"])
    >>> print(out.getvalue().decode(), end="")
    +1 1:2 4:0.1
    -1
    """
    if not np.isfinite(values).all():
        raise SettingError(
            "values must be finite in svmlight; got infinity or NaN. Leave them out."
        )
    indices = np.asarray(columns, np.int64) + first
    lines = _written_rows(starts, indices, values, _written_labels(labels))
    if isinstance(target, str | os.PathLike):
        with written_whole(Path(os.path.realpath(target))) as file:
            file.writelines(lines)
    else:
        target.writelines(lines)


def _written_rows(
    starts: np.ndarray, indices: np.ndarray, values: np.ndarray, labels: pa.Array
) -> Iterator[bytes]:
    for chunk in _chunks(starts):
        inside = slice(starts[chunk.start], starts[chunk.stop])
        bounds = starts[chunk.start : chunk.stop + 1] - starts[chunk.start]
        yield _lines(bounds, indices[inside], values[inside], labels[chunk])


def _chunks(starts: np.ndarray) -> Iterator[slice]:
    """Yield some rows after the others, about as many values each time."""
    begin = 0
    count = len(starts) - 1
    while begin < count:
        end = int(np.searchsorted(starts, starts[begin] + _CHUNK_VALUES, side="right")) - 1
        end = min(count, max(end, begin + 1))
        yield slice(begin, end)
        begin = end


def _written_labels(labels: Sequence[str] | Sequence[Sequence[str]] | pa.Array) -> pa.Array:
    """Return what stands at the start of each line."""
    from pyarrow import compute

    column = labels if isinstance(labels, pa.Array) else pa.array(list(labels))
    if pa.types.is_null(column.type):
        column = column.cast(pa.string())
    if not pa.types.is_nested(column.type):
        column = column.cast(pa.string())
        _check_labels(column)
        return column
    _check_labels(column.flatten().cast(pa.string()))
    return compute.binary_join(column.cast(pa.list_(pa.string())), ",")


def _check_labels(labels: pa.Array) -> None:
    from pyarrow import compute

    odd = labels.filter(compute.match_substring_regex(labels, r"[\s#:,]|^$"))
    if len(odd):
        raise SettingError(
            "a label must have no space, comma, colon or # in svmlight; "
            f"got {quoted(odd[0].as_py())}. Rename it."
        )


def _lines(starts: np.ndarray, indices: np.ndarray, values: np.ndarray, labels: pa.Array) -> bytes:
    from pyarrow import compute

    rows = np.repeat(np.arange(len(labels)), np.diff(starts))
    ascends = (np.diff(indices) > 0) | (np.diff(rows) > 0)
    if not ascends.all():
        order = np.lexsort((indices, rows))
        indices = indices[order]
        values = values[order]

    written_indices = pa.array(indices).cast(pa.string())
    written_values = pa.array(np.asarray(values, np.float64)).cast(pa.string())
    pairs = compute.binary_join_element_wise(written_indices, written_values, ":")
    pairs_of_rows = pa.ListArray.from_arrays(pa.array(starts.astype(np.int32)), pairs)
    features = compute.binary_join(pairs_of_rows, " ")
    lines = compute.binary_join_element_wise(labels, features, " ")
    lines = compute.utf8_rtrim(lines, " ")
    whole = compute.binary_join(pa.ListArray.from_arrays([0, len(lines)], lines), "\n")
    text: bytes = whole[0].as_buffer().to_pybytes()
    return text + b"\n"
