"""CountVectorizer."""

from sklearn.feature_extraction import text


class CountVectorizer(text.CountVectorizer):
    """scikit-learn's."""
