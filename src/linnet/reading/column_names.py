"""Names of columns that are obvious: those of texts and of labels."""

import re
from collections.abc import Sequence

# In the order of the search.
TEXT_NAMES = (
    "text", "body", "message", "review", "content", "comment", "sentence", "utterance", "post",
    "tweet", "sms", "question", "query", "document", "doc", "email", "article", "abstract",
)  # fmt: skip
PART_NAMES = ("description", "headline", "title", "input", "v2")
PART_WORDS = ("description", "headline")  # as the last word of a name
LABEL_NAMES = (
    "label", "labels", "class", "category", "target", "sentiment", "topic", "intent", "tag",
    "queue", "department", "team", "language", "lang", "label_text", "rating", "stars", "y",
    "output", "v1",
)  # fmt: skip
# As the last word of a name, in the order of the search.
LABEL_WORDS = (
    "label", "labels", "class", "category", "sentiment", "topic", "intent", "queue", "department",
    "team",
)  # fmt: skip
LABEL_PART_NAMES = ("folder", "type")


def obvious_texts(columns: Sequence[str]) -> list[str]:
    """Return the columns that may well be the text by their names.

    >>> obvious_texts(["title", "Review Text"])
    ['Review Text']
    """
    return (
        _named(columns, TEXT_NAMES)
        or [column for column in columns if _is_text(column)]
        or _named(columns, PART_NAMES)
        or _ending(columns, PART_WORDS)
    )


def obvious_labels(columns: Sequence[str]) -> list[str]:
    """Return the columns that may well be the label by their names.

    >>> obvious_labels(["Ticket Type", "Support Queue"])
    ['Support Queue']
    """
    return (
        _named(columns, LABEL_NAMES)
        or _ending(columns, LABEL_WORDS)
        or _named(columns, LABEL_PART_NAMES)
        or _ending(columns, LABEL_PART_NAMES)
    )


def _named(columns: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the columns with the first of the obvious names that there is."""
    return _first_of(columns, [column.strip().lower() for column in columns], names)


def _ending(columns: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the columns whose last word is the first of these that there is."""
    return _first_of(columns, [_last_word(column) for column in columns], words)


def _first_of(columns: Sequence[str], known_by: list[str], names: Sequence[str]) -> list[str]:
    wanted = next((name for name in names if name in known_by), None)
    return [column for column, name in zip(columns, known_by, strict=True) if name == wanted]


def _is_text(column: str) -> bool:
    """Return whether the last word of a column's name is one for texts."""
    return _last_word(column) in TEXT_NAMES and column.strip().lower() not in LABEL_NAMES


def _last_word(column: str) -> str:
    return re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", column.strip())[-1].lower()
