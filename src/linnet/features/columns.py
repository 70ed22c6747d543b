"""What stands beside the text of documents, column by column."""

from collections.abc import Callable, Iterable, Mapping, Sequence
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


@dataclass(frozen=True, eq=False)
class Columns:
    """What stands beside the text of some documents, by the name of the column."""

    n_documents: int
    categorical: Mapping[str, Any] = field(
        default_factory=dict
    )  # lists or Arrow arrays of str or None
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
        return np.asarray(there_in(self.numeric, settings.columns[0]), np.float64)

    def levels(self, settings: "ColumnSettings") -> tuple[npt.NDArray[np.int32], list[str]]:
        """Return the code of each document's level, and the level of each code."""
        codes, levels = _encoded(there_in(self.categorical, settings.columns[0]))
        for column in settings.columns[1:]:
            more, names = _encoded(there_in(self.categorical, column))
            pairs, codes = np.unique(
                codes.astype(np.int64) * len(names) + more, return_inverse=True
            )
            levels = [
                f"{levels[p // len(names)]}{BETWEEN}{names[p % len(names)]}" for p in pairs.tolist()
            ]
        return codes.astype(np.int32), levels


def there_in(columns: Mapping[str, Any], name: str) -> Any:
    """Return a column by its name."""
    if name not in columns:
        raise SettingError(
            f"documents must have the column {quoted(name)} that the model reads; got none. Read it too."
        )
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
        read: dict[str, list[str]] = {"categorical": [], "numeric": [], "named": []}
        settings = tuple(settings)
        lexicons = tuple(one.lexicon for one in settings if one.lexicon is not None)
        for one in settings:
            role = {
                "cross": "categorical",
                **dict.fromkeys(("bins", "trials", "products"), "numeric"),
            }.get(one.kind, one.kind)
            if one.kind == "trials" and (one.columns[0] == "length" or one.columns[0].isdecimal()):
                continue
            read.setdefault(role, []).extend(one.columns)
        distinct = {role: tuple(dict.fromkeys(names)) for role, names in read.items()}
        return cls(
            distinct["categorical"],
            distinct["numeric"],
            next(iter(distinct["named"]), None),
            lexicons,
        )

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
    numeric = {
        name: np.concatenate(arrays) for name, arrays in all_of(lambda part: part.numeric).items()
    }
    named = [part.named for part in parts if part.named is not None]
    lengths = [part.lengths for part in parts if part.lengths is not None]
    n = sum(part.n_documents for part in parts)
    lexicons = {
        name: np.concatenate(arrays) for name, arrays in all_of(lambda part: part.lexicons).items()
    }
    all_lengths = np.concatenate(lengths) if lengths else None
    return Columns(n, categorical, numeric, _joined_named(named), all_lengths, lexicons)


def _joined_named(parts: Sequence["NamedFeatures"]) -> "NamedFeatures | None":
    if not parts:
        return None
    import pyarrow as pa

    place: dict[str, int] = {}
    codes = [
        np.array([place.setdefault(name, len(place)) for name in part.names.to_pylist()], np.int32)[
            part.codes
        ]
        for part in parts
    ]
    lengths = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(lengths)])
    values = np.concatenate([part.values for part in parts])
    return replace(
        parts[0],
        starts=starts,
        names=pa.array(place, pa.large_string()),
        codes=np.concatenate(codes),
        values=values,
    )
