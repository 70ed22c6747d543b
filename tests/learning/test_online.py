"""Perceptron and passive-aggressive: by hand, by scikit-learn, and the mean by a plain loop."""

import signal
import threading

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.linear_model import Perceptron, SGDClassifier

from linnet import _core
from linnet.errors import SettingError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.features.rows import Rows
from linnet.learning.learner import TrainingData
from linnet.learning.online import Online
from linnet.learning.problem import problem_of
from linnet.learning.targets import Targets

SETTINGS = {
    "step_rule": "perceptron",
    "cap": 1.0,
    "averaged": False,
    "offset": "none",
    "rounds": 1,
    "threads": 1,
}
TWO_WORDS = Features(("text",), (Block(BlockSettings(), Names.of(["ant", "bee"])),))
STEP_RULES = ("perceptron", "pa", "pa-1", "pa-2")
every_rule = pytest.mark.parametrize("step_rule", STEP_RULES)


def fit(table, codes, n_labels=2, weights=None, start=None, **settings):
    matrix = sp.csr_matrix(np.array(table, np.float64))
    rows = Rows(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), matrix.data)
    of_documents = None if weights is None else np.array(weights, np.float64)
    targets = Targets.of(np.array(codes, np.int32), n_labels, of_documents)
    problem = problem_of(rows, targets, matrix.shape[1])
    settings = {"shuffled": "seed" in settings} | settings
    at = None if start is None else _core.OutputWeights(*start)
    return _core.fit_online(problem, _core.OnlineSettings(**SETTINGS | settings), start=at)


def some_data(n=80, n_columns=7, n_labels=2, seed=0):
    random = np.random.default_rng(seed)
    table = random.normal(size=(n, n_columns)) * (random.random((n, n_columns)) < 0.7)
    scores = table @ random.normal(size=(n_columns, n_labels)) + random.normal(size=(n, n_labels))
    return table, scores.argmax(1)


def plain(table, signs, step_rule, *, weights=None, cap=1.0, rounds=1, with_offset=True):
    """Return the weights after each document, the offset as their last."""
    table = np.hstack([table, np.ones((len(table), 1))]) if with_offset else table
    w, after = np.zeros(table.shape[1]), []
    for _ in range(rounds):
        before = len(after)
        for x, sign, weight in zip(
            table, signs, np.ones(len(signs)) if weights is None else weights, strict=True
        ):
            margin, square = sign * (w @ x), x @ x
            loss = float(margin <= 0) if step_rule == "perceptron" else max(0.0, 1 - margin)
            step = {"perceptron": 1.0, "pa": loss / square, "pa-1": min(cap, loss / square)}
            step["pa-2"] = loss / (square + 1 / (2 * cap))
            w = w + weight * sign * step[step_rule] * x * (loss > 0)
            after.append(w)
        if (np.array(after[before:]) == w).all() and before and (after[before - 1] == w).all():
            break
    return np.array(after)


# Two documents: (1, 2) has label 1, (3, 1) has label 0.
TABLE, CODES = [[1.0, 2.0], [3.0, 1.0]], [1, 0]


@pytest.mark.parametrize(
    ("step_rule", "cap", "expected"),
    [
        # score 0 is a mistake: w = (1, 2); then score 3 + 2 > 0: w = (1, 2) - (3, 1)
        ("perceptron", 1.0, [-2.0, 1.0]),
        # loss 1, |x|² 5: w = (0.2, 0.4); then score 1, loss 2, |x|² 10: step 0.2
        ("pa", 1.0, [-0.4, 0.2]),
        ("pa-1", 1.0, [-0.4, 0.2]),
        # w = 0.1 (1, 2) = (0.1, 0.2); then score 0.5, loss 1.5, step min(0.1, 0.15)
        ("pa-1", 0.1, [-0.2, 0.1]),
        # 1 / (5 + 1 / 0.2) = 0.1: w = (0.1, 0.2); then 1.5 / (10 + 5) = 0.1
        ("pa-2", 0.1, [-0.2, 0.1]),
    ],
)
def test_two_steps_by_hand(step_rule, cap, expected):
    found = fit(TABLE, CODES, step_rule=step_rule, cap=cap)
    assert found.weights.ravel() == pytest.approx(expected)
    assert (found.offset.tolist(), found.rounds, found.corrections) == ([0.0], 1, 2)


def test_the_offset_is_a_feature_that_is_always_one():
    # loss 1, |x|² 5 + 1: w = (1, 2) / 6, offset 1/6; then score 5/6 + 1/6, loss 2, |x|² 10 + 1:
    # step 2/11
    found = fit(TABLE, CODES, step_rule="pa", offset="free")
    assert found.weights.ravel() == pytest.approx([1 / 6 - 6 / 11, 2 / 6 - 2 / 11])
    assert found.offset == pytest.approx([1 / 6 - 2 / 11])


