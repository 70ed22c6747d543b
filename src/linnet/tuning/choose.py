"""The recipe for people who have none: what is tried depends on the documents alone, never on the clock.

Words, and characters beside them where these can help; naive Bayes, SVM, logistic regression and NB-weighted SVM. Each
kind is tried on at most 8,000 documents, by cross-validation; of the best quarter several smoothings or strengths are,
on up to 24,000. The estimate comes from documents that played no part in this; then all documents are learned.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError, listed
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning import learners
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.tuning.grid import Grid, changed
from linnet.tuning.make import make
from linnet.tuning.search import Told, Tried, ignore_progress
from linnet.tuning.tune import Tuned, tune
from linnet.validation.training_documents import (
    held_in_memory,
    labelled_documents,
    with_columns_read,
)

ROUNDS = (8_000, 24_000)  # documents that recipes are tried on
FEWEST = 20  # documents to choose by; with fewer, only one recipe is tried
FEW = 1_000  # below this many, every document helps to choose and to judge
MANY = 20_000  # from this many on, what only one document has is left out
LOOKED_AT = 2_000  # documents whose texts are looked at
LONG = 2_000  # characters; sequences of characters of longer texts cost more than they tell
MUCH, TOO_MUCH = (
    4_000_000,
    50_000_000,
)  # characters in all, beyond which those sequences stay in words, or are none
UNEVEN = 0.9  # the share of the most frequent label from which on others would count for little
MANY_LABELS = 20  # with more, less is tried: what is slow with many labels, and what helps little
RARITY = "sublinear-tfidf"
NO_SETTINGS: Mapping[str, Any] = MappingProxyType({})

# Letters beyond the Latin ones; those of scripts that put no spaces between words.
FOREIGN = re.compile("[\u0370-\u1dff\u2c00-\U0003ffff]")
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True)
class DataProfile:
    """What is seen at a glance."""

    documents: int
    labels: int
    length: float  # of a text, on average
    foreign: float  # the share of characters beyond the Latin letters
    unspaced: float  # the share of those of scripts without spaces
    largest: float = 0.0  # the share of documents that have the most frequent label

    @property
    def metric(self) -> str | None:
        """What recipes are compared by: where almost all documents have one label, being right about those is easy.

        >>> DataProfile(1000, 2, 80.0, 0.0, 0.0, largest=0.97).metric
        'macro-f1'
        """
        return "macro-f1" if self.largest > UNEVEN else None

    @classmethod
    def at(cls, documents: Documents) -> "DataProfile":
        """Return what documents look like."""
        n, labels, texts = 0, Counter[str](), list[str]()
        for batch in documents.batches():
            n += len(batch)
            counts = () if batch.labels is None else batch.labels.value_counts().to_pylist()
            labels.update({one["values"]: one["counts"] for one in counts})
            for column in batch.texts:
                texts += [
                    text or ""
                    for text in column.slice(0, max(0, LOOKED_AT - len(texts))).to_pylist()
                ]
        text = "\n".join(texts)
        foreign, unspaced = (
            len(pattern.findall(text)) / max(1, len(text)) for pattern in (FOREIGN, UNSPACED)
        )
        largest = max(labels.values(), default=0) / max(1, n)
        return cls(n, len(labels), len(text) / max(1, len(texts)), foreign, unspaced, largest)


def features_for(look: DataProfile) -> list[Grid]:
    """Return the features to try.

    >>> [dict(one) for one in features_for(DataProfile(5000, 2, 80.0, 0.0, 0.0))]
    [{'words': ['1-2']}, {'words': ['1-2'], 'chars_in_words': ['2-5']}, {'words': ['1-2'], 'chars': ['2-5']}]
    """
    words = ["1-2"] if look.documents >= FEW else ["1", "1-2"]
    found: list[Grid] = [{"words": words}]
    size, spaced = look.documents * look.length, look.unspaced < 0.5
    if not spaced:
        return [*found, {"words": ["1-2"], "chars": ["1-3"]}]
    if look.length <= LONG and size <= TOO_MUCH:
        found += [{"words": ["1-2"], "chars_in_words": ["2-5"]}]
        found += (
            [{"words": ["1-2"], "chars": ["2-5"]}]
            if size <= MUCH and look.labels <= MANY_LABELS
            else []
        )
        found += [{"words": ["1-2"], "chars": ["1-3"]}] if look.foreign > 0.01 else []
    return found


def learners_for(look: DataProfile) -> list[Grid]:
    """Return the learners to try, with their settings: the usual ones first."""
    few = look.labels <= MANY_LABELS
    strengths = ["1/n", "0.3/n", "0.1/n", "3/n", "10/n"]
    found: list[Grid] = [
        {"learner": ["multinomial"], "smoothing": [0.3, 0.03, 1.0]},
        {
            "weighting": [RARITY],
            "learner": ["multinomial", "complement"],
            "smoothing": [0.1, 0.03, 0.3, 1.0],
        },
        {
            "weighting": [RARITY],
            "learner": ["svm"],
            "strength": strengths if few else strengths[:3],
        },
        {
            "weighting": [RARITY],
            "learner": ["logistic"],
            "strength": ["0.1/n" if few else "0.01/n", "0.03/n"],
        },
    ]
    nb_svm: Grid = {
        "weighting": [RARITY],
        "learner": ["nb-svm"],
        "strength": ["1/n", "0.3/n", "3/n"],
    }
    return [*found, nb_svm] if few else found


def grid_for(look: DataProfile, base: Recipe, named: Collection[str] = ()) -> list[Grid]:
    """Return what is tried; what the recipe has of its own stays as it is, and so do the settings that are named."""
    plain = Recipe()
    own = {
        name
        for name, value in vars(base.features).items()
        if value != getattr(plain.features, name)
    } | {*named}
    rare: Grid = (
        {"min_documents": [2]} if look.documents >= MANY and not base.features.hash_bits else {}
    )
    grids = []
    for features in features_for(look) if base.reads_text else [{}]:
        for learner in learners_for(look):
            both = {**features, **rare, **learner}
            grids.append({name: values for name, values in both.items() if name not in own})
    return list({repr(grid): grid for grid in grids}.values())


def restricted(grids: list[Grid], settings: Mapping[str, Any]) -> list[Grid]:
    """Return what is tried with these settings of learners: only learners that take all of them.

    >>> restricted([{"learner": ["multinomial", "complement"]}, {"learner": ["svm"]}], {"norm": True})
    [{'learner': ['complement'], 'norm': [True]}]
    """
    if not settings:
        return grids
    taking = learners.that_take(settings)
    fixed = {name: [value] for name, value in settings.items()}
    found: list[Grid] = []
    for grid in grids:
        names = [name for name in grid["learner"] if name in taking]
        if names:
            found.append({**grid, "learner": names, **fixed})
    if not found:
        learners.refuse_unnamed(settings)
    return found


def _without_learner(recipe: Any) -> tuple[Any, dict[str, Any]]:
    """Return a recipe given as a dict without its settings of learners, and these, where it names no learner."""
    if not isinstance(recipe, Mapping) or "learner" in recipe:
        return recipe, {}
    settings = {name: value for name, value in recipe.items() if name in learners.setting_names()}
    return {name: value for name, value in recipe.items() if name not in settings}, settings


def choose(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    named: Collection[str] = (),
    learner_settings: Mapping[str, Any] = NO_SETTINGS,
    metric: str | None = None,
    budget: float | None = None,
    small: bool = False,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    told: Told = ignore_progress,
) -> Tuned:
    """Return the classifier that suits documents best, what it beat, and an honest estimate of how good it is.

    Recipes are compared by accuracy, or by macro-f1 where more than nine of ten documents have the same label. What a
    recipe says of features stays as it is; settings that are `named`, such as a calibration, do so even where they are
    the usual ones. Settings of learners, in a dict that names no learner or as `learner_settings`, leave only learners
    that take them.
    A `small` classifier has few of the features, a narrow file, and an estimate of its own, with what is lost by that.
    The same documents give the same classifier, unless a budget (in seconds) ends the search.

    >>> data = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 10
    >>> tuned = choose(data)
    >>> len(tuned.tried), tuned.estimate.accuracy.value
    (84, 1.0)
    """
    recipe, settings = _without_learner(recipe)
    settings |= learner_settings
    if settings and "learner" in {*named, *(recipe if isinstance(recipe, Mapping) else ())}:
        raise SettingError(
            f"settings of learners must come without a learner here; got {listed(list(settings))} and a learner. "
            "Put them into the recipe."
        )
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    named = {*named, *recipe} if isinstance(recipe, Mapping) else named
    held = held_in_memory(labelled_documents(documents, base, "training", metadata=base.aside))
    base = with_columns_read(base, held)
    look = DataProfile.at(held)
    grids = restricted(grid_for(look, base, named), settings)
    if look.documents < FEWEST:
        base = replace(base, narrow=base.narrow or small)
        if settings:
            base = changed(base, {"learner": grids[0]["learner"][0], **settings})
        return _alone(make(held, base, threads=threads, tokenizer=tokenizer), metric)
    return tune(
        held,
        base,
        grids,
        metric=metric or (None if held.multilabel else look.metric),
        search="kinds",
        rounds=ROUNDS,
        budget=budget,
        calibration=base.calibration if "calibration" in named else None,
        small=small,
        threads=threads,
        tokenizer=tokenizer,
        told=told,
        **_judging(look),
    )


def make_small(
    documents: Any,
    recipe: Recipe | Mapping[str, Any],
    *,
    threads: int | None = None,
    tokenizer: TokensOf | Tokenizer | None = None,
    told: Told = ignore_progress,
) -> Tuned:
    """Return the small classifier of a recipe, with what is lost by that.

    >>> data = [("good film", "pos"), ("good plot", "pos"), ("bad film", "neg"), ("bad plot", "neg")] * 10
    >>> small = make_small(data, {"learner": "svm"}).small
    >>> small.features, small.of_features, small.loss.difference.value
    (1, 4, 0.0)
    """
    base, _ = Recipe.given(recipe).cut_by(tokenizer)
    held = held_in_memory(labelled_documents(documents, base, "training", metadata=base.aside))
    base = with_columns_read(base, held)
    look = DataProfile.at(held)
    if look.documents < FEWEST:
        return _alone(
            make(held, replace(base, narrow=True), threads=threads, tokenizer=tokenizer), None
        )
    return tune(
        held,
        base,
        [{}],
        search="halving",
        rounds=ROUNDS,
        calibration=base.calibration,
        small=True,
        threads=threads,
        tokenizer=tokenizer,
        told=told,
        **_judging(look),
    )


def _judging(look: DataProfile) -> dict[str, Any]:
    """Return how many folds choose, and judge what is chosen."""
    n = look.documents
    return {"folds": 5 if n < FEW * 2 else 3, "outer_folds": 5 if n < FEW else None}


def _alone(classifier: Classifier, metric: str | None) -> Tuned:
    """Return the classifier of the one recipe there is for documents that are too few to choose by."""
    recipe, name = classifier.recipe, metric_named(metric, multilabel=classifier.multilabel).name
    return Tuned(classifier, recipe, Tried({}, recipe), (), name, classifier.documents, None)
