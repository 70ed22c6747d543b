"""Which columns of predictions are wanted, and their names beside columns of the input."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linnet.reading.kept_columns import KeptColumn

PREFIX = "linnet_"


@dataclass(frozen=True)
class OutputColumns:
    """What is wanted besides row, id, label, probability (or margin) and flags."""

    probabilities: bool = False  # the probability of every label
    top: int = 0  # so many of the most probable labels
    # The columns of the input that predictions will have, without any row.
    kept: tuple[KeptColumn, ...] = ()
    file: bool = False  # the file of each row, where several are read


def own_name(name: str, taken: Collection[str]) -> str:
    """Return the name of a column of ours: with a prefix where a kept column has the name.

    >>> own_name("label", ["text"]), own_name("label", ["text", "label"])
    ('label', 'linnet_label')
    """
    while name in taken:
        name = PREFIX + name
    return name


def id_column(kept: tuple[KeptColumn, ...]) -> KeptColumn | None:
    """Return the column of ids; None where there is none, or a kept one has it as "id" already."""
    ids = next((column for column in kept if column.is_id), None)
    names = [column.name for column in kept if not column.is_id]
    if ids is not None and ids.name == "id" and "id" in names:
        return None
    return ids
