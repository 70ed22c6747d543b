"""Lecture 001: multinomial naive Bayes and logistic regression, the penalties of which others write
otherwise.

average loss + strength · penalty is what linnet minimises; the lectures maximise a log-likelihood
minus a penalty.
"""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, softmax
from sklearn.linear_model import LogisticRegression

from linnet import Recipe, _core, train
from linnet.features.rows import Rows
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets

PAIRS = [
    ("good good film", "1"),
    ("good plot", "1"),
    ("fine film", "1"),
    ("bad film film", "0"),
    ("bad bad plot", "0"),
    ("good bad", "0"),
    ("fine plot film", "1"),
    ("dull", "0"),
]
TEXTS, Y = [text for text, _ in PAIRS], np.array([int(label) for _, label in PAIRS])
N = len(PAIRS)
WORDS = sorted({word for text in TEXTS for word in text.split()})
COUNTS = np.array([[text.split().count(word) for word in WORDS] for text in TEXTS], float)
X = np.column_stack([COUNTS, np.ones(N)])  # the lecture's x_0 = 1 stands last here


def log_likelihood(w):
    """Return the lecture's l(D; w), one log p(1 given x) or log(1 - p(1 given x)) per document."""
    return float(np.sum(Y * np.log(expit(X @ w)) + (1 - Y) * np.log(1 - expit(X @ w))))


def gradient(w):
    """Return the lecture's derivatives: sum over the documents of x_ij (y_i - S(w x_i))."""
    return X.T @ (Y - expit(X @ w))


def best(penalty):
    """Return the w with the highest log-likelihood minus penalty, by a general optimiser.

    W = up - down.
    """
    size = X.shape[1]

    def cost(parts):
        w = parts[:size] - parts[size:]
        return -log_likelihood(w) + penalty(w, parts[:size] + parts[size:])

    found = minimize(
        cost, np.full(2 * size, 0.01), bounds=[(0, None)] * (2 * size), options={"ftol": 1e-14}
    )
    return found.x[:size] - found.x[size:]


def logistic(**chosen):
    return train(
        PAIRS, Recipe.of(**{"learner": "logistic", "tolerance": 1e-9, "rounds": 100_000, **chosen})
    )


# Multinomial naive Bayes


def test_relative_frequencies(weight):
    """G1, G6: g(y) = documents of y / n, g_j(1 given y) = count of word j / all words of y: "good"
    3 of 10.
    """
    classifier = train(PAIRS, Recipe.of(learner="multinomial", smoothing=0))
    assert np.exp(classifier.model.weights.prior).tolist() == pytest.approx([4 / 8, 4 / 8])
    assert math.exp(weight(classifier, "good", "1")) == pytest.approx(3 / 10)
    assert weight(classifier, "bad", "1") == -math.inf


def test_add_one_adds_one_once_per_word_and_label(weight):
    """G7: not once per document, as the slide's sum has it: (3 + 1) / (10 + 6), not (3 + 8) / (10 +
    6 · 8).
    """
    classifier = train(PAIRS, Recipe.of(learner="multinomial", smoothing=1))
    assert len(WORDS) == 6
    assert math.exp(weight(classifier, "good", "1")) == pytest.approx(4 / 16)


def test_the_decision_is_about_the_one_document_that_is_asked_for():
    """G9: the slide's rule has X = z on one line and X = x on the next: one document, whatever
    others are.
    """
    classifier = train(PAIRS, Recipe.of(learner="multinomial"))
    together = classifier.score([*TEXTS, "good"]).values
    alone = [classifier.score([text]).values[0] for text in [*TEXTS, "good"]]
    assert together.tolist() == np.array(alone).tolist()


# Logistic regression


def test_the_probability_is_the_sigmoid_of_w_x(single):
    """D1: P(1 given x) = 1 / (1 + exp(-w x))."""
    classifier = logistic(strength=0.1)
    w = np.array(single(classifier))
    expected = [1 / (1 + math.exp(-(x @ w))) for x in X]
    got = [one["1"] for one in classifier.probabilities(TEXTS)]
    assert got == pytest.approx(expected, abs=1e-6)


