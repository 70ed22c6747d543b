"""Predictions as JSON lines, CSV or Parquet. A new format is a class and a line in WRITERS."""

from pathlib import PurePath
from typing import IO, Protocol, Self

from linnet.errors import InputError, SettingError, quoted
from linnet.model.linear_model import LinearModel
from linnet.prediction.csv_file import Csv
from linnet.prediction.json_lines import json_lines
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.predict import no_predictions
from linnet.prediction.predictions import Predictions
from linnet.prediction.summary import PredictionSummary
from linnet.prediction.table import arrow_table


class Writer(Protocol):
    """What a format offers: made for a file, a model and columns, then fed batch by batch."""

    def __init__(self, file: IO[bytes], model: LinearModel, output: OutputColumns) -> None: ...

    def write(self, predictions: Predictions) -> None:
        """Write one batch."""

    def close(self) -> None:
        """Write what comes at the end; the file stays open."""

    def abandon(self) -> None:
        """Write nothing more: something went wrong, and the file will be thrown away."""


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

    def abandon(self) -> None:
        """Nothing is waiting to be written."""


class Parquet:
    """The columns of CSV with their types."""

    def __init__(self, file: IO[bytes], model: LinearModel, output: OutputColumns) -> None:
        from pyarrow import ArrowException, parquet

        self._output = output
        self._schema = arrow_table(no_predictions(model, output.kept), output).schema
        try:
            self._parquet = parquet.ParquetWriter(file, self._schema)
        except ArrowException as error:
            raise InputError(
                f"columns to keep must have types that Parquet has; got {quoted(str(error))}. "
                "Write JSON lines or CSV, or leave the column out."
            ) from None

    def write(self, predictions: Predictions) -> None:
        """Write one batch."""
        # Strings may be of either size, by how a batch was read.
        table = arrow_table(predictions, self._output).cast(self._schema)
        self._parquet.write_table(table)

    def close(self) -> None:
        """Write the end of the file, without which it cannot be read."""
        self._parquet.close()

    def abandon(self) -> None:
        """Keep Arrow from writing the end when it is thrown away: the file is closed by then."""
        self._parquet.is_open = False


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
        else:
            self._writer.abandon()
