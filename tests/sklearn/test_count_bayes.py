"""Naive Bayes over counts: multinomial, complement, Bernoulli, binomial."""

import numpy as np
import pytest
import scipy.sparse
from sklearn import naive_bayes

from linnet import sklearn as ours

# ham has the counts 0, 1, 3 and spam 3, 1, 0: four each.
X = np.array([[2, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 2]])
Y = ["spam", "ham", "spam", "ham"]
HALF = np.log(0.5)
both_kinds = pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])


@both_kinds
def test_multinomial_by_hand(kind):
    fitted = ours.MultinomialNB().fit(kind(X), Y)
    # Smoothing 1 and three features: (0 + 1) / (4 + 3), …
    expected = np.log([[1 / 7, 2 / 7, 4 / 7], [4 / 7, 2 / 7, 1 / 7]])
    assert fitted.feature_log_prob_ == pytest.approx(expected)
    assert fitted.feature_count_.tolist() == [[0, 1, 3], [3, 1, 0]]
    [joint] = fitted.predict_joint_log_proba(kind(np.array([[2, 0, 0]])))
    assert joint == pytest.approx([HALF + 2 * np.log(1 / 7), HALF + 2 * np.log(4 / 7)])


@both_kinds
def test_complement_by_hand(kind):
    fitted = ours.ComplementNB().fit(kind(X), Y)
    # The rest of ham is spam: (3 + 1) / (4 + 3), … The prior plays no part.
    rest = np.log([[4 / 7, 2 / 7, 1 / 7], [1 / 7, 2 / 7, 4 / 7]])
    assert fitted.feature_all_.tolist() == [3, 2, 3]
    joint = fitted.predict_joint_log_proba(kind(np.array([[1, 1, 0]])))
    assert joint[0] == pytest.approx(-rest[:, :2].sum(axis=1))
    normed = ours.ComplementNB(norm=True).fit(kind(X), Y)
    assert normed.feature_log_prob_ == pytest.approx(rest / rest.sum(axis=1, keepdims=True))


def test_complement_of_one_label_has_its_prior_alone():
    lonely = ours.ComplementNB().fit([[1, 2]], ["ham"])
    assert lonely.predict([[5, 0]]).tolist() == ["ham"]
    assert lonely.predict_proba([[5, 0]]).tolist() == [[1.0]]


@both_kinds
def test_bernoulli_by_hand(kind):
    fitted = ours.BernoulliNB().fit(kind(X), Y)
    # Of two documents each, ham has the features in 0, 1, 2: (0 + 1) / (2 + 2), …
    assert np.exp(fitted.feature_log_prob_[0]) == pytest.approx([1 / 4, 2 / 4, 3 / 4])
    # The first is there and the others are not.
    [joint] = fitted.predict_joint_log_proba(kind(np.array([[7, 0, 0]])))
    ham = 1 / 4 * 1 / 2 * 1 / 4
    spam = 3 / 4 * 1 / 2 * 3 / 4
    assert joint == pytest.approx(np.log([ham / 2, spam / 2]))
    above_1 = ours.BernoulliNB(binarize=1).fit(kind(X), Y)
    assert above_1.feature_count_.tolist() == [[0, 0, 1], [1, 0, 0]]


def test_binomial_by_hand():
    # 17 of 20 throws, smoothing 1: (17 + 1) / (20 + 2); the prior is 2/3.
    coin = ours.BinomialNB(trials=10).fit([[9], [8], [2]], ["bent", "bent", "fair"])
    t = 18 / 22
    wanted = np.log(2 / 3) + 7 * np.log(t) + 3 * np.log(1 - t)
    assert coin.predict_joint_log_proba([[7]])[0, 0] == pytest.approx(wanted)


def test_the_trials_of_binomial_may_be_the_length_of_a_document():
    fitted = ours.BinomialNB().fit(X, Y)
    # ham has 0, 1 and 3 of 4: (0 + 1) / (4 + 2), …; a document of length 1 has one trial.
    assert fitted.success_probability_[0] == pytest.approx([1 / 6, 2 / 6, 4 / 6])
    [joint] = fitted.predict_joint_log_proba([[1, 0, 0]])
    assert joint[0] == pytest.approx(np.log(0.5 * 1 / 6 * 4 / 6 * 2 / 6))


