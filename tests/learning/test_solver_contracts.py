"""What holds for every solver and loss: weights, threads, warm starts, gaps."""

from dataclasses import replace

import numpy as np
import pytest

from tests.learning.solving import (
    OFFSETS,
    Data,
    every_fit,
    some_data,
)


@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "hinge"])
def test_documents_may_have_several_labels_or_none(loss):
    data = some_data()
    sets = [
        codes + [2] * (i % 5 == 0 and codes != [2]) if i % 7 else []
        for i, codes in enumerate(data.labels)
    ]
    data = replace(data, labels=sets)
    found = data.fit(loss=loss, offset="free")
    for label in range(3):
        alone = replace(data, labels=[[int(label in codes)] for codes in sets], n_labels=2).fit(
            loss=loss, offset="free"
        )
        assert found.weights[:, label] == pytest.approx(alone.weights[:, 0], abs=1e-3)
        assert found.offset[label] == pytest.approx(alone.offset[0], abs=1e-3)


def test_two_labels_share_one_column_unless_a_document_has_both_or_none():
    data = Data(np.eye(3), [[0], [1], [1]], 2)
    assert data.fit().weights.shape == (3, 1)
    assert data.fit(loss="softmax").weights == pytest.approx(data.fit().weights)
    assert (data.fit().weights[:, 0] > 0).tolist() == [False, True, True]
    assert replace(data, labels=[[0], [1], []]).fit().weights.shape == (3, 2)
    assert replace(data, labels=[[0], [1], [0, 1]]).fit().weights.shape == (3, 2)


@every_fit
def test_a_whole_weight_is_repetition_and_0_is_removal(settings):
    data = some_data()
    times = np.arange(len(data.labels)) % 3
    weighted = replace(data, weights=times.astype(float)).fit(**settings)
    labels = [codes for codes, n in zip(data.labels, times, strict=True) for _ in range(n)]
    repeated = Data(np.repeat(data.table, times, axis=0), labels, 3).fit(**settings)
    assert weighted.objectives == pytest.approx(repeated.objectives, rel=1e-5)
    assert weighted.weights == pytest.approx(repeated.weights, abs=1e-3)


@every_fit
@pytest.mark.parametrize("tolerance", [1e-3, 1e-7])
def test_threads_change_no_byte(settings, tolerance):
    data = some_data(n=200, n_columns=30, n_labels=7)
    settings = settings | {"tolerance": tolerance, "rounds": 300}
    expected = data.fit(**settings, threads=1)
    for threads in (2, 3):
        found = data.fit(**settings, threads=threads)
        for key in ("weights", "offset", "objectives"):
            assert getattr(found, key).tobytes() == getattr(expected, key).tobytes()


@every_fit
def test_a_warm_start_reaches_the_same_optimum(settings):
    data = some_data()
    cold = data.fit(**settings)
    random = np.random.default_rng(3)
    far = (random.normal(size=cold.weights.shape), random.normal(size=3))
    for start in ((cold.weights, cold.offset), far):
        warm = data.fit(**settings, start=start)
        assert warm.objectives == pytest.approx(cold.objectives, rel=1e-5)
        assert warm.weights == pytest.approx(cold.weights, abs=1e-3)


@every_fit
def test_the_reported_objective_is_the_true_one(settings):
    data = some_data()
    for tolerance in (0.1, 1e-4):
        found = data.fit(**settings, tolerance=tolerance)
        true = data.objective(found.weights, found.offset, **settings)
        assert true == pytest.approx(found.objectives, rel=1e-6)


@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "hinge", "softmax"])
@pytest.mark.parametrize("tolerance", [0.1, 1e-2, 1e-3, 1e-4, 1e-5])
@pytest.mark.parametrize("offset", OFFSETS)
def test_the_duality_gap_bounds_how_much_better_the_optimum_is(loss, tolerance, offset):
    data = some_data(n=200)
    best = data.fit(loss=loss, offset=offset, tolerance=1e-6).objectives
    found = data.fit(loss=loss, offset=offset, tolerance=tolerance)
    assert found.gap <= tolerance
    assert found.measure == "duality gap"
    assert ((found.objectives - best) / found.objectives <= found.gap + 2e-6).all()


@pytest.mark.parametrize("loss", ["logistic", "squared-hinge", "hinge", "softmax"])
@pytest.mark.parametrize("l2", [1e-4, 0.1, 1.0, 100.0, 1e4])
@pytest.mark.parametrize("n", [4, 300])
def test_a_free_offset_finds_its_place_however_strong_the_penalty(loss, l2, n):
    random = np.random.default_rng(n)
    codes = [0, 1, 2, 2] + [int(code) for code in np.minimum(random.exponential(0.7, n - 4), 2)]
    data = Data(random.normal(size=(n, 5)), [[code] for code in codes], 3)
    best = data.fit(
        loss=loss,
        l2=l2,
        offset="free",
        solver="auto" if loss == "hinge" else "newton",
        tolerance=1e-6,
    )
    found = data.fit(loss=loss, l2=l2, offset="free", solver="dual", tolerance=1e-3)
    assert found.converged
    assert (found.objectives <= best.objectives * (1 + found.gap) + 1e-6).all()
    assert found.gap <= 1e-3
