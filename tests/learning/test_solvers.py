"""Every solver finds the smallest average loss + penalty: against scipy, scikit-learn, LIBLINEAR and by hand."""

import math
import signal
import threading
from dataclasses import dataclass, replace

import numpy as np
import pytest
import scipy.sparse as sp
from liblinear.liblinearutil import train
from scipy.optimize import minimize
from scipy.special import expit, logsumexp
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from linnet import _core

SETTINGS = {
    "loss": "logistic",
    "l1": 0.0,
    "l2": 0.01,
    "offset": "none",
    "solver": "auto",
    "tolerance": 1e-7,
    "rounds": 20000,
    "seed": 1,
    "threads": 1,
    "start": None,
}
LOSSES = {
    "logistic": (lambda m: np.logaddexp(0, -m), lambda m: -expit(-m)),
    "squared-hinge": (lambda m: np.maximum(0, 1 - m) ** 2, lambda m: -2 * np.maximum(0, 1 - m)),
    "hinge": (lambda m: np.maximum(0, 1 - m), lambda m: -(m < 1).astype(float)),
}
OFFSETS = ("free", "penalised", "none")
SMOOTH_SOLVERS = ("newton", "lbfgs", "gradient-descent")


@dataclass(frozen=True)
class Data:
    """A table of documents, the labels of each, and how much each counts."""

    table: np.ndarray
    labels: list[list[int]]
    n_labels: int
    weights: np.ndarray | None = None

    def arrays(self):
        rows = sp.csr_matrix(self.table)
        starts = np.cumsum([0, *map(len, self.labels)])
        return {
            "starts": rows.indptr.astype(np.int64),
            "columns": rows.indices.astype(np.int32),
            "values": rows.data.astype(np.float64),
            "n_columns": self.table.shape[1],
            "label_starts": starts.astype(np.int64),
            "label_codes": np.array([code for codes in self.labels for code in codes], np.int32),
            "n_labels": self.n_labels,
            "weights": self.weights,
        }

    def fit(self, **settings):
        return _core.fit_linear(**self.arrays(), settings=SETTINGS | settings)

    def path(self, strengths, **settings):
        return _core.fit_path(**self.arrays(), settings=SETTINGS | settings, strengths=np.array(strengths))

    def objective(self, at_weights, at_offset, **settings):
        at = {"at_weights": np.array(at_weights), "at_offset": np.array(at_offset)}
        return _core.linear_objective(**self.arrays(), settings=SETTINGS | settings, **at)

    def shares(self):
        weights = np.ones(len(self.labels)) if self.weights is None else self.weights
        return weights / weights.sum()

    def signs(self, label):
        return np.array([1.0 if label in codes else -1.0 for codes in self.labels])

    @property
    def codes(self):
        return np.array([codes[0] for codes in self.labels])


def some_data(n=60, n_columns=8, n_labels=3, seed=0):
    random = np.random.default_rng(seed)
    table = random.normal(size=(n, n_columns)) * (random.random((n, n_columns)) < 0.6)
    scores = table @ random.normal(size=(n_columns, n_labels)) + random.normal(size=(n, n_labels))
    return Data(table, [[int(code)] for code in scores.argmax(1)], n_labels)


def reference(data, label, loss, l1, l2, offset):
    """The best weights and offset of one column by scipy: w = up - down, both 0 or above, where l1 is."""
    value, slope = LOSSES[loss]
    signs, shares, n = data.signs(label), data.shares(), data.table.shape[1]
    table = np.column_stack([data.table, np.ones(len(signs))])
    penalised = np.array([1.0] * n + [float(offset == "penalised")])

    def objective(parts):
        w = parts[: n + 1] - parts[n + 1 :]
        margins = signs * (table @ w)
        gradient = table.T @ (shares * signs * slope(margins)) + l2 * penalised * w
        total = shares @ value(margins) + l2 / 2 * penalised @ w**2 + l1 * penalised @ (parts[: n + 1] + parts[n + 1 :])
        return total, np.concatenate([gradient + l1 * penalised, -gradient + l1 * penalised])

    bounds = [(0, None)] * n + [(0, 0 if offset == "none" else None)]
    best = minimize(
        objective,
        np.full(2 * n + 2, 0.0),
        jac=True,
        bounds=bounds * 2,
        options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 20000},
    )
    w = best.x[: n + 1] - best.x[n + 1 :]
    return w[:n], w[n], best.fun


