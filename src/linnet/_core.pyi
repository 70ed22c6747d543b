from collections.abc import Iterable, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

class Refusal(ValueError): ...

class Rows:
    def __init__(
        self,
        starts: NDArray[numpy.int64],
        columns: NDArray[numpy.int32],
        values: NDArray[numpy.uint32]
        | NDArray[numpy.float64]
        | NDArray[numpy.int64]
        | NDArray[numpy.float32]
        | NDArray[numpy.int32],
    ) -> None: ...
    @property
    def starts(self) -> NDArray[numpy.int64]: ...
    @property
    def columns(self) -> NDArray[numpy.int32]: ...
    @property
    def values(
        self,
    ) -> (
        NDArray[numpy.uint32]
        | NDArray[numpy.float64]
        | NDArray[numpy.int64]
        | NDArray[numpy.float32]
        | NDArray[numpy.int32]
    ): ...

class Names:
    def __init__(self, bytes: NDArray[numpy.uint8], offsets: NDArray[numpy.int64]) -> None: ...
    @property
    def bytes(self) -> NDArray[numpy.uint8]: ...
    @property
    def offsets(self) -> NDArray[numpy.int64]: ...

class TextSettings:
    def __init__(
        self,
        *,
        kind: str = "words",
        pattern: str = "unicode",
        shortest: int = 1,
        longest: int = 1,
        lower: bool = True,
        strip_accents: bool = False,
        stop_words: Sequence[str] = [],
        ascii_only: bool = False,
    ) -> None: ...

class Hashing:
    def __init__(
        self, *, bits: int, keep_names: bool = False, modulus: int = 0, signs: bool = False
    ) -> None: ...

class BlockSettings:
    def __init__(
        self, *, field: int, text: TextSettings, hashing: Hashing, presence: bool
    ) -> None: ...

class Vocabulary:
    def __init__(self, names: Names, lookup: NDArray[numpy.uint64]) -> None: ...

class FrozenBlock:
    def __init__(
        self, settings: BlockSettings, *, first_column: int, vocabulary: Vocabulary | None = None
    ) -> None: ...

class Weighting:
    def __init__(
        self,
        *,
        term: str,
        norm: str,
        block_ends: NDArray[numpy.int64],
        idf: NDArray[numpy.float64],
        mean_lengths: NDArray[numpy.float64],
        signs: bool = False,
    ) -> None: ...

class Weights:
    def __init__(
        self,
        *,
        block_ends: NDArray[numpy.int64],
        offset: NDArray[numpy.float64],
        prior: NDArray[numpy.float64] | None = None,
        rest: NDArray[numpy.float64] | None = None,
        starts: NDArray[numpy.int64] | None = None,
        labels: NDArray[numpy.int32] | None = None,
        weights: NDArray[numpy.float64] | None = None,
        squares: NDArray[numpy.float64] | None = None,
        dense: NDArray[numpy.float32] | None = None,
        shared: NDArray[numpy.float64] | None = None,
        scale: NDArray[numpy.float64] | None = None,
        offset_vetoes: NDArray[numpy.int32] | None = None,
        rest_vetoes: NDArray[numpy.int32] | None = None,
        vetoes: NDArray[numpy.int32] | None = None,
    ) -> None: ...

UNICODE_VERSION: str

def tokens(text: str, settings: TextSettings) -> list[str]: ...
def only_str(texts: list[Any]) -> bool: ...

class FeatureSpans:
    @property
    def names(self) -> Names: ...
    @property
    def begins(self) -> NDArray[numpy.int64]: ...
    @property
    def ends(self) -> NDArray[numpy.int64]: ...

def feature_spans(text: str, settings: TextSettings) -> FeatureSpans: ...
def segment_ends(text: str, *, by_words: bool) -> NDArray[numpy.int64]: ...
def weigh(rows: Rows, weighting: Weighting, *, threads: int) -> NDArray[numpy.float64]: ...
def renumber_columns(rows: Rows, new_numbers: NDArray[numpy.int32]) -> Rows: ...
def join_rows(blocks: Sequence[Rows], block_ends: NDArray[numpy.int64]) -> Rows: ...

