"""HashingVectorizer."""

from sklearn.feature_extraction import text


class HashingVectorizer(text.HashingVectorizer, auto_wrap_output_keys=None):
    """scikit-learn's."""
