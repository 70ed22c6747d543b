"""Predictions as JSON lines, CSV or Parquet. A new format is a class and a line in WRITERS."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from json.encoder import encode_basestring as quoted
from math import isnan
from pathlib import PurePath
from typing import IO, Any, Protocol

from linnet.errors import SettingError
from linnet.prediction.predictions import OutputColumns, Predictions, or_none


class Writer(Protocol):
    """What a format offers: made for a file and what is asked, then fed batch by batch."""

    def __init__(self, file: IO[bytes], asked: OutputColumns) -> None: ...

    def write(self, said: Predictions) -> None:
        """Write one batch."""

    def close(self) -> None:
        """Write what comes at the end; the file stays open."""


class JsonLines:
    """One object per line; `flags` only where there is something to flag."""

    def __init__(self, file: IO[bytes], asked: OutputColumns) -> None:
        self._file = file
        self._asked = asked
        self._names = [*map(quoted, asked.labels), "null"]  # the last one for NO_LABEL, which is -1

    def write(self, said: Predictions) -> None:
        """Write one line per row."""
        lines = self._lines(said)
        for extra in self._extras(said):
            lines = [line + more for line, more in zip(lines, extra, strict=True)]
        for place, flags in said.flags.items():
            lines[place] += f', "flags": [{", ".join(map(quoted, flags))}]'
        if lines:
            self._file.write(("}\n".join(lines) + "}\n").encode())
            self._file.flush()

    def _lines(self, said: Predictions) -> list[str]:
        ids = ["null"] * len(said) if said.ids is None else map(_quoted_or_null, said.ids)
        labels = [self._names[place] for place in said.best.tolist()]
        chances = ["null" if p is None else repr(p) for p in said.probability]
        if self._asked.multilabel:
            labels, chances = map(
                list, zip(*(self._set(said, row) for row in enumerate(said.sets())), strict=True)
            )
        columns = (said.rows.tolist(), ids, labels, chances)
        return [
            f'{{"row": {row}, "id": {key}, "label": {label}, "probability": {p}'
            for row, key, label, p in zip(*columns, strict=True)
        ]

    def _margins(self, said: Predictions) -> list[str]:
        if not self._asked.multilabel:
            return ["null" if margin is None else repr(margin) for margin in said.margin]
        sets = enumerate(said.sets())
        return ["null" if one is None else str(said.scores[row, one].tolist()) for row, one in sets]

    def _set(self, said: Predictions, row: tuple[int, list[int] | None]) -> tuple[str, str]:
        """Return the labels of a row and how probable each is, as lists."""
        number, places = row
        if places is None:
            return "null", "null"
        chances = [_number_or_null(p) for p in said.probabilities[number, places].tolist()]
        return (
            f"[{', '.join(self._names[place] for place in places)}]",
            f"[{', '.join(map(str, chances))}]",
        )

    def _extras(self, said: Predictions) -> Iterator[list[str]]:
        if self._asked.margins:
            yield [f', "margin": {margin}' for margin in self._margins(said)]
        if self._asked.probabilities:
            yield [
                f', "probabilities": {self._by_label(row)}' for row in said.probabilities.tolist()
            ]
        if self._asked.top:
            places, probabilities = said.top(self._asked.top)
            rows = zip(places.tolist(), probabilities.tolist(), strict=True)
            yield [f', "top": {self._listed(*row)}' for row in rows]

    def _by_label(self, row: list[float]) -> str:
        if row[0] != row[0]:  # a bad row: not a number
            return "null"
        pairs = zip(self._names, row, strict=False)
        return "{" + ", ".join(f"{name}: {p!r}" for name, p in pairs) + "}"

    def _listed(self, places: list[int], row: list[float]) -> str:
        if isnan(row[0]):  # a bad row
            return "null"
        kind = "margin" if self._asked.margins else "probability"
        pairs = zip(places, map(_number_or_null, row), strict=True)
        return (
            "["
            + ", ".join(f'{{"label": {self._names[at]}, "{kind}": {p}}}' for at, p in pairs)
            + "]"
        )

    def close(self) -> None:
        """Nothing comes at the end."""


def _number_or_null(value: float) -> str:
    return "null" if isnan(value) else repr(value)


def _quoted_or_null(name: str | None) -> str:
    return "null" if name is None else quoted(name)


@dataclass(frozen=True)
class Column:
    """A column of CSV or Parquet."""

    name: str
    kind: str  # int64, float64, string, or a list of these
    values: list[Any]


def columns_of(said: Predictions, asked: OutputColumns) -> list[Column]:
    """Return the predictions column by column."""
    names: list[str | None] = [*asked.labels, None]
    columns = [
        Column("row", "int64", said.rows.tolist()),
        Column("id", "string", list(said.ids) if said.ids is not None else [None] * len(said)),
        Column("label", "string", [names[place] for place in said.best.tolist()]),
        Column("probability", "float64", said.probability),
    ]
    if asked.margins:
        columns.append(Column("margin", "float64", said.margin))
    if asked.multilabel:
        columns[2:] = _set_columns(said, asked)
    if asked.probabilities:
        columns += [
            Column(f"probability:{label}", "float64", or_none(said.probabilities[:, place]))
            for place, label in enumerate(asked.labels)
        ]
    if asked.top:
        columns += _top_columns(said, asked)
    flags = [";".join(said.flags.get(place, ())) for place in range(len(said))]
    return [*columns, Column("flags", "string", flags)]


def _set_columns(said: Predictions, asked: OutputColumns) -> list[Column]:
    sets = said.sets()
    labels = [None if one is None else [asked.labels[place] for place in one] for one in sets]
    chances = [
        None if one is None else or_none(said.probabilities[row, one])
        for row, one in enumerate(sets)
    ]
    columns = [
        Column("label", "list of string", labels),
        Column("probability", "list of float64", chances),
    ]
    if asked.margins:
        margins = [
            None if one is None else said.scores[row, one].tolist() for row, one in enumerate(sets)
        ]
        columns.append(Column("margin", "list of float64", margins))
    return columns


def _top_columns(said: Predictions, asked: OutputColumns) -> Iterator[Column]:
    places, probabilities = said.top(asked.top)
    for rank in range(places.shape[1]):
        chances = or_none(probabilities[:, rank])
        labels = [
            None if chance is None else asked.labels[place]
            for place, chance in zip(places[:, rank].tolist(), chances, strict=True)
        ]
        yield Column(f"label_{rank + 1}", "string", labels)
        yield Column(
            f"{'margin' if asked.margins else 'probability'}_{rank + 1}", "float64", chances
        )


def _no_predictions(asked: OutputColumns) -> Predictions:
    import numpy as np

    none, nothing = np.empty(0, np.int64), np.empty((0, len(asked.labels)))
    return Predictions(
        none, None, none, nothing, nothing, {}, nothing.astype(bool) if asked.multilabel else None
    )


def _arrow_type(kind: str) -> Any:
    from pyarrow import list_, type_for_alias

    plain = type_for_alias(kind.removeprefix("list of "))
    return list_(plain) if kind.startswith("list of ") else plain


class Csv:
    """A header and one line per row; what is not there is empty."""

    def __init__(self, file: IO[bytes], asked: OutputColumns) -> None:
        self._file = file
        self._asked = asked
        self._write([[column.name for column in columns_of(_no_predictions(asked), asked)]])

    def write(self, said: Predictions) -> None:
        """Write one line per row."""
        self._write(zip(*(column.values for column in columns_of(said, self._asked)), strict=True))

    def _write(self, rows: Any) -> None:
        text = io.StringIO()
        plain = csv.writer(text, lineterminator="\n")
        careful = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for row in (
            [json.dumps(c, ensure_ascii=False) if isinstance(c, list) else c for c in row]
            for row in rows
        ):
            # Python's csv leaves a lone carriage return bare, and readers take it for the end of a row
            (
                careful if any("\r" in cell for cell in row if isinstance(cell, str)) else plain
            ).writerow(row)
        self._file.write(text.getvalue().encode())

    def close(self) -> None:
        """Nothing comes at the end."""


class Parquet:
    """The columns of CSV with their types."""

    def __init__(self, file: IO[bytes], asked: OutputColumns) -> None:
        from pyarrow import parquet, schema

        self._asked = asked
        columns = columns_of(_no_predictions(asked), asked)
        self._schema = schema([(column.name, _arrow_type(column.kind)) for column in columns])
        self._parquet = parquet.ParquetWriter(file, self._schema)

    def write(self, said: Predictions) -> None:
        """Write one batch."""
        import pyarrow as pa

        values = [column.values for column in columns_of(said, self._asked)]
        arrays = [pa.array(one, kind) for one, kind in zip(values, self._schema.types, strict=True)]
        self._parquet.write_batch(pa.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        """Write the end of the file, without which it cannot be read."""
        self._parquet.close()


WRITERS: dict[str, type[Writer]] = {".jsonl": JsonLines, ".csv": Csv, ".parquet": Parquet}


def writer_for(path: str) -> type[Writer]:
    """Return the format that the name of an output asks for.

    >>> writer_for("labels.CSV").__name__
    'Csv'
    """
    extension = PurePath(path).suffix.lower()
    if extension not in WRITERS:
        raise SettingError(
            f"{path}: an output must end in {', '.join(WRITERS)}; got {extension or 'no extension'!r}. Rename it."
        )
    return WRITERS[extension]
