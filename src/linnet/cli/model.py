"""A model in words: what it was made of, how, and what to do with it next."""

import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from linnet.cli.terminal import counted, say, shown
from linnet.errors import listed

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.recipe.features import FeatureSettings
    from linnet.recipe.recipe import Recipe

MOST_GROUPS = 10


def say_similar_labels(labels: Sequence[str]) -> None:
    """Say which labels may be meant as one."""
    from linnet.classifier.facts_in_words import similar_labels

    groups = similar_labels(labels)
    for group in groups[:MOST_GROUPS]:
        say(f"labels {listed(group)} differ only in case or white space: are they one?")
    more = len(groups) - MOST_GROUPS
    if more > 0:
        say(f"{more:,} more groups of labels differ only in case or white space.")


def in_words(recipe: "Recipe", *, multilabel: bool = False) -> str:
    """Return how the model is made, in one sentence without its end; `several` labels are each told from the rest.

    >>> from linnet.recipe.recipe import Recipe
    >>> in_words(Recipe.of(words="1-2", min_documents=2))
    'multinomial naive Bayes, smoothing 1, prior learned, on words 1-2 in at least 2 documents'
    >>> in_words(Recipe.of(learner="complement"))
    'complement naive Bayes, smoothing 1, no prior, on words'
    >>> in_words(Recipe.of(learner="svm", weighting="tfidf"))
    'svm with squared-hinge loss, l2 penalty of strength 1/n, offset free, on words, weighed by tfidf'
    >>> in_words(Recipe.of(learner="passive-aggressive", averaged=False))
    'passive-aggressive (pa-1, cap 1), up to 10 rounds, offset free, on words'
    >>> in_words(Recipe.of(learner="full-gaussian", ridge=0.1, words=None, numeric=["age"]))
    'Gaussian with the full covariance of each label, ridge 0.1, prior learned, on columns age'
    """
    private = (
        f"; private: no word of fewer than {counted(recipe.private, 'document')}"
        if recipe.private
        else ""
    )
    weights = (
        recipe.class_weights
        if isinstance(recipe.class_weights, str)
        else _given(recipe.class_weights)
    )
    classes = "" if weights == "none" else f", class weights {weights}"
    learner = recipe.learner.in_words(multilabel=multilabel)
    return f"{learner}{classes}, on {_features(recipe.features)}{private}"


def unnamed_in_words(recipe: "Recipe", documents: "Documents", varied: Sequence[str] = ()) -> str:
    """Return the sentence of what is used where no learner is named; settings that vary are told elsewhere."""
    from linnet.validation.training_documents import with_columns_read

    said = in_words(with_columns_read(recipe, documents), multilabel=documents.multilabel)
    if "smoothing" in varied:
        said = said.replace(f", smoothing {recipe.learner.regularisation(1.0)[1]:g}", "", 1)
    return f"No learner is named; used: {said}."


def _given(prior: Mapping[str, float]) -> str:
    return ", ".join(f"{shown(label)} {probability:g}" for label, probability in prior.items())


def _features(features: "FeatureSettings") -> str:
    kinds = {
        "words": features.words,
        "chars": features.chars,
        "chars in words": features.chars_in_words,
    }
    said = " and ".join(
        f"{kind}{_range(grams)}" for kind, grams in kinds.items() if grams is not None
    )
    extras = {
        "sklearn's word pattern": features.word_pattern == "sklearn",
        "python's word pattern": features.word_pattern == "python",
        "between white space": features.word_pattern == "spaces",
        f"cut by {shown(features.tokenizer or '')}": features.tokenizer,
        "case kept": features.keep_case,
        "accents stripped": features.strip_accents and not features.ascii_only,
        "accents stripped to ASCII": features.ascii_only,
        f"{counted(len(features.stop_words), 'stop word')} left out": features.stop_words,
        "presence only": features.weighting == "presence",
        f"weighed by {features.weighting}": features.weighting not in ("counts", "presence"),
        f"unit length {features.unit_length}": features.unit_length,
        f"hashed to {features.hash_modulus or f'2^{features.hash_bits}'} columns": features.hash_bits,
        "with signs": features.hash_signs,
        f"in at least {_amount(features.min_documents)}": repr(features.min_documents)
        not in ("1", "0.0"),
        f"in at most {_amount(features.max_documents)}": repr(features.max_documents) != "1.0",
        f"the {features.most_frequent} most frequent": features.most_frequent,
        f"the {features.select_top} best by {features.select}": features.select_top,
        f"lexicons {', '.join(shown(one.name) for one in features.lexicons)}": features.lexicons,
        "negation": features.negation,
    }
    given = [words for words, holds in extras.items() if holds]
    columns = [
        *features.categorical,
        *(" & ".join(names) for names in features.cross),
        *features.numeric,
    ]
    columns += ["named features"] if features.named else []
    columns += ["length"] if features.length else []
    said = " and ".join(
        part for part in (said, f"columns {', '.join(columns)}" if columns else "") if part
    )
    if not said:
        return ", ".join(given)
    return (
        said
        + (" " if given and given[0].startswith("in ") else ", " if given else "")
        + ", ".join(given)
    )


def _range(grams: tuple[int, int]) -> str:
    if grams == (1, 1):
        return ""
    return f" {grams[0]}" if grams[0] == grams[1] else f" {grams[0]}-{grams[1]}"


def _amount(limit: int | float) -> str:
    return counted(limit, "document") if isinstance(limit, int) else f"{limit:.4g} of the documents"


def program() -> str:
    """Return how linnet is started here: by its name, where that is found."""
    if shutil.which("linnet"):
        return "linnet"
    start = sys.argv[0]
    return (
        shlex.quote(start)
        if Path(start).name == "linnet"
        else f"{shlex.quote(sys.executable)} -m linnet"
    )


def next_commands(model: str, fields: tuple[str, ...], tokenizer: str | None = None) -> str:
    """Return commands to try with a model."""
    linnet, path = program(), shlex.quote(model)
    text = " 'some text of yours'" if len(fields) == 1 else " --field NAME=VALUE …"
    cut = "" if tokenizer is None else f" --tokenizer {shlex.quote(tokenizer)}"
    return "\n".join(
        [
            "Try next:",
            f"  {linnet} inspect {path}",
            f"  {linnet} explain {path}{text}{cut}",
            f"  {linnet} predict {path} NEW.csv -o labels.csv{cut}",
            f"  {linnet} evaluate {path} OTHER.csv{cut}",
        ]
    )
