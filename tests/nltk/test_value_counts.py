"""How often each value of each feature was seen with each label."""

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.nltk.value_counts import Layout, count_values


def as_dict(counts):
    """Return counts as a dict from (name, value, label)."""
    table = counts.table
    names = [table.names[name] for name in counts.names[counts.pairs].tolist()]
    values = [table.values[pair] for pair in counts.pairs.tolist()]
    labels = [table.labels[code] for code in counts.labels.tolist()]
    keys = zip(names, values, labels, strict=True)
    return dict(zip(keys, counts.counts.tolist(), strict=True))


def test_a_feature_that_a_document_lacks_has_the_value_none():
    labelled = [({"last": "a"}, "f"), ({"last": None}, "f"), ({}, "f"), ({"last": "k"}, "m")]
    counts = count_values(labelled)
    assert as_dict(counts) == {
        ("last", "a", "f"): 1,
        ("last", None, "f"): 2,
        ("last", "k", "m"): 1,
    }
    assert counts.documents.tolist() == [3, 1]
    assert counts.sizes.tolist() == [3]


def test_probabilities_by_hand():
    counts = count_values([({"last": "a"}, "f"), ({"last": "a"}, "f"), ({"last": "k"}, "m")])
    # (2 + 1) / (2 + 2 · 1) for a of f, (1 + 1) / (1 + 2 · 1) for k of m
    assert counts.probabilities(1.0) == pytest.approx([3 / 4, 2 / 3])
    # (2 + 1) / (3 + 2 · 1) and (1 + 1) / (3 + 2 · 1)
    assert counts.prior(1.0) == pytest.approx([3 / 5, 2 / 5])


def test_weights_are_logs_above_what_unseen_values_have():
    counts = count_values([({"last": "a"}, "f"), ({"last": "a"}, "f"), ({"last": "k"}, "m")])
    weights = counts.weights(0.5)
    assert weights.offset == pytest.approx(np.log([2.5 / 4, 1.5 / 4]))
    # An unseen value has 0.5 / (2 + 1) with f, 0.5 / (1 + 1) with m.
    assert weights.rest == pytest.approx(np.log([0.5 / 3, 0.5 / 2]))
    # Seen, 2.5 and 1.5 stand in place of the 0.5.
    assert weights.weights == pytest.approx(np.log([5, 3]))
    assert weights.labels.tolist() == [0, 1]


def test_features_with_as_many_values_lie_together():
    # Features 0 and 2 have one value each, feature 1 has two; each has one column more.
    names = np.array([0, 1, 1, 2], np.int32)
    layout = Layout.of(names, np.array([1, 2, 1]))
    assert layout.sizes.tolist() == [1, 2]
    assert layout.block_ends.tolist() == [4, 7]
    assert layout.of_pairs.tolist() == [0, 4, 5, 2]
    assert layout.of_names.tolist() == [1, 6, 3]
    assert layout.n_columns == 7


def test_many_labels_with_values_of_their_own_are_counted_once_each():
    counts = count_values(({"number": n}, f"label {n}") for n in range(50))
    assert counts.counts[counts.labels == 7].tolist() == [1]
    assert as_dict(counts)["number", 49, "label 49"] == 1
    assert len(counts.pairs) == 50


def test_what_cannot_be_counted_is_refused_in_a_sentence():
    with pytest.raises(InputError, match="at least one featureset to learn from; got none"):
        count_values([])
    for labelled in ([({"a": []}, "x")], [3], [("ab", "x")]):
        with pytest.raises(InputError, match="training needs pairs of a featureset, a dict"):
            count_values(labelled)
