"""NLTK's way to classify, over our learners: featuresets in, the methods of nltk.ClassifierI out.

NLTK may be missing.

>>> from linnet.nltk import NaiveBayesClassifier
>>> classifier = NaiveBayesClassifier.train([({"last": "a"}, "female"), ({"last": "k"}, "male")])
>>> classifier.classify({"last": "k"})
'male'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linnet.nltk.classifier import Classifier
    from linnet.nltk.naive_bayes import NaiveBayesClassifier

# Where each public name lives; imported when first asked for.
_HOMES = {
    "Classifier": "linnet.nltk.classifier",
    "NaiveBayesClassifier": "linnet.nltk.naive_bayes",
}

__all__ = ["Classifier", "NaiveBayesClassifier"]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'linnet.nltk' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
