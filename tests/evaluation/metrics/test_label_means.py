"""Intervals of means over labels, also where labels have few documents.

They hold the truth, and are wide enough.

The truth is what the measure has on average over test sets with the same labels and as many
documents of each. `pytest -m slow -s tests/evaluation/metrics/test_label_means.py` prints the
table of docs/evaluation.md.
"""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from linnet.evaluation.metrics.comparison import compare_predictions
from linnet.evaluation.metrics.evaluation import evaluate_predictions, measure_by
from linnet.evaluation.metrics.influences import RANK_METRICS, influences_of
from linnet.evaluation.metrics.intervals import wilson
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.ranked_pair import RankedPair
from linnet.evaluation.metrics.register import METRICS
from linnet.evaluation.metrics.resampler import Resampler
from linnet.evaluation.metrics.summed_pair import SummedPair

MEANS = [name for name, metric in METRICS.items() if metric.over_labels]
JUDGED = [*MEANS, "weighted-precision", "weighted-f1"]
COUNTED = [name for name in MEANS if name not in RANK_METRICS]


@dataclass(frozen=True)
class Situation:
    """A classifier that adds noise to the truth.

    How many documents labels have, and how well they are told apart.
    """

    documents: tuple[int, ...]
    apart: float

    def predictions(self, seed: int, better: float = 0.0) -> LabelledPredictions:
        """Answers to documents drawn anew.

        Labels are not all as easy, and some are answered more often than others.
        """
        population = np.random.default_rng(99)
        labels = len(self.documents)
        apart = self.apart + better + 0.6 * population.normal(size=labels)
        often = 0.3 * population.normal(size=labels)
        chance = np.random.default_rng(seed)
        truth = np.repeat(np.arange(labels), self.documents)
        scores = chance.normal(size=(len(truth), labels)) + often
        scores[np.arange(len(truth)), truth] += apart[truth]
        return LabelledPredictions(
            tuple(f"{label:03d}" for label in range(labels)), truth, scores.argmax(axis=1), scores
        )


def spread(documents: int, labels: int) -> tuple[int, ...]:
    """Numbers of documents per label, at least one each, the others by chance."""
    chance = np.random.default_rng(4)
    more = chance.choice(labels, documents - labels, p=chance.dirichlet([2] * labels))
    return tuple((1 + np.bincount(more, minlength=labels)).tolist())


