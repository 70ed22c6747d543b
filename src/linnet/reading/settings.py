"""What the user asked of a reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linnet.errors import SettingError


@dataclass(frozen=True)
class ReadSettings:
    """The columns by name and how to treat rows; no text name means: look for an obvious one."""

    text: tuple[str, ...] = ()
    label: str | None = None
    id: str | None = None
    weight: str | None = None
    format: str | None = None
    labelled: bool = True
    skip_bad_rows: bool = False
    usual_text: str | None = None  # where no text is named: the column to take if it is there
    usual_label: str | None = None  # the same for the label

    def __post_init__(self) -> None:
        """Refuse names that contradict each other."""
        if len(set(self.text)) < len(self.text):
            raise SettingError(f"text columns must differ; got {listed(self.text)}. Name each column once.")
        if self.labelled and self.label in self.text:
            raise SettingError(
                f"the label column must not be a text column; got {self.label!r} for both. Name another label column."
            )


def text_names(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of the text columns as a tuple.

    >>> text_names("title"), text_names(["title", "body"]), text_names(None)
    (('title',), ('title', 'body'), ())
    """
    if text is None:
        return ()
    return (text,) if isinstance(text, str) else tuple(text)


def listed(names: Sequence[str], most: int = 20) -> str:
    """Return names as a list to read, cut where it would be too long.

    >>> listed(["id", "body"]), listed(["a", "b", "c"], most=2)
    ("'id', 'body'", "'a', 'b', … (3 in all)")
    """
    shown = ", ".join(repr(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown}, … ({len(names)} in all)"
