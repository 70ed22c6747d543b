"""What the user asked of a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linnet.errors import SettingError, listed, quoted
from linnet.reading.decimals import Decimal


@dataclass(frozen=True)
class ReadSettings:
    """The columns by name and how to treat rows."""

    text: tuple[str, ...] | None = None  # None: look for an obvious one; (): there is none
    label: str | None = None
    id: str | None = None
    weight: str | None = None
    format: str | None = None
    labelled: bool | None = True  # None: if labels are there
    skip_bad_rows: bool = False
    usual_text: str | None = None  # where no text is named: the column to take if it is there
    usual_label: str | None = None  # the same for the label
    known_labels: tuple[str, ...] = ()  # of a model: a column found by content must have them
    categorical: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    features: str | None = None
    multilabel: bool | None = None  # None means: as the source shows
    encoding: str | None = None  # of text; None means: as its bytes show
    delimiter: str | None = None  # between cells; None means: as the first rows show
    decimal: str | None = None  # "," or "."; None means: as each column of numbers shows
    # What a reader has found out about its file.
    encoding_is_named: bool = False  # by the user, not by the bytes
    likely_encodings: tuple[str, ...] = ()
    decimals: Mapping[str, Decimal] = field(default_factory=dict)  # of columns of numbers
    keep: tuple[str, ...] = ()  # columns for the output, of any type; "all": every column
    sheet: str | int | None = None  # of a spreadsheet: a name, or a number from 1
    sql: str | None = None  # what is asked of a database

    def __post_init__(self) -> None:
        """Refuse names that contradict each other."""
        self._check_names("text", self.text or ())
        self._check_names("categorical", self.categorical)
        self._check_names("numeric", self.numeric)
        self._check_label("features", (self.features,))

    def _check_names(self, role: str, names: Sequence[str]) -> None:
        if len(set(names)) < len(names):
            raise SettingError(
                f"{role} columns must differ; got {listed(names)}. Name each column once."
            )
        self._check_label(role, names)

    def _check_label(self, role: str, names: Sequence[str | None]) -> None:
        if self.labelled and self.label is not None and self.label in names:
            raise SettingError(
                f"the label column must not be a {role} column; got {quoted(self.label)} for both. "
                "Name another label column."
            )

    def other_columns(self) -> tuple[str, ...]:
        """Return the columns that are named to be read beside the text."""
        features = () if self.features is None else (self.features,)
        return (*self.categorical, *self.numeric, *features)

    def named_columns(self) -> list[str]:
        """Return the columns that are named to be read, but those that are only kept.

        >>> ReadSettings(text=("body",), id="number").named_columns()
        ['body', 'number']
        """
        label = self.label if self.labelled is not False else None
        single = (label, self.id, self.weight)
        named = [*(self.text or ()), *self.other_columns()]
        return named + [name for name in single if name is not None]


def names_of(columns: str | int | Sequence[str | int] | None) -> tuple[str, ...] | None:
    """Return names of columns as a tuple, None where nothing was said; the name 0 is "0".

    >>> names_of("title"), names_of(["title", "body"]), names_of(0), names_of(None)
    (('title',), ('title', 'body'), ('0',), None)
    """
    if columns is None:
        return None
    if isinstance(columns, str | int):
        return (str(columns),)
    return tuple(map(str, columns))


def name_of(column: str | int | None) -> str | None:
    """Return the name of a column, None where nothing was said; the name 0 is "0"."""
    return None if column is None else str(column)


def refuse_labels(labels: Sequence[Any] | None) -> None:
    """Refuse labels beside a source that has its own."""
    if labels is not None:
        raise SettingError(
            "labels=… must go with a list of texts; got another source. Name its label column."
        )