def softmax_reference(data, l2, offset):
    shares, n, k = data.shares(), data.table.shape[1], data.n_labels
    own = np.eye(k)[data.codes]

    def objective(flat):
        w, b = flat[: n * k].reshape(n, k), flat[n * k :] * (offset != "none")
        scores = data.table @ w + b
        chances = np.exp(scores - logsumexp(scores, axis=1, keepdims=True))
        rest = shares[:, None] * (chances - own)
        held = l2 * (offset == "penalised")
        value = shares @ (logsumexp(scores, axis=1) - (scores * own).sum(1)) + l2 / 2 * (w**2).sum() + held / 2 * b @ b
        return value, np.concatenate(
            [(data.table.T @ rest + l2 * w).ravel(), rest.sum(0) * (offset != "none") + held * b]
        )

    best = minimize(
        objective,
        np.zeros(n * k + k),
        jac=True,
        method="L-BFGS-B",
        options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 20000},
    )
    return best.x[: n * k].reshape(n, k), best.x[n * k :], best.fun


def check_against_reference(data, found, settings):
    for column in range(found["weights"].shape[1]):
        label = 1 if found["weights"].shape[1] < data.n_labels else column
        weights, offset, value = reference(data, label, **settings)
        assert found["objective"][column] == pytest.approx(value, rel=1e-5)
        assert found["weights"][:, column] == pytest.approx(weights, abs=1e-3)
        assert found["offset"][column] == pytest.approx(offset, abs=1e-3)


# ---- the optimum ----


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge"])
@pytest.mark.parametrize("solver", ["dual", *SMOOTH_SOLVERS])
def test_smooth_losses_with_l2_reach_the_optimum_of_scipy(solver, loss, offset):
    data = some_data()
    found = data.fit(solver=solver, loss=loss, offset=offset)
    assert found["converged"]
    check_against_reference(data, found, {"loss": loss, "l1": 0.0, "l2": 0.01, "offset": offset})


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("solver", SMOOTH_SOLVERS)
def test_no_penalty_reaches_the_optimum_where_there_is_one(solver, offset):
    data = some_data(n=300, n_columns=3)
    found = data.fit(solver=solver, offset=offset, l2=0.0, tolerance=1e-8)
    assert found["converged"]
    check_against_reference(data, found, {"loss": "logistic", "l1": 0.0, "l2": 0.0, "offset": offset})


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("solver", ["dual", *SMOOTH_SOLVERS])
def test_softmax_reaches_the_optimum_of_scipy(solver, offset):
    data = some_data(n_labels=5)
    found = data.fit(solver=solver, loss="softmax", offset=offset)
    weights, offsets, value = softmax_reference(data, 0.01, offset)
    assert found["converged"]
    assert found["objective"] == pytest.approx([value], rel=1e-5)
    assert found["weights"] == pytest.approx(weights, abs=1e-3)
    if offset == "free":  # only differences of free offsets matter
        assert found["offset"] - found["offset"].mean() == pytest.approx(offsets - offsets.mean(), abs=1e-3)
    else:
        assert found["offset"] == pytest.approx(offsets * (offset != "none"), abs=1e-3)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge"])
@pytest.mark.parametrize(("l1", "l2"), [(0.02, 0.0), (0.05, 0.0), (0.02, 0.02)])
def test_l1_and_elastic_reach_the_optimum_and_its_zeros(loss, offset, l1, l2):
    data = some_data(n_columns=20)
    found = data.fit(solver="coordinate", loss=loss, offset=offset, l1=l1, l2=l2)
    assert found["converged"]
    check_against_reference(data, found, {"loss": loss, "l1": l1, "l2": l2, "offset": offset})
    best = np.column_stack([reference(data, k, loss, l1, l2, offset)[0] for k in range(3)])
    assert ((found["weights"] != 0) == (np.abs(best) > 1e-6)).all()
    assert 0 < (found["weights"] == 0).sum() < found["weights"].size


