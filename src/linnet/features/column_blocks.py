"""Metadata columns as blocks of features: levels, numbers, bins, crosses, features with names.

categorical  a feature per level; with reference coding the first level has none: it is all zeros
bins         the same over quantiles of a number
cross        the same over what several columns say together
numeric      the number itself or, standardised, (x − mean) / deviation; a missing one is the mean,
             and marked
length       the number of words of the text, as a number
products     of every two of several numbers, scaled like the numbers; none may be missing
named        whatever names and values a document brings
lexicon      how many words of the text a lexicon has, and what they are worth
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.errors import InputError, SettingError, quoted
from linnet.features.columns import MISSING, Columns, ColumnSettings, required_column
from linnet.features.names import Names
from linnet.features.products import product_names, products

if TYPE_CHECKING:
    from linnet.reading.named import NamedFeatures

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Entries = tuple[Ints, npt.NDArray[np.int32], Floats]  # document, column, value

NO_NAME = ""  # of a reference level that was forgotten; no level is empty


@dataclass(frozen=True, eq=False)
class ColumnBlock:
    """Settings and what was learned: the names of the columns, and the numbers behind them."""

    settings: ColumnSettings
    names: Names
    learned: Floats = field(
        default_factory=lambda: np.empty(0)
    )  # edges of bins; mean and deviation of numbers
    reference: str | None = None  # the level without a column
    frequencies: npt.NDArray[Any] | None = None

    @property
    def n_columns(self) -> int:
        return len(self.names)

    def name(self, column: int) -> str:
        """Return the name of a column of this block."""
        return self.names[column]

    @cached_property
    def place(self) -> dict[str, int]:
        """Name → column."""
        return {name: column for column, name in enumerate(self.names)}

    def entries(self, columns: Columns) -> Entries:
        """Return the features as (document, column, value), sorted by document and column."""
        return KINDS[self.settings.kind].entries(self, columns)

    def unknown(self, columns: Columns) -> list[str]:
        """Return levels that look like the reference because they were never seen."""
        if self.reference in (None, NO_NAME) or self.settings.kind == "bins":
            return []
        _, levels = columns.levels(self.settings)
        return sorted(
            {level for level in levels if level not in self.place and level != self.reference}
        )


def learn_column(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    """Return the block that a column of the training documents makes."""
    return KINDS[settings.kind].learn(settings, columns)


def level_block(settings: ColumnSettings, levels: Sequence[str], learned: Floats) -> ColumnBlock:
    """Return the block of a column that has these levels."""
    ordered = sorted(levels, key=str.encode)
    if settings.coding == "one-hot":
        return ColumnBlock(settings, Names.of(ordered), learned)
    first = next((level for level in ordered if level != MISSING), MISSING)
    return ColumnBlock(
        settings, Names.of([level for level in ordered if level != first]), learned, first
    )


def _level_entries(
    block: ColumnBlock, codes: npt.NDArray[np.int32], levels: Sequence[str]
) -> Entries:
    place = np.array([block.place.get(level, -1) for level in levels], np.int32)
    columns = place[codes] if len(levels) else codes
    there = np.flatnonzero(columns >= 0)
    return there, columns[there], np.ones(len(there))


def _learn_levels(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    return level_block(settings, columns.levels(settings)[1], np.empty(0))


def _find_levels(block: ColumnBlock, columns: Columns) -> Entries:
    return _level_entries(block, *columns.levels(block.settings))


def _learn_bins(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    numbers = columns.numbers(settings)
    there = numbers[~np.isnan(numbers)]
    edges = (
        np.unique(np.quantile(there, np.arange(1, settings.bins) / settings.bins))
        if len(there)
        else np.empty(0)
    )
    missing = [MISSING] if len(there) < len(numbers) else []
    return level_block(settings, [*_bin_names(edges), *missing], edges)


def _bin_names(edges: Floats) -> list[str]:
    """Return a name for each bin, in the order of numbers and of bytes.

    >>> _bin_names(np.array([2.5, 4.0]))
    ['1 of 3: up to 2.5', '2 of 3: up to 4', '3 of 3: above 4']
    """
    n, digits = len(edges) + 1, len(str(len(edges) + 1))
    ranges = [
        *(f"up to {edge:g}" for edge in edges),
        f"above {edges[-1]:g}" if len(edges) else "any",
    ]
    return [f"{number:0{digits}} of {n}: {said}" for number, said in enumerate(ranges, 1)]


def _find_bins(block: ColumnBlock, columns: Columns) -> Entries:
    numbers = columns.numbers(block.settings)
    codes = np.searchsorted(block.learned, numbers, side="left").astype(np.int32)
    codes[np.isnan(numbers)] = len(block.learned) + 1
    return _level_entries(block, codes, [*_bin_names(block.learned), MISSING])


def _learn_number(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    numbers = columns.numbers(settings)
    there = numbers[~np.isnan(numbers)]
    mean = float(there.mean()) if len(there) else 0.0
    deviation = float(there.std()) if len(there) and settings.scaling == "standard" else 0.0
    return ColumnBlock(settings, Names.of(["missing", "value"]), np.array([mean, deviation or 1.0]))


def _find_number(block: ColumnBlock, columns: Columns) -> Entries:
    numbers = columns.numbers(block.settings)
    missing = np.isnan(numbers)
    values = _scaled(np.where(missing, block.learned[0], numbers), block.settings, block.learned)
    document = np.concatenate([np.flatnonzero(missing), np.arange(len(numbers))])
    column = np.concatenate([np.zeros(missing.sum(), np.int32), np.ones(len(numbers), np.int32)])
    order = np.lexsort((column, document))
    return document[order], column[order], np.concatenate([np.ones(missing.sum()), values])[order]


def _scaled(numbers: Floats, settings: ColumnSettings, learned: Floats) -> Floats:
    mean, deviation = learned
    return numbers if settings.scaling == "none" else (numbers - mean) / deviation


def _learn_products(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    learned = [
        _learn_number(replace(settings, columns=(name,)), columns).learned
        for name in settings.columns
    ]
    return ColumnBlock(settings, product_names(settings.columns), np.concatenate(learned))


def _find_products(block: ColumnBlock, columns: Columns) -> Entries:
    pairs = zip(block.settings.columns, block.learned.reshape(-1, 2), strict=True)
    numbers = [
        _scaled(required_column(columns.numeric, name), block.settings, learned)
        for name, learned in pairs
    ]
    return products(block.settings.columns, np.stack(numbers))


def _named(columns: Columns) -> "NamedFeatures":
    if columns.named is None:
        raise SettingError(
            "documents must have the named features that the model reads; got none. Read them too."
        )
    return columns.named


def _learn_named(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    return ColumnBlock(
        settings, Names.of(sorted(_named(columns).names.to_pylist(), key=str.encode))
    )


def _find_named(block: ColumnBlock, columns: Columns) -> Entries:
    named = _named(columns)
    place = np.array([block.place.get(name, -1) for name in named.names.to_pylist()], np.int32)
    column = place[named.codes] if len(place) else named.codes
    order = np.lexsort((column, named.documents()))
    order = order[column[order] >= 0]
    return named.documents()[order], column[order], named.values[order]


def _learn_trials(settings: ColumnSettings, _: Columns) -> ColumnBlock:
    return ColumnBlock(settings, Names.of(["trials"]))


def _find_trials(block: ColumnBlock, columns: Columns) -> Entries:
    asked = block.settings.columns[0]
    if asked == "length":
        trials = np.asarray(columns.lengths, np.float64)
    elif asked.isdecimal():
        trials = np.full(columns.n_documents, float(asked))
    else:
        trials = np.asarray(required_column(columns.numeric, asked), np.float64)
    if not np.all(trials >= 0):
        raise InputError(
            "trials must be numbers, 0 or above, in every document; "
            f"got others in column {quoted(asked)}."
        )
    return np.arange(len(trials)), np.zeros(len(trials), np.int32), trials


def _learn_lexicon(settings: ColumnSettings, _: Columns) -> ColumnBlock:
    return ColumnBlock(settings, Names.of(settings.lexicon.columns if settings.lexicon else ()))


def _find_lexicon(block: ColumnBlock, columns: Columns) -> Entries:
    found = columns.lexicons[block.settings.columns[0]]
    document, column = np.nonzero(found)
    return document, column.astype(np.int32), found[document, column]


@dataclass(frozen=True)
class Kind:
    """What a kind of column learns from the training documents, and what it finds in any."""

    learn: Callable[[ColumnSettings, Columns], ColumnBlock]
    entries: Callable[[ColumnBlock, Columns], Entries]


KINDS = {
    "categorical": Kind(_learn_levels, _find_levels),
    "cross": Kind(_learn_levels, _find_levels),
    "bins": Kind(_learn_bins, _find_bins),
    "numeric": Kind(_learn_number, _find_number),
    "length": Kind(_learn_number, _find_number),
    "products": Kind(_learn_products, _find_products),
    "trials": Kind(_learn_trials, _find_trials),
    "named": Kind(_learn_named, _find_named),
    "lexicon": Kind(_learn_lexicon, _find_lexicon),
}
