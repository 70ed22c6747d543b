"""What a recipe makes of documents that are ready for its learner, or of their totals: a model."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linnet.errors import Advice, InputError, SettingError, listed
from linnet.features.blocks import Features
from linnet.learning.class_totals import ClassTotals
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.learner import Learner
from linnet.learning.linear import Linear, Strength
from linnet.learning.multilabel import against_rest
from linnet.learning.naive_bayes import NaiveBayes
from linnet.learning.online import Online
from linnet.learning.preparation import (
    Prepared,
    label_weights,
    side_weights,
    total_documents,
    totals_of,
    weighed_targets,
)
from linnet.learning.table import table_of
from linnet.memory import check_memory
from linnet.model.decision import Decision
from linnet.model.float16 import to_float16
from linnet.model.linear_model import LinearModel, Weights
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe

WEIGHT_BYTES = 8
SOLVER_TABLES = (
    2  # beside the weights themselves: what the solver works with, and the copy that the model gets
)


def count(
    documents: Documents, recipe: Recipe, threads: int = 1, progress: Progress = no_progress
) -> LabelledRows | ClassTotals:
    """Return what a recipe needs to know of documents: their totals where these add up, or else all their rows."""
    blocks = recipe.blocks(len(documents.fields))
    if recipe.adds_up:
        return total_documents(documents, blocks, threads, progress, recipe.columns)
    return count_rows(documents, blocks, threads, progress, recipe.column_names)


def fit_totals(totals: ClassTotals, features: Features, recipe: Recipe) -> LinearModel:
    """Return the naive Bayes model of totals of these features."""
    link = "sigmoid" if totals.multilabel else "softmax"
    labels, multilabel = totals.own_labels, totals.multilabel
    decision = _decision(recipe, labels, link, multilabel=multilabel)
    return LinearModel(
        features, labels, _naive_bayes(totals, recipe), link, multilabel, decision=decision
    )


def _naive_bayes(totals: ClassTotals, recipe: Recipe) -> Weights:
    """Return the weights that the formula of the recipe gives for totals."""
    table, learner = table_of(totals), recipe.naive_bayes
    if totals.multilabel:
        return against_rest(table, learner, side_weights(totals, recipe.class_weights))
    by_label = label_weights(totals.labels, totals.weights, recipe.class_weights)
    return learner.weights(table if by_label is None else table.times(by_label))


def fit(counted: LabelledRows, prepared: Prepared, recipe: Recipe, threads: int = 1) -> LinearModel:
    """Return the model that the recipe's learner makes of documents that are ready."""
    learner, features = recipe.learner, prepared.features
    if isinstance(learner, NaiveBayes):
        return fit_totals(
            totals_of(counted, prepared, squares=learner.squares).checked(), features, recipe
        )
    targets = weighed_targets(counted, recipe.class_weights)
    check_weights(learner, features.n_columns, targets.n_outputs)
    if isinstance(learner, FullGaussian):
        weights = learner.weights(prepared, targets, counted.labels)
    else:
        weights = learner.fit(prepared.rows, targets, features.n_columns, threads, recipe.seed)
    return _linear_model(counted, prepared, recipe, weights)


def fit_path(
    counted: LabelledRows,
    prepared: Prepared,
    recipe: Recipe,
    strengths: Sequence[Strength],
    threads: int = 1,
) -> list[LinearModel]:
    """Return the model of each strength, each found from the next stronger one."""
    learner = recipe.learner
    if not isinstance(learner, Linear):
        raise SettingError(f"strengths belong to logistic and svm learners; got {learner.learner}.")
    targets, n_columns = weighed_targets(counted, recipe.class_weights), prepared.features.n_columns
    values = [
        replace(learner, strength=strength).strength_for(targets.weight) for strength in strengths
    ]
    check_weights(learner, n_columns, targets.n_outputs, len(values))
    order = np.argsort(-np.array(values), kind="stable")
    falling = [values[place] for place in order.tolist()]
    found = learner.fit_path(prepared.rows, targets, n_columns, falling, threads, recipe.seed)
    return [
        _linear_model(counted, prepared, recipe, found[place])
        for place in np.argsort(order).tolist()
    ]


def weights_bytes(learner: Learner, n_columns: int, n_outputs: int, n_models: int = 1) -> int:
    """Return about how many bytes a learner needs for its weights, beside the documents.

    Linear and online learners have a weight for each feature and label, held by the solver, by each model and by the
    model that is made of it. Those of naive Bayes follow the words that labels really have; the full Gaussian has a
    product of each pair of columns for each label.

    >>> weights_bytes(Linear("svm"), 1_000_000, 100), weights_bytes(NaiveBayes(), 1_000_000, 100)
    (2400000000, 0)
    """
    if isinstance(learner, Linear | Online):
        return WEIGHT_BYTES * n_columns * n_outputs * (SOLVER_TABLES + n_models)
    if isinstance(learner, FullGaussian):
        return WEIGHT_BYTES * n_outputs * n_columns**2
    return 0


def check_weights(learner: Learner, n_columns: int, n_outputs: int, n_models: int = 1) -> None:
    """Refuse weights that cannot fit in memory, before the solver begins."""
    needed = weights_bytes(learner, n_columns, n_outputs, n_models)
    what = f"the weights of {n_columns:,} features and {n_outputs:,} labels"
    check_memory(needed, what, Advice("fewer_features"))


def _linear_model(
    counted: LabelledRows, prepared: Prepared, recipe: Recipe, weights: Weights
) -> LinearModel:
    learner, features = recipe.learner, prepared.features
    assert not isinstance(learner, NaiveBayes)
    link = learner.link
    if (
        link != "margin"
    ):  # two labels that exclude each other share one w, as −w/2 and w/2: a softmax of these
        link = "sigmoid" if counted.multilabel else "softmax" if len(counted.labels) == 2 else link
    decision = _decision(recipe, counted.labels, link, multilabel=counted.multilabel)
    weights = to_float16(weights) if recipe.narrow else weights
    return LinearModel(
        features, counted.labels, weights, link, counted.multilabel, decision=decision
    )


def drops_zero_weights(recipe: Recipe) -> bool:
    """Return whether words without a weight are dropped; learners that are made to go on may need them later."""
    return isinstance(recipe.learner, Linear)


def _decision(
    recipe: Recipe, labels: tuple[str, ...], link: str, *, multilabel: bool
) -> Decision | None:
    """Return what a document must be above to have each label; None where it has exactly one."""
    return recipe.decision(labels, has_probabilities=link != "margin") if multilabel else None


def check_labels(labels: tuple[str, ...], *, multilabel: bool) -> None:
    """Refuse to learn where there is nothing to tell apart."""
    if multilabel and not labels:
        raise InputError(
            "there must be at least one label in some document; got none. Check the label column."
        )
    if len(labels) < 2 and not multilabel:
        raise InputError(
            f"there must be at least two labels to tell apart; got {listed(labels) or 'none'}. Check the label column."
        )
