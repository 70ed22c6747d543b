"""The documents that a recipe learns from."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linnet.errors import SettingError
from linnet.features.tokenizer import Tokenizer, tokenized
from linnet.reading import Documents, read
from linnet.recipe import Recipe


def labelled_documents(
    source: Any, recipe: Recipe, doing: str, tokenizer: Tokenizer | None = None, aside: Sequence[str] = ()
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
            aside=aside,
        )
    )
    if documents.label is None:
        raise SettingError(f"{documents.name}: {doing} needs labels; got documents without. Name the label column.")
    return tokenized(documents, tokenizer)


def fitting(recipe: Recipe, documents: Documents) -> Recipe:
    """Return the recipe; where documents are nothing but named features, as svmlight files are, with these."""
    if documents.fields or documents.features is None or not recipe.reads_text or recipe.features.named is not None:
        return recipe
    features = replace(recipe.features, words=None, chars=None, chars_in_words=None, named=documents.features)
    return replace(recipe, features=features)
