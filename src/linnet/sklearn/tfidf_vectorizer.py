"""TfidfVectorizer."""

from sklearn.feature_extraction import text


class TfidfVectorizer(text.TfidfVectorizer):
    """scikit-learn's."""