class NamesUnion:
    @property
    def names(self) -> Names: ...
    @property
    def from_a(self) -> NDArray[numpy.int32]: ...
    @property
    def from_b(self) -> NDArray[numpy.int32]: ...

def unite_names(a: Names, b: Names) -> NamesUnion: ...
def build_lookup(names: Names) -> NDArray[numpy.uint64]: ...
def hash_columns(names: Names, hashing: Hashing) -> NDArray[numpy.int64]: ...
def word_counts(
    texts: list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]],
) -> NDArray[numpy.int64]: ...
def hash_text(text: str) -> int: ...

class ScoredRows:
    @property
    def scores(self) -> NDArray[numpy.float64]: ...
    @property
    def in_range(self) -> bool: ...

class Model:
    def __init__(
        self, *, blocks: Sequence[FrozenBlock], weights: Weights, weighting: Weighting | None = None
    ) -> None: ...
    def rows(
        self,
        fields: Sequence[
            list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]]
        ],
        *,
        threads: int,
    ) -> Rows: ...
    def score(self, rows: Rows, *, threads: int) -> ScoredRows: ...
    def best(self, *fields: str) -> int: ...
    def find(self, block: int, name: str) -> int: ...
    def find_all(self, block: int, names: Names) -> NDArray[numpy.int32]: ...

def multiply(
    rows: Rows, table: NDArray[numpy.float64], *, threads: int
) -> NDArray[numpy.float64]: ...

class CountedVocabulary:
    @property
    def names(self) -> Names: ...
    @property
    def columns(self) -> NDArray[numpy.int64]: ...
    @property
    def name_frequencies(self) -> NDArray[numpy.int64]: ...

class CountedRows:
    @property
    def vocabulary(self) -> CountedVocabulary: ...
    @property
    def rows(self) -> Rows: ...

class Counter:
    def __init__(self, blocks: Sequence[BlockSettings], threads: int, keep_rows: bool) -> None: ...
    def add(self, fields: Any, labels: Any, weights: Any) -> None: ...
    def take_rows(self, block: int) -> CountedRows: ...
    def take_totals(self, block: int, label_places: Any) -> tuple[CountedVocabulary, Any]: ...

def number_texts(texts: Any) -> tuple[Any, list[str]]: ...
def number_rows(rows: Any) -> tuple[Any, Any]: ...
def fingerprint(fields: Any, label_hashes: Any, weights: Any, threads: int) -> tuple[int, int]: ...
def totals_of_rows(
    starts: Any, columns: Any, values: Any, codes: Any, weights: Any, n_columns: int
) -> Any: ...
def sums_of_rows(
    starts: Any, columns: Any, values: Any, codes: Any, weights: Any, n_columns: int, n_codes: int
) -> Any: ...
def add_sums_of_rows(
    starts: Any, columns: Any, values: Any, codes: Any, weights: Any, table: Any
) -> Any: ...
def combine(a: Any, b: Any, sign: float, n_features: int) -> Any: ...
def fit_linear(
    starts: Any,
    columns: Any,
    values: Any,
    n_columns: int,
    label_starts: Any,
    label_codes: Any,
    n_labels: int,
    weights: Any,
    settings: dict[str, Any],
) -> dict[str, Any]: ...
def fit_path(
    starts: Any,
    columns: Any,
    values: Any,
    n_columns: int,
    label_starts: Any,
    label_codes: Any,
    n_labels: int,
    weights: Any,
    settings: dict[str, Any],
    strengths: Any,
) -> list[dict[str, Any]]: ...
def repeats_columns(starts: Any, columns: Any, n_columns: int) -> bool: ...
def linear_objective(
    starts: Any,
    columns: Any,
    values: Any,
    n_columns: int,
    label_starts: Any,
    label_codes: Any,
    n_labels: int,
    weights: Any,
    settings: dict[str, Any],
    at_weights: Any,
    at_offset: Any,
) -> Any: ...
def fit_online(
    starts: Any,
    columns: Any,
    values: Any,
    n_columns: int,
    label_starts: Any,
    label_codes: Any,
    n_labels: int,
    weights: Any,
    settings: dict[str, Any],
) -> dict[str, Any]: ...

