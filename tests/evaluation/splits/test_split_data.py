"""What splitting looks at: labels, groups, times."""

import numpy as np

from linnet.evaluation.splits.splits import SplitCriteria


def test_selected_traits_keep_their_labels():
    criteria = SplitCriteria(
        np.array([0, 1, 2]), np.array([0, 2, 2, 3]), np.array([5, 6, 7]), np.array([1, 2, 3])
    )
    chosen = criteria.select(np.array([True, False, True]))
    assert (chosen.codes.tolist(), chosen.starts.tolist()) == ([0, 1, 2], [0, 2, 3])
    assert (chosen.groups.tolist(), chosen.times.tolist(), len(chosen)) == ([5, 7], [1, 3], 2)
