"""ROC areas and average precision by hand."""

import numpy as np

from linnet.evaluation.metrics.ranking import average_precision, ranked, roc_area

# From the top: yes, no, {yes, no}, no.
SCORES, HAS = np.array([0.2, 0.9, 0.5, 0.7, 0.5]), np.array([False, True, True, False, False])


def test_areas_by_hand():
    ranks = ranked(SCORES, HAS)
    # Pairs won: 3 by the first, 1 and a half by the second, of 6. Precision 1/1 and 2/4.
    assert roc_area(ranks) == 4.5 / 6
    assert average_precision(ranks) == 0.75
    assert (ranks.ends.tolist(), ranks.positives.tolist()) == ([1, 2, 4, 5], [1, 1, 2, 2])


def test_without_both_kinds_there_is_no_area():
    assert roc_area(ranked(SCORES, np.zeros(5, bool))) is None
    assert roc_area(ranked(SCORES, np.ones(5, bool))) is None
    assert average_precision(ranked(SCORES, np.zeros(5, bool))) is None
    assert average_precision(ranked(SCORES, np.ones(5, bool))) == 1
    assert roc_area(ranked(np.zeros(0), np.zeros(0, bool))) is None
