"""Naive Bayes as scikit-learn's.

Methods a subclass replaces, kinds of labels, numbers formed when asked for.
"""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn import naive_bayes
from sklearn.base import clone

from linnet import sklearn as ours

DISCRETE = ["BernoulliNB", "CategoricalNB", "ComplementNB", "MultinomialNB"]
COUNTING = ["BernoulliNB", "ComplementNB", "MultinomialNB"]
NAMES = [*DISCRETE, "GaussianNB"]
X = np.array([[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]])
Y = ["spam", "ham", "spam", "ham"]


def both(name, methods):
    """Return a subclass of our class and one of scikit-learn's, with the same methods replaced."""
    made = []
    for home in (ours, naive_bayes):
        base = getattr(home, name)
        made.append(type("Own", (base,), {key: method(base) for key, method in methods.items()}))
    return made


def assert_same_answers(mine, theirs, rows=X):
    assert mine.predict(rows).tolist() == theirs.predict(rows).tolist()
    for method in ("predict_joint_log_proba", "predict_log_proba", "predict_proba"):
        np.testing.assert_allclose(
            getattr(mine, method)(rows), getattr(theirs, method)(rows), rtol=1e-9, atol=1e-9
        )


@pytest.mark.parametrize("name", NAMES)
def test_a_subclass_may_have_its_own_likelihood(name):
    def turned(base):
        return lambda self, rows: -base._joint_log_likelihood(self, rows)

    mine, theirs = (kind().fit(X, Y) for kind in both(name, {"_joint_log_likelihood": turned}))
    assert mine.predict(X[:2]).tolist() == ["ham", "spam"]
    assert_same_answers(mine, theirs)


@pytest.mark.parametrize("name", COUNTING)
def test_a_subclass_may_have_its_own_probabilities(name):
    def blunted(base):
        def update(self, alpha):
            base._update_feature_log_prob(self, alpha + 3)
            self.feature_log_prob_ = self.feature_log_prob_ * 0.5

        return update

    mine, theirs = both(name, {"_update_feature_log_prob": blunted})
    mine, theirs = mine().fit(X, Y), theirs().fit(X, Y)
    np.testing.assert_allclose(mine.feature_log_prob_, theirs.feature_log_prob_)
    assert_same_answers(mine, theirs)
    assert_same_answers(mine.partial_fit(X[:1], Y[:1]), theirs.partial_fit(X[:1], Y[:1]))


@pytest.mark.parametrize("name", DISCRETE)
def test_a_subclass_may_count_and_set_its_prior(name):
    def doubled(base):
        return lambda self, rows, shares: base._count(self, rows, shares * 2)

    def even(base):
        return lambda self, **_: base._update_class_log_prior(self, [0.25, 0.75])

    mine, theirs = both(name, {"_count": doubled, "_update_class_log_prior": even})
    mine, theirs = mine().fit(X, Y, [1.0, 2.0, 3.0, 0.5]), theirs().fit(X, Y, [1.0, 2.0, 3.0, 0.5])
    np.testing.assert_allclose(mine.class_count_, [5.0, 8.0])
    assert_same_answers(mine, theirs)


@pytest.mark.parametrize("name", COUNTING)
def test_a_subclass_may_begin_with_its_own_counts(name):
    def begun(_base):
        def init(self, n_classes, n_features):
            self.class_count_ = np.full(n_classes, 2.0)
            self.feature_count_ = np.ones((n_classes, n_features))

        return init

    mine, theirs = both(name, {"_init_counters": begun})
    mine, theirs = mine().fit(X, Y), theirs().fit(X, Y)
    np.testing.assert_allclose(mine.feature_count_, theirs.feature_count_)
    assert_same_answers(mine, theirs)
    assert_same_answers(mine.partial_fit(X[:1], Y[:1]), theirs.partial_fit(X[:1], Y[:1]))
    assert_same_answers(mine.fit(X[1:], Y[1:]), theirs.fit(X[1:], Y[1:]))


@pytest.mark.parametrize("name", [*NAMES, "Perceptron", "PassiveAggressiveClassifier"])
@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (np.array(Y, dtype=object), "<U4"),
        (np.array(Y, dtype="<U20"), "<U4"),
        (Y, "<U4"),
        (pd.Series(Y), "<U4"),
        (pd.Series(Y, dtype="category"), "<U4"),
        ([1, 0, 1, 0], "int64"),
    ],
    ids=["object", "wide", "list", "series", "categories", "int"],
)
def test_labels_are_of_scikit_learns_kind(name, labels, kind):
    fitted = getattr(ours, name)().fit(X, labels)
    assert (str(fitted.classes_.dtype), str(fitted.predict(X).dtype)) == (kind, kind)
    partly = getattr(ours, name)().partial_fit(X, labels, classes=np.unique(np.asarray(labels)))
    assert str(partly.classes_.dtype) == str(partly.predict(X).dtype)


