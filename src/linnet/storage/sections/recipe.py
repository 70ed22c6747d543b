"""The recipe: how the classifier was made."""

from typing import TYPE_CHECKING

from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.naive_bayes import NaiveBayes
from linnet.recipe.recipe import Recipe
from linnet.storage.container import ModelFile
from linnet.storage.section import Packed, Parts, Section

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def _pack(classifier: "Classifier") -> Packed:
    return Packed({"recipe": classifier.recipe.to_dict()})


def _unpack(file: ModelFile, parts: Parts) -> None:
    recipe = Recipe.from_dict(file.metadata["recipe"])
    needs_naive_bayes = "naive-bayes" in file.metadata["needs"]
    if needs_naive_bayes != isinstance(recipe.learner, NaiveBayes):
        raise file.damaged("it must need the learner of its recipe")
    parts.recipe = recipe


def _is_naive_bayes(classifier: "Classifier") -> bool:
    return isinstance(classifier.recipe.learner, NaiveBayes)


def _is_linear(classifier: "Classifier") -> bool:
    return not _is_naive_bayes(classifier)


def _has_products(classifier: "Classifier") -> bool:
    return isinstance(classifier.recipe.learner, FullGaussian)


def _has_lexicons(classifier: "Classifier") -> bool:
    return bool(classifier.recipe.features.lexicons)


def _has_tokenizer(classifier: "Classifier") -> bool:
    return classifier.recipe.features.tokenizer is not None


def _hashes_as_others_do(classifier: "Classifier") -> bool:
    features = classifier.recipe.features
    return bool(features.hash_signs or features.hash_modulus)


def _reads_ascii_only(classifier: "Classifier") -> bool:
    return classifier.recipe.features.ascii_only


RECIPE = Section(
    "recipe",
    _pack,
    _unpack,
    needs={
        "naive-bayes": _is_naive_bayes,
        "linear": _is_linear,
        "products": _has_products,
        "lexicon": _has_lexicons,
        "tokenizer": _has_tokenizer,
        "hashing": _hashes_as_others_do,
        "ascii-only": _reads_ascii_only,
    },
)
