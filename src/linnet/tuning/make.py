"""Documents and a recipe in, a classifier out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linnet.classifier import Classifier, from_rows, from_totals
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.preparation import total_documents
from linnet.reading import Documents
from linnet.recipe import Recipe
from linnet.threads import threads_of
from linnet.tuning.calibrate import calibrated_out_of_fold
from linnet.tuning.documents import fitting, labelled_documents, remembered, with_columns_of


def make(
    documents: Any,
    recipe: Recipe | Mapping[str, Any],
    *,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> Classifier:
    """Return the classifier that the recipe makes of labelled documents: Documents, or anything `read` takes.

    >>> make({"text": ["good film", "bad film"], "label": ["pos", "neg"]}, {"words": "1-2"}).classify("good")
    'pos'
    """
    recipe, cut = Recipe.given(recipe).cut_by(tokenizer)
    threads = threads_of(threads)
    documents = labelled_documents(documents, recipe, "training", cut, recipe.aside)
    recipe = fitting(recipe, documents)
    documents = with_columns_of(recipe, documents)
    judged = recipe.is_judged(several=documents.several)
    documents = remembered(documents) if judged else documents
    counted = None
    if not recipe.adds_up:
        blocks = recipe.blocks(len(documents.fields))
        counted = count_rows(documents, blocks, threads, progress, recipe.column_names)
    plain = replace(_trained(documents, counted, recipe, threads, progress), tokenizer=cut)
    return calibrated_out_of_fold(plain, documents, threads, counted) if judged else plain


def _trained(
    documents: Documents, counted: LabelledRows | None, recipe: Recipe, threads: int, progress: Progress
) -> Classifier:
    """Return the classifier, as yet without a calibration or cutoffs that are chosen on documents."""
    if counted is not None:
        recipe.check_names(counted.labels)
        return from_rows(counted, recipe, documents.label, threads)
    totals = total_documents(documents, recipe.blocks(len(documents.fields)), threads, progress, recipe.columns)
    recipe.check_names(totals.own_labels)
    return from_totals(totals, recipe, documents.fields, documents.label)
