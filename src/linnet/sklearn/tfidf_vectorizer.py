"""Texts to tf-idf values, as scikit-learn's TfidfVectorizer."""

from sklearn.feature_extraction import text

from linnet.sklearn.count_vectorizer import CountVectorizer


class TfidfVectorizer(CountVectorizer, text.TfidfVectorizer):
    """scikit-learn's TfidfVectorizer, with its parameters and numbers, over the engine.

    >>> vectorizer = TfidfVectorizer(norm=None)
    >>> vectorizer.fit_transform(["the dog", "the red dog"]).toarray().round(2).tolist()
    [[1.0, 0.0, 1.0], [1.0, 1.41, 1.0]]
    """
