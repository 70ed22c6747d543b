"""Columns beside the text as blocks of features: levels, numbers, bins, crosses, and features that come with names.

categorical  a feature per level; with reference coding the first level has none: it is all zeros
bins         the same over quantiles of a number
cross        the same over what several columns say together
numeric      the number itself or, standardised, (x − mean) / deviation; a missing one is the mean, and marked
length       the number of words of the text, as a number
products     of every two of several numbers, scaled like the numbers themselves; none may be missing
named        whatever names and values a document brings
lexicon      how many words of the text a lexicon has, and what they are worth
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import InputError, SettingError
from linnet.features.lexicon import LexiconReader, read_lexicons
from linnet.features.names import Names
from linnet.features.numbers import refuse_large
from linnet.features.products import product_names, products

if TYPE_CHECKING:
    from linnet.reading.documents import Batch
    from linnet.reading.named import NamedFeatures

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Entries = tuple[Ints, npt.NDArray[np.int32], Floats]  # document, column, value
MISSING = "(missing)"
BETWEEN = " & "  # what several columns say together


@dataclass(frozen=True, eq=False)
class Columns:
    """What stands beside the text of some documents, by the name of the column."""

    n_documents: int
    categorical: Mapping[str, Any] = field(default_factory=dict)  # lists or Arrow arrays of str or None
    numeric: Mapping[str, Floats] = field(default_factory=dict)  # NaN where missing
    named: "NamedFeatures | None" = None
    lengths: Ints | None = None  # words of the text
    lexicons: Mapping[str, Floats] = field(default_factory=dict)  # what each finds in the text

    def texts(self) -> list[Any]:
        """Return all there is as texts, one per document and column: what tells documents apart."""
        import pyarrow as pa

        numbers = [pa.array(values).cast(pa.string()) for values in self.numeric.values()]
        named = [] if self.named is None else [pa.array(_as_texts(self.named), pa.string())]
        return [*(_strings(values) for values in self.categorical.values()), *numbers, *named]

    def select(self, chosen: npt.NDArray[np.bool_]) -> "Columns":
        """Return only the documents where `chosen` is true."""
        import pyarrow as pa

        mask = pa.array(chosen) if self.categorical else None
        return Columns(
            int(np.count_nonzero(chosen)),
            {name: values.filter(mask) for name, values in self.categorical.items()},
            {name: values[chosen] for name, values in self.numeric.items()},
            None if self.named is None else self.named.kept(chosen),
            None if self.lengths is None else self.lengths[chosen],
            {name: values[chosen] for name, values in self.lexicons.items()},
        )

    def numbers(self, settings: "ColumnSettings") -> Floats:
        """Return the numbers that a block reads."""
        if settings.kind == "length":
            return np.asarray(self.lengths, np.float64)
        return np.asarray(_there(self.numeric, settings.columns[0]), np.float64)

    def levels(self, settings: "ColumnSettings") -> tuple[npt.NDArray[np.int32], list[str]]:
        """Return the code of each document's level, and the level of each code."""
        codes, levels = _encoded(_there(self.categorical, settings.columns[0]))
        for column in settings.columns[1:]:
            more, names = _encoded(_there(self.categorical, column))
            pairs, codes = np.unique(codes.astype(np.int64) * len(names) + more, return_inverse=True)
            levels = [f"{levels[p // len(names)]}{BETWEEN}{names[p % len(names)]}" for p in pairs.tolist()]
        return codes.astype(np.int32), levels


def _there(columns: Mapping[str, Any], name: str) -> Any:
    if name not in columns:
        raise SettingError(f"documents must have the column {name!r} that the model reads; got none. Read it too.")
    return columns[name]


def _strings(values: Any) -> Any:
    import pyarrow as pa

    return values if isinstance(values, pa.Array) else pa.array(values, pa.string())


def _as_texts(named: "NamedFeatures") -> list[str]:
    """Return the features of each document as a text, in the order of their names."""
    names, texts = named.names.to_pylist(), []
    for begin, end in pairwise(named.starts.tolist()):
        pairs = zip(named.codes[begin:end].tolist(), named.values[begin:end].tolist(), strict=True)
        texts.append("\n".join(sorted(f"{names[code]}\t{value!r}" for code, value in pairs)))
    return texts


def _encoded(values: Any) -> tuple[npt.NDArray[np.int32], list[str]]:
    encoded = _strings(values).dictionary_encode(null_encoding="encode")
    levels = [MISSING if level is None else level for level in encoded.dictionary.to_pylist()]
    return np.asarray(encoded.indices, np.int32), levels


@dataclass(frozen=True)
class ColumnSettings:
    """How columns beside the text become one block of features."""

    kind: str
    columns: tuple[str, ...] = ()
    coding: str = "one-hot"  # of levels and bins; or "reference"
    scaling: str = "none"  # of numbers: "centre" x - mean, "standard" (x - mean) / deviation
    bins: int = 4
    lexicon: LexiconReader | None = None

    hash_bits = 0
    keep_names = False

    @property
    def title(self) -> str:
        """What the block's features are called by."""
        own = self.columns and self.kind != "products"  # whose features are called by their columns
        return f"{','.join(self.columns)}.{self.kind}" if own else self.kind


@dataclass(frozen=True, eq=False)
class ColumnBlock:
    """Settings and what was learned: the names of the columns, and the numbers behind them."""

    settings: ColumnSettings
    names: Names
    learned: Floats = field(default_factory=lambda: np.empty(0))  # edges of bins; mean and deviation of numbers
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
        """Return the features of the documents as (document, column, value), by document and column."""
        return KINDS[self.settings.kind].entries(self, columns)

    def unknown(self, columns: Columns) -> list[str]:
        """Return levels that look like the reference because they were never seen."""
        if self.reference is None or self.settings.kind == "bins":
            return []
        _, levels = columns.levels(self.settings)
        return sorted({level for level in levels if level not in self.place and level != self.reference})