TINY = Situation(tuple(np.random.default_rng(11).integers(1, 6, 80).tolist()), 2.2)
MANY = Situation(spread(500, 229), 1.8)
SITUATIONS = {
    "80 labels of 1 to 5 documents": TINY,
    "80 labels of 1 document": Situation((1,) * 80, 2.2),
    "229 labels, 500 documents": MANY,
    "20 labels of 10 to 200 documents": Situation(tuple(200 // rank for rank in range(1, 21)), 2.0),
    "5 labels of 4 to 100 documents": Situation((100, 50, 20, 10, 4), 1.5),
    "20 labels of 25 documents": Situation((25,) * 20, 2.0),
    "2 labels of 50 documents": Situation((50, 50), 1.0),
    "2 labels of 10 documents": Situation((10, 10), 1.0),
}


def width(interval) -> float:
    return interval[1] - interval[0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", JUDGED)
def test_an_interval_of_many_rare_labels_holds_its_own_value_and_is_as_wide_as_that_of_accuracy(
    name, seed
):
    # 500 documents of 229 labels. Accuracy averages the same documents, evenly: less uncertain than
    # any of these.
    found = evaluate_predictions(MANY.predictions(seed)).measures
    low, high = found[name].interval
    assert low < found[name].value < high
    if name == "macro-roc-area":  # near 1 it varies less
        assert width(found[name].interval) > width(found["accuracy"].interval) / 3
    else:
        assert 0.8 < width(found[name].interval) / width(found["accuracy"].interval) < 2


def test_with_one_document_per_label_macro_recall_is_accuracy_and_as_unsure():
    found = evaluate_predictions(SITUATIONS["80 labels of 1 document"].predictions(1)).measures
    assert found["balanced-accuracy"].value == pytest.approx(found["accuracy"].value)
    assert width(found["balanced-accuracy"].interval) == pytest.approx(
        width(found["accuracy"].interval), rel=0.1
    )


def test_in_balanced_labels_macro_recall_is_as_unsure_as_accuracy():
    found = evaluate_predictions(Situation((100,) * 5, 1.5).predictions(1)).measures
    assert found["balanced-accuracy"].interval == pytest.approx(
        found["accuracy"].interval, abs=0.006
    )


@pytest.mark.parametrize("name", COUNTED)
def test_without_mistakes_a_mean_over_labels_is_no_surer_than_a_share(name):
    # Two labels of 20 documents are 40 trials that all went well.
    truth = np.repeat([0, 1], 20)
    found = evaluate_predictions(LabelledPredictions(("a", "b"), truth, truth, np.eye(2)[truth]))
    assert found.measures[name].interval == wilson(40, 40)


@pytest.mark.parametrize("name", RANK_METRICS)
def test_a_perfect_ranking_is_no_surer_than_a_share(name):
    truth = np.repeat([0, 1], 20)
    found = evaluate_predictions(LabelledPredictions(("a", "b"), truth, truth, np.eye(2)[truth]))
    assert found.measures[name].interval == wilson(20, 20)


def test_threads_do_not_show():
    predictions = MANY.predictions(7)
    one, many = (evaluate_predictions(predictions, threads=threads).as_json() for threads in (1, 5))
    assert one == many


def test_labels_may_come_in_any_order():
    predictions = TINY.predictions(3)
    order = np.random.default_rng(0).permutation(len(predictions))
    mixed = evaluate_predictions(predictions.select(order)).measures
    for name, measure in evaluate_predictions(predictions).measures.items():
        if name in MEANS:
            assert mixed[name].interval == pytest.approx(measure.interval, abs=0.02)


def held(situation: Situation, evaluations: int) -> dict[str, tuple[float, float, float, float]]:
    """For each measure: its mean, the share of intervals that hold it, their mean width.

    And that of a known spread.
    """
    found: dict[str, list[tuple[float, float, float]]] = {}
    for seed in range(evaluations):
        measures = evaluate_predictions(situation.predictions(seed), threads=1).measures
        for name in JUDGED:
            found.setdefault(name, []).append((measures[name].value, *measures[name].interval))
    return {name: _judged(np.array(rows)) for name, rows in found.items()}


def _judged(rows) -> tuple[float, float, float, float]:
    values, low, high = rows.T
    truth = float(values.mean())
    inside = float(np.mean((low <= truth) & (truth <= high)))
    return truth, inside, float(np.mean(high - low)), 2 * 1.96 * float(values.std())


def test_intervals_of_80_labels_of_1_to_5_documents_hold_the_truth():
    # A short one; the slow test has more of everything. By luck alone, 95 of 100 are fewer than 90
    # once in 60 times.
    found = {}
    for seed in range(100):
        predictions = TINY.predictions(seed)
        measures = measure_by(predictions, [METRICS[name] for name in COUNTED])
        rows = {name: (measure.value, *measure.interval) for name, measure in measures.items()}
        for name in RANK_METRICS:
            value = METRICS[name].of(predictions)
            rows[name] = (value, *influences_of(predictions, name).interval(value))
        for name, row in rows.items():
            found.setdefault(name, []).append(row)
    for name, rows in found.items():
        _, inside, wide, known = _judged(np.array(rows))
        assert inside >= 0.9, name
        assert wide < 1.4 * known, name


@pytest.mark.slow
@pytest.mark.parametrize("name", SITUATIONS)
def test_intervals_hold_the_truth_however_few_documents_labels_have(name):
    evaluations = 1000
    noise = 2 * np.sqrt(0.95 * 0.05 / evaluations)
    found = held(SITUATIONS[name], evaluations)
    for measure, (truth, inside, wide, known) in found.items():
        print(
            f"{name}: {measure} {truth:.3f} held in {100 * inside:.1f} of 100, width {wide:.3f}, "
            f"known {known:.3f}"
        )
    assert not {measure: one for measure, one in found.items() if one[1] < 0.93 - noise}
    assert not {measure: one for measure, one in found.items() if one[2] > 1.5 * one[3]}


def differences(situation: Situation, seed: int) -> dict[str, tuple[float, float, float]]:
    """The differences of two classifiers, one of them better, with their intervals."""
    a, b = situation.predictions(seed), situation.predictions(seed + 1_000_000, better=0.4)
    mixed = 0.7 * a.scores + 0.3 * b.scores  # so that the two are alike
    b = replace(b, scores=mixed, predicted=mixed.argmax(axis=1))
    found, resampler = {}, Resampler.of(None, len(a), 1)
    for name in MEANS:
        kind = RankedPair if name in RANK_METRICS else SummedPair.of
        pair = kind(METRICS[name], a, b, resampler)
        of_a, of_b = pair.values()
        found[name] = (of_b - of_a, *pair.interval(of_b - of_a))
    return found


def held_differences(
    situation: Situation, evaluations: int
) -> dict[str, tuple[float, float, float, float]]:
    rows = [differences(situation, seed) for seed in range(evaluations)]
    return {name: _judged(np.array([row[name] for row in rows])) for name in MEANS}


def test_intervals_of_differences_hold_the_truth_with_80_labels_of_1_to_5_documents():
    for name, (_, inside, wide, known) in held_differences(TINY, 30).items():
        assert inside >= 0.86, name
        assert wide < 1.5 * known, name


@pytest.mark.slow
@pytest.mark.parametrize("name", SITUATIONS)
def test_intervals_of_differences_hold_the_truth(name):
    evaluations = 500
    noise = 2 * np.sqrt(0.95 * 0.05 / evaluations)
    found = held_differences(SITUATIONS[name], evaluations)
    for measure, (truth, inside, wide, known) in found.items():
        print(
            f"{name}: B - A in {measure} {truth:.3f} held in {100 * inside:.1f} of 100, "
            f"{wide:.3f}, known {known:.3f}"
        )
    assert not {measure: one for measure, one in found.items() if one[1] < 0.93 - noise}


@pytest.mark.parametrize("name", MEANS)
def test_a_difference_with_many_rare_labels_is_in_its_interval(name):
    a, b = MANY.predictions(1), MANY.predictions(2, better=0.5)
    difference = compare_predictions(a, b, [name]).differences[name].difference
    low, high = difference.interval
    assert low < difference.value < high
    assert width(difference.interval) > 0.01


def test_groups_with_rare_labels_have_no_interval_but_a_reason():
    predictions = replace(TINY.predictions(1), groups=np.arange(257) // 2)
    found = evaluate_predictions(predictions)
    for name in MEANS:
        assert found.measures[name].interval is None
        assert found.measures[name].as_json()["reason"] == (
            "80 of 80 labels occur in fewer than 20 groups, too few to tell how far means over "
            "labels vary"
        )
    assert found.measures["accuracy"].interval is not None
    assert "reason" not in found.measures["accuracy"].as_json()
    difference = (
        compare_predictions(predictions, predictions, ["macro-f1"])
        .differences["macro-f1"]
        .difference
    )
    assert (difference.interval, difference.reason) == (None, found.macro_f1.reason)


def test_sets_with_a_rare_label_have_no_interval_of_macro_measures():
    chance = np.random.default_rng(1)
    truth = chance.random((200, 3)) < [0.5, 0.4, 0.05]
    truth[:, 2] = np.arange(200) < 5
    found = evaluate_multilabel_predictions(
        MultilabelPredictions(("a", "b", "c"), truth, truth ^ (chance.random((200, 3)) < 0.1))
    )
    assert found.macro_f1.interval is None
    assert found.macro_f1.reason.startswith("1 of 3 labels occur in fewer than 20 documents")
    assert found.micro_f1.interval is not None


def test_a_few_copies_hardly_widen_the_interval():
    # 20 labels of 10 documents; two documents of each of two labels are copies of each other.
    truth = np.repeat(np.arange(20), 10)
    predicted = np.where(np.arange(200) % 7, truth, (truth + 1) % 20)
    labels = tuple(f"{code:02}" for code in range(20))
    scores = np.full((200, 20), np.nan)
    single = LabelledPredictions(labels, truth, predicted, scores)
    groups = np.arange(200)
    groups[[1, 11]] = groups[[0, 10]]
    copies = replace(single, groups=groups)

    def width(predictions):
        low, high = evaluate_predictions(predictions).measures["macro-f1"].interval
        return high - low

    # Two labels are worth 100 / 12 documents in place of 10: 1/10 becomes 0.12 for 2 of 20.
    assert width(copies) / width(single) == pytest.approx((2.04 / 2.0) ** 0.5, rel=0.01)
    assert width(copies) > width(single)


def test_where_many_documents_belong_together_rare_labels_leave_no_interval():
    truth = np.repeat(np.arange(20), 10)
    predicted = np.where(np.arange(200) % 7, truth, (truth + 1) % 20)
    labels = tuple(f"{code:02}" for code in range(20))
    groups = np.arange(200) // 2
    scores = np.full((200, 20), np.nan)
    found = LabelledPredictions(labels, truth, predicted, scores, groups=groups)
    macro = evaluate_predictions(found).measures["macro-f1"]
    assert macro.interval is None
    assert "20 of 20 labels occur in fewer than 20 groups" in macro.reason
