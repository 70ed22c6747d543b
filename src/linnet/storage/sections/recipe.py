"""The recipe: how the classifier was made."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from linnet.errors import ModelFileError, quoted
from linnet.learning.learners import LEARNERS
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def _pack(classifier: "Classifier") -> Packed:
    return Packed({"recipe": classifier.recipe.to_dict()})


def _unpack(file: ModelFile, parts: Parts) -> None:
    name = file.metadata["recipe"]["learner"]["name"]
    if name not in LEARNERS:
        raise ModelFileError(
            f"{file.where}: the learner of a model must be one that this linnet knows; "
            f"got {quoted(name)}. Open it with the linnet that it was trained with, or train it "
            "again."
        )
    recipe = Recipe.from_dict(file.metadata["recipe"])
    has_totals = "naive-bayes" in file.metadata["needs"]
    if has_totals != (recipe.learner.needs == "totals"):
        raise file.damaged("it must need the learner of its recipe")
    parts.recipe = recipe


def _needed_by_learner(need: str) -> "Callable[[Classifier], bool]":
    """Return whether the learner of a classifier has a need."""
    return lambda classifier: need in classifier.recipe.learner.file_needs


def _has_lexicons(classifier: "Classifier") -> bool:
    return bool(classifier.recipe.features.lexicons)


def _has_tokenizer(classifier: "Classifier") -> bool:
    return classifier.recipe.features.tokenizer is not None


def _hashes_as_others_do(classifier: "Classifier") -> bool:
    features = classifier.recipe.features
    return bool(features.hash_signs or features.hash_modulus)


def _reads_ascii_only(classifier: "Classifier") -> bool:
    return classifier.recipe.features.ascii_only


def _reads_html(classifier: "Classifier") -> bool:
    return classifier.recipe.features.html


RECIPE = Section(
    "recipe",
    _pack,
    _unpack,
    needs={
        "naive-bayes": _needed_by_learner("naive-bayes"),
        "linear": _needed_by_learner("linear"),
        "products": _needed_by_learner("products"),
        "lexicon": _has_lexicons,
        "tokenizer": _has_tokenizer,
        "hashing": _hashes_as_others_do,
        "ascii-only": _reads_ascii_only,
        "html": _reads_html,
    },
)
