"""svmlight lines → labels and named features: all at once, or line by line where something is wrong."""

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
from linnet.reading.named import NamedFeatures, without_unused_names
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
    found = parse_fast(data, roles)
    return found if found is not None else parse_exactly(data, roles, settings, name)


def parse_fast(data: np.ndarray, roles: ColumnRoles) -> ParsedColumns | None:
    """Return the columns where each line is as it should be; else None."""
    from pyarrow import compute

    whole = data.tobytes()
    n_lines = whole.count(b"\n") + (not whole.endswith(b"\n"))
    tokens = _tokens(np.frombuffer(_COMMENT.sub(b"", whole) if b"#" in whole else whole, np.uint8))
    if tokens is None:
        return None
    firsts = np.flatnonzero(np.diff(tokens.lines, prepend=-1))
    named = _named(tokens, firsts)
    labels = tokens.texts.filter(pa.array(~(tokens.index | tokens.value)))
    if named is None or (roles.label is not None and not roles.multilabel and _any_comma(labels)):
        return None
    there = ~tokens.index[firsts]
    if roles.label is not None and not there.all():
        labels = labels.take(pa.array(np.cumsum(there) - 1, mask=~there))
    if roles.multilabel:
        labels = label_lists(compute.split_pattern(labels, ","))
        labels = pa.LargeListArray.from_arrays(labels.offsets, labels.values)
    kept = None if roles.label is None else labels
    return ParsedColumns(tokens.lines[firsts] + 1, n_lines + 1, (), kept, named=named)


@dataclass(frozen=True)
class _Tokens:
    """What stands between spaces and colons, in order."""

    texts: pa.Array
    lines: np.ndarray  # the line of each, from 0
    index: np.ndarray  # whether it stands before a colon
    value: np.ndarray  # whether it stands after one


def _tokens(data: np.ndarray) -> _Tokens | None:
    """Return the tokens, None when there is another one than label, index and value in their places."""
    colon, apart = np.zeros(len(data) + 2, bool), np.ones(len(data) + 2, bool)
    colon[1:-1] = data == _COLON
    # Five spaces follow each other from the tab on.
    apart[1:-1] = (data == _SPACE) | (data - np.uint8(_TAB) < 5) | colon[1:-1]
    edges = np.flatnonzero(apart[1:] != apart[:-1])
    starts, ends = edges[::2], edges[1::2]
    value, index = colon[starts], colon[ends + 1]
    # As many tokens before a colon, and after one, as there are colons: each colon has one on both sides.
    n_colons = np.count_nonzero(colon)
    lines = np.searchsorted(np.flatnonzero(data == _NEWLINE), starts)
    first = np.diff(lines, prepend=-1) != 0
    right = (
        index.sum() == value.sum() == n_colons
        and not (index & value).any()
        and (index | value | first).all()
    )
    if not right or not is_utf8(data):
        return None
    offsets = np.concatenate([[0], np.cumsum(ends - starts)])
    buffers = [None, pa.py_buffer(offsets.astype(np.int64)), pa.py_buffer(data[~apart[1:-1]])]
    return _Tokens(
        pa.Array.from_buffers(pa.large_string(), len(starts), buffers), lines, index, value
    )


def _named(tokens: _Tokens, firsts: np.ndarray) -> NamedFeatures | None:
    """Return the features, None where an index or value is no number."""
    from pyarrow import compute

    encoded = tokens.texts.filter(pa.array(tokens.index)).dictionary_encode()
    names, codes = encoded.dictionary, encoded.indices.to_numpy()
    try:
        values = tokens.texts.filter(pa.array(tokens.value)).cast(pa.float64()).to_numpy()
    except pa.ArrowException:
        return None
    before = np.concatenate([[0], np.cumsum(tokens.index)])
    starts = before[np.append(firsts, len(tokens.lines))]
    named = NamedFeatures(starts.astype(np.int64), names, codes, values)
    query = compute.index(names, "qid").as_py()
    if query >= 0:
        inside = codes != query
        starts = np.concatenate([[0], np.cumsum(inside)])[starts]
        named = without_unused_names(
            replace(named, starts=starts, codes=codes[inside], values=values[inside])
        )
    right = (
        compute.all(compute.ascii_is_decimal(named.names)).as_py() is not False
        and np.isfinite(named.values).all()
    )
    return named if right else None


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
            labels = [] if b":" in first[0] else first[0].split(b"," if roles.multilabel else None)
            row = replace(row, labels=readable_labels(labels))
        yield row


def _row(number: int, line: bytes, roles: ColumnRoles, name: str) -> Row | Fault:
    try:
        tokens = [token.decode() for token in line.split()]
    except UnicodeDecodeError:
        return bad_utf8(number, line)
    label = None if ":" in tokens[0] else tokens.pop(0)
    labels: str | list[str | None] | None = label
    if roles.multilabel:
        labels = [*label.split(",")] if label is not None else []
    elif roles.label is not None and label is not None and "," in label:
        raise multilabel_error(f"{name}, row {number}", quoted(label))
    pairs = [_pair(number, token) for token in tokens if not token.startswith("qid:")]
    fault = next((pair for pair in pairs if isinstance(pair, Fault)), None)
    good = [pair for pair in pairs if not isinstance(pair, Fault)]
    return fault or Row(
        number, (), labels, named=([index for index, _ in good], [value for _, value in good])
    )


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
