"""Documents and a recipe in, a classifier out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linnet.classifier.classifier import Classifier
from linnet.classifier.fit import count
from linnet.classifier.trained import from_counted
from linnet.classifier.training_documents import (
    held_in_memory,
    labelled_documents,
    with_columns_of,
    with_columns_read,
)
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning.counting import LabelledRows, Progress, no_progress
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of

if TYPE_CHECKING:
    from linnet.evaluation.splits.copies import Codes


def make(
    documents: Any,
    recipe: Recipe | Mapping[str, Any],
    *,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
    copies: "Codes | None" = None,
) -> Classifier:
    """Return the classifier that the recipe makes of labelled documents.

    These are Documents, or anything `read` takes. Copies of one another have the same number in
    `copies`; a calibration looks for them itself where that is not known.

    >>> documents = {"text": ["good film", "bad film"], "label": ["pos", "neg"]}
    >>> make(documents, {"words": "1-2"}).classify("good")
    'pos'
    """
    recipe, cut = Recipe.given(recipe).cut_by(tokenizer)
    threads = threads_of(threads)
    documents = labelled_documents(documents, recipe, "training", cut, recipe.metadata_columns)
    recipe = with_columns_read(recipe, documents)
    documents = with_columns_of(recipe, documents)
    needs_out_of_fold_scores = recipe.needs_out_of_fold(multilabel=documents.multilabel)
    documents = held_in_memory(documents) if needs_out_of_fold_scores else documents
    counted = count(documents, recipe, threads, progress)
    plain = replace(
        from_counted(counted, recipe, documents.fields, documents.label, threads), tokenizer=cut
    )
    if not needs_out_of_fold_scores:
        return plain
    from linnet.calibration.calibrate import calibrated_out_of_fold

    rows = counted if isinstance(counted, LabelledRows) else None
    return calibrated_out_of_fold(plain, documents, threads, rows, copies)
