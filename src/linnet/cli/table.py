"""Tables on the screen: drawn on a terminal, plain aligned text anywhere else."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, east_asian_width

BETWEEN = 3  # columns of the screen between two of a drawn table
LEAST = 10  # columns of the screen for what gives way


@dataclass(frozen=True)
class Table:
    """Cells in columns; the first `left` columns are names, the others numbers.

    Where the screen is too narrow, the column that `gives_way` is cut, or any where none is named.
    """

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: int = 1
    gives_way: str | None = None

    def show(self) -> None:
        """Write the table to standard output."""
        if sys.stdout.isatty():
            self._draw()
        else:
            print(self.plain())

    def plain(self) -> str:
        """Return the table as lines of text, without a terminal's codes and never wrapped.

        >>> print(Table(("label", "n"), [("ham", "12"), ("spam", "3")]).plain())
        label   n
        ham    12
        spam    3
        """
        widths = self._widths()
        return "\n".join(self._line(row, widths) for row in (self.columns, *self.rows))

    def _widths(self) -> list[int]:
        cells = [self.columns, *self.rows]
        return [max(width_of(row[place]) for row in cells) for place in range(len(self.columns))]

    def _line(self, row: tuple[str, ...], widths: list[int]) -> str:
        padded = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (width - width_of(cell))
            padded.append(cell + padding if place < self.left else padding + cell)
        return "  ".join(padded).rstrip()

    def _draw(self) -> None:
        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable
        from rich.text import Text

        drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
        for place, column in enumerate(self.columns):
            side: Literal["left", "right"] = "left" if place < self.left else "right"
            drawn.add_column(Text(column), justify=side, no_wrap=True)
        console = Console()
        for row in self._cut_to(console.width):
            drawn.add_row(*(Text(cell) for cell in row))
        console.print(drawn)

    def _cut_to(self, width: int) -> Sequence[tuple[str, ...]]:
        """Return the rows for a screen of this width."""
        if self.gives_way is None:
            return self.rows
        own = self.columns.index(self.gives_way)
        widths = self._widths()
        room = width - sum(widths) + widths[own] - BETWEEN * len(widths)
        return [(*row[:own], cut(row[own], max(room, LEAST)), *row[own + 1 :]) for row in self.rows]


def cut(text: str, width: int) -> str:
    """Return a text that takes at most so many columns of the screen.

    >>> cut("lunch at noon", 6), cut("垃圾邮件", 6), cut("ham", 6)
    ('lunch…', '垃圾…', 'ham')
    """
    if width_of(text) <= width:
        return text
    while width_of(text) > width - 1:
        text = text[:-1]
    return f"{text}…"


def width_of(text: str) -> int:
    """Return how many columns of the screen a text takes.

    >>> width_of("ham"), width_of("垃圾")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


def _character_width(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
