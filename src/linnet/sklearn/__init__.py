"""scikit-learn's contract over our engine: the same names, parameters and numbers, only faster.

>>> from linnet.sklearn import CountVectorizer
>>> CountVectorizer().fit_transform(["the dog", "the red dog"]).toarray().tolist()
[[1, 0, 1], [1, 1, 1]]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linnet.sklearn.count_vectorizer import CountVectorizer
    from linnet.sklearn.hashing_vectorizer import HashingVectorizer
    from linnet.sklearn.tfidf_transformer import TfidfTransformer
    from linnet.sklearn.tfidf_vectorizer import TfidfVectorizer

# Where each public name lives; imported when first asked for.
_HOMES = {
    "CountVectorizer": "linnet.sklearn.count_vectorizer",
    "HashingVectorizer": "linnet.sklearn.hashing_vectorizer",
    "TfidfTransformer": "linnet.sklearn.tfidf_transformer",
    "TfidfVectorizer": "linnet.sklearn.tfidf_vectorizer",
}

__all__ = [
    "CountVectorizer",
    "HashingVectorizer",
    "TfidfTransformer",
    "TfidfVectorizer",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'linnet.sklearn' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