def test_the_gradient_by_hand_is_that_of_finite_differences():
    """D1: of the log-likelihood, and of the engine's average loss, which is -1/n of it."""
    w, step = np.array([0.3, -0.2, 0.5, 0.1, -0.4, 0.2, 0.7]), 1e-6
    starts = np.arange(N + 1, dtype=np.int64) * len(WORDS)
    columns = np.tile(np.arange(len(WORDS), dtype=np.int32), N)
    targets = Targets.of(Y.astype(np.int32), 2)
    problem = problem_of(Rows(starts, columns, COUNTS.ravel()), targets, len(WORDS))
    settings = _core.SolverSettings(loss="logistic")

    def engine(at):
        weights = _core.OutputWeights(at[:-1, None].copy(), at[-1:].copy())
        return float(_core.linear_objective(problem, settings, weights)[0])

    for j, slope in enumerate(gradient(w)):
        up, down = w + step * np.eye(7)[j], w - step * np.eye(7)[j]
        assert (log_likelihood(up) - log_likelihood(down)) / (2 * step) == pytest.approx(
            slope, abs=1e-6
        )
        assert -N * (engine(up) - engine(down)) / (2 * step) == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("offset", ["free", "penalised"])
def test_at_the_best_weights_gradient_and_penalty_are_in_balance(offset, single):
    """D1, D3: sum of x_ij (y_i - S(w x_i)) = n · strength · w_j, and 0 for a free offset."""
    w = np.array(single(logistic(strength=0.05, offset=offset)))
    held = np.array([1.0] * 6 + [float(offset == "penalised")])
    np.testing.assert_allclose(gradient(w), N * 0.05 * held * w, atol=1e-3)


def test_several_labels_by_softmax(vectors):
    """D2: P(y given x) = exp(w_y x) / sum over all labels, and the weights are scikit-learn's."""
    pairs = [
        ("ant ant", "a"),
        ("bee", "b"),
        ("cow bee", "c"),
        ("ant cow", "a"),
        ("cow", "c"),
        ("bee bee", "b"),
    ] * 2
    texts, labels = zip(*pairs, strict=True)
    recipe = Recipe.of(learner="logistic", strength=1 / (2 * 12), tolerance=1e-9, rounds=100_000)
    classifier = train(pairs, recipe)
    table = vectors(classifier, list(texts))
    weights = np.array([classifier.model.weight_of(column)[0] for column in range(3)])
    by_hand = softmax(table @ weights + classifier.model.weights.offset, axis=1)
    np.testing.assert_allclose(classifier.score(list(texts)).probabilities(), by_hand, atol=1e-12)
    peer = LogisticRegression(C=2, tol=1e-10, max_iter=10_000).fit(
        table, labels
    )  # strength = 1 / (C n)
    np.testing.assert_allclose(weights, peer.coef_.T, atol=1e-3)
    np.testing.assert_allclose(by_hand, peer.predict_proba(table), atol=1e-3)


# Gradient descent


def climbed(penalise, rounds=20_000, rate=0.1):
    """Return what plain gradient ascent reaches.

    W += rate · (gradient - penalise · w), the offset left alone.
    """
    w = np.zeros(X.shape[1])
    for _ in range(rounds):
        w = w + rate * (gradient(w) - penalise * w * ([1] * 6 + [0]))
    return w


@pytest.mark.parametrize(
    ("solver", "tolerance"),
    [("gradient-descent", 1e-7), ("lbfgs", 1e-9), ("newton", 1e-9), ("dual", 1e-9)],
)
def test_every_solver_reaches_the_same_optimum(solver, tolerance, single):
    """D4: the readable way and the fast ones: the same weights as five lines of gradient ascent."""
    found = single(logistic(strength=0.1, solver=solver, tolerance=tolerance))
    assert found == pytest.approx(climbed(0.1 * N).tolist(), abs=1e-3)


# Regularisation: one penalty in four ways of writing


