"""Which columns hold text, label, id, weight and more: those named, or those of obvious names.

The text is the column with the first of TEXT_NAMES that there is; else the one whose last word is
such a name ("Review Text", "tweet_text", "reviewText"); else the one with the first of PART_NAMES.
Two that fit are unclear. Where there is none, a column "features" of named features will do, or
what else is named beside the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from linnet.errors import Advice, InputError, SettingError, listed, quoted
from linnet.reading.documents import Batch, Documents
from linnet.reading.settings import ReadSettings

# In the order of the search.
TEXT_NAMES = (
    "text", "body", "message", "review", "content", "comment", "sentence", "utterance", "post",
    "tweet", "sms", "question", "query", "document", "doc", "email", "article", "abstract",
)  # fmt: skip
PART_NAMES = ("description", "headline", "title", "input", "v2")
LABEL_NAMES = (
    "label", "labels", "class", "category", "target", "sentiment", "topic", "intent", "tag",
    "language", "lang", "label_text", "rating", "stars", "y", "output", "v1",
)  # fmt: skip


class MissingColumnError(InputError):
    """A column that must be there is not."""


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
        return pairs

    def names(self) -> list[str]:
        """Return every column that has a role, once."""
        return list(dict.fromkeys(name for _, name in self.items()))

    def documents(self, name: str, batches: Callable[[], Iterator[Batch]]) -> Documents:
        """Return documents of these columns."""
        return Documents(
            name,
            self.fields,
            self.label,
            self.note,
            open_batches=batches,
            categorical=self.categorical,
            numeric=self.numeric,
            features=self.features,
            multilabel=self.multilabel and self.label is not None,
        )


def find_columns(
    columns: Sequence[str], settings: ReadSettings, name: str, objects: Sequence[str] = ()
) -> ColumnRoles:
    """Return the column for each role, or say which columns there are.

    `objects` are the columns that hold named features.

    >>> find_columns(["id", "Message", "category"], ReadSettings(), "mail.csv").note
    "text column 'Message', label column 'category' (found by name)"
    """
    label = _label_column(columns, settings, name)
    taken = {label, settings.id, settings.weight, *settings.other_columns()}
    free = [column for column in columns if column not in taken]

    features = settings.features
    if features is None and "features" in objects and _needs_features(free, settings):
        features = "features"
    roles = ColumnRoles(
        fields=_text_columns(columns, free, settings, name, features),
        label=label,
        id=settings.id,
        weight=settings.weight,
        categorical=settings.categorical,
        numeric=settings.numeric,
        features=features,
    )
    _check_there(roles, columns, name)
    return replace(roles, note=_note(settings, roles))


def _label_column(columns: Sequence[str], settings: ReadSettings, name: str) -> str | None:
    """Return the label column: the one named, else the usual one, else one of an obvious name."""
    if not settings.labelled:
        return None
    if settings.label is not None:
        return settings.label
    taken = {*(settings.text or ()), *settings.other_columns()}
    free = [column for column in columns if column not in taken]
    if settings.usual_label in free:
        return settings.usual_label
    return _only(_named(free, LABEL_NAMES), "label", columns, name)


def _needs_features(free: Sequence[str], settings: ReadSettings) -> bool:
    """Return whether a free column "features" is all there is to learn from."""
    if "features" not in free:
        return False
    if settings.text is None:
        return not _obvious_texts(free, settings)
    # Whoever asks for no text but for other columns has named all there is to read.
    return not settings.text and not settings.other_columns()


def _text_columns(
    columns: Sequence[str],
    free: Sequence[str],
    settings: ReadSettings,
    name: str,
    features: str | None,
) -> tuple[str, ...]:
    """Return the text columns: those named, else the obvious one; none where others will do."""
    if settings.text is not None:
        return settings.text
    texts = _obvious_texts(free, settings)
    if not texts and (features or settings.other_columns()):
        return ()
    return (_only(texts, "text", columns, name),)


def _obvious_texts(columns: Sequence[str], settings: ReadSettings) -> list[str]:
    """Return the columns that may well be the text."""
    if settings.usual_text is not None and settings.usual_text in columns:
        return [settings.usual_text]
    return (
        _named(columns, TEXT_NAMES)
        or [column for column in columns if _is_text(column)]
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


def _only(candidates: Sequence[str], role: str, columns: Sequence[str], where: str) -> str:
    if len(candidates) == 1:
        return candidates[0]
    got = listed(columns) or "without names"
    problem = f"{where}: the {role} column must be clear; got columns {got}."
    raise InputError(problem, Advice("name_column", role=role))


def _note(settings: ReadSettings, roles: ColumnRoles) -> str:
    """Return in words which columns were found by name."""
    found_by_name = []
    if settings.text is None:
        found_by_name += [f"text column {quoted(field)}" for field in roles.fields]
    if roles.features is not None and settings.features is None:
        found_by_name.append(f"features column {quoted(roles.features)}")
    if roles.label is not None and settings.label is None:
        found_by_name.append(f"label column {quoted(roles.label)}")

    parts = []
    if found_by_name:
        parts.append(f"{', '.join(found_by_name)} (found by name)")
    if settings.text is None and not roles.fields:
        parts.append("no text column found")
    return "; ".join(parts)


def _check_there(roles: ColumnRoles, columns: Sequence[str], where: str) -> None:
    """Refuse roles without anything to learn from, and a column that is not there once."""
    if not (roles.fields or roles.categorical or roles.numeric or roles.features):
        raise SettingError(
            f"{where}: a document must have a text or other columns; got no name of one. "
            "Name a text, categorical, numeric or features column."
        )
    counts = Counter(columns)
    for role, name in roles.items():
        count = counts[name]
        if count == 0:
            raise _missing(role, name, columns, where)
        if count > 1:
            raise InputError(
                f"{where}: a column must have a name of its own; "
                f"got {count} columns {quoted(name)}. Rename one of them."
            )


def _missing(role: str, name: str, columns: Sequence[str], where: str) -> MissingColumnError:
    """Return the error of a column that is not there, and which one was perhaps meant."""
    got = listed(columns) or "without names"
    problem = f"{where}: column {quoted(name)} must be there; got columns {got}."
    folded = {column.lower(): column for column in reversed(columns)}
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), folded, n=1)
    if close:
        return MissingColumnError(f"{problem} Did you mean {quoted(folded[close[0]])}?")
    if role == "categorical":  # it may be for slices, too
        return MissingColumnError(problem, Advice("name_existing_column", column=name))
    return MissingColumnError(problem, Advice("name_column", role=role))