def test_the_weight_of_a_document_multiplies_its_step():
    # w = 3 (0.2, 0.4); then score 3, loss 4, step 0.4 halved
    found = fit(TABLE, CODES, step_rule="pa", weights=[3.0, 0.5])
    assert found.weights.ravel() == pytest.approx([0.6 - 0.6, 1.2 - 0.2])


def test_the_mean_by_hand():
    # after the first (1, 2), after the second (-2, 1)
    found = fit(TABLE, CODES, averaged=True)
    assert found.weights.ravel() == pytest.approx([-0.5, 1.5])


def test_a_round_without_a_correction_is_the_last():
    # (1, 2), (-2, 1), then margins 0 and 5: (-1, 3), then margins 5 and 0: (-4, 2), … until both
    # are right
    found = fit(TABLE, CODES, rounds=100)
    assert found.corrections == 0
    assert found.rounds < 100
    assert (np.array(TABLE) @ found.weights.ravel() * [1, -1] > 0).all()


@every_rule
@pytest.mark.parametrize("with_offset", [True, False])
@pytest.mark.parametrize("averaged", [True, False])
@pytest.mark.parametrize("rounds", [1, 3])
def test_every_step_rule_is_the_plain_loop(step_rule, with_offset, averaged, rounds):
    table, codes = some_data()
    weights = np.random.default_rng(1).random(len(codes)) * 2
    after = plain(
        table,
        2.0 * codes - 1,
        step_rule,
        weights=weights,
        cap=0.3,
        rounds=rounds,
        with_offset=with_offset,
    )
    wanted = after.mean(axis=0) if averaged else after[-1]
    offset = "free" if with_offset else "none"
    found = fit(
        table,
        codes,
        weights=weights,
        step_rule=step_rule,
        cap=0.3,
        rounds=rounds,
        averaged=averaged,
        offset=offset,
    )
    got = np.concatenate([found.weights.ravel(), found.offset if with_offset else []])
    np.testing.assert_allclose(got, wanted, rtol=1e-11, atol=1e-13)


@every_rule
def test_several_labels_are_each_against_the_rest(step_rule):
    table, codes = some_data(n_labels=5)
    found = fit(
        table, codes, 5, step_rule=step_rule, rounds=2, averaged=True, offset="free", seed=3
    )
    for label in range(5):
        alone = fit(
            table,
            codes == label,
            step_rule=step_rule,
            rounds=2,
            averaged=True,
            offset="free",
            seed=3,
        )
        assert (alone.weights[:, 0] == found.weights[:, label]).all()
        assert alone.offset[0] == found.offset[label]


@every_rule
@pytest.mark.parametrize("n_labels", [2, 3, 7])
def test_threads_never_change_a_number(step_rule, n_labels):
    table, codes = some_data(n_labels=n_labels)
    chosen = {"step_rule": step_rule, "rounds": 5, "averaged": True, "offset": "free", "seed": 1}
    first, *others = [
        fit(table, codes, n_labels, threads=threads, **chosen) for threads in (1, 2, 3, 16)
    ]
    for other in others:
        for name in ("weights", "offset", "rounds", "corrections"):
            assert np.array_equal(getattr(first, name), getattr(other, name))


def test_the_seed_decides_the_order():
    table, codes = some_data()
    first, again, other = (fit(table, codes, seed=seed).weights.tolist() for seed in (1, 1, 2))
    assert first == again != other


@every_rule
def test_a_document_without_weight_or_features_is_as_if_it_were_not_there(step_rule):
    table, codes = some_data()
    more = np.insert(table, [10, 20], [[0.0] * 7, [5.0] * 7], axis=0)
    weights = np.insert(np.ones(len(codes)), [10, 20], [1.0, 0.0])
    chosen = {"step_rule": step_rule, "rounds": 3, "averaged": True, "seed": 4}
    with_them = fit(more, np.insert(codes, [10, 20], [0, 1]), weights=weights, **chosen)
    assert (with_them.weights == fit(table, codes, **chosen).weights).all()


@every_rule
def test_two_rounds_are_one_that_starts_where_another_ended(step_rule):
    table, codes = some_data(n_labels=3)
    half = fit(table, codes, 3, step_rule=step_rule, offset="free")
    whole = fit(table, codes, 3, step_rule=step_rule, offset="free", rounds=2)
    after = fit(
        table, codes, 3, step_rule=step_rule, offset="free", start=(half.weights, half.offset)
    )
    assert (after.weights == whole.weights).all()
    assert (after.offset == whole.offset).all()


