"""A result in a line: what a console shows of it, however long its labels and texts are."""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import fields
from reprlib import Repr
from typing import Any

from linnet.errors import bounded, escaped, shortened, shown

LONGEST_LINE = 400
LONGEST_CELL = 100  # characters of a value of which little is known
MOST_LABELS = 5
NOTHING = "-"  # in the place of a number that is not there


def line(name: str, *parts: str) -> str:
    r"""Return a result on one line; parts that are empty are left out.

    >>> line("Predictions", "3 rows", "", "ham 2, sp\nam 1")
    'Predictions(3 rows, ham 2, sp\\nam 1)'
    """
    inside = ", ".join(part for part in parts if part)
    room = LONGEST_LINE - len(name) - 2
    return f"{name}({bounded(escaped(bounded(inside, room)), room)})"


def measured(value: float | None, interval: Sequence[float] | None = None, digits: int = 3) -> str:
    """Return a number and its confidence interval.

    >>> measured(0.9, (0.85, 0.95)), measured(None)
    ('0.900 (0.850 to 0.950)', '-')
    """
    if value is None:
        return NOTHING
    if not interval:
        return f"{value:.{digits}f}"
    low, high = interval
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def label_list(labels: Sequence[str], most: int = MOST_LABELS) -> str:
    """Return the first of some labels, and how many more there are.

    >>> label_list(["ham", "spam"]), label_list(["a", "b", "c"], most=2)
    ('ham, spam', 'a, b … and 1 more')
    """
    return shortened(map(shown, labels), len(labels), most)


def label_counts(counts: Mapping[str, int], most: int = MOST_LABELS) -> str:
    """Return labels with their numbers, the largest first.

    >>> label_counts({"ham": 1, "spam": 2000})
    'spam 2,000, ham 1'
    """
    order = sorted(counts.items(), key=lambda pair: -pair[1])
    parts = (f"{shown(label)} {n:,}" for label, n in order)
    return shortened(parts, len(order), most)


class _Cells(Repr):
    """Values in few characters."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxtuple = self.maxlist = self.maxdict = self.maxset = 4
        self.maxstring = self.maxother = LONGEST_CELL

    def repr_instance(self, x: Any, level: int) -> str:
        if hasattr(x, "dtype") and hasattr(x, "shape"):
            return f"<{' × '.join(map(str, x.shape)) or 'one'} {x.dtype}>"
        if type(x).__module__.startswith("pyarrow"):
            size = f" of {len(x):,}" if isinstance(x, Sized) else ""
            return f"<{type(x).__name__}{size}>"
        return super().repr_instance(x, level)


_CELLS = _Cells()


def fields_line(result: Any, left_out: Iterable[str] = ()) -> str:
    """Return a dataclass as Python writes one, with each value in few characters.

    >>> from dataclasses import make_dataclass
    >>> Pair = make_dataclass("Pair", ["a", "b"])
    >>> fields_line(Pair((1, 2, 3, 4, 5, 6), "text" * 100), left_out="b")
    'Pair(a=(1, 2, 3, 4, ...))'
    """
    names = [field.name for field in fields(result) if field.name not in left_out]
    parts = [f"{name}={_CELLS.repr(getattr(result, name))}" for name in names]
    return line(type(result).__name__, *parts)
