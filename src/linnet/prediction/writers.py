"""Predictions as JSON lines, CSV or Parquet. A new format is a class and a line in WRITERS."""

import csv
import io
import json
from collections.abc import Iterable
from pathlib import PurePath
from typing import IO, Any, Protocol, Self

from linnet.errors import SettingError
from linnet.model.linear_model import LinearModel
from linnet.prediction.json_lines import json_lines
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.predict import no_predictions
from linnet.prediction.predictions import Predictions
from linnet.prediction.summary import PredictionSummary
from linnet.prediction.table import arrow_table, table_columns


class Writer(Protocol):
    """What a format offers: made for a file, a model and columns, then fed batch by batch."""

    def __init__(self, file: IO[bytes], model: LinearModel, output: OutputColumns) -> None: ...

    def write(self, predictions: Predictions) -> None:
        """Write one batch."""

    def close(self) -> None:
        """Write what comes at the end; the file stays open."""


class JsonLines:
    """One object per line; `flags` only where there is something to flag."""

    def __init__(self, file: IO[bytes], _model: LinearModel, output: OutputColumns) -> None:
        self._file = file
        self._output = output

    def write(self, predictions: Predictions) -> None:
        """Write one line per row."""
        lines = json_lines(predictions, self._output)
        if lines:
            self._file.write(("\n".join(lines) + "\n").encode())
            self._file.flush()

    def close(self) -> None:
        """Nothing comes at the end."""


class Csv:
    """A header and one line per row; what is not there is empty."""

    def __init__(self, file: IO[bytes], model: LinearModel, output: OutputColumns) -> None:
        self._file = file
        self._output = output
        columns = table_columns(no_predictions(model), output)
        self._write_rows([[column.name for column in columns]])

    def write(self, predictions: Predictions) -> None:
        """Write one line per row."""
        columns = table_columns(predictions, self._output)
        self._write_rows(zip(*(column.values for column in columns), strict=True))

    def _write_rows(self, rows: Iterable[Iterable[Any]]) -> None:
        text = io.StringIO()
        plain = csv.writer(text, lineterminator="\n")
        all_quoted = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
        for row in rows:
            cells = [_csv_cell(value) for value in row]
            # Python's csv leaves a lone carriage return bare, and readers take it for the end of a
            # row
            if any("\r" in cell for cell in cells if isinstance(cell, str)):
                all_quoted.writerow(cells)
            else:
                plain.writerow(cells)
        self._file.write(text.getvalue().encode())

    def close(self) -> None:
        """Nothing comes at the end."""


def _csv_cell(value: Any) -> Any:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return value


class Parquet:
    """The columns of CSV with their types."""

    def __init__(self, file: IO[bytes], model: LinearModel, output: OutputColumns) -> None:
        from pyarrow import parquet

        self._output = output
        schema = arrow_table(no_predictions(model), output).schema
        self._parquet = parquet.ParquetWriter(file, schema)

    def write(self, predictions: Predictions) -> None:
        """Write one batch."""
        self._parquet.write_table(arrow_table(predictions, self._output))

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
            f"{path}: an output must end in {', '.join(WRITERS)}; "
            f"got {extension or 'no extension'!r}. Rename it."
        )
    return WRITERS[extension]


class PredictionFile:
    """A binary file that the predictions of a model are written to, batch by batch, and counted.

    >>> from io import BytesIO
    >>> from linnet import train
    >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
    >>> file = BytesIO()
    >>> with PredictionFile(file, classifier.model, writer=Csv) as output:
    ...     for predictions in classifier.predict_batches(["more pills", "lunch"]):
    ...         output.write(predictions)
    >>> file.getvalue().decode().splitlines()[0], output.summary.labels
    ('row,id,label,probability,flags', {'ham': 1, 'spam': 1})
    """

    def __init__(
        self,
        file: IO[bytes],
        model: LinearModel,
        columns: OutputColumns | None = None,
        writer: type[Writer] = JsonLines,
    ) -> None:
        self.summary = PredictionSummary(model.labels)
        self._writer = writer(file, model, columns or OutputColumns())

    def write(self, predictions: Predictions) -> None:
        """Write and count the predictions of a batch."""
        self._writer.write(predictions)
        self.summary.add(predictions)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is None:
            self._writer.close()
