"""scikit-learn's contract over our engine: the same names, parameters and numbers, only faster.

>>> from linnet.sklearn import CountVectorizer, MultinomialNB
>>> counts = CountVectorizer().fit_transform(["win a prize", "see you at noon"])
>>> MultinomialNB().fit(counts, ["spam", "ham"]).predict(counts).tolist()
['spam', 'ham']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linnet.sklearn.categorical_bayes import CategoricalNB
    from linnet.sklearn.convert import to_classifier
    from linnet.sklearn.converted_pipeline import to_pipeline
    from linnet.sklearn.count_bayes import BernoulliNB, BinomialNB, ComplementNB, MultinomialNB
    from linnet.sklearn.count_vectorizer import CountVectorizer
    from linnet.sklearn.gaussian_bayes import GaussianNB
    from linnet.sklearn.hashing_vectorizer import HashingVectorizer
    from linnet.sklearn.lexicon import LexiconClassifier
    from linnet.sklearn.logistic import LogisticRegression
    from linnet.sklearn.mixed_bayes import MixedNB
    from linnet.sklearn.nb_logistic import NBLogisticRegression
    from linnet.sklearn.online import PassiveAggressiveClassifier, Perceptron
    from linnet.sklearn.svm import LinearSVC
    from linnet.sklearn.text_classifier import TextClassifier
    from linnet.sklearn.tfidf_transformer import TfidfTransformer
    from linnet.sklearn.tfidf_vectorizer import TfidfVectorizer

# Where each public name lives; imported when first asked for.
_HOMES = {
    "BernoulliNB": "linnet.sklearn.count_bayes",
    "BinomialNB": "linnet.sklearn.count_bayes",
    "CategoricalNB": "linnet.sklearn.categorical_bayes",
    "ComplementNB": "linnet.sklearn.count_bayes",
    "CountVectorizer": "linnet.sklearn.count_vectorizer",
    "GaussianNB": "linnet.sklearn.gaussian_bayes",
    "HashingVectorizer": "linnet.sklearn.hashing_vectorizer",
    "LexiconClassifier": "linnet.sklearn.lexicon",
    "LinearSVC": "linnet.sklearn.svm",
    "LogisticRegression": "linnet.sklearn.logistic",
    "MixedNB": "linnet.sklearn.mixed_bayes",
    "MultinomialNB": "linnet.sklearn.count_bayes",
    "NBLogisticRegression": "linnet.sklearn.nb_logistic",
    "PassiveAggressiveClassifier": "linnet.sklearn.online",
    "Perceptron": "linnet.sklearn.online",
    "TextClassifier": "linnet.sklearn.text_classifier",
    "TfidfTransformer": "linnet.sklearn.tfidf_transformer",
    "TfidfVectorizer": "linnet.sklearn.tfidf_vectorizer",
    "to_classifier": "linnet.sklearn.convert",
    "to_pipeline": "linnet.sklearn.converted_pipeline",
}

__all__ = [
    "BernoulliNB",
    "BinomialNB",
    "CategoricalNB",
    "ComplementNB",
    "CountVectorizer",
    "GaussianNB",
    "HashingVectorizer",
    "LexiconClassifier",
    "LinearSVC",
    "LogisticRegression",
    "MixedNB",
    "MultinomialNB",
    "NBLogisticRegression",
    "PassiveAggressiveClassifier",
    "Perceptron",
    "TextClassifier",
    "TfidfTransformer",
    "TfidfVectorizer",
    "to_classifier",
    "to_pipeline",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'linnet.sklearn' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
