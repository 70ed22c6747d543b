from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray

class Refusal(ValueError):
    pass

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

class Totals:
    def __init__(
        self,
        *,
        frequencies: NDArray[numpy.int64],
        starts: NDArray[numpy.int64],
        labels: NDArray[numpy.int32],
        sums: NDArray[numpy.float64],
        presences: NDArray[numpy.float64],
    ) -> None: ...
    @property
    def frequencies(self) -> NDArray[numpy.int64]: ...
    @property
    def starts(self) -> NDArray[numpy.int64]: ...
    @property
    def labels(self) -> NDArray[numpy.int32]: ...
    @property
    def sums(self) -> NDArray[numpy.float64]: ...
    @property
    def presences(self) -> NDArray[numpy.float64]: ...

class PlacedTotals:
    def __init__(
        self, totals: Totals, *, features: NDArray[numpy.int32], labels: NDArray[numpy.int32]
    ) -> None: ...

def combine(a: PlacedTotals, b: PlacedTotals, *, sign: float, n_features: int) -> Totals: ...
def totals_of_rows(
    rows: Rows,
    codes: NDArray[numpy.int32],
    *,
    weights: NDArray[numpy.float64] | None = None,
    n_columns: int,
) -> Totals: ...
def sums_of_rows(
    rows: Rows,
    codes: NDArray[numpy.int32],
    *,
    weights: NDArray[numpy.float64] | None = None,
    n_columns: int,
    n_codes: int,
) -> NDArray[numpy.float64]: ...
def add_sums_of_rows(
    rows: Rows,
    codes: NDArray[numpy.int32],
    *,
    weights: NDArray[numpy.float64] | None = None,
    table: NDArray[numpy.float64],
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

class CountedTotals:
    @property
    def vocabulary(self) -> CountedVocabulary: ...
    @property
    def totals(self) -> Totals: ...

class Counter:
    def __init__(
        self, blocks: Sequence[BlockSettings], *, threads: int, keep_rows: bool
    ) -> None: ...
    def add(
        self,
        fields: Sequence[
            list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]]
        ],
        labels: NDArray[numpy.int32] | None = None,
        weights: NDArray[numpy.float64] | None = None,
    ) -> None: ...
    def take_rows(self, block: int) -> CountedRows: ...
    def take_totals(self, block: int, label_places: NDArray[numpy.int32]) -> CountedTotals: ...

class NumberedTexts:
    @property
    def numbers(self) -> NDArray[numpy.int32]: ...
    @property
    def distinct(self) -> list[str]: ...

def number_texts(
    texts: list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]],
) -> NumberedTexts: ...

class NumberedRows:
    @property
    def numbers(self) -> NDArray[numpy.int32]: ...
    @property
    def firsts(self) -> NDArray[numpy.int64]: ...

def number_rows(rows: NDArray[numpy.uint32]) -> NumberedRows: ...
def fingerprint(
    fields: Sequence[
        list[str] | tuple[NDArray[numpy.int32] | NDArray[numpy.int64], NDArray[numpy.uint8]]
    ],
    label_hashes: NDArray[numpy.uint64],
    weights: NDArray[numpy.float64] | None,
    *,
    threads: int,
) -> tuple[int, int]: ...

class Targets:
    def __init__(
        self,
        *,
        starts: NDArray[numpy.int64],
        codes: NDArray[numpy.int32],
        n_labels: int,
        weights: NDArray[numpy.float64] | None = None,
    ) -> None: ...
    @property
    def starts(self) -> NDArray[numpy.int64]: ...
    @property
    def codes(self) -> NDArray[numpy.int32]: ...
    @property
    def n_labels(self) -> int: ...
    @property
    def weights(self) -> NDArray[numpy.float64] | None: ...

class Problem:
    def __init__(self, *, rows: Rows, targets: Targets, n_columns: int) -> None: ...
    @property
    def n_documents(self) -> int: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def n_labels(self) -> int: ...
    @property
    def n_outputs(self) -> int: ...

class OutputWeights:
    def __init__(self, weights: NDArray[numpy.float64], offset: NDArray[numpy.float64]) -> None: ...
    @property
    def weights(self) -> NDArray[numpy.float64]: ...
    @property
    def offset(self) -> NDArray[numpy.float64]: ...

class Solution:
    @property
    def weights(self) -> NDArray[numpy.float64]: ...
    @property
    def offset(self) -> NDArray[numpy.float64]: ...
    @property
    def objectives(self) -> NDArray[numpy.float64]: ...
    @property
    def gap(self) -> float: ...
    @property
    def measure(self) -> str: ...
    @property
    def rounds(self) -> int: ...
    @property
    def converged(self) -> bool: ...

