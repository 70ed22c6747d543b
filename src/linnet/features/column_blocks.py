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
    # Edges of bins; mean and deviation of numbers.
    learned: Floats = field(default_factory=lambda: np.empty(0))
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
        return sorted(set(levels) - set(self.place) - {self.reference})


def learn_column(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    """Return the block that a column of the training documents makes."""
    return KINDS[settings.kind].learn(settings, columns)


def level_block(settings: ColumnSettings, levels: Sequence[str], learned: Floats) -> ColumnBlock:
    """Return the block of a column that has these levels."""
    ordered = sorted(levels, key=str.encode)
    if settings.coding == "one-hot":
        return ColumnBlock(settings, Names.of(ordered), learned)
    reference = next((level for level in ordered if level != MISSING), MISSING)
    others = [level for level in ordered if level != reference]
    return ColumnBlock(settings, Names.of(others), learned, reference)


def _level_entries(
    block: ColumnBlock, codes: npt.NDArray[np.int32], levels: Sequence[str]
) -> Entries:
    columns = _places(block, levels, codes)
    documents = np.flatnonzero(columns >= 0)
    return documents, columns[documents], np.ones(len(documents))


def _places(
    block: ColumnBlock, names: Sequence[str], codes: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Return the column of each code by its name, -1 where the block does not have it."""
    if not names:
        return codes
    places = [block.place.get(name, -1) for name in names]
    return np.array(places, np.int32)[codes]


def _learn_levels(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    _, levels = columns.levels(settings)
    return level_block(settings, levels, np.empty(0))


def _find_levels(block: ColumnBlock, columns: Columns) -> Entries:
    codes, levels = columns.levels(block.settings)
    return _level_entries(block, codes, levels)


def _learn_bins(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    numbers = columns.numbers(settings)
    known = numbers[~np.isnan(numbers)]
    edges = np.empty(0)
    if len(known):
        shares = np.arange(1, settings.bins) / settings.bins
        edges = np.unique(np.quantile(known, shares))

    levels = _bin_names(edges)
    if len(known) < len(numbers):
        levels.append(MISSING)
    return level_block(settings, levels, edges)


def _bin_names(edges: Floats) -> list[str]:
    """Return a name for each bin, in the order of numbers and of bytes.

    >>> _bin_names(np.array([2.5, 4.0]))
    ['1 of 3: up to 2.5', '2 of 3: up to 4', '3 of 3: above 4']
    """
    if not len(edges):
        return ["1 of 1: any"]
    ranges = [f"up to {edge:g}" for edge in edges]
    ranges.append(f"above {edges[-1]:g}")
    n = len(ranges)
    digits = len(str(n))
    return [f"{number:0{digits}} of {n}: {words}" for number, words in enumerate(ranges, 1)]


def _find_bins(block: ColumnBlock, columns: Columns) -> Entries:
    numbers = columns.numbers(block.settings)
    edges = block.learned
    codes = np.searchsorted(edges, numbers, side="left").astype(np.int32)
    codes[np.isnan(numbers)] = len(edges) + 1
    return _level_entries(block, codes, [*_bin_names(edges), MISSING])


def _learn_number(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    numbers = columns.numbers(settings)
    known = numbers[~np.isnan(numbers)]
    mean = 0.0
    deviation = 0.0
    if len(known):
        mean = float(known.mean())
    if len(known) and settings.scaling == "standard":
        deviation = float(known.std())
    learned = np.array([mean, deviation or 1.0])
    return ColumnBlock(settings, Names.of(["missing", "value"]), learned)


def _find_number(block: ColumnBlock, columns: Columns) -> Entries:
    numbers = columns.numbers(block.settings)
    missing = np.isnan(numbers)
    mean = block.learned[0]
    values = _scaled(np.where(missing, mean, numbers), block.settings, block.learned)

    marked = np.flatnonzero(missing)
    documents = np.concatenate([marked, np.arange(len(numbers))])
    places = np.repeat(np.array([0, 1], np.int32), [len(marked), len(numbers)])
    values = np.concatenate([np.ones(len(marked)), values])
    order = np.lexsort((places, documents))
    return documents[order], places[order], values[order]


def _scaled(numbers: Floats, settings: ColumnSettings, learned: Floats) -> Floats:
    if settings.scaling == "none":
        return numbers
    mean, deviation = learned
    return np.asarray((numbers - mean) / deviation)


def _learn_products(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    of_each = [replace(settings, columns=(name,)) for name in settings.columns]
    learned = [_learn_number(of_one, columns).learned for of_one in of_each]
    return ColumnBlock(settings, product_names(settings.columns), np.concatenate(learned))


def _find_products(block: ColumnBlock, columns: Columns) -> Entries:
    settings = block.settings
    scaled = list[Floats]()
    for name, learned in zip(settings.columns, block.learned.reshape(-1, 2), strict=True):
        numbers = required_column(columns.numeric, name)
        scaled.append(_scaled(numbers, settings, learned))
    return products(settings.columns, np.stack(scaled))


def _named(columns: Columns) -> "NamedFeatures":
    if columns.named is None:
        raise SettingError(
            "documents must have the named features that the model reads; got none. Read them too."
        )
    return columns.named


def _learn_named(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    names = _named(columns).names.to_pylist()
    return ColumnBlock(settings, Names.of(sorted(names, key=str.encode)))


def _find_named(block: ColumnBlock, columns: Columns) -> Entries:
    named = _named(columns)
    documents = named.documents()
    places = _places(block, named.names.to_pylist(), named.codes)
    order = np.lexsort((places, documents))
    order = order[places[order] >= 0]
    return documents[order], places[order], named.values[order]


def _learn_trials(settings: ColumnSettings, _: Columns) -> ColumnBlock:
    return ColumnBlock(settings, Names.of(["trials"]))


def _find_trials(block: ColumnBlock, columns: Columns) -> Entries:
    source = block.settings.columns[0]
    if source == "length":
        trials = np.asarray(columns.lengths, np.float64)
    elif source.isdecimal():
        trials = np.full(columns.n_documents, float(source))
    else:
        trials = np.asarray(required_column(columns.numeric, source), np.float64)
    if not np.all(trials >= 0):
        raise InputError(
            "trials must be numbers, 0 or above, in every document; "
            f"got others in column {quoted(source)}."
        )
    return np.arange(len(trials)), np.zeros(len(trials), np.int32), trials


def _learn_lexicon(settings: ColumnSettings, _: Columns) -> ColumnBlock:
    names = settings.lexicon.columns if settings.lexicon else ()
    return ColumnBlock(settings, Names.of(names))


def _find_lexicon(block: ColumnBlock, columns: Columns) -> Entries:
    values = columns.lexicons[block.settings.columns[0]]
    documents, places = np.nonzero(values)
    return documents, places.astype(np.int32), values[documents, places]


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
