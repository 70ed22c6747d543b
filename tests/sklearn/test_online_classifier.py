"""What online classifiers share: where they start, when they stop, and which weights they keep."""

import pickle

import numpy as np
import pytest
import scipy.sparse
from sklearn.exceptions import ConvergenceWarning

from linnet.sklearn import PassiveAggressiveClassifier, Perceptron
from linnet.sklearn.online_classifier import OnlineClassifier, Steps

X = np.array([[1.0, 0.0], [0.0, 1.0]])
LABELS = ["ham", "spam"]
ONE_ROUND = {"shuffle": False, "max_iter": 1, "tol": None}


def test_each_mistake_moves_the_weights():
    # Ham at 0 is no better than a mistake: weights -1, 0 and intercept -1. Spam then scores -1:
    # its value is added, and 1 to the intercept.
    fitted = Perceptron(**ONE_ROUND).fit(X, LABELS)
    assert fitted.coef_.tolist() == [[-1, 1]]
    assert fitted.intercept_.tolist() == [0]
    assert (fitted.n_iter_, fitted.t_) == (1, 3)


def test_the_intercept_of_sparse_documents_moves_a_hundredth():
    learner = Perceptron().partial_fit(scipy.sparse.csr_array(X[:1]), LABELS[:1], LABELS)
    assert learner.intercept_ == pytest.approx([-0.01])
    assert learner.coef_.tolist() == [[-1, 0]]
    fixed = Perceptron(fit_intercept=False).partial_fit(X[:1], LABELS[:1], LABELS)
    assert fixed.intercept_.tolist() == [0]


def test_each_of_three_labels_is_learned_against_the_rest():
    learner = Perceptron(class_weight={"b": 2}, **ONE_ROUND)
    learner.fit(np.array([[0.0], [0.0], [3.0]]), ["a", "c", "b"])
    # For b the first document is of the rest: -1. The last scores -1 and counts twice: 2 · 3, 2.
    assert learner.coef_[1].tolist() == [6]
    assert learner.intercept_[1] == 1
    # For a the first is its own: 1. The second scores 1, a mistake: back to 0. So is the last.
    assert learner.coef_[0].tolist() == [-3]
    assert learner.intercept_[0] == -1


def test_averages_are_of_the_weights_after_each_document():
    settings = {"average": True, "fit_intercept": False, "shuffle": False}
    learner = PassiveAggressiveClassifier(**settings)
    # A step of 1/4 on 2 brings the weight to 1/2; the loss of 1 is then 1/2, and the weight 1.
    learner.partial_fit([[2.0], [1.0]], ["spam", "spam"], LABELS)
    assert learner.coef_ == pytest.approx(np.array([[0.75]]))


def test_a_fit_starts_where_it_is_told_to():
    given = Perceptron(**ONE_ROUND).fit(X, LABELS, coef_init=[-2.0, 5.0], intercept_init=1.0)
    assert given.coef_.tolist() == [[-2, 5]]  # scores -1 and 6: no mistake
    warm = Perceptron(warm_start=True, **ONE_ROUND).fit(X, LABELS)
    warm.coef_ = scipy.sparse.csr_array([[0.0, 3.0]])
    # Ham scores 0, a mistake: -1 for its value and the intercept. Spam scores 2.
    warm.fit(X, LABELS)
    assert warm.coef_.tolist() == [[-1, 3]]
    assert warm.intercept_.tolist() == [-1]


def test_a_batch_goes_on_from_weights_that_others_have_set():
    learner = Perceptron().partial_fit(X, LABELS, LABELS)
    learner.coef_ = scipy.sparse.csr_array([[0.0, -4.0]])
    learner.intercept_ = np.array([0.5])
    # Spam scores -3.5, a mistake.
    learner.partial_fit(X[1:], LABELS[1:])
    assert learner.coef_.tolist() == [[0, -3]]
    assert learner.intercept_.tolist() == [1.5]
    again = pickle.loads(pickle.dumps(learner))  # noqa: S301 (our own bytes)
    assert again.coef_.tolist() == [[0, -3]]


def test_documents_held_out_stop_it_when_they_get_no_better():
    many = np.repeat(X, 10, axis=0)
    labels = np.repeat(LABELS, 10)
    learner = Perceptron(early_stopping=True, n_iter_no_change=4).fit(many, labels)
    assert learner.n_iter_ == 5  # all right in the first round, and four that were no better
    assert learner.predict(X).tolist() == LABELS


def test_start_weights_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"its shape must be \(1, 2\); got \(1, 3\). Give one w"):
        Perceptron().fit(X, LABELS, coef_init=[[1.0, 2.0, 3.0]])
    with pytest.raises(ValueError, match=r"its shape must be \(1,\); got \(2,\). Give one number"):
        Perceptron().fit(X, LABELS, intercept_init=[1.0, 2.0])


def test_what_cannot_be_learned_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="has to be greater than one; got 1 class"):
        Perceptron().fit(X, ["ham", "ham"])
    with pytest.raises(ValueError, match="class_weight 'balanced' is not supported for partial_"):
        Perceptron(class_weight="balanced").partial_fit(X, LABELS, LABELS)
    with pytest.raises(ValueError, match="early_stopping should be False with partial_fit"):
        Perceptron(early_stopping=True).partial_fit(X, LABELS, LABELS)
    with pytest.raises(ValueError, match=r"must leave some documents to stop by; got 0\.1 of 2\."):
        Perceptron(early_stopping=True).fit(X, LABELS)
    with pytest.warns(ConvergenceWarning, match="Maximum number of iteration reached"):
        Perceptron(max_iter=1).fit(X, LABELS)


def test_what_is_not_there_is_said():
    with pytest.raises(AttributeError, match="Perceptron has no coef_ before it is fitted"):
        _ = Perceptron().coef_
    with pytest.raises(AttributeError, match="has no _average_coef with average=False"):
        _ = Perceptron().fit(X, LABELS)._average_coef
    with pytest.raises(NotImplementedError):
        OnlineClassifier()._steps()
    assert [Steps("pa", l1=0.1).penalised, Steps("pa").penalised] == [True, False]
