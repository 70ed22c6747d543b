"""The recipe for people who have none: what is tried depends on the documents, never on the clock.

Words, and characters too where these can help; naive Bayes, SVM, logistic regression and
NB-weighted SVM. Each kind is tried on at most 8,000 documents, by cross-validation. Of the best
quarter several smoothings or strengths are tried, on up to 24,000. The estimate comes from
documents that played no part in this; then all documents are learned.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.classifier.training_documents import (
    held_in_memory,
    labelled_documents,
    with_columns_read,
)
from linnet.errors import SettingError, listed
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning import learners
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.tuning.grid import Grid, changed
from linnet.tuning.make import make
from linnet.tuning.tried import ProgressCallback, Tried, ignore_progress
from linnet.tuning.tune import tune
from linnet.tuning.tuned import Tuned

ROUNDS = (8_000, 24_000)  # documents that recipes are tried on
FEWEST = 20  # documents to choose by; with fewer, only one recipe is tried
FEW = 1_000  # below this many, every document helps to choose and to judge
MANY = 20_000  # from this many on, what only one document has is left out
SAMPLE_SIZE = 2_000  # texts whose scripts and lengths are measured
LONG = 2_000  # characters; sequences of characters of longer texts cost more than they tell
MUCH = 4_000_000  # characters in all, beyond which those sequences stay in words
TOO_MUCH = 50_000_000  # characters in all, beyond which there are no such sequences
UNEVEN = 0.9  # the share of the most frequent label from which on others would count for little
MANY_LABELS = 20  # with more, less is tried: what is slow with many labels, and what helps little
TFIDF = "sublinear-tfidf"
NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})

# Letters beyond the Latin ones; those of scripts that put no spaces between words.
NON_LATIN = re.compile("[\u0370-\u1dff\u2c00-\U0003ffff]")
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True)
class DataProfile:
    """Sizes of a collection of documents, and the scripts of its texts."""

    n_documents: int
    n_labels: int
    mean_length: float  # of a text, in characters
    non_latin_share: float  # of the characters
    unspaced_share: float  # of the characters: those of scripts without spaces between words
    largest_label_share: float = 0.0  # of the documents: those that have the most frequent label

    @property
    def metric(self) -> str | None:
        """What recipes are compared by; None for the usual one.

        Where almost all documents have one label, being right about those is easy.

        >>> DataProfile(1000, 2, 80.0, 0.0, 0.0, largest_label_share=0.97).metric
        'macro-f1'
        """
        return "macro-f1" if self.largest_label_share > UNEVEN else None

    @property
    def n_characters(self) -> float:
        """How many characters the texts have in all, about."""
        return self.n_documents * self.mean_length

    @classmethod
    def of(cls, documents: Documents) -> "DataProfile":
        """Return the profile of documents: sizes of all, scripts of the first 2,000 texts."""
        n_documents = 0  # with several labels for a document, the labels do not count documents
        label_counts = Counter[str]()
        sample = list[str]()
        for batch in documents.batches():
            n_documents += len(batch)
            label_counts.update(batch.label_counts())
            sample += batch.first_texts(SAMPLE_SIZE - len(sample))

        text = "\n".join(sample)
        largest_label = max(label_counts.values(), default=0)
        return cls(
            n_documents=n_documents,
            n_labels=len(label_counts),
            mean_length=len(text) / max(1, len(sample)),
            non_latin_share=_share_of(NON_LATIN, text),
            unspaced_share=_share_of(UNSPACED, text),
            largest_label_share=largest_label / max(1, n_documents),
        )


def _share_of(pattern: re.Pattern[str], text: str) -> float:
    """Return the share of the characters of a text that a pattern matches."""
    return len(pattern.findall(text)) / max(1, len(text))


def features_for(profile: DataProfile) -> list[Grid]:
    """Return the features to try.

    >>> for grid in features_for(DataProfile(5000, 2, 80.0, 0.0, 0.0)):
    ...     print(grid)
    {'words': ['1-2']}
    {'words': ['1-2'], 'chars_in_words': ['2-5']}
    {'words': ['1-2'], 'chars': ['2-5']}
    """
    words = ["1-2"] if profile.n_documents >= FEW else ["1", "1-2"]
    grids: list[Grid] = [{"words": words}]
    if profile.unspaced_share >= 0.5:
        grids.append({"words": ["1-2"], "chars": ["1-3"]})
        return grids
    if profile.mean_length > LONG or profile.n_characters > TOO_MUCH:
        return grids

    grids.append({"words": ["1-2"], "chars_in_words": ["2-5"]})
    if profile.n_characters <= MUCH and profile.n_labels <= MANY_LABELS:
        grids.append({"words": ["1-2"], "chars": ["2-5"]})
    if profile.non_latin_share > 0.01:
        grids.append({"words": ["1-2"], "chars": ["1-3"]})
    return grids


def learners_for(profile: DataProfile) -> list[Grid]:
    """Return the learners to try, with their settings: the usual ones first."""
    svm_strengths = ["1/n", "0.3/n", "0.1/n"]
    logistic_strengths = ["0.01/n", "0.03/n"]
    few_labels = profile.n_labels <= MANY_LABELS
    if few_labels:
        svm_strengths += ["3/n", "10/n"]
        logistic_strengths[0] = "0.1/n"

    naive_bayes = ["multinomial", "complement"]
    smoothings = [0.1, 0.03, 0.3, 1.0]
    grids: list[Grid] = [
        {"learner": ["multinomial"], "smoothing": [0.3, 0.03, 1.0]},
        {"weighting": [TFIDF], "learner": naive_bayes, "smoothing": smoothings},
        {"weighting": [TFIDF], "learner": ["svm"], "strength": svm_strengths},
        {"weighting": [TFIDF], "learner": ["logistic"], "strength": logistic_strengths},
    ]
    if few_labels:
        nb_svm_strengths = ["1/n", "0.3/n", "3/n"]
        grids.append({"weighting": [TFIDF], "learner": ["nb-svm"], "strength": nb_svm_strengths})
    return grids


def grid_for(profile: DataProfile, base: Recipe, named: Collection[str] = ()) -> list[Grid]:
    """Return what is tried.

    What the recipe has of its own stays as it is, and so do the settings that are named.
    """
    fixed = {*named, *_own_feature_settings(base)}
    rare_features: Grid = {}
    if profile.n_documents >= MANY and not base.features.hash_bits:
        rare_features = {"min_documents": [2]}

    feature_grids = features_for(profile) if base.reads_text else [{}]
    distinct: dict[str, Grid] = {}
    for features, learner in product(feature_grids, learners_for(profile)):
        combined = {**features, **rare_features, **learner}
        grid = {name: values for name, values in combined.items() if name not in fixed}
        distinct[repr(grid)] = grid
    return list(distinct.values())


def _own_feature_settings(recipe: Recipe) -> list[str]:
    """Return the feature settings of a recipe that differ from the usual ones."""
    usual = vars(Recipe().features)
    return [name for name, value in vars(recipe.features).items() if value != usual[name]]


def restricted(grids: list[Grid], settings: Mapping[str, Any]) -> list[Grid]:
    """Return what is tried with these settings of learners: only learners that take all of them.

    >>> grids = [{"learner": ["multinomial", "complement"]}, {"learner": ["svm"]}]
    >>> restricted(grids, {"norm": True})
    [{'learner': ['complement'], 'norm': [True]}]
    """
    if not settings:
        return grids
    taking = learners.that_take(settings)
    fixed = {name: [value] for name, value in settings.items()}
    remaining: list[Grid] = []
    for grid in grids:
        names = [name for name in grid["learner"] if name in taking]
        if names:
            remaining.append({**grid, "learner": names, **fixed})
    if not remaining:
        learners.refuse_unnamed(settings)
    return remaining


def _without_learner(recipe: Any) -> tuple[Any, dict[str, Any]]:
    """Return a recipe given as a dict without its settings of learners, and these settings.

    A recipe that names a learner stays whole.
    """
    if not isinstance(recipe, Mapping) or "learner" in recipe:
        return recipe, {}
    names = learners.setting_names()
    settings = {name: value for name, value in recipe.items() if name in names}
    others = {name: value for name, value in recipe.items() if name not in names}
    return others, settings


def choose(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    named: Collection[str] = (),
    learner_settings: Mapping[str, Any] = NO_SETTINGS,
    metric: str | None = None,
    budget: float | None = None,
    split_duplicates: bool = False,
    small: bool = False,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Tuned:
    """Return the classifier that suits documents best, what it beat, and an honest estimate.

    Recipes are compared by accuracy, or by macro-f1 where more than nine of ten documents have the
    same label. What a recipe says of features stays as it is; settings that are `named`, such as a
    calibration, do so even where they are the usual ones. Settings of learners, in a dict that
    names no learner or as `learner_settings`, leave only learners that take them. Exact and near
    duplicates are kept in one part, unless `split_duplicates` says otherwise.
    A `small` classifier has few of the features, a compact file, and an estimate of its own, with
    what is lost by that. The same documents give the same classifier, unless a budget (in seconds)
    ends the search. `progress` is called with the state of the search.

    >>> data = [("good film", "pos"), ("fine film", "pos")] * 10
    >>> data += [("bad film", "neg"), ("dull film", "neg")] * 10
    >>> tuned = choose(data)
    >>> len(tuned.tried), tuned.estimate.accuracy.value
    (84, 1.0)
    """
    recipe, settings = _without_learner(recipe)
    settings |= learner_settings
    if isinstance(recipe, Mapping):
        named = {*named, *recipe}
    if settings and "learner" in named:
        raise SettingError(
            "settings of learners must come without a learner here; "
            f"got {listed(list(settings))} and a learner. Put them into the recipe."
        )

    base, held = _in_memory(documents, recipe, tokenizer)
    profile = DataProfile.of(held)
    grids = restricted(grid_for(profile, base, named), settings)
    if profile.n_documents < FEWEST:
        first_recipe = _first_recipe(base, grids, settings, narrow=small)
        classifier = make(held, first_recipe, threads=threads, tokenizer=tokenizer)
        return _without_search(classifier, metric)

    if metric is None and not held.multilabel:
        metric = profile.metric
    return tune(
        held,
        base,
        grids,
        metric=metric,
        search="kinds",
        rounds=ROUNDS,
        folds=_n_folds(profile),
        outer_folds=_n_outer_folds(profile),
        budget=budget,
        calibration=base.calibration if "calibration" in named else None,
        split_duplicates=split_duplicates,
        small=small,
        threads=threads,
        tokenizer=tokenizer,
        progress=progress,
    )


def make_small(
    documents: Any,
    recipe: Recipe | Mapping[str, Any],
    *,
    split_duplicates: bool = False,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    progress: ProgressCallback = ignore_progress,
) -> Tuned:
    """Return the small classifier of a recipe, with what is lost by that.

    >>> data = [("good film", "pos"), ("good plot", "pos")] * 10
    >>> data += [("bad film", "neg"), ("bad plot", "neg")] * 10
    >>> small = make_small(data, {"learner": "svm"}).small
    >>> small.features, small.of_features, small.loss.difference.value
    (1, 4, 0.0)
    """
    base, held = _in_memory(documents, recipe, tokenizer)
    profile = DataProfile.of(held)
    if profile.n_documents < FEWEST:
        compact = replace(base, narrow=True)
        classifier = make(held, compact, threads=threads, tokenizer=tokenizer)
        return _without_search(classifier, None)
    return tune(
        held,
        base,
        [{}],
        search="halving",
        rounds=ROUNDS,
        folds=_n_folds(profile),
        outer_folds=_n_outer_folds(profile),
        calibration=base.calibration,
        split_duplicates=split_duplicates,
        small=True,
        threads=threads,
        tokenizer=tokenizer,
        progress=progress,
    )


def _in_memory(
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None,
    tokenizer: TokensOf | Tokenizer | None,
) -> tuple[Recipe, Documents]:
    """Return the recipe with the columns that are there, and the labelled documents in memory."""
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    labelled = labelled_documents(documents, base, "training", metadata=base.metadata_columns)
    held = held_in_memory(labelled)
    return with_columns_read(base, held), held


def _first_recipe(
    base: Recipe, grids: list[Grid], settings: Mapping[str, Any], *, narrow: bool
) -> Recipe:
    """Return the recipe for documents too few to choose by: with settings, of the first learner."""
    recipe = replace(base, narrow=base.narrow or narrow)
    if not settings:
        return recipe
    return changed(recipe, {"learner": grids[0]["learner"][0], **settings})


def _n_folds(profile: DataProfile) -> int:
    """Return how many folds choose."""
    return 5 if profile.n_documents < FEW * 2 else 3


def _n_outer_folds(profile: DataProfile) -> int | None:
    """Return how many folds judge what is chosen; None where a reserved share does."""
    return 5 if profile.n_documents < FEW else None


def _without_search(classifier: Classifier, metric: str | None) -> Tuned:
    """Return the classifier of the one recipe for documents that are too few to choose by."""
    recipe = classifier.recipe
    metric_name = metric_named(metric, multilabel=classifier.multilabel).name
    return Tuned(
        classifier=classifier,
        recipe=recipe,
        best=Tried({}, recipe),
        tried=(),
        metric=metric_name,
        documents=classifier.documents,
        held=None,
    )
