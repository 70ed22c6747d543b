"""Which columns hold text, label, id, weight and more: those that were named, or those with an obvious name.

The text is the column with the first of TEXT_NAMES that there is; else the one whose last word is such a name
("Review Text", "tweet_text", "reviewText"); else the one with the first of PART_NAMES. Two that fit are unclear.
Where there is none, a column "features" of named features will do, or what else is named beside the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from linnet.errors import Advice, InputError, SettingError, listed, quoted
from linnet.reading.documents import Batch, Documents
from linnet.reading.settings import ReadSettings

# In the order of the search.
TEXT_NAMES = (
    "text", "body", "message", "review", "content", "comment", "sentence", "utterance", "post", "tweet",
    "sms", "question", "query", "document", "doc", "email", "article", "abstract",
)  # fmt: skip
PART_NAMES = ("description", "headline", "title", "input", "v2")
LABEL_NAMES = (
    "label", "labels", "class", "category", "target", "sentiment", "topic", "intent", "tag", "language",
    "lang", "label_text", "rating", "stars", "y", "output", "v1",
)  # fmt: skip


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

    def items(self) -> list[tuple[str, str]]:
        """Return (role, column) for each role that has a column."""
        single = (
            ("label", self.label),
            ("id", self.id),
            ("weight", self.weight),
            ("features", self.features),
        )
        found = [("text", name) for name in self.fields]
        found += [(role, name) for role, name in single if name is not None]
        found += [("categorical", name) for name in self.categorical]
        return found + [("numeric", name) for name in self.numeric]

    def names(self) -> list[str]:
        """Return every chosen column once."""
        return list(dict.fromkeys(name for _, name in self.items()))

    def documents(self, name: str, batches: Callable[[], Iterator[Batch]]) -> Documents:
        """Return documents of these columns."""
        extra = (
            self.categorical,
            self.numeric,
            self.features,
            self.multilabel and self.label is not None,
        )
        return Documents(name, self.fields, self.label, self.note, batches, *extra)


def find_columns(
    columns: Sequence[str], settings: ReadSettings, name: str, objects: Sequence[str] = ()
) -> ColumnRoles:
    """Return the column for each role, or say which columns there are; `objects` are those of named features.

    >>> find_columns(["id", "Message", "category"], ReadSettings(), "mail.csv").note
    "text column 'Message', label column 'category' (found by name)"
    """
    label, metadata = _label(columns, settings, name), settings.other_columns()
    others = [
        column
        for column in columns
        if column not in (label, settings.id, settings.weight, *metadata)
    ]
    fields, features = settings.text, settings.features
    found = _usual(others, settings) or _texts(others) if fields is None else list(fields)
    # Whoever asks for no text but for other columns has named all there is to read.
    named = fields is not None and bool(metadata)
    if (
        not found
        and not named
        and features is None
        and "features" in others
        and "features" in objects
    ):
        features = "features"
    if fields is None:
        fields = (
            (_only(found, "text", columns, name),) if found or not (metadata or features) else ()
        )
    roles = ColumnRoles(
        fields,
        label,
        settings.id,
        settings.weight,
        "",
        settings.categorical,
        settings.numeric,
        features,
    )
    _check_there(roles, columns, name)
    return replace(roles, note=_note(settings, roles))


def _label(columns: Sequence[str], settings: ReadSettings, name: str) -> str | None:
    """Return the label column: the one named, else the usual one, else the one with an obvious name."""
    if not settings.labelled or settings.label is not None:
        return settings.label if settings.labelled else None
    rest = [
        column
        for column in columns
        if column not in (*(settings.text or ()), *settings.other_columns())
    ]
    usual = settings.usual_label if settings.usual_label in rest else None
    return usual or _only(_named(rest, LABEL_NAMES), "label", columns, name)


def _usual(columns: Sequence[str], settings: ReadSettings) -> list[str]:
    return [column for column in columns if column == settings.usual_text][:1]


def _texts(columns: Sequence[str]) -> list[str]:
    """Return the columns that may well be the text."""
    return (
        _named(columns, TEXT_NAMES)
        or [c for c in columns if _is_text(c)]
        or _named(columns, PART_NAMES)
    )


def _named(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the columns with the first of the obvious names that there is."""
    folded = [column.strip().lower() for column in columns]
    wanted = next((name for name in names if name in folded), None)
    return [column for column, name in zip(columns, folded, strict=True) if name == wanted]


def _is_text(column: str) -> bool:
    """Return whether the last word of a column's name is one for texts."""
    last = re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", column.strip())[-1]
    return last.lower() in TEXT_NAMES and column.strip().lower() not in LABEL_NAMES


def _only(found: Sequence[str], role: str, columns: Sequence[str], where: str) -> str:
    if len(found) == 1:
        return found[0]
    raise InputError(
        f"{where}: the {role} column must be clear; got columns {listed(columns) or 'without names'}.",
        Advice("name_column", role=role),
    )


def _note(settings: ReadSettings, roles: ColumnRoles) -> str:
    found = [f"text column {quoted(field)}" for field in roles.fields if settings.text is None]
    if roles.features is not None and settings.features is None:
        found.append(f"features column {quoted(roles.features)}")
    if roles.label is not None and settings.label is None:
        found.append(f"label column {quoted(roles.label)}")
    missing = ["no text column found"] if settings.text is None and not roles.fields else []
    return "; ".join(([f"{', '.join(found)} (found by name)"] if found else []) + missing)


def _check_there(roles: ColumnRoles, columns: Sequence[str], where: str) -> None:
    """Refuse a chosen column that is not there, or there twice, and a choice without anything to learn from."""
    counts = Counter(columns)
    if not (roles.fields or roles.categorical or roles.numeric or roles.features):
        raise SettingError(
            f"{where}: a document must have a text or other columns; got no name of one. "
            "Name a text, categorical, numeric or features column."
        )
    for role, name in roles.items():
        if counts[name] == 1:
            continue
        if counts[name] > 1:
            raise InputError(
                f"{where}: a column must have a name of its own; got {counts[name]} columns {quoted(name)}. "
                "Rename one of them."
            )
        raise _missing(role, name, columns, where)


def _missing(role: str, name: str, columns: Sequence[str], where: str) -> InputError:
    """Return the error of a column that is not there, and which one was perhaps meant."""
    there = listed(columns) or "without names"
    problem = f"{where}: column {quoted(name)} must be there; got columns {there}."
    folded = {column.lower(): column for column in reversed(columns)}
    close = get_close_matches(name.lower(), folded, n=1)
    if close:
        return InputError(f"{problem} Did you mean {quoted(folded[close[0]])}?")
    if role == "categorical":  # it may be for slices, too
        return InputError(problem, Advice("name_existing_column", column=name))
    return InputError(problem, Advice("name_column", role=role))
