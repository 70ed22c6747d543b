"""Predictions as CSV, for programs and for spreadsheets."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Any, ClassVar

from linnet.errors import SettingError
from linnet.model.linear_model import LinearModel
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.predict import no_predictions
from linnet.prediction.predictions import Predictions
from linnet.prediction.table import Column, table_columns
from linnet.reading.csv_lines import csv_lines

BOM = "\ufeff"
_DIGITS = 6  # of a probability or margin in a spreadsheet
# A spreadsheet takes a cell that starts so for a formula; a plain number is none.
_FORMULA = re.compile(r"[=+\-@\t\r\n]")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Dialect:
    """How cells become lines."""

    separator: str = ","
    line_end: str = "\n"
    decimal_mark: str = "."
    for_spreadsheets: bool = False  # with a byte order mark, and formulas made harmless


class Csv:
    """A header and one line per row; what is not there is empty."""

    dialect: ClassVar[Dialect] = Dialect()

    def __init__(self, file: IO[bytes], model: LinearModel, output: OutputColumns) -> None:
        self._file = file
        self._output = output
        columns = table_columns(no_predictions(model, output.kept), output)
        if self.dialect.for_spreadsheets:
            self._file.write(BOM.encode())
        self._write_rows([[column.name for column in columns]])

    def write(self, predictions: Predictions) -> None:
        """Write one line per row."""
        columns = table_columns(predictions, self._output)
        self._write_rows(zip(*map(self._cells, columns), strict=True))

    def _cells(self, column: Column) -> list[Any]:
        if self.dialect.for_spreadsheets:
            return column.spreadsheet_cells(self.dialect.decimal_mark)
        return column.cells()

    def _write_rows(self, rows: Iterable[Iterable[Any]]) -> None:
        cells = ([self._cell(value) for value in row] for row in rows)
        text = csv_lines(cells, self.dialect.separator, self.dialect.line_end)
        self._file.write(text.encode())

    def _cell(self, value: Any) -> Any:
        if self.dialect.for_spreadsheets:
            value = _with_few_digits(value)
        if isinstance(value, list):
            value = json.dumps(value, ensure_ascii=False)
        if isinstance(value, float) and self.dialect.for_spreadsheets:
            return repr(value).replace(".", self.dialect.decimal_mark)
        if isinstance(value, str) and self.dialect.for_spreadsheets:
            return harmless(value)
        return value

    def close(self) -> None:
        """Nothing comes at the end."""

    def abandon(self) -> None:
        """Nothing is waiting to be written."""


def _with_few_digits(value: Any) -> Any:
    """Return a number, or those of a list, with as many digits as a person reads."""
    if isinstance(value, list):
        return [_with_few_digits(item) for item in value]
    return float(f"{value:.{_DIGITS}g}") if isinstance(value, float) else value


class ExcelCsv(Csv):
    """CSV that Excel opens well where the decimal sign is a point."""

    dialect = Dialect(line_end="\r\n", for_spreadsheets=True)


class ExcelSemicolonCsv(Csv):
    """CSV that Excel opens well where the decimal sign is a comma."""

    dialect = Dialect(";", "\r\n", ",", for_spreadsheets=True)


AUTO = "auto"
EXCEL_WRITERS: dict[str, type[Csv]] = {"comma": ExcelCsv, "semicolon": ExcelSemicolonCsv}


def excel_writer(path: str, separator: str, delimiter: str = "") -> type[Csv]:
    """Return the writer of CSV for spreadsheets; refuse an output that is no CSV.

    The separator "auto" is a semicolon where that is the delimiter of the input, else a comma.
    """
    if separator == AUTO:
        separator = "semicolon" if delimiter == ";" else "comma"
    if separator not in EXCEL_WRITERS:
        raise SettingError(
            f"the separator for Excel must be {' or '.join(EXCEL_WRITERS)}; got {separator!r}. "
            "Name the one that your Excel expects."
        )
    if not path.lower().endswith(".csv"):
        raise SettingError(
            f"{path}: an output for Excel must end in .csv; got another format. Rename it."
        )
    return EXCEL_WRITERS[separator]


def harmless(cell: str) -> str:
    """Return a cell with an apostrophe before it where a spreadsheet would run it as a formula.

    >>> harmless("=1+1"), harmless("-5.2"), harmless("plain")
    ("'=1+1", '-5.2', 'plain')
    """
    if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
