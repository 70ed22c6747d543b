"""What stands beside the text of documents, column by column."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.errors import SettingError, quoted
from linnet.features.lexicon import LexiconReader, read_lexicons
from linnet.features.numbers import refuse_large

if TYPE_CHECKING:
    from linnet.reading.documents import Batch
    from linnet.reading.named import NamedFeatures

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
MISSING = "(missing)"
BETWEEN = " & "  # what several columns say together
# What a kind of block reads, where it is not called by that.
ROLES = {"cross": "categorical", "bins": "numeric", "trials": "numeric", "products": "numeric"}


@dataclass(frozen=True, eq=False)
class Columns:
    """What stands beside the text of some documents, by the name of the column."""

    n_documents: int
    # Lists or Arrow arrays of str or None.
    categorical: Mapping[str, Any] = field(default_factory=dict)
    numeric: Mapping[str, Floats] = field(default_factory=dict)  # NaN where missing
    named: "NamedFeatures | None" = None
    lengths: Ints | None = None  # words of the text
    lexicons: Mapping[str, Floats] = field(default_factory=dict)  # what each finds in the text

    def texts(self) -> list[Any]:
        """Return all there is as texts, one per document and column: what tells documents apart."""
        import pyarrow as pa

        texts = [_strings(values) for values in self.categorical.values()]
        for values in self.numeric.values():
            texts.append(pa.array(values).cast(pa.string()))
        if self.named is not None:
            texts.append(pa.array(_as_texts(self.named), pa.string()))
        return texts

    def select(self, chosen: npt.NDArray[np.bool_]) -> "Columns":
        """Return only the documents where `chosen` is true."""
        import pyarrow as pa

        mask = pa.array(chosen) if self.categorical else None
        n_documents = int(np.count_nonzero(chosen))
        categorical = {name: values.filter(mask) for name, values in self.categorical.items()}
        numeric = {name: values[chosen] for name, values in self.numeric.items()}
        named = None if self.named is None else self.named.kept(chosen)
        lengths = None if self.lengths is None else self.lengths[chosen]
        lexicons = {name: values[chosen] for name, values in self.lexicons.items()}
        return Columns(n_documents, categorical, numeric, named, lengths, lexicons)

    def numbers(self, settings: "ColumnSettings") -> Floats:
        """Return the numbers that a block reads."""
        if settings.kind == "length":
            return np.asarray(self.lengths, np.float64)
        return np.asarray(required_column(self.numeric, settings.columns[0]), np.float64)

    def levels(self, settings: "ColumnSettings") -> tuple[npt.NDArray[np.int32], list[str]]:
        """Return the code of each document's level, and the level of each code."""
        codes, levels = _encoded(required_column(self.categorical, settings.columns[0]))
        for column in settings.columns[1:]:
            more_codes, more_levels = _encoded(required_column(self.categorical, column))
            n_more = len(more_levels)
            pair_codes = codes.astype(np.int64) * n_more + more_codes
            pairs, codes = np.unique(pair_codes, return_inverse=True)
            places = [divmod(pair, n_more) for pair in pairs.tolist()]
            levels = [f"{levels[left]}{BETWEEN}{more_levels[right]}" for left, right in places]
        return codes.astype(np.int32), levels


def required_column(columns: Mapping[str, Any], name: str) -> Any:
    """Return a column by its name."""
    if name not in columns:
        raise SettingError(
            f"documents must have the column {quoted(name)} that the model reads; "
            "got none. Read it too."
        )
    return columns[name]


def _strings(values: Any) -> Any:
    import pyarrow as pa

    return values if isinstance(values, pa.Array) else pa.array(values, pa.string())


def _as_texts(named: "NamedFeatures") -> list[str]:
    """Return the features of each document as a text, in the order of their names."""
    names = named.names.to_pylist()
    texts = []
    for begin, end in pairwise(named.starts.tolist()):
        codes = named.codes[begin:end].tolist()
        values = named.values[begin:end].tolist()
        lines = [f"{names[code]}\t{value!r}" for code, value in zip(codes, values, strict=True)]
        texts.append("\n".join(sorted(lines)))
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
        if not self.columns or self.kind == "products":  # whose features are called by columns
            return self.kind
        return f"{','.join(self.columns)}.{self.kind}"

    @property
    def is_fixed_trials(self) -> bool:
        """Whether the trials are the length of the text or a number, which no column holds."""
        if self.kind != "trials":
            return False
        return self.columns[0] == "length" or self.columns[0].isdecimal()


@dataclass(frozen=True)
class ColumnNames:
    """The columns to read beside the text."""

    categorical: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    named: str | None = None
    lexicons: tuple[LexiconReader, ...] = ()

    @property
    def none(self) -> bool:
        """Whether nothing is read but texts."""
        return not (self.categorical or self.numeric or self.named)

    @classmethod
    def of(cls, settings: Iterable[ColumnSettings]) -> "ColumnNames":
        """Return the columns that blocks read."""
        names_of: dict[str, list[str]] = {"categorical": [], "numeric": [], "named": []}
        lexicons = []
        for block in settings:
            if block.lexicon is not None:
                lexicons.append(block.lexicon)
            if not block.is_fixed_trials:
                role = ROLES.get(block.kind, block.kind)
                names_of.setdefault(role, []).extend(block.columns)

        categorical = tuple(dict.fromkeys(names_of["categorical"]))
        numeric = tuple(dict.fromkeys(names_of["numeric"]))
        named = next(iter(names_of["named"]), None)
        return cls(categorical, numeric, named, tuple(lexicons))

    def of_batch(self, batch: "Batch", texts: Sequence[Any] = ()) -> Columns:
        """Return the columns of a batch read by these names; with texts, also what they measure."""
        refuse_large(self.numeric, batch)
        categorical = dict(zip(self.categorical, batch.categorical, strict=True))
        numeric = dict(zip(self.numeric, batch.numeric, strict=True))
        lexicons = read_lexicons(self.lexicons, batch.texts)
        lengths = np.zeros(len(batch), np.int64)
        for text in texts:
            lengths = lengths + _core.word_counts(text)
        return Columns(len(batch), categorical, numeric, batch.named, lengths, lexicons)


def joined(parts: Sequence[Columns]) -> Columns:
    """Return the columns of several batches as one."""
    import pyarrow as pa

    n_documents = sum(part.n_documents for part in parts)
    categorical = {}
    for name in parts[0].categorical:
        arrays = [part.categorical[name].cast(pa.large_string()) for part in parts]
        categorical[name] = pa.concat_arrays(arrays)

    numeric = _joined_numbers([part.numeric for part in parts])
    lexicons = _joined_numbers([part.lexicons for part in parts])
    named = _joined_named([part.named for part in parts if part.named is not None])
    lengths = [part.lengths for part in parts if part.lengths is not None]
    all_lengths = np.concatenate(lengths) if lengths else None
    return Columns(n_documents, categorical, numeric, named, all_lengths, lexicons)


def _joined_numbers(parts: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _joined_named(parts: Sequence["NamedFeatures"]) -> "NamedFeatures | None":
    if not parts:
        return None
    import pyarrow as pa

    code_of: dict[str, int] = {}
    codes = []
    for part in parts:
        new_codes = [code_of.setdefault(name, len(code_of)) for name in part.names.to_pylist()]
        codes.append(np.array(new_codes, np.int32)[part.codes])
    lengths = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    values = np.concatenate([part.values for part in parts])
    return replace(
        parts[0],
        starts=starts,
        names=pa.array(code_of, pa.large_string()),
        codes=np.concatenate(codes),
        values=values,
    )
