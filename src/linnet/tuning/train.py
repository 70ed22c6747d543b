"""Documents and a recipe in, a classifier out."""

import os
from typing import Any

from linnet.classifier import Classifier, from_totals
from linnet.errors import SettingError
from linnet.learning.counting import Progress, no_progress, total
from linnet.reading import Documents, read
from linnet.recipe import Recipe


def default_threads() -> int:
    """Return how many threads to use: all the processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def train(
    documents: Any, recipe: Recipe | None = None, *, threads: int | None = None, progress: Progress = no_progress
) -> Classifier:
    """Return the classifier that the recipe makes of labelled documents: Documents, or anything `read` takes.

    >>> classifier = train({"text": ["good film", "bad film"], "label": ["pos", "neg"]})
    >>> classifier.classify("good")
    'pos'
    """
    recipe = recipe or Recipe()
    if not isinstance(documents, Documents):
        documents = read(documents)
    if documents.label is None:
        raise SettingError(f"{documents.name}: training needs labels; got documents without. Name the label column.")
    blocks = recipe.blocks(len(documents.fields))
    totals = total(documents, blocks, threads or default_threads(), progress)
    return from_totals(totals, recipe, documents.fields, documents.label)