@pytest.mark.parametrize("offset", ["free", "penalised", "none"])
def test_hinge_is_not_beaten_nearby(offset):
    data = some_data()
    found = data.fit(loss="hinge", offset=offset, tolerance=1e-6)
    assert found["converged"]
    random = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 0.1):
        weights = found["weights"] + size * random.normal(size=found["weights"].shape)
        offsets = found["offset"] + size * random.normal(size=3) * (offset != "none")
        assert (data.objective(weights, offsets, loss="hinge", offset=offset) > found["objective"] * (1 - 1e-5)).all()


@pytest.mark.parametrize("rate", [0.01, 1.0, 10.0, 1000.0])
@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "softmax"])
def test_documents_may_be_short_or_long(loss, rate):
    data = some_data()
    data = replace(data, table=data.table * math.sqrt(rate))
    found = data.fit(loss=loss, tolerance=1e-6)
    exact = data.fit(solver="newton", loss=loss, tolerance=1e-9)
    assert found["converged"]
    assert found["measure"] == ("gradient norm" if rate == 1000 else "duality gap")  # the dual would take for ever
    assert found["objective"] == pytest.approx(exact["objective"], rel=2e-6)


# ---- peers ----


@pytest.mark.parametrize("n_labels", [2, 3])
def test_softmax_equals_scikit_learn(n_labels):
    data = some_data(n_labels=n_labels)
    strength = 1 / len(data.labels)
    peer = LogisticRegression(C=1.0, tol=1e-10, max_iter=10000).fit(data.table, data.codes)
    found = data.fit(loss="softmax", l2=strength, offset="free")
    assert found["weights"] == pytest.approx(peer.coef_.T, abs=1e-3)
    centred = found["offset"] - (found["offset"].mean() if n_labels > 2 else 0)
    assert centred == pytest.approx(peer.intercept_ - (peer.intercept_.mean() if n_labels > 2 else 0), abs=1e-3)


@pytest.mark.parametrize("loss", ["hinge", "squared-hinge"])
def test_svm_equals_scikit_learn(loss):
    data = some_data()
    peer = LinearSVC(loss=loss.replace("-", "_"), fit_intercept=False, tol=1e-9, max_iter=1000000, C=1.0)
    peer.fit(data.table, data.codes)
    found = data.fit(loss=loss, l2=1 / len(data.labels))
    assert found["weights"] == pytest.approx(peer.coef_.T, abs=1e-3)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [(0, {}), (7, {}), (2, {"loss": "squared-hinge"}), (6, {"l1": 1.0, "l2": 0.0})],
)
def test_columns_equal_liblinear(kind, settings):
    data = some_data()
    n = len(data.labels)
    scaled = {"l2": 1 / n, **{key: value / n for key, value in settings.items() if key != "loss"}}
    model = train(data.codes.astype(float), sp.csr_matrix(data.table), f"-s {kind} -c 1 -e 1e-9 -q")
    found = data.fit(**settings | scaled)
    order = [int(label) for label in model.get_labels()]
    peer = np.ctypeslib.as_array(model.w, shape=(8 * 3,)).reshape(8, 3)[:, np.argsort(order)]
    assert found["weights"] == pytest.approx(peer, abs=1e-3)


# ---- by hand ----


def test_the_objective_by_hand():
    # one document each of labels 0, 1 at x = 1, 2; w = 0.5, b = 1: scores 1.5 and 2, margins -1.5 and 2
    data = Data(np.array([[1.0], [2.0]]), [[0], [1]], 2)
    at = {"at_weights": [[0.5]], "at_offset": [1.0]}
    penalties = 0.1 * 0.5 + 0.2 / 2 * 0.25
    assert data.objective(**at, loss="hinge", l1=0.1, l2=0.2, offset="free") == pytest.approx([2.5 / 2 + penalties])
    assert data.objective(**at, loss="squared-hinge", l1=0.1, l2=0.2, offset="penalised") == pytest.approx(
        [6.25 / 2 + penalties + 0.1 + 0.1]
    )
    logistic = (math.log1p(math.exp(1.5)) + math.log1p(math.exp(-2))) / 2
    assert data.objective(**at, loss="logistic", l2=0.0) == pytest.approx([logistic])
    assert data.objective(**at, loss="softmax", l2=0.0) == pytest.approx([logistic])