@pytest.mark.parametrize("given", [0.2, 1.5])
def test_ridge_of_this_lecture(given, single):
    """D3: 001: l(D; w) - lambda · sum of w_j² from j = 0 on: strength = 2 lambda / n, the offset
    penalised.
    """
    by_hand = best(lambda w, _: given * w @ w)
    assert single(logistic(strength=2 * given / N, offset="penalised")) == pytest.approx(
        by_hand.tolist(), abs=1e-3
    )


@pytest.mark.parametrize("given", [0.2, 1.5])
def test_ridge_of_lecture_004(given, single):
    """D3: 004: LL - lambda/2 · sum of w_j² over j > 0: strength = lambda / n, the offset free."""
    by_hand = best(lambda w, _: given / 2 * w[:-1] @ w[:-1])
    assert single(logistic(strength=given / N)) == pytest.approx(by_hand.tolist(), abs=1e-3)


@pytest.mark.parametrize(("offset", "held"), [("penalised", 7), ("free", 6)])
@pytest.mark.parametrize("given", [0.2, 0.6])
def test_lasso_of_this_lecture(given, offset, held, single):
    """D3: 001: l(D; w) - lambda · sum of |w_j| from j = 0 on, so penalised: strength = lambda / n;
    sparse weights.
    """
    by_hand = best(lambda _, size: given * size[:held].sum())
    got = single(logistic(penalty="l1", strength=given / N, offset=offset, tolerance=1e-7), WORDS)
    assert got == pytest.approx(by_hand.tolist(), abs=2e-3)
    assert [abs(w) < 1e-6 for w in got[:6]] == [abs(w) < 1e-3 for w in by_hand[:6]]
    assert any(w == 0 for w in got[:6])


@pytest.mark.parametrize("c", [0.5, 4.0])
def test_c_of_scikit_learn(c, single):
    """D3: C · sum of losses + 1/2 · sum of w_j²: strength = 1 / (C n), the offset free."""
    peer = LogisticRegression(C=c, tol=1e-10, max_iter=10_000).fit(COUNTS, Y)
    got = single(logistic(strength=1 / (c * N)))
    assert got == pytest.approx([*peer.coef_[0], *peer.intercept_], abs=1e-3)


def test_c_of_scikit_learns_lasso(single):
    """D3: C · sum of losses + sum of |w_j|: strength = 1 / (C n) again, without an offset on either
    side.
    """
    chosen = {"C": 2.0, "solver": "saga", "tol": 1e-10, "max_iter": 100_000, "fit_intercept": False}
    peer = LogisticRegression(l1_ratio=1.0, **chosen).fit(COUNTS, Y)
    got = single(
        logistic(penalty="l1", strength=1 / (2.0 * N), offset="none", tolerance=1e-7), WORDS
    )
    assert got[:6] == pytest.approx(peer.coef_[0].tolist(), abs=1e-3)


def test_a_penalty_that_is_left_out_counts_one_nth():
    """D3: no strength given is C = 1 elsewhere."""
    assert (
        logistic().model.weights.dense.tolist()
        == logistic(strength=1 / N).model.weights.dense.tolist()
    )


# Take away


@pytest.mark.parametrize(
    "weighting", ["counts", "presence", "sublinear", "tfidf-log10", "tfidf", "bm25"]
)
def test_any_weighting_goes(weighting, vectors, single):
    """D8: the score is w · x, whatever x is made of: counts, 0 and 1, or real numbers."""
    classifier = logistic(weighting=weighting)
    w = np.array(single(classifier))
    difference = np.diff(classifier.score(TEXTS).values, axis=1).ravel()
    np.testing.assert_allclose(vectors(classifier, TEXTS) @ w[:-1] + w[-1], difference, atol=1e-6)


def test_columns_of_real_numbers_go_too():
    """D8: any reals, also below 0: x > 0 is y here."""
    data = {"x": [-1.5, -0.25, 0.3, 2.75] * 3, "label": ["n", "n", "y", "y"] * 3}
    classifier = train(data, Recipe.of(learner="logistic", words=None, numeric=["x"]))
    assert classifier.classify([{"x": -0.5}, {"x": 1.0}]) == ["n", "y"]
