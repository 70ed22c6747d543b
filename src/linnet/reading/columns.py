"""Which columns hold text, label, id and weight: those that were named, or those with an obvious name.

The text is the column with the first of TEXT_NAMES that there is; else the one whose last word is such a name
("Review Text", "tweet_text", "reviewText"); else the one with the first of PART_NAMES. Two that fit are unclear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from linnet.errors import InputError
from linnet.reading.settings import ReadSettings, listed

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
class Chosen:
    """The column for each role, and the choice in words where we made it."""

    fields: tuple[str, ...]
    label: str | None = None
    id: str | None = None
    weight: str | None = None
    note: str = ""

    def names(self) -> list[str]:
        """Return every chosen column once."""
        roles = (*self.fields, self.label, self.id, self.weight)
        return list(dict.fromkeys(name for name in roles if name is not None))


def choose(columns: Sequence[str], settings: ReadSettings, name: str) -> Chosen:
    """Return the column for each role, or say which columns there are.

    >>> choose(["id", "Message", "category"], ReadSettings(), "mail.csv").note
    "text column 'Message', label column 'category' (found by name)"
    """
    label = None
    if settings.labelled:
        rest = [column for column in columns if column not in settings.text]
        usual = settings.usual_label if settings.usual_label in rest else None
        label = settings.label or usual or _only(_named(rest, LABEL_NAMES), "label", columns, name)
    others = [column for column in columns if column not in (label, settings.id, settings.weight)]
    usual = settings.usual_text if settings.usual_text in others else None
    fields = settings.text or (usual or _only(_texts(others), "text", columns, name),)
    chosen = Chosen(fields, label, settings.id, settings.weight, _note(settings, fields, label))
    _check_there(chosen, columns, name)
    return chosen


def _texts(columns: Sequence[str]) -> list[str]:
    """Return the columns that may well be the text."""
    return _named(columns, TEXT_NAMES) or [c for c in columns if _is_text(c)] or _named(columns, PART_NAMES)


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
        f"{where}: the {role} column must be clear; got columns {listed(columns) or 'without names'}. "
        f"Name the {role} column."
    )


def _note(settings: ReadSettings, fields: tuple[str, ...], label: str | None) -> str:
    found = [] if settings.text else [f"text column {fields[0]!r}"]
    if label is not None and settings.label is None:
        found.append(f"label column {label!r}")
    return f"{', '.join(found)} (found by name)" if found else ""


def _check_there(chosen: Chosen, columns: Sequence[str], where: str) -> None:
    """Refuse a chosen column that is not there, or there twice."""
    counts = Counter(columns)
    others = (("label", chosen.label), ("id", chosen.id), ("weight", chosen.weight))
    for role, name in (*(("text", field) for field in chosen.fields), *others):
        if name is None or counts[name] == 1:
            continue
        if counts[name] > 1:
            raise InputError(
                f"{where}: a column must have a name of its own; got {counts[name]} columns {name!r}. "
                "Rename one of them."
            )
        raise InputError(
            f"{where}: column {name!r} must be there; got columns {listed(columns) or 'without names'}. "
            f"{_advice(role, name, columns)}"
        )


def _advice(role: str, name: str, columns: Sequence[str]) -> str:
    folded = {column.lower(): column for column in reversed(columns)}
    close = get_close_matches(name.lower(), folded, n=1)
    return f"Did you mean {folded[close[0]]!r}?" if close else f"Name the {role} column."