@dataclass(frozen=True)
class ColumnNames:
    """The columns to read beside the text."""

    categorical: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    named: str | None = None
    lexicons: tuple[LexiconReader, ...] = ()

    @classmethod
    def of(cls, settings: Iterable[ColumnSettings]) -> "ColumnNames":
        """Return the columns that blocks read."""
        read: dict[str, list[str]] = {"categorical": [], "numeric": [], "named": []}
        settings = tuple(settings)
        lexicons = tuple(one.lexicon for one in settings if one.lexicon is not None)
        for one in settings:
            role = {"cross": "categorical", **dict.fromkeys(("bins", "trials", "products"), "numeric")}.get(
                one.kind, one.kind
            )
            if one.kind == "trials" and (one.columns[0] == "length" or one.columns[0].isdecimal()):
                continue
            read.setdefault(role, []).extend(one.columns)
        distinct = {role: tuple(dict.fromkeys(names)) for role, names in read.items()}
        return cls(distinct["categorical"], distinct["numeric"], next(iter(distinct["named"]), None), lexicons)

    def of_batch(self, batch: "Batch", texts: Sequence[Any] = ()) -> Columns:
        """Return the columns of a batch that was read by these names; with texts, what is measured of them too."""
        refuse_large(self.numeric, batch)
        lengths = sum((_core.word_counts(text) for text in texts), np.zeros(len(batch), np.int64))
        return Columns(
            len(batch),
            dict(zip(self.categorical, batch.categorical, strict=True)),
            dict(zip(self.numeric, batch.numeric, strict=True)),
            batch.named,
            lengths,
            read_lexicons(self.lexicons, batch.texts),
        )


def joined(parts: Sequence[Columns]) -> Columns:
    """Return the columns of several batches as one."""
    import pyarrow as pa

    def all_of(of: Callable[[Columns], Mapping[str, Any]]) -> dict[str, list[Any]]:
        return {name: [of(part)[name] for part in parts] for name in of(parts[0])}

    categorical = {
        name: pa.concat_arrays([array.cast(pa.large_string()) for array in arrays])
        for name, arrays in all_of(lambda part: part.categorical).items()
    }
    numeric = {name: np.concatenate(arrays) for name, arrays in all_of(lambda part: part.numeric).items()}
    named = [part.named for part in parts if part.named is not None]
    lengths = [part.lengths for part in parts if part.lengths is not None]
    n = sum(part.n_documents for part in parts)
    lexicons = {name: np.concatenate(arrays) for name, arrays in all_of(lambda part: part.lexicons).items()}
    all_lengths = np.concatenate(lengths) if lengths else None
    return Columns(n, categorical, numeric, _joined_named(named), all_lengths, lexicons)


def _joined_named(parts: Sequence["NamedFeatures"]) -> "NamedFeatures | None":
    if not parts:
        return None
    import pyarrow as pa

    place: dict[str, int] = {}
    codes = [
        np.array([place.setdefault(name, len(place)) for name in part.names.to_pylist()], np.int32)[part.codes]
        for part in parts
    ]
    lengths = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    values = np.concatenate([part.values for part in parts])
    return replace(
        parts[0], starts=starts, names=pa.array(place, pa.large_string()), codes=np.concatenate(codes), values=values
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
    return ColumnBlock(settings, Names.of([level for level in ordered if level != first]), learned, first)


def _level_entries(block: ColumnBlock, codes: npt.NDArray[np.int32], levels: Sequence[str]) -> Entries:
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
    edges = np.unique(np.quantile(there, np.arange(1, settings.bins) / settings.bins)) if len(there) else np.empty(0)
    missing = [MISSING] if len(there) < len(numbers) else []
    return level_block(settings, [*_bin_names(edges), *missing], edges)


def _bin_names(edges: Floats) -> list[str]:
    """Return a name for each bin, in the order of numbers and of bytes.

    >>> _bin_names(np.array([2.5, 4.0]))
    ['1 of 3: up to 2.5', '2 of 3: up to 4', '3 of 3: above 4']
    """
    n, digits = len(edges) + 1, len(str(len(edges) + 1))
    ranges = [*(f"up to {edge:g}" for edge in edges), f"above {edges[-1]:g}" if len(edges) else "any"]
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
    learned = [_learn_number(replace(settings, columns=(name,)), columns).learned for name in settings.columns]
    return ColumnBlock(settings, product_names(settings.columns), np.concatenate(learned))


def _find_products(block: ColumnBlock, columns: Columns) -> Entries:
    pairs = zip(block.settings.columns, block.learned.reshape(-1, 2), strict=True)
    numbers = [_scaled(_there(columns.numeric, name), block.settings, learned) for name, learned in pairs]
    return products(block.settings.columns, np.stack(numbers))


def _named(columns: Columns) -> "NamedFeatures":
    if columns.named is None:
        raise SettingError("documents must have the named features that the model reads; got none. Read them too.")
    return columns.named


def _learn_named(settings: ColumnSettings, columns: Columns) -> ColumnBlock:
    return ColumnBlock(settings, Names.of(sorted(_named(columns).names.to_pylist(), key=str.encode)))


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
        trials = np.asarray(_there(columns.numeric, asked), np.float64)
    if not np.all(trials >= 0):
        raise InputError(f"trials must be numbers, 0 or above, in every document; got others in column {asked!r}.")
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