class SgdRounds:
    def __init__(
        self,
        starts: Any,
        columns: Any,
        values: Any,
        codes: Any,
        weights: Any,
        held_out: Any,
        table: Any,
        lags: Any,
        settings: dict[str, Any],
        labels: dict[str, Any],
    ) -> None: ...
    def round(self, live: Any) -> dict[str, Any]: ...
    def progress(self, label: int) -> dict[str, Any]: ...
    def write(self) -> dict[str, Any]: ...

def distinct_columns(columns: Any, n_columns: int) -> tuple[Any, Any]: ...

class Bootstrap:
    def __init__(self, *, seed: int, n_resamples: int, threads: int) -> None: ...

class TrueLabels:
    def __init__(
        self, *, labels: NDArray[numpy.int64], units: NDArray[numpy.int64], n_units: int
    ) -> None: ...

class ResampledMetrics:
    @property
    def roc_auc(self) -> NDArray[numpy.float64]: ...
    @property
    def average_precision(self) -> NDArray[numpy.float64]: ...

class LabelCounts:
    @property
    def true_positives(self) -> NDArray[numpy.float64]: ...
    @property
    def predicted(self) -> NDArray[numpy.float64]: ...

def bootstrap_sums(
    rows: Rows, *, n_columns: int, bootstrap: Bootstrap
) -> NDArray[numpy.float64]: ...
def bootstrap_metrics(
    scores: NDArray[numpy.float64], truth: TrueLabels, *, bootstrap: Bootstrap
) -> ResampledMetrics: ...
def permute_metrics(
    scores_a: NDArray[numpy.float64],
    scores_b: NDArray[numpy.float64],
    truth: TrueLabels,
    *,
    coin_flips: NDArray[numpy.uint8],
    threads: int,
) -> ResampledMetrics: ...
def bootstrap_within_labels(
    true_labels: NDArray[numpy.int64],
    predicted: NDArray[numpy.int64],
    *,
    n_labels: int,
    bootstrap: Bootstrap,
) -> LabelCounts: ...
def text_keys(
    fields: Sequence[
        list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]]
    ],
    *,
    threads: int,
) -> NDArray[numpy.uint64]: ...

class NearDuplicates:
    @property
    def documents(self) -> NDArray[numpy.int64]: ...
    @property
    def similarity(self) -> NDArray[numpy.float64]: ...

def find_near_duplicates(
    fields: Sequence[
        list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]]
    ],
    *,
    parts: NDArray[numpy.int32],
    wanted: NDArray[numpy.uint8],
    forward: bool,
    threads: int,
) -> NearDuplicates: ...

class LabelledPairs:
    @property
    def starts(self) -> NDArray[numpy.int64]: ...
    @property
    def pairs(self) -> NDArray[numpy.int32]: ...
    @property
    def labels(self) -> NDArray[numpy.int32]: ...

class FeaturesetTable:
    def __init__(self) -> None: ...
    def add_labelled(self, labelled: Iterable[object]) -> LabelledPairs: ...
    def number(self, name: object | None, value: object | None) -> int: ...
    @property
    def names(self) -> list[Any]: ...
    @property
    def values(self) -> list[Any]: ...
    @property
    def labels(self) -> list[Any]: ...
    @property
    def names_of_pairs(self) -> NDArray[numpy.int32]: ...

class FeaturesetModel:
    def __init__(
        self,
        table: FeaturesetTable,
        weights: Weights,
        *,
        pair_columns: NDArray[numpy.int32],
        name_columns: NDArray[numpy.int32],
        label_order: NDArray[numpy.int32],
    ) -> None: ...
    def log_probabilities(self, featuresets: Iterable[object]) -> NDArray[numpy.float64]: ...
    def best(self, featureset: object) -> int: ...
