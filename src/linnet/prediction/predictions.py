"""What a model says of documents: one entry per input row, in order, bad rows included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.errors import SettingError
from linnet.model.decision import UNSURE
from linnet.prediction.output_columns import OutputColumns

if TYPE_CHECKING:
    import pyarrow as pa

    from linnet.reading.kept_columns import KeptColumn

NO_LABEL = UNSURE

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Predictions:
    """One entry per input row; a bad row has no label (NO_LABEL) and scores that are not numbers.

    >>> from linnet import train
    >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
    >>> predictions = classifier.predict(["pills", "lunch"])
    >>> predictions.label_names()
    ['spam', 'ham']
    >>> predictions.to_arrow().column_names
    ['row', 'id', 'label', 'probability', 'flags']
    """

    labels: tuple[str, ...]  # those that the model knows
    rows: Ints  # the row number of each: from 1 in a file, from 0 in a frame, list or dict
    best: Ints  # the place of the predicted label among the labels; NO_LABEL where there is none
    scores: Floats  # rows × labels: higher is more probable
    probabilities: Floats  # rows × labels; not numbers where the scores are margins
    flags: dict[int, list[str]]  # place → what is odd, for the few places where something is
    chosen: Bools | None = None  # rows × labels, where a document may have several
    has_probabilities: bool = True  # else the scores are margins
    may_be_unsure: bool = False  # whether a row that is not bad may have no label
    kept_columns: tuple[KeptColumn, ...] = ()  # of the input, a value for each row
    files: Sequence[str] | None = None  # the file of each row; None where there is one source
    share: float | None = None  # how much of the source has been read, 0 to 1; None where unknown
    frame_index: Any = None  # the index of the pandas frame that was read, whole

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        from linnet.prediction.predictions_display import predictions_line

        return predictions_line(self)

    def _repr_html_(self) -> str:
        from linnet.prediction.predictions_display import predictions_html

        return predictions_html(self)

    @property
    def multilabel(self) -> bool:
        """Whether a document may have any number of labels."""
        return self.chosen is not None

    @property
    def ids(self) -> list[Any] | None:
        """The id of each row, None where no column of ids was named."""
        from linnet.reading.kept_values import python_values

        ids = [column for column in self.kept_columns if column.is_id]
        return python_values(ids[0]) if ids else None

    @property
    def best_guess(self) -> list[str | None]:
        """The most probable label of each row, also where it is not given; None for a bad row."""
        places, values = self.most_probable(1)
        labels = [self.labels[place] for place in places[:, 0].tolist()]
        bad = np.isnan(values[:, 0]).tolist()
        return [None if is_bad else label for label, is_bad in zip(labels, bad, strict=True)]

    @property
    def best_guess_probability(self) -> list[float | None]:
        """The probability of the best guess, None for a bad row and for margins."""
        places, _ = self.most_probable(1)
        return or_none(np.take_along_axis(self.probabilities, places, axis=1)[:, 0])

    @property
    def probability(self) -> list[float | None]:
        """The probability of the label, None where there is no label and for margins."""
        return self._of_best(self.probabilities)

    @property
    def margin(self) -> list[float | None]:
        """How far the document lies on the label's side, None where there is no label."""
        return self._of_best(self.scores)

    def _of_best(self, values: Floats) -> list[float | None]:
        of_best = values[np.arange(len(self)), self.best]
        return or_none(np.where(self.best == NO_LABEL, np.nan, of_best))

    def label_names(self) -> list[str | None]:
        """Return the label of each row, None where there is none."""
        names = (*self.labels, None)  # NO_LABEL is the last
        return [names[place] for place in self.best.tolist()]

    def label_places(self) -> list[list[int] | None]:
        """Return the places of the labels of each row, None for a bad row; multilabel only."""
        assert self.chosen is not None
        places: list[list[int] | None] = [np.flatnonzero(row).tolist() for row in self.chosen]
        for bad_row in np.flatnonzero(self.best == NO_LABEL).tolist():
            places[bad_row] = None
        return places

    def most_probable(self, k: int) -> tuple[Ints, Floats]:
        """Return the places of each row's k highest labels, the first of equals, and P(label).

        Where scores are margins, these take the place of probabilities.
        """
        places = np.argsort(-self.scores, axis=1, kind="stable")[:, :k]
        values = self.probabilities if self.has_probabilities else self.scores
        return places, np.take_along_axis(values, places, axis=1)

    def label_counts(self) -> Ints:
        """Return how many rows have each label."""
        if self.chosen is not None:
            return np.asarray(self.chosen.sum(axis=0))
        return np.bincount(self.best[self.best >= 0], minlength=len(self.labels))

    def flag_counts(self) -> Counter[str]:
        """Return how many rows have each flag."""
        return Counter(flag for flags in self.flags.values() for flag in flags)

    def to_dicts(self, *, probabilities: bool = False, top: int = 0) -> list[dict[str, Any]]:
        """Return one dict per row: the objects that `linnet predict` writes as JSON lines.

        >>> from linnet import train
        >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
        >>> classifier.predict("hello").to_dicts()
        [{'row': 0, 'id': None, 'label': 'ham', 'probability': 0.5, 'flags': ['no known features']}]
        """
        from linnet.prediction.json_lines import json_lines
        from linnet.reading.kept_values import parsed_json

        lines = json_lines(self, self._output_columns(probabilities, top))
        return [parsed_json(line) for line in lines]

    def to_arrow(self, *, probabilities: bool = False, top: int = 0) -> pa.Table:
        """Return an Arrow table: the columns that `linnet predict` writes as Parquet."""
        from linnet.prediction.table import arrow_table

        return arrow_table(self, self._output_columns(probabilities, top))

    def to_pandas(self, *, probabilities: bool = False, top: int = 0) -> Any:
        """Return a pandas DataFrame of the same columns, with the index of the frame that was read.

        So `frame["predicted"] = predictions.to_pandas()["label"]` and `frame.join` match rows.
        """
        installed_package("pandas")
        frame = self.to_arrow(probabilities=probabilities, top=top).to_pandas()
        if self.frame_index is None:
            return frame
        return frame.set_axis(self.frame_index.take(self.rows))

    def to_polars(self, *, probabilities: bool = False, top: int = 0) -> Any:
        """Return a polars DataFrame of the same columns."""
        polars = installed_package("polars")
        return polars.from_arrow(self.to_arrow(probabilities=probabilities, top=top))

    def _output_columns(self, probabilities: bool, top: int) -> OutputColumns:
        if probabilities and not self.has_probabilities:
            raise SettingError(
                "probabilities need a model that has some; got scores that are margins. "
                "Calibrate the model, or train a logistic or naive Bayes learner."
            )
        return OutputColumns(probabilities, top, file=self.files is not None)


def installed_package(package: str) -> Any:
    """Return a package that linnet itself does not need, by name: it is imported only here."""
    try:
        return import_module(package)
    except ImportError:
        raise SettingError(f"a frame of {package} needs {package}; got none. Install it.") from None


def or_none(values: Floats) -> list[float | None]:
    """Return the numbers, None where there is none.

    >>> or_none(np.array([0.5, np.nan]))
    [0.5, None]
    """
    numbers: list[float | None] = values.tolist()
    for place in np.flatnonzero(np.isnan(values)).tolist():
        numbers[place] = None
    return numbers
