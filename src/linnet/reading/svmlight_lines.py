"""svmlight lines → labels and named features: at once, or line by line where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from linnet.errors import quoted
from linnet.reading.blocks import is_utf8, lines_of
from linnet.reading.columns import ColumnRoles
from linnet.reading.faults import Fault, bad_utf8, multilabel_error, readable_labels
from linnet.reading.label_lists import label_lists
from linnet.reading.named import NamedFeatures
from linnet.reading.numbers import parse_number
from linnet.reading.parsed_columns import ParsedColumns
from linnet.reading.settings import ReadSettings
from linnet.reading.single_rows import Row, collect

_COMMENT = re.compile(rb"#[^\n]*")
_SPACE, _COLON, _NEWLINE, _TAB = ord(" "), ord(":"), ord("\n"), ord("\t")


def parse_svmlight(
    data: np.ndarray, roles: ColumnRoles, settings: ReadSettings, name: str
) -> ParsedColumns:
    """Return the labels and features of some lines."""
    parsed = parse_fast(data, roles)
    if parsed is None:
        return parse_exactly(data, roles, settings, name)
    return parsed


def parse_fast(data: np.ndarray, roles: ColumnRoles) -> ParsedColumns | None:
    """Return the columns where each line is as it should be; else None."""
    whole = data.tobytes()
    n_lines = whole.count(b"\n") + (not whole.endswith(b"\n"))
    if b"#" in whole:
        whole = _COMMENT.sub(b"", whole)
    tokens = _tokens(np.frombuffer(whole, np.uint8))
    if tokens is None:
        return None
    firsts = np.flatnonzero(np.diff(tokens.lines, prepend=-1))
    named = _named(tokens, firsts)
    if named is None:
        return None
    labels = None
    if roles.label is not None:
        labels = _labels(tokens, firsts)
        if roles.multilabel:
            labels = _split_labels(labels)
        elif _any_comma(labels):
            return None
    return ParsedColumns(tokens.lines[firsts] + 1, n_lines + 1, (), labels, named=named)


def _labels(tokens: _Tokens, firsts: np.ndarray) -> pa.Array:
    """Return the label of each line, null where its first token is an index."""
    labels = tokens.texts.filter(pa.array(~(tokens.is_index | tokens.is_value)))
    has_label = ~tokens.is_index[firsts]
    if has_label.all():
        return labels
    return labels.take(pa.array(np.cumsum(has_label) - 1, mask=~has_label))


def _split_labels(labels: pa.Array) -> pa.Array:
    """Return lists of the labels that have commas between them, an empty one for null."""
    from pyarrow import compute

    lists = label_lists(compute.split_pattern(labels, ","))
    return pa.LargeListArray.from_arrays(lists.offsets, lists.values)


@dataclass(frozen=True)
class _Tokens:
    """What stands between spaces and colons, in order."""

    texts: pa.Array
    lines: np.ndarray  # the line of each, from 0
    is_index: np.ndarray  # whether it stands before a colon
    is_value: np.ndarray  # whether it stands after one


def _tokens(data: np.ndarray) -> _Tokens | None:
    """Return the tokens, None where one is no label, index or value in its place."""
    # With one more place on both sides, so that each token has a neighbour.
    is_colon = np.zeros(len(data) + 2, np.bool_)
    is_colon[1:-1] = data == _COLON
    separates = np.ones(len(data) + 2, np.bool_)
    is_blank = data - np.uint8(_TAB) < 5  # five blanks follow each other from the tab on
    separates[1:-1] = (data == _SPACE) | is_blank | is_colon[1:-1]

    edges = np.flatnonzero(separates[1:] != separates[:-1])
    starts = edges[::2]
    ends = edges[1::2]
    lines = np.searchsorted(np.flatnonzero(data == _NEWLINE), starts)
    is_value = is_colon[starts]
    is_index = is_colon[ends + 1]
    n_colons = int(is_colon.sum())
    if not _in_place(lines, is_index, is_value, n_colons) or not is_utf8(data):
        return None
    texts = _token_texts(data[~separates[1:-1]], ends - starts)
    return _Tokens(texts, lines, is_index, is_value)


def _in_place(lines: np.ndarray, is_index: np.ndarray, is_value: np.ndarray, n_colons: int) -> bool:
    """Return whether only the first token of a line is neither index nor value.

    Where as many tokens stand before a colon, and after one, as there are colons, each colon has
    one on both sides.
    """
    if not is_index.sum() == is_value.sum() == n_colons:
        return False
    is_first = np.diff(lines, prepend=-1) != 0
    in_place = (is_index | is_value | is_first) & ~(is_index & is_value)
    return bool(in_place.all())


def _token_texts(letters: np.ndarray, lengths: np.ndarray) -> pa.Array:
    """Return UTF-8 bytes as strings of the given lengths."""
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(letters)]
    return pa.Array.from_buffers(pa.large_string(), len(lengths), buffers)


def _named(tokens: _Tokens, firsts: np.ndarray) -> NamedFeatures | None:
    """Return the features, None where an index or value is no number."""
    from pyarrow import compute

    encoded = tokens.texts.filter(pa.array(tokens.is_index)).dictionary_encode()
    try:
        numbers = tokens.texts.filter(pa.array(tokens.is_value)).cast(pa.float64())
    except pa.ArrowException:
        return None
    n_before = np.concatenate([[0], np.cumsum(tokens.is_index)])
    starts = n_before[np.append(firsts, len(tokens.lines))].astype(np.int64)
    codes = encoded.indices.to_numpy()
    named = NamedFeatures(starts, encoded.dictionary, codes, numbers.to_numpy())
    named = _without_queries(named)
    # None where there are no names at all.
    has_odd_name = compute.all(compute.ascii_is_decimal(named.names)).as_py() is False
    if has_odd_name or not np.isfinite(named.values).all():
        return None
    return named


def _without_queries(named: NamedFeatures) -> NamedFeatures:
    """Return the features without `qid:n`."""
    from pyarrow import compute

    query = compute.index(named.names, "qid").as_py()
    if query < 0:
        return named
    keep = named.codes != query
    n_before = np.concatenate([[0], np.cumsum(keep)])
    return named.with_values_kept(keep, n_before[named.starts])


def _any_comma(labels: pa.Array) -> bool:
    from pyarrow import compute

    return bool(compute.any(compute.match_substring(labels, ",")).as_py())


def parse_exactly(
    data: np.ndarray, roles: ColumnRoles, settings: ReadSettings, name: str
) -> ParsedColumns:
    """Return the columns, each line taken by itself."""
    lines = [_COMMENT.sub(b"", line) for line in lines_of(data)]
    return collect(_rows(lines, roles, name), len(lines) + 1, roles, settings)


def _rows(lines: list[bytes], roles: ColumnRoles, name: str) -> Iterator[Row | Fault]:
    for number, line in enumerate(lines, 1):
        first = line.split(maxsplit=1)[:1]
        if not first:
            continue
        row = _row(number, line, roles, name)
        if isinstance(row, Fault):
            labels = _labels_of_bad_line(first[0], multilabel=roles.multilabel)
            row = replace(row, labels=readable_labels(labels))
        yield row


def _labels_of_bad_line(first: bytes, *, multilabel: bool) -> list[bytes]:
    if b":" in first:
        return []
    return first.split(b",") if multilabel else [first]


def _row(number: int, line: bytes, roles: ColumnRoles, name: str) -> Row | Fault:
    try:
        tokens = [token.decode() for token in line.split()]
    except UnicodeDecodeError:
        return bad_utf8(number, line)
    label = None if ":" in tokens[0] else tokens.pop(0)
    labels: str | list[str | None] | None = label
    if roles.multilabel:
        labels = [] if label is None else [*label.split(",")]
    elif roles.label is not None and label is not None and "," in label:
        raise multilabel_error(f"{name}, row {number}", quoted(label))

    indices = []
    values = []
    for token in tokens:
        if token.startswith("qid:"):
            continue
        pair = _pair(number, token)
        if isinstance(pair, Fault):
            return pair
        indices.append(pair[0])
        values.append(pair[1])
    return Row(number, (), labels, named=(indices, values))


def _pair(number: int, token: str) -> tuple[str, float] | Fault:
    """Return the name and value of index:value."""
    index, _, value = token.partition(":")
    if token.count(":") != 1 or not index or not value:
        return Fault(number, "a feature must be index:value", quoted(token))
    if not (index.isascii() and index.isdecimal()):
        return Fault(number, "an index must be a whole number, 0 or above", quoted(index))
    amount = parse_number(value) if value.isascii() else None
    if amount is None or not np.isfinite(amount):
        return Fault(number, "a value must be a finite number", quoted(value))
    return index, amount