def test_softmax_objective_by_hand():
    data = Data(np.array([[1.0]]), [[2]], 3)
    value = math.log(1 + math.e + math.e**2) - 2
    assert data.objective([[0.0, 1.0, 2.0]], [0.0] * 3, loss="softmax", l2=2.0) == pytest.approx([value + 5])


def test_squared_hinge_by_hand():
    # one document x = 1 of label 1 against an empty one: (1 - w)² / 2 + l2 / 2 w², best at w = 1 / (1 + l2) = 2/3
    data = Data(np.array([[0.0], [1.0]]), [[0], [1]], 2)
    assert data.fit(loss="squared-hinge", l2=0.5)["weights"] == pytest.approx(np.array([[2 / 3]]), abs=1e-6)


def test_a_free_offset_alone_is_the_log_odds():
    data = Data(np.zeros((10, 1)), [[1]] * 8 + [[0]] * 2, 2)
    for solver in ("dual", *SMOOTH_SOLVERS):
        assert data.fit(solver=solver, offset="free")["offset"] == pytest.approx([math.log(4)], abs=1e-3)


# ---- labels and weights ----


@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "hinge"])
def test_documents_may_have_several_labels_or_none(loss):
    data = some_data()
    sets = [codes + [2] * (i % 5 == 0 and codes != [2]) if i % 7 else [] for i, codes in enumerate(data.labels)]
    data = replace(data, labels=sets)
    found = data.fit(loss=loss, offset="free")
    for label in range(3):
        alone = replace(data, labels=[[int(label in codes)] for codes in sets], n_labels=2).fit(
            loss=loss, offset="free"
        )
        assert found["weights"][:, label] == pytest.approx(alone["weights"][:, 0], abs=1e-3)
        assert found["offset"][label] == pytest.approx(alone["offset"][0], abs=1e-3)


def test_two_labels_share_one_column_unless_a_document_has_both_or_none():
    data = Data(np.eye(3), [[0], [1], [1]], 2)
    assert data.fit()["weights"].shape == (3, 1)
    assert data.fit(loss="softmax")["weights"] == pytest.approx(data.fit()["weights"])
    assert (data.fit()["weights"][:, 0] > 0).tolist() == [False, True, True]
    assert replace(data, labels=[[0], [1], []]).fit()["weights"].shape == (3, 2)
    assert replace(data, labels=[[0], [1], [0, 1]]).fit()["weights"].shape == (3, 2)


FITS = [
    {"loss": "logistic", "offset": "free"},
    {"loss": "squared-hinge"},
    {"loss": "hinge", "offset": "penalised"},
    {"loss": "softmax", "offset": "free"},
    {"solver": "newton", "offset": "free"},
    {"solver": "lbfgs", "loss": "softmax"},
    {"solver": "gradient-descent"},
    {"l1": 0.01, "offset": "free"},
    {"l1": 0.01, "l2": 0.0, "loss": "squared-hinge"},
]
every_fit = pytest.mark.parametrize("settings", FITS, ids=lambda s: "-".join(map(str, s.values())))


@every_fit
def test_a_whole_weight_is_repetition_and_0_is_removal(settings):
    data = some_data()
    times = np.arange(len(data.labels)) % 3
    weighted = replace(data, weights=times.astype(float)).fit(**settings)
    labels = [codes for codes, n in zip(data.labels, times, strict=True) for _ in range(n)]
    repeated = Data(np.repeat(data.table, times, axis=0), labels, 3).fit(**settings)
    assert weighted["objective"] == pytest.approx(repeated["objective"], rel=1e-5)
    assert weighted["weights"] == pytest.approx(repeated["weights"], abs=1e-3)


