"""TfidfTransformer."""

from sklearn.feature_extraction import text


class TfidfTransformer(text.TfidfTransformer, auto_wrap_output_keys=None):
    """scikit-learn's."""
