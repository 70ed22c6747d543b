"""What a recipe makes of documents that were counted, or of their totals: a model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linnet.errors import Advice, InputError, listed
from linnet.features.blocks import Features
from linnet.learning.class_totals import ClassTotals
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.learner import Ability, Fitted, Learner, Strength, TrainingData
from linnet.learning.multilabel import against_rest
from linnet.learning.preparation import (
    Prepared,
    label_totals,
    label_weights,
    side_weights,
    total_documents,
    totals_of,
    weighed_targets,
)
from linnet.learning.table import Table, table_of
from linnet.learning.targets import Targets
from linnet.learning.vocabulary import features_of, taking_part
from linnet.memory import check_memory
from linnet.model.decision import Decision
from linnet.model.float16 import to_float16
from linnet.model.linear_model import LinearModel, Weights
from linnet.model.zero_weights import without_zero_weights
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe


def count(
    documents: Documents, recipe: Recipe, threads: int = 1, progress: Progress = no_progress
) -> LabelledRows | ClassTotals:
    """Return what a recipe needs to know of documents.

    Their totals where these add up, or else all their rows.
    """
    blocks = recipe.blocks(len(documents.fields))
    if recipe.adds_up:
        return total_documents(documents, blocks, threads, progress, recipe.columns)
    return count_rows(documents, blocks, threads, progress, recipe.column_names)


@dataclass(frozen=True, eq=False)
class Trained:
    """A model, and the totals that it keeps."""

    model: LinearModel
    totals: ClassTotals
    exact: bool  # whether other documents can be learned and forgotten exactly


def train_counted(
    counted: LabelledRows | ClassTotals, recipe: Recipe, fields: tuple[str, ...], threads: int = 1
) -> Trained:
    """Return what a recipe makes of documents that were counted for it."""
    if isinstance(counted, LabelledRows):
        recipe.check_names(counted.labels)
        return _train_rows(counted, recipe, threads)
    recipe.check_names(counted.own_labels)
    return train_totals(counted, recipe, fields)


def train_totals(
    totals: ClassTotals, recipe: Recipe, fields: tuple[str, ...], features: Features | None = None
) -> Trained:
    """Return what a recipe makes of totals, of these features where they are known."""
    check_labels(totals.own_labels, multilabel=totals.multilabel)
    totals.checked()
    kept = totals
    if features is None:
        kept = taking_part(totals, recipe.limits)
        features = features_of(totals, kept, fields)
    model = fit_totals(kept, features, recipe)
    stored = totals.within(kept) if recipe.private else totals
    return Trained(model, stored, totals.exact and recipe.adds_up)


def _train_rows(counted: LabelledRows, recipe: Recipe, threads: int) -> Trained:
    """Return what a recipe makes of documents that are kept as rows."""
    check_labels(counted.labels, multilabel=counted.multilabel)
    prepared = recipe.preparation.learn(counted, threads)
    if recipe.learner.needs == "totals":
        totals = totals_of(counted, prepared, squares=recipe.learner.inputs.squares)
        return train_totals(totals, recipe, prepared.features.fields, prepared.features)
    model = fit(counted, prepared, recipe, threads)
    if drops_zero_weights(recipe):
        model = without_zero_weights(model)
    return Trained(model, label_totals(counted), exact=False)


def fit_totals(totals: ClassTotals, features: Features, recipe: Recipe) -> LinearModel:
    """Return the model of totals of these features."""
    labels = totals.own_labels
    multilabel = totals.multilabel
    if multilabel:
        sides = side_weights(totals, recipe.class_weights)
        fitted = against_rest(table_of(totals), recipe.learner, sides)
    else:
        fitted = fit_table(table_of(totals), recipe)
    decision = _decision(recipe, labels, fitted.link, multilabel=multilabel)
    return LinearModel(features, labels, fitted.weights, fitted.link, multilabel, decision=decision)


def fit_table(table: Table, recipe: Recipe) -> Fitted:
    """Return what the recipe's learner finds for a table of totals, with class weights."""
    by_label = label_weights(table.labels, table.weights, recipe.class_weights)
    if by_label is not None:
        table = table.times(by_label)
    return recipe.learner.fit(TrainingData(table.labels, totals=table))