@every_fit
@pytest.mark.parametrize("tolerance", [1e-3, 1e-7])
def test_threads_change_no_byte(settings, tolerance):
    data = some_data(n=200, n_columns=30, n_labels=7)
    settings = settings | {"tolerance": tolerance, "rounds": 300}
    expected = data.fit(**settings, threads=1)
    for threads in (2, 3):
        found = data.fit(**settings, threads=threads)
        for key in ("weights", "offset", "objective"):
            assert found[key].tobytes() == expected[key].tobytes()


@every_fit
def test_a_warm_start_reaches_the_same_optimum(settings):
    data = some_data()
    cold = data.fit(**settings)
    random = np.random.default_rng(3)
    far = (random.normal(size=cold["weights"].shape), random.normal(size=3))
    for start in ((cold["weights"], cold["offset"]), far):
        warm = data.fit(**settings, start=start)
        assert warm["objective"] == pytest.approx(cold["objective"], rel=1e-5)
        assert warm["weights"] == pytest.approx(cold["weights"], abs=1e-3)


@every_fit
def test_the_reported_objective_is_the_true_one(settings):
    data = some_data()
    for tolerance in (0.1, 1e-4):
        found = data.fit(**settings, tolerance=tolerance)
        true = data.objective(found["weights"], found["offset"], **settings)
        assert true == pytest.approx(found["objective"], rel=1e-6)


@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "hinge", "softmax"])
@pytest.mark.parametrize("tolerance", [0.1, 1e-2, 1e-3, 1e-4, 1e-5])
@pytest.mark.parametrize("offset", OFFSETS)
def test_the_duality_gap_bounds_how_much_better_the_optimum_is(loss, tolerance, offset):
    data = some_data(n=200)
    best = data.fit(loss=loss, offset=offset, tolerance=1e-6)["objective"]
    found = data.fit(loss=loss, offset=offset, tolerance=tolerance)
    assert found["gap"] <= tolerance
    assert found["measure"] == "duality gap"
    assert ((found["objective"] - best) / found["objective"] <= found["gap"] + 2e-6).all()


# ---- edges ----


@pytest.mark.parametrize("offset", ["free", "none"])
@pytest.mark.parametrize("loss", ["logistic", "softmax"])
@pytest.mark.parametrize("solver", ["auto", *SMOOTH_SOLVERS])
@pytest.mark.parametrize("n_labels", [2, 3])
def test_separable_data_without_penalty_does_not_converge(solver, loss, offset, n_labels):
    data = Data(np.eye(6), [[i % n_labels] for i in range(6)], n_labels)
    found = data.fit(solver=solver, loss=loss, offset=offset, l2=0.0, rounds=60, tolerance=1e-4)
    assert not found["converged"]
    assert np.isfinite(found["weights"]).all()
    assert np.isfinite(found["offset"]).all()


@every_fit
def test_empty_rows_constant_columns_and_single_documents_do_no_harm(settings):
    table = np.array([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [2.0, 1.0, 0.0]])
    data = Data(table, [[0], [1], [2], [1]], 3)
    found = data.fit(**settings)
    assert found["converged"]
    assert np.isfinite(found["weights"]).all()
    assert (found["weights"][2] == 0).all()  # no document has it


@every_fit
def test_no_columns_leave_the_offset(settings):
    data = Data(np.zeros((4, 0)), [[0], [1], [1], [2]], 3)
    found = data.fit(**settings)
    assert found["weights"].shape == (0, 3)
    assert found["converged"]


def test_one_label_and_one_document():
    data = Data(np.array([[1.0, 2.0]]), [[0]], 1)
    for loss in ("logistic", "squared-hinge", "hinge", "softmax"):
        assert data.fit(loss=loss, offset="free")["weights"].shape == (2, 1)


