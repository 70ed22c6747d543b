"""The documents that a recipe learns from."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.matching import matched
from linnet.errors import Advice, SettingError
from linnet.evaluation.splits.split_data import collect_while_reading, split_data_of
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.features.tokenizer import Tokenizer, tokenized
from linnet.reading import Batch, Documents, read
from linnet.recipe.recipe import Recipe
from linnet.validation.folds import Folds
from linnet.validation.many_labels import with_few_labels


def labelled_documents(
    source: Any,
    recipe: Recipe,
    doing: str,
    tokenizer: Tokenizer | None = None,
    aside: Sequence[str] = (),
) -> Documents:
    """Return labelled Documents with the columns of the recipe, of anything that `read` takes, cut into tokens."""
    names = recipe.column_names
    documents = (
        source
        if isinstance(source, Documents)
        else read(
            source,
            text=None if recipe.reads_text else (),
            categorical=names.categorical,
            numeric=names.numeric,
            features=names.named,
            metadata=aside,
        )
    )
    if documents.label is None:
        raise SettingError(
            f"{documents.name}: {doing} needs labels; got documents without.",
            Advice("name_column", role="label"),
        )
    return tokenized(with_few_labels(documents), tokenizer)


def with_columns_read(recipe: Recipe, documents: Documents) -> Recipe:
    """Return the recipe with every column that was read, those that it does not name after its own.

    Where no text was read, as in svmlight files, there are no words and characters either.

    >>> documents = read({"text": ["a"], "label": ["x"], "author": ["ann"]}, categorical="author")
    >>> with_columns_read(Recipe(), documents).features.categorical
    ('author',)
    """
    features = recipe.features
    named = recipe.column_names
    columns: dict[str, Any] = {
        "categorical": (*features.categorical, *_others(documents.categorical, named.categorical)),
        "numeric": (*features.numeric, *_others(documents.numeric, named.numeric)),
        "named": documents.features if features.named is None else features.named,
    }
    if not documents.fields and any(columns.values()):
        columns |= {"words": None, "chars": None, "chars_in_words": None}
    return replace(recipe, features=replace(features, **columns))


def _others(read: Sequence[str], named: Sequence[str]) -> list[str]:
    """Return the columns that were read but not named."""
    return [name for name in read if name not in named]


def with_columns_of(recipe: Recipe, documents: Documents) -> Documents:
    """Return the documents with the columns of the recipe alone, in its order."""
    names = recipe.column_names
    found = matched(documents, documents.fields, names, labelled=True, of="recipe")
    if documents.features is None or names.named is not None:
        return found

    def batches() -> Iterator[Batch]:
        return (replace(batch, named=None) for batch in found.open_batches())

    return replace(found, features=None, open_batches=batches)


def held_in_memory(documents: Documents) -> Documents:
    """Return the documents, all of some weight, held in memory: to be read again and again, even those of a stream."""
    batches = [
        batch if batch.weights is None else batch.kept(batch.weights > 0)
        for batch in documents.batches()
    ]
    return replace(documents, open_batches=lambda: iter(batches))


def in_memory(
    documents: Documents, recipe: Recipe, folds: Folds, threads: int
) -> tuple[Documents, Recipe, SplitCriteria]:
    """Return labelled documents held in memory, the recipe fitting them, and what they are divided by."""
    watched, gathered = collect_while_reading(documents, threads, texts=False)
    documents = held_in_memory(watched)
    return (
        documents,
        with_columns_read(recipe, documents),
        gathered().criteria(folds.group, folds.time),
    )


def criteria_of(documents: Documents, folds: Folds) -> SplitCriteria:
    """Return what documents held in memory are divided by; their texts do not matter."""

    def batches() -> Iterator[Batch]:
        return (replace(batch, texts=()) for batch in documents.batches())

    return split_data_of(replace(documents, fields=(), open_batches=batches)).criteria(
        folds.group, folds.time
    )


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
