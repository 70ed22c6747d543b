"""Training documents held in memory: what they are divided by, and parts of them."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from linnet.classifier.training_documents import held_in_memory, with_columns_read
from linnet.evaluation.splits.copies import kept_units
from linnet.evaluation.splits.duplicate_groups import DuplicateGroups, duplicate_groups
from linnet.evaluation.splits.split_data import collect_while_reading, split_data_of
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.reading import Batch, Documents
from linnet.recipe.recipe import Recipe
from linnet.validation.folds import FEWEST, Folds


def in_memory(
    documents: Documents, recipe: Recipe, folds: Folds, threads: int
) -> tuple[Documents, Recipe, SplitCriteria]:
    """Return labelled documents held in memory, the recipe that fits them, and how to divide."""
    documents, split_data = collect_while_reading(documents, threads, texts=False)
    documents = held_in_memory(documents)
    recipe = with_columns_read(recipe, documents)
    return documents, recipe, split_data().criteria(folds.group, folds.time)


def criteria_of(documents: Documents, folds: Folds) -> SplitCriteria:
    """Return what documents held in memory are divided by; their texts do not matter."""

    def batches() -> Iterator[Batch]:
        return (replace(batch, texts=()) for batch in documents.batches())

    without_texts = replace(documents, fields=(), open_batches=batches)
    return split_data_of(without_texts).criteria(folds.group, folds.time)


def with_copies(
    criteria: SplitCriteria, documents: Documents, threads: int, n_parts: int = FEWEST
) -> tuple[SplitCriteria, DuplicateGroups | None]:
    """Return the criteria by which copies of documents stay together, and which these are.

    With which of them so many parts keep together. Parts by time keep none: nothing is looked for.
    """
    if criteria.times is not None:
        return criteria, None
    duplicates = duplicate_groups(split_data_of(documents, threads), threads)
    criteria = replace(criteria, copies=duplicates.together)
    return criteria, kept_in_parts(duplicates, criteria, n_parts)


def kept_in_parts(
    duplicates: DuplicateGroups, criteria: SplitCriteria, n_parts: int
) -> DuplicateGroups:
    """Return the copies with which of them so many parts keep together."""
    return duplicates.divided_by(kept_units(criteria, n_parts))


def select_documents(documents: Documents, which: npt.NDArray[np.bool_]) -> Documents:
    """Return only the documents where `which` is true."""

    def batches() -> Iterator[Batch]:
        first = 0
        for batch in documents.open_batches():
            here = which[first : first + len(batch)]
            first += len(batch)
            if here.any():
                yield batch if here.all() else batch.kept(here)

    return replace(documents, open_batches=batches)
