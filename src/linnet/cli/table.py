"""Tables on the screen: drawn on a terminal, plain aligned text anywhere else."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width


@dataclass(frozen=True)
class Table:
    """Cells in columns; the first `left` columns are names, the others numbers."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: int = 1

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
        cells = [self.columns, *self.rows]
        widths = [max(width_of(row[place]) for row in cells) for place in range(len(self.columns))]
        return "\n".join(self._line(row, widths) for row in cells)

    def _line(self, row: tuple[str, ...], widths: list[int]) -> str:
        padded = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - width_of(cell))
            padded.append(cell + blank if place < self.left else blank + cell)
        return "  ".join(padded).rstrip()

    def _draw(self) -> None:
        from rich import box
        from rich.console import Console
        from rich.table import Table as Drawn
        from rich.text import Text

        drawn = Drawn(box=box.SIMPLE_HEAD, pad_edge=False)
        for place, column in enumerate(self.columns):
            drawn.add_column(
                Text(column), justify="left" if place < self.left else "right", no_wrap=True
            )
        for row in self.rows:
            drawn.add_row(*(Text(cell) for cell in row))
        Console().print(drawn)


def width_of(text: str) -> int:
    """Return how many columns of the screen a text takes.

    >>> width_of("ham"), width_of("垃圾")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