def test_too_few_rounds_are_admitted():
    found = some_data().fit(rounds=1)
    assert not found["converged"]
    assert found["gap"] > 1e-7
    assert found["rounds"] == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"solver": "dual", "l2": 0.0}, "the dual solver needs l2 above 0"),
        ({"loss": "hinge", "l2": 0.0}, "the dual solver needs l2 above 0"),
        ({"solver": "dual", "l1": 0.1}, "the dual solver takes no l1 penalty"),
        ({"loss": "hinge", "l1": 0.1}, "the dual solver takes no l1 penalty"),
        ({"solver": "newton", "loss": "hinge"}, "the newton solver needs a smooth loss"),
        ({"solver": "lbfgs", "loss": "hinge"}, "the lbfgs solver needs a smooth loss"),
        ({"solver": "gradient-descent", "loss": "hinge"}, "the gradient-descent solver needs a smooth loss"),
        ({"solver": "lbfgs", "l1": 0.1}, "takes no l1 penalty"),
        ({"solver": "coordinate"}, "the coordinate solver needs l1 above 0"),
        ({"loss": "softmax", "l1": 0.1}, "the coordinate solver needs a smooth loss over a margin"),
        ({"loss": "cubic"}, "there is no 'cubic'"),
        ({"l2": -1.0}, "l1 and l2 must be finite numbers, 0 or above"),
        ({"l2": math.nan}, "l1 and l2 must be finite numbers, 0 or above"),
        ({"tolerance": 0.0}, "the tolerance must be above 0"),
        ({"start": (np.zeros((8, 2)), np.zeros(3))}, "weights must be a table of columns × labels"),
        ({"start": (np.full((8, 3), math.inf), np.zeros(3))}, "every weight to start from must be a finite number"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(settings, sentence):
    with pytest.raises(_core.Refusal, match=sentence):
        some_data().fit(**settings)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"starts": np.array([0, 5, 2], np.int64)}, "starts of rows must ascend"),
        ({"columns": np.array([0, 1, 7], np.int32)}, "every column of a row must be below the number"),
        ({"values": np.array([1.0, math.nan, 1.0])}, "every value of a row must be a finite number"),
        ({"label_starts": np.array([0, 1], np.int64)}, "a list of labels per document"),
        ({"label_codes": np.array([0, 2], np.int32)}, "every label's code must be below"),
        ({"weights": np.array([1.0])}, "one weight per document"),
        ({"weights": np.array([1.0, -1.0])}, "the weight of a document must be a finite number, 0 or above"),
        ({"weights": np.array([0.0, 0.0])}, "at least one document must have a weight above 0"),
        ({"n_labels": 0, "label_codes": np.zeros(0, np.int32), "label_starts": np.zeros(3, np.int64)}, "at least one"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(wrong, sentence):
    arrays = Data(np.array([[1.0, 2.0], [0.0, 1.0]]), [[0], [1]], 2).arrays()
    with pytest.raises(_core.Refusal, match=sentence):
        _core.fit_linear(**arrays | wrong, settings=SETTINGS)


def test_softmax_refuses_documents_without_exactly_one_label():
    data = replace(some_data(), labels=[[0, 1]] * 60)
    with pytest.raises(_core.Refusal, match="softmax needs exactly one label per document"):
        data.fit(loss="softmax")


def test_ctrl_c_stops_a_fit():
    data = some_data(n=2000, n_columns=50)
    threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        data.fit(loss="hinge", l2=1e-9, tolerance=1e-15, rounds=10**9)


# ---- paths ----


@pytest.mark.parametrize(
    "settings",
    [{"l1": 1.0, "l2": 0.0, "offset": "free"}, {"l1": 0.5, "l2": 0.5}, {"l1": 0.0, "l2": 1.0, "offset": "free"}],
)
def test_each_point_of_a_path_is_its_own_optimum(settings):
    data = some_data(n_columns=20)
    strengths = [0.2, 0.1, 0.05, 0.01]
    for strength, found in zip(strengths, data.path(strengths, **settings), strict=True):
        scaled = settings | {"l1": settings["l1"] * strength, "l2": settings["l2"] * strength}
        alone = data.fit(**scaled)
        assert found["converged"]
        assert found["objective"] == pytest.approx(alone["objective"], rel=1e-5)
        assert found["weights"] == pytest.approx(alone["weights"], abs=1e-3)
        if not settings["l2"]:
            assert ((found["weights"] == 0) == (alone["weights"] == 0)).all()


@pytest.mark.parametrize("strengths", [[], [0.0], [1.0, math.nan]])
def test_a_path_needs_strengths_above_0(strengths):
    with pytest.raises(_core.Refusal, match="strength"):
        some_data().path(strengths, l1=1.0)
