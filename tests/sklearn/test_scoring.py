"""The share of right labels."""

import numpy as np
import pandas as pd
import pytest
from sklearn import naive_bayes

from linnet import sklearn as ours
from linnet.sklearn.scoring import ScoredClassifier

X = np.array([[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]])
Y = ["spam", "ham", "spam", "ham"]


class Same(ScoredClassifier):
    """Predicts what it was asked about."""

    def __init__(self, classes):
        self.classes_ = np.array(classes)

    def predict(self, X):
        return np.asarray(X)


def test_two_of_three_are_right():
    assert Same(["ham", "spam"]).score(["ham", "spam", "ham"], ["ham", "ham", "ham"]) == 2 / 3
    assert Same([0, 1]).score([0, 1, 1], np.array([0, 1, 0])) == 2 / 3


def test_labels_of_another_kind_are_compared_as_scikit_learn_compares_them():
    assert Same([0, 1]).score([0, 1, 1], [0.0, 1.0, 0.0]) == 2 / 3
    assert Same([0.0, 1.0]).score([0.0, 1.0], [0, 1]) == 1


def test_several_labels_for_each_document_must_all_be_right():
    predicted = np.array([[1, 0], [1, 1]])
    assert Same([0, 1]).score(predicted, np.array([[1, 0], [0, 1]])) == 0.5


@pytest.mark.parametrize(
    "labels",
    [Y, np.array(Y), np.array(Y, dtype=object), pd.Series(Y)],
    ids=lambda one: type(one).__name__,
)
def test_the_score_is_the_share_of_right_labels(labels):
    fitted = ours.MultinomialNB().fit(X, Y)
    other = np.array([[0, 3, 3], [0, 1, 1], [1, 0, 0], [0, 0, 2]])
    assert (
        fitted.score(other, labels)
        == naive_bayes.MultinomialNB().fit(X, Y).score(other, labels)
        == 0.75
    )
    assert fitted.score(other, labels, [0.0, 1.0, 1.0, 1.0]) == 1.0
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        fitted.score(other, labels[:2])
