"""Columns that are kept for the output as they came: of any type, bad rows included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json.encoder import encode_basestring as quoted_text
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from linnet.errors import SettingError, quoted
from linnet.reading.named import Numeral

if TYPE_CHECKING:
    from linnet.reading.columns import ColumnRoles
    from linnet.reading.documents import Batch, Documents

ALL = "all"  # in place of names: every column
_NO_JSON = ("NaN", "Infinity", "-Infinity")  # which Python's json reads, though


@dataclass(frozen=True, eq=False)
class KeptColumn:
    """A column as it came: one value for each row, also for a bad one as far as it can be read.

    >>> stars = KeptColumn("stars", pa.array([5, None]))
    >>> stars.values.to_pylist(), stars.type
    ([5, None], DataType(int64))
    """

    name: str
    values: pa.Array
    is_json: bool = False  # whether the values are JSON texts
    is_written: bool = False  # whether the values are cells of a text file, as they stand there
    is_id: bool = False  # whether it names rows, under "id" in the output
    declared: pa.DataType | None = None  # the type in a table, where it is not that of the values

    @property
    def type(self) -> pa.DataType:
        """The type of the column in a table."""
        return self.values.type if self.declared is None else self.declared

    def filtered(self, mask: pa.Array) -> KeptColumn:
        """Return the rows for which the mask is true."""
        return replace(self, values=self.values.filter(mask))


def in_roles(columns: Mapping[str, pa.Array], roles: ColumnRoles) -> tuple[KeptColumn, ...]:
    """Return the columns that are kept, the one with ids last."""
    kept = [KeptColumn(name, columns[name]) for name in roles.kept]
    if roles.id is not None:
        kept.append(KeptColumn(roles.id, columns[roles.id], is_id=True))
    return tuple(kept)


def without_rows(roles: ColumnRoles) -> tuple[KeptColumn, ...]:
    """Return the columns that are kept, of strings, before any row is read."""
    return in_roles(dict.fromkeys(roles.kept_names(), no_strings()), roles)


def no_strings() -> pa.Array:
    """Return a column of strings without any; a list would make Arrow import large modules."""
    return pa.nulls(0, pa.large_string())


def of_rows(
    rows: Sequence[Sequence[str | None] | None], roles: ColumnRoles
) -> tuple[KeptColumn, ...]:
    """Return the columns of rows of strings, in the order of `kept_names`; None: all are null."""
    names = roles.kept_names()
    columns = {}
    for place, name in enumerate(names):
        cells = [None if row is None else row[place] for row in rows]
        columns[name] = pa.array(cells, pa.large_string())
    return in_roles(columns, roles)


def as_json(columns: tuple[KeptColumn, ...]) -> tuple[KeptColumn, ...]:
    """Return columns of strings that are JSON texts."""
    return tuple(replace(column, is_json=True) for column in columns)


def as_written(columns: tuple[KeptColumn, ...]) -> tuple[KeptColumn, ...]:
    """Return columns whose values are cells of a text file."""
    return tuple(replace(column, is_written=True) for column in columns)


def with_types(documents: Documents, types: Mapping[str, pa.DataType]) -> Documents:
    """Return documents whose kept columns of these names have these types in a table."""

    def typed(columns: tuple[KeptColumn, ...]) -> tuple[KeptColumn, ...]:
        return tuple(
            replace(column, declared=types.get(column.name, column.declared)) for column in columns
        )

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            yield replace(batch, kept_columns=typed(batch.kept_columns))

    if not documents.kept_columns or not types:
        return documents
    kept_columns = typed(documents.kept_columns)
    return replace(documents, kept_columns=kept_columns, open_batches=batches)


def with_texts_kept(documents: Documents, names: Sequence[str]) -> Documents:
    """Return documents of a format without columns, their texts kept as a column "text"."""
    odd = [name for name in names if name not in (ALL, "text")]
    if odd or documents.fields != ("text",):
        raise SettingError(
            f"{documents.name}: columns to keep must be there; "
            f"got {quoted(odd[0] if odd else names[0])} for a format without columns of text. "
            "Keep 'text', or name another format."
        )

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            texts = KeptColumn("text", batch.for_all_rows(batch.texts[0]))
            yield replace(batch, kept_columns=(texts, *batch.kept_columns))

    no_texts = KeptColumn("text", no_strings())
    kept_columns = (no_texts, *documents.kept_columns)
    return replace(documents, kept_columns=kept_columns, open_batches=batches)


def json_text(value: Any) -> str | None:
    """Return a value, whose numbers are as they were written, as JSON; None for null.

    >>> json_text({"price": Numeral("1.50"), "tags": ["new", None]})
    '{"price": 1.50, "tags": ["new", null]}'
    """
    if value is None or (isinstance(value, Numeral) and value in _NO_JSON):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Numeral):
        return str(value)
    if isinstance(value, str):
        return quoted_text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_inside, value))}]"
    pairs = [f"{quoted_text(key)}: {_inside(item)}" for key, item in value.items()]
    return f"{{{', '.join(pairs)}}}"


def _inside(value: Any) -> str:
    return json_text(value) or "null"
