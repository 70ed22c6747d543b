"""What all linear classifiers share: scores, labels and weights."""

import math

import numpy as np
import pytest
import scipy.sparse
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer

from linnet import sklearn as ours
from linnet.sklearn.linear_classifier import LinearClassifier

TEXTS = ["win a prize now", "a prize to win", "see you at noon", "lunch at noon"] * 4
LABELS = ["spam", "spam", "ham", "ham"] * 4


class Given(LinearClassifier):
    """Has the weights that it is given."""

    def fit(self, coef, intercept, classes):
        self.coef_ = np.array(coef)
        self.intercept_ = np.array(intercept)
        self.classes_ = np.array(classes)
        self.n_features_in_ = self.coef_.shape[1]
        return self


TWO = Given().fit([[2.0, -1.0]], [0.5], ["ham", "spam"])
THREE = Given().fit([[1.0], [2.0], [-1.0]], [1.0, 0.0, 0.5], ["a", "b", "c"])


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_two_labels_share_one_score(kind):
    X = kind(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 2.5]]))
    assert TWO.decision_function(X).tolist() == [2.5, -0.5, 0]
    assert TWO.predict(X).tolist() == ["spam", "ham", "ham"]  # 0 is not above 0


def test_three_labels_have_a_score_each_and_the_highest_wins():
    assert THREE.decision_function([[3.0], [-2.0]]).tolist() == [[4, 6, -2.5], [-1, -4, 2.5]]
    assert THREE.predict([[3.0], [-2.0], [0.0]]).tolist() == ["b", "c", "a"]


def test_probabilities_of_each_label_against_the_rest_sum_to_1():
    # A score of log 3 is a probability of 3/4, one of 0 is 1/2.
    two = Given().fit([[1.0]], [0.0], ["ham", "spam"])
    assert two._predict_proba_lr([[math.log(3)]])[0] == pytest.approx([1 / 4, 3 / 4])
    three = Given().fit([[1.0], [0.0], [0.0]], [0.0, 0.0, 0.0], ["a", "b", "c"])
    # 3/4, 1/2 and 1/2 are 3, 2 and 2 of 7.
    assert three._predict_proba_lr([[math.log(3)]])[0] == pytest.approx([3 / 7, 2 / 7, 2 / 7])
    assert two._predict_proba_lr([[-1e9]])[0].tolist() == [1, 0]


def test_a_model_of_linnets_has_half_of_one_w_for_each_label():
    weights = TWO._linear_weights()
    assert weights.offset.tolist() == [-0.25, 0.25]
    assert weights.weights.tolist() == [-1, 1, 0.5, -0.5]
    assert THREE._linear_weights().offset.tolist() == [1, 0, 0.5]
    assert THREE._linear_weights().prior == pytest.approx([-math.log(3)] * 3)


def test_sparse_weights_and_back():
    X = CountVectorizer().fit_transform(TEXTS)
    classifier = ours.LinearSVC(penalty="l1", C=0.1).fit(X, LABELS)
    before = classifier.decision_function(X)
    assert np.allclose(classifier.sparsify().decision_function(X), before)
    assert np.allclose(classifier.densify().decision_function(X), before)


def test_without_weights_there_are_no_scores():
    for ask in (Given.sparsify, Given.densify, lambda bare: bare.predict([[1.0, 2.0]])):
        with pytest.raises(NotFittedError, match="This Given instance is not fitted yet"):
            ask(Given())
    with pytest.raises(ValueError, match="X has 3 features, but Given is expecting 2"):
        TWO.predict([[1, 2, 3]])
