"""The whole regularisation path.

One classifier for each strength, from strong to weak, each found from the last.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.classifier.fit import fit_path
from linnet.classifier.training_documents import (
    labelled_documents,
    with_columns_of,
    with_columns_read,
)
from linnet.errors import SettingError
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.learner import TrainingData
from linnet.learning.preparation import label_totals, weighed_targets
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of

STRENGTHS = 20
LAST = 1e-3  # the weakest strength, as a share of the strongest


def regularisation_path(
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    strengths: int | Sequence[float] = STRENGTHS,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> Iterator[Classifier]:
    """Yield a classifier for each strength.

    Those given, or so many from where all weights are 0 down to a thousandth.

    >>> data = [("good film", "pos"), ("bad film", "neg")] * 5
    >>> path = regularisation_path(data, {"learner": "logistic", "penalty": "l1"}, strengths=3)
    >>> [(round(one.recipe.learner.strength, 5), one.model.n_used) for one in path]
    [(0.25, 0), (0.00791, 2), (0.00025, 2)]
    """
    recipe, cut = Recipe.given(recipe).cut_by(tokenizer)
    threads = threads_of(threads)
    learner = recipe.learner
    learner.check_path()
    documents = labelled_documents(documents, recipe, "training", cut)
    recipe = with_columns_read(recipe, documents)
    documents = with_columns_of(recipe, documents)
    blocks = recipe.blocks(len(documents.fields))
    counted = count_rows(documents, blocks, threads, progress, recipe.column_names)
    recipe.check_names(counted.labels)
    chosen = (
        strengths_of(counted, recipe, strengths, threads)
        if isinstance(strengths, int)
        else list(strengths)
    )
    prepared, totals = recipe.preparation.learn(counted, threads), label_totals(counted)
    for strength, model in zip(
        chosen, fit_path(counted, prepared, recipe, chosen, threads), strict=True
    ):
        own = replace(recipe, learner=learner.with_strength(strength))
        yield Classifier(own, model, totals, exact=False, label=documents.label, tokenizer=cut)


def strengths_of(counted: LabelledRows, recipe: Recipe, n: int, threads: int) -> list[float]:
    """Return n strengths, evenly spaced in their logarithm."""
    if n < 2:
        raise SettingError(
            f"a path must have at least 2 strengths; got {n}. Use {STRENGTHS} if unsure."
        )
    recipe.learner.check_path()
    prepared = recipe.preparation.learn(counted, threads)
    targets = weighed_targets(counted, recipe.class_weights)
    data = TrainingData(
        counted.labels, features=prepared.features, rows=prepared.rows, targets=targets
    )
    first = recipe.learner.first_strength(data)
    return [float(strength) for strength in np.geomspace(first, first * LAST, n)]
