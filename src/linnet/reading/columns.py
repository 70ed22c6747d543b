"""Which columns hold text, label, id, weight and more: those named, or those that are obvious.

Names come first (column_names); where none fits, the first rows decide (column_contents). Two
columns that fit are unclear. Where there is no text, a column "features" of named features will do,
or what else is named beside the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from linnet.errors import Advice, InputError, SettingError, listed, quoted
from linnet.reading.column_contents import (
    ColumnContents,
    Sample,
    label_by_content,
    text_by_content,
)
from linnet.reading.column_names import obvious_labels, obvious_texts
from linnet.reading.documents import Batch, Documents
from linnet.reading.kept_columns import ALL, without_rows
from linnet.reading.missing_columns import missing_columns
from linnet.reading.settings import ReadSettings

_SHOWN_LABELS = 3  # of those that a model knows
NO_COLUMN = "text"  # the name of texts that have no column


@dataclass(frozen=True)
class ColumnRoles:
    """The column for each role, and the choice in words where we made it."""

    fields: tuple[str, ...]
    label: str | None = None
    id: str | None = None
    weight: str | None = None
    note: str = ""
    categorical: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    features: str | None = None
    multilabel: bool = False  # whether the label column may hold several labels
    kept: tuple[str, ...] = ()  # columns that are kept for the output as they are
    columns: tuple[str, ...] = ()  # all columns that there are
    by_content: tuple[str, ...] = ()  # those that were chosen by what is in them
    missing_text: str | None = None  # the usual text column, where another one is read

    def items(self) -> list[tuple[str, str]]:
        """Return (role, column) for each role that has a column."""
        single = {
            "label": self.label,
            "id": self.id,
            "weight": self.weight,
            "features": self.features,
        }
        pairs = [("text", name) for name in self.fields]
        pairs += [(role, name) for role, name in single.items() if name is not None]
        pairs += [("categorical", name) for name in self.categorical]
        pairs += [("numeric", name) for name in self.numeric]
        pairs += [("kept", name) for name in self.kept]
        return pairs

    def names(self) -> list[str]:
        """Return every column that has a role, once."""
        return list(dict.fromkeys(name for _, name in self.items()))

    def kept_names(self) -> list[str]:
        """Return the columns that are kept for the output, the one with ids last."""
        return [*self.kept] if self.id is None else [*self.kept, self.id]

    def documents(self, name: str, batches: Callable[[], Iterator[Batch]]) -> Documents:
        """Return documents of these columns."""
        documents = Documents(
            name,
            self.fields,
            self.label,
            self.note,
            open_batches=batches,
            categorical=self.categorical,
            numeric=self.numeric,
            features=self.features,
            multilabel=self.multilabel and self.label is not None,
            kept_columns=without_rows(self),
        )
        return replace(
            documents,
            columns=self.columns,
            by_content=self.by_content,
            missing_text=self.missing_text,
        )


def find_columns(
    columns: Sequence[str],
    settings: ReadSettings,
    name: str,
    objects: Sequence[str] = (),
    sample: Sample | None = None,
) -> ColumnRoles:
    """Return the column for each role, or say which columns there are.

    `objects` are the columns that hold named features. `sample` gives the first values of each
    column; it is called only where names do not settle it.

    >>> find_columns(["id", "Message", "category"], ReadSettings(), "mail.csv").note
    "text column 'Message', label column 'category' (found by name)"
    """
    roles = _Search(columns, settings, name, objects, sample).roles()
    return replace(roles, columns=tuple(columns))


class _Search:
    """The search for the columns of one source."""

    def __init__(
        self,
        columns: Sequence[str],
        settings: ReadSettings,
        name: str,
        objects: Sequence[str],
        sample: Sample | None,
    ) -> None:
        self._columns = columns
        self._settings = settings
        self._name = name
        self._objects = objects
        self._sample = sample
        self._found = list[_Found]()  # what nobody named

    def roles(self) -> ColumnRoles:
        """Return the column for each role."""
        settings = self._settings
        _check_named(settings, self._columns, self._name)
        label_by_name = self._label_by_name()
        features = self._features(label_by_name)
        fields = self._text_columns(label_by_name, features)
        label = label_by_name
        if label is None and settings.labelled:
            label = self._label_by_content(fields, features)
        roles = ColumnRoles(
            fields=fields,
            label=label,
            id=settings.id,
            weight=settings.weight,
            note=self._note(fields),
            categorical=settings.categorical,
            numeric=settings.numeric,
            features=features,
            kept=_kept_columns(self._columns, settings),
        )
        _check_once(roles, self._columns, self._name)
        by_content = tuple(one.column for one in self._found if one.examples)
        return replace(roles, by_content=by_content, missing_text=self._missing_text())

    def _label_by_name(self) -> str | None:
        """Return the label column: the one named, the usual one, or one of an obvious name."""
        settings = self._settings
        if settings.labelled is False:
            return None
        if settings.label is not None:
            return settings.label
        free = self._free(*(settings.text or ()))
        if settings.usual_label in free:
            return self._take("label", [settings.usual_label])
        candidates = obvious_labels(free)
        if len(candidates) > 1 and (settings.labelled is None or settings.known_labels):
            return None
        return self._take("label", candidates)

    def _features(self, label: str | None) -> str | None:
        """Return the column of named features: the one named, or one where there is no text."""
        settings = self._settings
        if settings.features is not None or "features" not in self._objects:
            return settings.features
        free = self._free(label)
        if not _needs_features(free, settings):
            return None
        return self._take("features", ["features"])

    def _text_columns(self, label: str | None, features: str | None) -> tuple[str, ...]:
        """Return the text columns: those named, or the obvious one; none where others will do."""
        settings = self._settings
        if settings.text is not None:
            return settings.text
        free = self._free(label)
        text = self._take("text", _texts_by_name(free, settings))
        if text is not None:
            return (text,)
        if features or settings.other_columns():
            return ()
        contents = self._contents(free)
        text = self._take("text", text_by_content(contents), contents)
        if text is None:
            raise self._unclear("text", self._columns)
        return (text,)

    def _missing_text(self) -> str | None:
        """Return the text column that a model has learned, where another one was found.

        Texts without columns are called "text": a column of a usual name will do for them.
        """
        usual = self._settings.usual_text
        others = [one for one in self._found if one.role == "text" and one.column != usual]
        if usual is None or not others:
            return None
        if usual == NO_COLUMN and not others[0].examples:
            return None
        return usual

    def _label_by_content(self, fields: Sequence[str], features: str | None) -> str:
        contents = self._contents(self._free(*fields, features))
        known = self._settings.known_labels
        label = self._take("label", label_by_content(contents, known), contents)
        if label is not None:
            return label
        if known:
            raise self._no_known_labels(known)
        raise self._unclear("label", self._columns)

    def _no_known_labels(self, known: Sequence[str]) -> InputError:
        such = ", ".join(map(quoted, known[:_SHOWN_LABELS]))
        problem = (
            f"{self._name}: a label column must be there; the model has learned labels such as "
            f"{such}; got columns {listed(self._columns)}."
        )
        return InputError(problem, Advice("name_column", role="label"))

    def _free(self, *taken: str | None) -> list[str]:
        """Return the columns that have no role yet."""
        settings = self._settings
        have_roles = {*taken, settings.id, settings.weight, *settings.other_columns()}
        return [column for column in self._columns if column not in have_roles]

    def _contents(self, free: Sequence[str]) -> dict[str, ColumnContents]:
        """Return the first values of columns that have a name of their own."""
        counts = Counter(self._columns)
        known = [name for name in free if name in self._values and counts[name] == 1]
        return {name: ColumnContents(self._values[name]) for name in known}

    @cached_property
    def _values(self) -> Mapping[str, Sequence[Any]]:
        return {} if self._sample is None else self._sample()

    def _take(
        self,
        role: str,
        candidates: Sequence[str],
        contents: dict[str, ColumnContents] | None = None,
    ) -> str | None:
        """Return the only candidate and keep how it was found; None where there is none."""
        if not candidates:
            return None
        if len(candidates) > 1:
            raise self._unclear(role, candidates if contents else self._columns)
        column = candidates[0]
        examples = contents[column].examples() if contents else ""
        self._found.append(_Found(role, column, examples))
        return column

    def _unclear(self, role: str, candidates: Sequence[str]) -> InputError:
        got = f"columns {listed(candidates)}" if candidates else "columns without names"
        if candidates is not self._columns:
            got = f"{listed(candidates)}, each of which may be it"
        problem = f"{self._name}: the {role} column must be clear; got {got}."
        usual = self._settings.usual_text
        if role == "text" and usual is not None:
            problem = (
                f"{self._name}: the text column {quoted(usual)} that the model has learned must be "
                f"there; got {got}."
            )
        return InputError(problem, Advice("name_column", role=role))

    def _note(self, fields: Sequence[str]) -> str:
        """Return in words which columns were found by name, and which by content."""
        order = ("text", "features", "label")
        found = sorted(self._found, key=lambda one: order.index(one.role))
        by_name = [one.in_words() for one in found if not one.examples]
        by_content = [
            f"{one.in_words()} (found by content, e.g. {one.examples})"
            for one in found
            if one.examples
        ]
        parts = []
        if by_name:
            parts.append(f"{', '.join(by_name)} (found by name)")
        parts += by_content
        if self._settings.text is None and not fields:
            parts.append("no text column found")
        missing = self._missing_text()
        if missing is not None:
            parts.append(f"the model has learned column {quoted(missing)}, which is not there")
        return "; ".join(parts)


@dataclass(frozen=True)
class _Found:
    """A column that nobody named."""

    role: str
    column: str
    examples: str  # "" where its name was enough

    def in_words(self) -> str:
        return f"{self.role} column {quoted(self.column)}"


def _texts_by_name(free: Sequence[str], settings: ReadSettings) -> list[str]:
    """Return the usual text column where it is there, else those that may be it by their names."""
    if settings.usual_text is not None and settings.usual_text in free:
        return [settings.usual_text]
    return obvious_texts(free)


def _kept_columns(columns: Sequence[str], settings: ReadSettings) -> tuple[str, ...]:
    """Return the columns that are kept: those named, or all in their order."""
    if ALL not in settings.keep:
        return settings.keep
    known = {ALL, *columns}
    others = [name for name in settings.keep if name not in known]
    return (*columns, *others)


def _needs_features(free: Sequence[str], settings: ReadSettings) -> bool:
    """Return whether a free column "features" is all there is to learn from."""
    if "features" not in free:
        return False
    if settings.text is None:
        return not _texts_by_name(free, settings)
    # Whoever asks for no text but for other columns has named all there is to read.
    return not settings.text and not settings.other_columns()


def _check_once(roles: ColumnRoles, columns: Sequence[str], where: str) -> None:
    """Refuse roles without anything to learn from, and a column that is there twice."""
    if not (roles.fields or roles.categorical or roles.numeric or roles.features):
        raise SettingError(
            f"{where}: a document must have a text or other columns; got no name of one. "
            "Name a text, categorical, numeric or features column."
        )
    counts = Counter(columns)
    for name in roles.names():
        count = counts[name]
        if count > 1:
            raise InputError(
                f"{where}: a column must have a name of its own; "
                f"got {count} columns {quoted(name)}. Rename one of them."
            )


def _check_named(settings: ReadSettings, columns: Sequence[str], where: str) -> None:
    """Refuse columns that were named and are not there, all at once."""
    label = None if settings.labelled is False else settings.label
    named = ColumnRoles(
        fields=settings.text or (),
        label=label,
        id=settings.id,
        weight=settings.weight,
        categorical=settings.categorical,
        numeric=settings.numeric,
        features=settings.features,
        kept=_kept_columns(columns, settings),
    )
    known = set(columns)
    missing = {name: role for role, name in reversed(named.items()) if name not in known}
    if missing:
        raise missing_columns(dict(reversed(missing.items())), columns, where)
