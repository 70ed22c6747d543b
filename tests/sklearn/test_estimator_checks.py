"""Every matrix classifier passes scikit-learn's checks of estimators.

What is expected to fail says why.
"""

import pytest
from sklearn.base import ClassifierMixin
from sklearn.utils.estimator_checks import parametrize_with_checks

from linnet import sklearn as ours

ONLINE_WEIGHTS = (
    "an online learner visits a document of weight 2 once, with one step: not as two documents"
)
EXPECTED = {
    "Perceptron": {  # scikit-learn's own has the same
        "check_sample_weight_equivalence_on_dense_data": ONLINE_WEIGHTS,
        "check_sample_weight_equivalence_on_sparse_data": ONLINE_WEIGHTS,
    },
}
OF_TEXTS = ("LexiconClassifier", "TextClassifier")  # which no check here has
PUBLIC = [getattr(ours, name) for name in ours.__all__ if name not in OF_TEXTS]
ESTIMATORS = [
    kind() for kind in PUBLIC if isinstance(kind, type) and issubclass(kind, ClassifierMixin)
]
ESTIMATORS += [
    ours.LogisticRegression(solver="liblinear"),
    ours.LogisticRegression(solver="saga", l1_ratio=0.5, C=0.1, max_iter=1000),
    ours.LinearSVC(loss="hinge"),
    ours.LinearSVC(penalty="l1"),
    ours.MixedNB("multinomial"),
    ours.PassiveAggressiveClassifier(average=True),
]


def expected_failures(estimator):
    return EXPECTED.get(type(estimator).__name__, {})


# Checks fit at few rounds, where many learners do not converge.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_estimator(estimator, check):
    check(estimator)