def fit(counted: LabelledRows, prepared: Prepared, recipe: Recipe, threads: int = 1) -> LinearModel:
    """Return the model that the recipe's learner makes of documents that are ready."""
    learner = recipe.learner
    if learner.needs == "totals":
        totals = totals_of(counted, prepared, squares=learner.inputs.squares)
        return fit_totals(totals.checked(), prepared.features, recipe)
    targets = _checked_targets(counted, prepared, recipe)
    fitted = learner.fit(_training_data(counted, prepared, targets, recipe, threads))
    return _linear_model(counted, prepared, recipe, fitted)


def fit_path(
    counted: LabelledRows,
    prepared: Prepared,
    recipe: Recipe,
    strengths: Sequence[Strength],
    threads: int = 1,
) -> list[LinearModel]:
    """Return the model of each strength, each found from the next stronger one."""
    targets = _checked_targets(counted, prepared, recipe, len(strengths))
    data = _training_data(counted, prepared, targets, recipe, threads)
    fitted = recipe.learner.fit_path(data, strengths)
    return [_linear_model(counted, prepared, recipe, one) for one in fitted]


def _checked_targets(
    counted: LabelledRows, prepared: Prepared, recipe: Recipe, n_models: int = 1
) -> Targets:
    """Return the labels and weights of the documents, once the learner can have them."""
    targets = weighed_targets(counted, recipe.class_weights)
    if targets.multilabel:
        recipe.learner.check_multilabel()
    check_weights(recipe.learner, prepared.features.n_columns, targets.n_outputs, n_models)
    return targets


def _training_data(
    counted: LabelledRows, prepared: Prepared, targets: Targets, recipe: Recipe, threads: int
) -> TrainingData:
    return TrainingData(
        labels=counted.labels,
        features=prepared.features,
        rows=prepared.rows,
        targets=targets,
        threads=threads,
        seed=recipe.seed,
    )


def check_weights(learner: Learner, n_columns: int, n_outputs: int, n_models: int = 1) -> None:
    """Refuse weights that cannot fit in memory, before the solver begins."""
    n_bytes = learner.weights_bytes(n_columns, n_outputs, n_models)
    what = f"the weights of {n_columns:,} features and {n_outputs:,} labels"
    check_memory(n_bytes, what, Advice("fewer_features"))


def _linear_model(
    counted: LabelledRows, prepared: Prepared, recipe: Recipe, fitted: Fitted
) -> LinearModel:
    labels = counted.labels
    multilabel = counted.multilabel
    decision = _decision(recipe, labels, fitted.link, multilabel=multilabel)
    weights = _of_no_features(fitted.weights, prepared.features)
    if recipe.narrow:
        weights = to_float16(weights)
    return LinearModel(
        prepared.features, labels, weights, fitted.link, multilabel, decision=decision
    )


def _of_no_features(weights: Weights, features: Features) -> Weights:
    """Return the weights; where there are no features, as a table of which no pair is stored.

    Such documents have no word at all, and their model is the offset of each label. Dense weights
    without any number would look like stored ones.
    """
    if features.n_columns:
        return weights
    none = np.empty((0, len(weights.offset)))
    return Weights.full(none, weights.prior, len(features.blocks), weights.offset)


def drops_zero_weights(recipe: Recipe) -> bool:
    """Return whether words without a weight are dropped.

    Learners that are made to go on may need them later.
    """
    return Ability.DROPS_ZEROS in recipe.learner.abilities


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
            f"there must be at least two labels to tell apart; got {listed(labels) or 'none'}. "
            "Check the label column."
        )
