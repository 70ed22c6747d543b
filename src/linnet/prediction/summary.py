"""What was predicted, counted while it comes by."""

from collections import Counter

from linnet.prediction.predictions import Predictions


class PredictionSummary:
    """How many documents got each label, and how many rows have each flag."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = dict.fromkeys(labels, 0)
        self.flags = Counter[str]()

    def add(self, predictions: Predictions) -> None:
        """Count the predictions of a batch."""
        counts = predictions.label_counts().tolist()
        for label, count in zip(predictions.labels, counts, strict=True):
            self.labels[label] += count
        self.flags += predictions.flag_counts()
