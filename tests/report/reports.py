"""A few messages, and the report of how well their labels are told."""

from linnet.report.gather import gather
from linnet.validation.evaluate import evaluate_any_predictions
from linnet.validation.labelled_predictions import labelled_predictions

LEARNED = [
    ("win a prize now", "spam"),
    ("claim your prize today", "spam"),
    ("cheap pills now", "spam"),
    ("lunch at noon today", "ham"),
    ("see you at lunch", "ham"),
    ("the report is due at noon", "ham"),
]
# Told right, right, wrong, wrong.
HELD_OUT = [
    ("a prize for lunch now", "spam"),
    ("see you at noon", "ham"),
    ("cheap pills", "ham"),
    ("at noon", "spam"),
]


def report_of(classifier, documents, **sections):
    """The report of one label per document, or of several."""
    answered = labelled_predictions(classifier, documents)
    return gather(classifier, documents, answered, evaluate_any_predictions(answered), **sections)
