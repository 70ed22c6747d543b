"""Intervals hold the truth about as often as they say.

93 to 97 of 100 evaluations, by simulation.
"""

import numpy as np
import pytest

from linnet.evaluation.metrics import bootstrap, rank_measures, resampler
from linnet.evaluation.metrics.evaluation import evaluate_predictions
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions

EVALUATIONS = 2000
# Two standard errors of a share of so many evaluations: 0.0097.
NOISE = 2 * np.sqrt(0.95 * 0.05 / EVALUATIONS)
# documents, shares of the labels, how well they are told apart, how sure the probabilities are
CASES = {
    "two labels, one rare": (500, [0.9, 0.1], 1.0, 1.0),
    "two labels, hard to tell": (500, [0.6, 0.4], 0.4, 2.0),
    "three labels": (500, [0.5, 0.3, 0.2], 0.8, 1.0),
    "eight labels": (600, [1 / 8] * 8, 1.2, 1.0),
    "rare labels, seldom predicted": (1200, [0.7, 0.2, 0.05, 0.05], 1.5, 1.0),
}


def drawn(case, n: int, seed: int) -> LabelledPredictions:
    """Answers of a classifier that adds noise to the truth."""
    _, prior, apart, sure = case
    chance = np.random.default_rng(seed)
    truth = np.searchsorted(np.cumsum(prior)[:-1], chance.random(n), side="right")
    scores = chance.normal(size=(n, len(prior)))
    scores[np.arange(n), truth] += apart
    scores = sure * scores + np.log(prior)
    probabilities = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return LabelledPredictions(
        tuple("abcdefgh"[: len(prior)]),
        truth,
        scores.argmax(axis=1),
        np.log(probabilities),
        probabilities,
    )


def measures(predictions: LabelledPredictions) -> dict:
    found = evaluate_predictions(predictions)
    return found.measures | {
        f"{name} of {label}": measure
        for label, own in found.per_label.items()
        for name, measure in own.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_intervals_hold_the_truth_as_often_as_they_say(name, monkeypatch):
    case = CASES[name]
    with monkeypatch.context() as quick:
        for module in (bootstrap, rank_measures, resampler):
            quick.setattr(module, "RESAMPLES", 2)
        truth = {key: one.value for key, one in measures(drawn(case, 1_000_000, seed=0)).items()}
    inside, judged = dict.fromkeys(truth, 0), dict.fromkeys(truth, 0)
    for seed in range(1, EVALUATIONS + 1):
        for key, measure in measures(drawn(case, case[0], seed)).items():
            if measure.interval is not None:
                judged[key] += 1
                inside[key] += measure.interval[0] <= truth[key] <= measure.interval[1]
    shares = {key: inside[key] / judged[key] for key in truth if judged[key] == EVALUATIONS}
    for key, share in shares.items():
        print(f"{name}: {key} {truth[key]:.3f} held in {100 * share:.1f} of 100")
    in_range = {key: share for key, share in shares.items() if 0.1 <= truth[key] <= 0.9}
    wrong = {
        key: share for key, share in in_range.items() if not 0.93 - NOISE <= share <= 0.97 + NOISE
    }
    assert len(in_range) > 10
    assert not wrong
