"""Resamples by the engine: the draws are shared, and follow documents or groups."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.evaluation.metrics.ranking import average_precision, ranked, rankings, roc_area
from linnet.evaluation.metrics.resampler import Resampler

N = 500


def random_answers(groups=None) -> LabelledPredictions:
    chance = np.random.default_rng(5)
    truth, scores = chance.integers(0, 3, N), chance.normal(size=(N, 3))
    predicted = np.where(chance.random(N) < 0.1, UNSURE, scores.argmax(axis=1))
    return LabelledPredictions(("a", "b", "c"), truth, predicted, scores, None, groups)


def test_every_resample_has_as_many_documents():
    counts = Resampler.of(None, N).counts(random_answers())
    assert (counts.documents == N).all()
    assert (counts.unsure > 0).all()
    assert (counts.right <= counts.predicted).all()


def test_means_vary_as_much_as_theory_says():
    values = np.random.default_rng(1).exponential(size=(N, 2))
    means = Resampler.of(None, N).means(values)
    assert means.shape == (1000, 2)
    np.testing.assert_allclose(means.mean(axis=0), values.mean(axis=0), atol=0.01)
    np.testing.assert_allclose(means.std(axis=0), values.std(axis=0) / np.sqrt(N), rtol=0.1)


def test_groups_come_whole():
    # Ten groups of fifty documents: every count of documents is a multiple of fifty.
    resampler = Resampler.of(np.repeat(np.arange(10) * 7, 50), N)
    assert resampler.n_units == 10
    sums = resampler.sums(np.repeat(np.eye(10), 50, axis=0))
    assert (sums % 50 == 0).all()
    assert (sums.sum(axis=1) == N).all()


def test_measures_share_their_draws():
    # The share of documents with label 0, from counts and from the mean of a value.
    predictions, resampler = random_answers(), Resampler.of(None, N)
    shares = resampler.counts(predictions).true[:, 0] / N
    np.testing.assert_allclose(shares, resampler.means((predictions.truth == 0)[:, None])[:, 0])


def test_areas_of_resamples_are_around_the_area():
    predictions, resampler = random_answers(), Resampler.of(None, N)
    roc, precision = resampler.areas(predictions.scores, predictions.truth)
    assert roc.shape == precision.shape == (1000, 3)
    ranks = list(rankings(predictions))
    assert roc.mean(axis=0) == pytest.approx([roc_area(one) for one in ranks], abs=0.005)
    # Documents drawn twice stand together, which lifts the precision a little.
    assert precision.mean(axis=0) == pytest.approx(
        [average_precision(one) + 0.01 for one in ranks], abs=0.01
    )


@pytest.mark.parametrize("groups", [None, np.arange(N) // 3])
def test_areas_of_resamples_are_those_of_documents_drawn_again(groups):
    scores, truth = random_answers().scores.round(1), random_answers().truth
    resampler = Resampler.of(groups, N)
    units = np.eye(resampler.n_units)[resampler.units]
    times = (
        resampler.sums(units / units.sum(axis=0))[:20].round().astype(int)
    )  # how often each unit was drawn
    for threads in (1, 2, 7):
        roc, precision = replace(resampler, threads=threads).areas(scores[:, 1:], truth - 1)
        for resample, drawn in enumerate(times):
            documents = np.repeat(np.arange(N), drawn[resampler.units])
            for label in (1, 2):
                ranks = ranked(scores[documents, label], truth[documents] == label)
                assert roc[resample, label - 1] == pytest.approx(roc_area(ranks), abs=1e-12)
                assert precision[resample, label - 1] == pytest.approx(
                    average_precision(ranks), abs=1e-12
                )


def test_no_documents_have_nothing_to_draw():
    assert Resampler.of(None, 0).means(np.zeros((0, 1))).shape == (1000, 1)
