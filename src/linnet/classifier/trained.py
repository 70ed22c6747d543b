"""A classifier of documents that were counted, or of their totals."""

from linnet.classifier.classifier import Classifier
from linnet.classifier.fit import Trained, train_counted, train_totals
from linnet.learning.class_totals import ClassTotals
from linnet.learning.counting import LabelledRows
from linnet.recipe.recipe import Recipe


def from_totals(
    totals: ClassTotals,
    recipe: Recipe,
    fields: tuple[str, ...],
    label: str | None = None,
) -> Classifier:
    """Return the classifier that a recipe makes of totals."""
    return _classifier(train_totals(totals, recipe, fields), recipe, label)


def from_counted(
    counted: LabelledRows | ClassTotals,
    recipe: Recipe,
    fields: tuple[str, ...],
    label: str | None,
    threads: int = 1,
) -> Classifier:
    """Return the classifier that a recipe makes of documents that were counted for it."""
    return _classifier(train_counted(counted, recipe, fields, threads), recipe, label)


def _classifier(trained: Trained, recipe: Recipe, label: str | None) -> Classifier:
    return Classifier(recipe, trained.model, trained.totals, trained.exact, label)
