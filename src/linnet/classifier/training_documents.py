"""The documents that a recipe learns from."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linnet.classifier.many_labels import with_few_labels
from linnet.classifier.matching import matched
from linnet.errors import Advice, DataWarning, SettingError
from linnet.features.tokenizer import Tokenizer, tokenized
from linnet.reading import Batch, Documents, read
from linnet.reading.html_text import without_html
from linnet.recipe.recipe import Recipe

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def labelled_documents(
    source: Any,
    recipe: Recipe,
    doing: str,
    tokenizer: Tokenizer | None = None,
    metadata: Sequence[str] = (),
) -> Documents:
    """Return labelled Documents with the columns of the recipe, without HTML, cut into tokens.

    `source` is anything that `read` takes; `doing` says what needs labels.
    """
    documents = source
    if not isinstance(source, Documents):
        documents = _read_for(recipe, source, metadata)
        _warn_of_content(documents)
    if documents.label is None:
        raise SettingError(
            f"{documents.name}: {doing} needs labels; got documents without.",
            Advice("name_column", role="label"),
        )
    if recipe.features.html:
        documents = without_html(documents)
    return tokenized(with_few_labels(documents), tokenizer)


def _read_for(recipe: Recipe, source: Any, metadata: Sequence[str]) -> Documents:
    names = recipe.column_names
    return read(
        source,
        text=None if recipe.reads_text else (),
        categorical=names.categorical,
        numeric=names.numeric,
        features=names.named,
        metadata=metadata,
    )


def _warn_of_content(documents: Documents) -> None:
    """Warn of columns that were chosen by what is in them, where nobody reads the note."""
    if documents.by_content:
        warnings.warn(
            f"{documents.name}: {documents.note}. Name them with linnet.read(…, text=…, label=…).",
            DataWarning,
            stacklevel=5,
        )


def with_columns_read(recipe: Recipe, documents: Documents) -> Recipe:
    """Return the recipe with every column that was read, those it does not name after its own.

    Where HTML was taken out of the texts, the recipe says so. Where no text was read, as in
    svmlight files, there are no words and characters either.

    >>> documents = read({"text": ["a"], "label": ["x"], "author": ["ann"]}, categorical="author")
    >>> with_columns_read(Recipe(), documents).features.categorical
    ('author',)
    """
    features = recipe.features
    names = recipe.column_names
    other_categorical = _others(documents.categorical, names.categorical)
    other_numeric = _others(documents.numeric, names.numeric)
    columns: dict[str, Any] = {
        "categorical": (*features.categorical, *other_categorical),
        "numeric": (*features.numeric, *other_numeric),
        "named": documents.features if features.named is None else features.named,
    }
    if not documents.fields and any(columns.values()):
        columns |= {"words": None, "chars": None, "chars_in_words": None}
    html = features.html or documents.html
    return replace(recipe, features=replace(features, html=html, **columns))


def _others(read: Sequence[str], named: Sequence[str]) -> list[str]:
    """Return the columns that were read but not named."""
    return [name for name in read if name not in named]


def with_columns_of(recipe: Recipe, documents: Documents) -> Documents:
    """Return the documents with the columns of the recipe alone, in its order."""
    names = recipe.column_names
    own = matched(documents, documents.fields, names, labelled=True, of="recipe")
    if documents.features is None or names.named is not None:
        return own

    def batches() -> Iterator[Batch]:
        return (replace(batch, named=None) for batch in own.open_batches())

    return replace(own, features=None, open_batches=batches)


def held_in_memory(documents: Documents) -> Documents:
    """Return the documents, all of some weight, held in memory.

    They can be read again and again, even those of a stream.
    """
    batches = list[Batch]()
    for batch in documents.batches():
        kept = batch if batch.weights is None else batch.kept(batch.weights > 0)
        batches.append(kept)
    return replace(documents, open_batches=lambda: iter(batches))


def kept_documents(classifier: "Classifier") -> Documents:
    """Return the training documents that a classifier keeps; there must be some."""
    assert classifier.kept is not None
    documents = classifier.kept.documents(
        classifier.fields, classifier.labels, multilabel=classifier.multilabel
    )
    return replace(documents, html=classifier.recipe.features.html)
