"""Labels and flags counted batch by batch."""

import numpy as np

from linnet.prediction.summary import PredictionSummary
from tests.prediction.by_hand import LABELS, both_none_and_bad, one_each


def test_batches_add_up():
    summary = PredictionSummary(LABELS)
    assert (summary.labels, summary.flags) == ({"ham": 0, "spam": 0}, {})
    summary.add(one_each())
    summary.add(one_each(best=np.array([1, 1, 1]), flags={0: ["unsure"]}))
    assert summary.labels == {"ham": 1, "spam": 4}
    assert summary.flags == {"no text": 1, "unsure": 2, "bad row": 1}


def test_a_row_of_several_labels_counts_for_each():
    summary = PredictionSummary(LABELS)
    summary.add(both_none_and_bad())
    assert summary.labels == {"ham": 1, "spam": 1}
    assert summary.flags["bad row"] == 1