class SolverSettings:
    def __init__(
        self,
        *,
        loss: str,
        l1: float = 0.0,
        l2: float = 0.0,
        offset: str = "free",
        solver: str = "auto",
        tolerance: float = 0.001,
        rounds: int = 1000,
        seed: int = 0,
        threads: int = 1,
        stop: Callable[[], bool] | None = None,
    ) -> None: ...
    @property
    def loss(self) -> str: ...
    @property
    def solver(self) -> str: ...
    @property
    def offset(self) -> str: ...
    @property
    def l1(self) -> float: ...
    @property
    def l2(self) -> float: ...
    @property
    def tolerance(self) -> float: ...
    @property
    def rounds(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def threads(self) -> int: ...

def fit_linear(
    problem: Problem, settings: SolverSettings, *, start: OutputWeights | None = None
) -> Solution: ...
def fit_path(
    problem: Problem, settings: SolverSettings, strengths: NDArray[numpy.float64]
) -> list[Solution]: ...
def linear_objective(
    problem: Problem, settings: SolverSettings, at: OutputWeights
) -> NDArray[numpy.float64]: ...
def repeats_columns(
    starts: NDArray[numpy.int64], columns: NDArray[numpy.int32], n_columns: int
) -> bool: ...

class OnlineSettings:
    def __init__(
        self,
        *,
        step_rule: str,
        cap: float = 1.0,
        averaged: bool = True,
        shuffled: bool = True,
        offset: str = "free",
        rounds: int = 10,
        seed: int = 0,
        threads: int = 1,
    ) -> None: ...

class OnlineSolution:
    @property
    def weights(self) -> NDArray[numpy.float64]: ...
    @property
    def offset(self) -> NDArray[numpy.float64]: ...
    @property
    def rounds(self) -> int: ...
    @property
    def corrections(self) -> int: ...

def fit_online(
    problem: Problem, settings: OnlineSettings, *, start: OutputWeights | None = None
) -> OnlineSolution: ...

class SgdDocuments:
    def __init__(
        self,
        *,
        rows: Rows,
        codes: NDArray[numpy.int32],
        weights: NDArray[numpy.float64],
        held_out: NDArray[numpy.uint8] | None = None,
    ) -> None: ...

class SgdSettings:
    def __init__(
        self,
        *,
        step_rule: str,
        step_size: float = 1.0,
        cap: float = 1.0,
        l1: float = 0.0,
        l2: float = 0.0,
        learning_rate: float = 1.0,
        with_offset: bool = True,
        offset_rate: float = 1.0,
        shuffled: bool = True,
        average_from: float = 0.0,
        track_norms: bool = False,
        first_visit: float = 1.0,
        threads: int = 1,
    ) -> None: ...

class SgdStarts:
    def __init__(
        self,
        *,
        seeds: NDArray[numpy.uint32],
        positive_weights: NDArray[numpy.float64],
        negative_weights: NDArray[numpy.float64],
        offset: NDArray[numpy.float64],
        mean_offset: NDArray[numpy.float64],
        mean_visits: NDArray[numpy.float64],
        squares: NDArray[numpy.float64],
        absolutes: NDArray[numpy.float64],
    ) -> None: ...

class SgdRound:
    @property
    def loss(self) -> NDArray[numpy.float64]: ...
    @property
    def objective(self) -> NDArray[numpy.float64]: ...
    @property
    def held_out_error(self) -> NDArray[numpy.float64]: ...
    @property
    def is_finite(self) -> bool: ...

class SgdProgress:
    @property
    def norm(self) -> float: ...
    @property
    def n_nonzero(self) -> int: ...
    @property
    def offset(self) -> float: ...
    @property
    def visits(self) -> int: ...

class SgdOffsets:
    @property
    def offset(self) -> NDArray[numpy.float64]: ...
    @property
    def mean_offset(self) -> NDArray[numpy.float64]: ...
    @property
    def mean_visits(self) -> NDArray[numpy.float64]: ...

class SgdRounds:
    def __init__(
        self,
        documents: SgdDocuments,
        settings: SgdSettings,
        starts: SgdStarts,
        *,
        weights: NDArray[numpy.float64],
        lags: NDArray[numpy.float64] | None = None,
    ) -> None: ...
    def round(self, live: NDArray[numpy.uint8]) -> SgdRound: ...
    def progress(self, output: int) -> SgdProgress: ...
    def write(self) -> SgdOffsets: ...

class DistinctColumns:
    @property
    def columns(self) -> NDArray[numpy.int32]: ...
    @property
    def places(self) -> NDArray[numpy.int32]: ...

def distinct_columns(columns: NDArray[numpy.int32], n_columns: int) -> DistinctColumns: ...

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