def wide(n=30, columns=5000, seed=0):
    """Few documents over many columns, so that only some are ever counted."""
    random = np.random.RandomState(seed)
    return scipy.sparse.random_array(
        (n, columns), density=0.002, format="csr", rng=random
    ), random.randint(3, size=n)


@pytest.mark.parametrize(
    "settings", [{}, {"alpha": 0.01}, {"alpha": "each"}, {"norm": True}], ids=str
)
@pytest.mark.parametrize("name", ["ComplementNB", "MultinomialNB"])
def test_a_wide_batch_is_scored_as_scikit_learn_scores_it(name, settings):
    if "norm" in settings and name == "MultinomialNB":
        pytest.skip("MultinomialNB has no norm")
    rows, labels = wide()
    if settings.get("alpha") == "each":
        settings = {"alpha": np.linspace(0.1, 2, rows.shape[1])}
    mine, theirs = getattr(ours, name)(**settings), getattr(naive_bayes, name)(**settings)
    for part in (slice(0, 10), slice(10, 30)):
        for one in (mine, theirs):
            one.partial_fit(rows[part], labels[part], classes=[0, 1, 2])
        assert_same_answers(mine, theirs, rows)
    before = mine.predict_joint_log_proba(rows)
    np.testing.assert_allclose(mine.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-9)
    assert np.array_equal(mine.predict_joint_log_proba(rows), before)


@pytest.mark.parametrize("name", COUNTING)
def test_what_is_formed_when_asked_for_is_that_of_the_last_batch(name):
    rows, labels = wide()
    mine, theirs = getattr(ours, name)(), getattr(naive_bayes, name)()
    for one in (mine, theirs):
        one.partial_fit(rows, labels, classes=[0, 1, 2])
    copies = [pickle.loads(pickle.dumps(mine)), copy.deepcopy(mine)]  # noqa: S301 (our own bytes)
    mine.set_params(alpha=5.0)  # counts from the next batch on
    for one in (mine, *copies):
        np.testing.assert_allclose(one.feature_count_, theirs.feature_count_)
        np.testing.assert_allclose(one.feature_log_prob_, theirs.feature_log_prob_, rtol=1e-9)
    assert not hasattr(clone(mine), "feature_log_prob_")
    assert not hasattr(clone(mine), "feature_count_")


@pytest.mark.parametrize("name", COUNTING)
def test_counts_that_others_change_count_from_the_next_batch_on(name):
    rows, labels = wide()
    mine, theirs = getattr(ours, name)(), getattr(naive_bayes, name)()
    for one in (mine, theirs):
        one.partial_fit(rows, labels, classes=[0, 1, 2])
        one.feature_count_ *= 0.5
        one.class_count_ *= 0.5
    assert_same_answers(mine, theirs, rows)
    for one in (mine, theirs):
        one.partial_fit(rows[:3], labels[:3])
    assert_same_answers(mine, theirs, rows)
    if name == "ComplementNB":
        np.testing.assert_allclose(mine.feature_all_, theirs.feature_all_)


@pytest.mark.parametrize("name", COUNTING)
def test_counts_that_others_assign_count_from_the_next_batch_on(name):
    rows, labels = wide()
    mine, theirs = getattr(ours, name)(), getattr(naive_bayes, name)()
    for one in (mine, theirs):
        one.partial_fit(rows, labels, classes=[0, 1, 2])
        one.feature_count_ = np.ones((3, rows.shape[1]))
        one.class_count_ = np.full(3, 9.0)
    assert_same_answers(mine, theirs, rows)
    for one in (mine, theirs):
        one.partial_fit(rows[:3], labels[:3])
    assert_same_answers(mine, theirs, rows)


@pytest.mark.parametrize("name", COUNTING)
def test_class_counts_that_others_change_count_from_the_next_batch_on(name):
    mine, theirs = getattr(ours, name)(), getattr(naive_bayes, name)()
    for one in (mine, theirs):
        one.partial_fit(X, Y, classes=["ham", "spam"])
        one.class_count_ += [3, 0]
    assert_same_answers(mine, theirs)
    for one in (mine, theirs):
        one.partial_fit(X[:1], Y[:1])
    assert_same_answers(mine, theirs)
