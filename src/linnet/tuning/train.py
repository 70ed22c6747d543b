"""Documents in, a classifier out: as a recipe says, or the one that suits them best."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linnet.classifier.classifier import Classifier
from linnet.features.tokenizer import Tokenizer, TokensOf
from linnet.learning.counting import Progress, no_progress
from linnet.recipe.recipe import Recipe
from linnet.tuning.make import make

if TYPE_CHECKING:
    from linnet.tuning.tried import SearchProgress


def train(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    small: bool = False,
    split_duplicates: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> Classifier:
    """Return a classifier of labelled documents: Documents, or anything `read` takes.

    Without a recipe the one that suits the documents best is chosen (see `choose`, which also tells
    how good it is). A `small` classifier has few features and a compact file; `choose` and `tune`
    tell what is lost by that. While it chooses, exact and near duplicates are kept in one part,
    unless `split_duplicates` says otherwise. A recipe may be given as a dict of the settings that
    `Recipe.of` takes. A tokenizer is a function from a text to its tokens; it takes the place of
    linnet's own words, and must be given again to `load`.

    >>> documents = {"text": ["good film", "bad film"], "label": ["pos", "neg"]}
    >>> classifier = train(documents, {"words": "1-2"})
    >>> classifier.classify("good")
    'pos'
    """
    if recipe is not None and not small:
        return make(documents, recipe, threads=threads, progress=progress, tokenizer=tokenizer)

    # A recipe that is given needs nothing of the search.
    from linnet.tuning.choose import choose, make_small

    def show_share(search: "SearchProgress") -> None:
        share = search.done / search.to_do if search.share is None else search.share
        progress(share, search.done)

    if recipe is not None:
        tuned = make_small(
            documents,
            recipe,
            split_duplicates=split_duplicates,
            threads=threads,
            tokenizer=tokenizer,
            progress=show_share,
        )
    else:
        tuned = choose(
            documents,
            small=small,
            split_duplicates=split_duplicates,
            threads=threads,
            tokenizer=tokenizer,
            progress=show_share,
        )
    return tuned.classifier