def test_bernoulli_with_a_smoothing_for_each_feature_by_hand():
    fitted = ours.BernoulliNB(alpha=[0.5, 1.0, 2.0]).fit(X, Y)
    # (0 + 0.5) / (2 + 2 · 0.5), (1 + 1) / (2 + 2 · 1), (2 + 2) / (2 + 2 · 2)
    assert np.exp(fitted.feature_log_prob_[0]) == pytest.approx([1 / 6, 2 / 4, 4 / 6])


@pytest.mark.parametrize("name", ["MultinomialNB", "ComplementNB"])
def test_parts_with_weights_and_a_smoothing_for_each_feature_are_scikit_learns(name):
    settings = {"alpha": [0.5, 1.0, 2.0], "class_prior": [0.2, 0.3, 0.5]}
    mine = getattr(ours, name)(**settings)
    theirs = getattr(naive_bayes, name)(**settings)
    for one in (mine, theirs):
        one.partial_fit(X[:2], Y[:2], classes=["eggs", "ham", "spam"])
        one.partial_fit(X[2:], Y[2:], sample_weight=[3.0, 0.5])
    assert mine.feature_count_ == pytest.approx(theirs.feature_count_)
    assert mine.feature_log_prob_ == pytest.approx(theirs.feature_log_prob_)
    assert mine.predict_log_proba(X) == pytest.approx(theirs.predict_log_proba(X))


@pytest.mark.parametrize("name", ["MultinomialNB", "ComplementNB"])
@pytest.mark.parametrize("alpha", [1.0, "each"])
def test_few_of_many_columns_score_as_all_of_them_do(name, alpha):
    wide = scipy.sparse.csr_array(([2.0, 1.0, 3.0], ([0, 0, 1], [5, 900, 901])), shape=(2, 1000))
    if alpha == "each":
        alpha = np.linspace(0.5, 1.5, 1000)
    fitted = getattr(ours, name)(alpha=alpha).partial_fit(wide, ["ham", "spam"], ["ham", "spam"])
    before = fitted.predict_joint_log_proba(wide)
    offset = fitted.class_log_prior_ if name == "MultinomialNB" else 0
    assert before == pytest.approx(wide @ fitted.feature_log_prob_.T + offset)


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.csr_array])
def test_without_smoothing_what_cannot_be_is_ruled_out(kind):
    # Feature 0 is always there with label 0 and never with label 1; feature 1 is half of the time,
    # and always.
    X, y = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), [0, 0, 1]
    bernoulli = ours.BernoulliNB(alpha=0, fit_prior=False).fit(kind(X), y)
    asked = kind(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    assert bernoulli.predict_proba(asked).tolist() == [[1, 0], [0, 1], [0.5, 0.5]]
    # P(feature 1 | label) is 1/3 and 1.
    multinomial = ours.MultinomialNB(alpha=0, fit_prior=False).fit(kind(X), y)
    np.testing.assert_allclose(multinomial.predict_proba(asked), [[1, 0], [0.25, 0.75], [0.5, 0.5]])


def test_counts_are_there_once_it_is_fitted():
    with pytest.raises(AttributeError, match="MultinomialNB has no feature_count_ before it is"):
        _ = ours.MultinomialNB().feature_count_
    with pytest.raises(AttributeError, match="BernoulliNB has no feature_log_prob_ before it is"):
        _ = ours.BernoulliNB().feature_log_prob_


def test_counts_that_cannot_be_are_refused():
    for name in ("MultinomialNB", "ComplementNB", "BinomialNB"):
        with pytest.raises(ValueError, match="Negative values in data"):
            getattr(ours, name)().fit([[1, -1], [0, 1]], ["ham", "spam"])
    with pytest.raises(ValueError, match=r"at most the 2 trials; got 3\. Raise trials"):
        ours.BinomialNB(trials=2).fit([[3], [1]], ["ham", "spam"])