@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("with_offset", [True, False])
@pytest.mark.parametrize("rounds", [1, 4])
def test_the_perceptron_is_scikit_learns(n_labels, with_offset, rounds):
    # Dense only: in sparse tables scikit-learn moves the intercept by a hundredth of the step.
    table, codes = some_data(n_labels=n_labels)
    peer = Perceptron(fit_intercept=with_offset, shuffle=False, tol=None, max_iter=rounds).fit(
        table, codes
    )
    found = fit(table, codes, n_labels, rounds=rounds, offset="free" if with_offset else "none")
    np.testing.assert_allclose(found.weights.T, peer.coef_, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found.offset, peer.intercept_, rtol=1e-12, atol=1e-12)


def test_in_a_sparse_table_scikit_learn_moves_the_intercept_by_a_hundredth():
    # 1 is a mistake, so that the weight and the offset become 1; -3 is then right
    table, codes = np.array([[1.0], [-3.0]]), [1, 0]
    peer = Perceptron(shuffle=False, tol=None, max_iter=1)
    assert fit(table, codes, offset="free").offset.tolist() == [1.0]
    assert peer.fit(table, codes).intercept_.tolist() == [1.0]
    assert peer.fit(sp.csr_matrix(table), codes).intercept_.tolist() == [0.01]


@pytest.mark.parametrize(("step_rule", "rate"), [("pa-1", "pa1"), ("pa-2", "pa2")])
@pytest.mark.parametrize("n_labels", [2, 4])
@pytest.mark.parametrize("cap", [0.05, 1.0])
def test_passive_aggressive_is_scikit_learns(step_rule, rate, n_labels, cap):
    # Without an intercept: scikit-learn moves it, but leaves its 1 out of |x|².
    table, codes = some_data(n_labels=n_labels)
    chosen = {
        "loss": "hinge",
        "penalty": None,
        "fit_intercept": False,
        "shuffle": False,
        "tol": None,
        "max_iter": 3,
    }
    peer = SGDClassifier(learning_rate=rate, eta0=cap, **chosen).fit(table, codes)
    found = fit(table, codes, n_labels, step_rule=step_rule, cap=cap, rounds=3)
    np.testing.assert_allclose(found.weights.T, peer.coef_, rtol=1e-10, atol=1e-12)


def test_the_learner_stores_half_of_one_w_for_each_of_two_labels():
    rows = Rows(
        np.array([0, 2, 4]), np.array([0, 1, 0, 1], np.int32), np.array([1, 2, 3, 1], np.uint32)
    )
    learner = Online("passive-aggressive", variant="pa", averaged=False, offset="none", rounds=1)

    def data(*codes):
        targets = Targets.of(np.array(codes, np.int32), 2)
        return TrainingData(("x", "y"), features=TWO_WORDS, rows=rows, targets=targets)

    weights = learner.fit(data(1, 1)).weights
    # w = (0.2, 0.4); then score 1: no loss
    assert weights.dense.tolist() == pytest.approx([-0.1, 0.1, -0.2, 0.2])
    again = learner.go_on(weights, data(1, 0))
    # from (0.2, 0.4): nothing; then score 1, loss 2, step 0.2
    assert again.dense.tolist() == pytest.approx([0.2, -0.2, -0.1, 0.1])


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"step_rule": "pa-3"}, "no 'pa-3' here"),
        ({"cap": 0.0}, "the cap must be a finite number above 0"),
        ({"offset": "some"}, "no 'some' here"),
        ({"start": (np.zeros((3, 1)), np.zeros(1))}, "weights must be a table of columns × labels"),
        (
            {"start": (np.full((2, 1), np.nan), np.zeros(1))},
            "every weight to start from must be a finite number",
        ),
    ],
)
def test_the_engine_refuses_what_does_not_fit(chosen, sentence):
    with pytest.raises(_core.Refusal, match=sentence):
        fit(TABLE, CODES, **chosen)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"learner": "winnow"}, "the learner must be one of perceptron, passive-aggressive"),
        (
            {"variant": "pa-2"},
            "variant and cap belong to passive-aggressive; got them with perceptron",
        ),
        (
            {"learner": "passive-aggressive", "variant": "pa-3"},
            "the variant must be one of pa-1, pa-2, pa",
        ),
        ({"learner": "passive-aggressive", "cap": 0.0}, "the cap must be above 0; got 0.0"),
        ({"offset": "penalised"}, "the offset of online learners must be one of free, none"),
        ({"rounds": 0}, "rounds must be 1 or above; got 0"),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(chosen, sentence):
    with pytest.raises(SettingError) as caught:
        Online(**chosen)
    assert sentence in str(caught.value)


def test_ctrl_c_stops_it():
    table, codes = some_data(n=3000)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        fit(table, codes, rounds=10**9)
    timer.join()
