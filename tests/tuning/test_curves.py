"""Training and held-out scores along a setting, and with more documents."""

import numpy as np
import pytest

from linnet import curve, evaluate, train
from linnet.errors import SettingError
from linnet.evaluation.random import uniforms
from linnet.evaluation.splits.splits import stratified_folds
from linnet.tuning.curves import Band, growing_part


def corpus(n=100):
    """Documents of five words of twenty; a label leans to some of them."""
    numbers = (uniforms(3, n * 5) * 14).astype(int).reshape(n, 5)
    return [
        (" ".join(f"w{word + 6 * (d % 2)}" for word in row), "ab"[d % 2])
        for d, row in enumerate(numbers)
    ]


@pytest.mark.parametrize(
    ("recipe", "along", "values"),
    [
        ({}, "smoothing", [0.01, 10.0]),
        ({"learner": "svm", "tolerance": 1e-9}, "strength", [0.1, 0.01]),
        ({}, "words", ["1", "1-2"]),
        ({"weighting": "tfidf"}, "most_frequent", [5, None]),
    ],
)
def test_each_point_is_a_training_on_each_fold(recipe, along, values):
    data = corpus()
    found = curve(data, recipe, along=along, values=values, folds=3)
    assert [one.at for one in found.points] == values
    part = stratified_folds(np.array([label == "b" for _, label in data], np.int32), 3, 0)
    for point in found.points:
        training, held_out = [], []
        for fold in range(3):
            rest = [row for row, p in zip(data, part, strict=True) if p != fold]
            classifier = train(rest, {**recipe, along: point.at})
            training.append(evaluate(classifier, rest).accuracy.value)
            held = [row for row, p in zip(data, part, strict=True) if p == fold]
            held_out.append(evaluate(classifier, held).accuracy.value)
        assert vars(point.training) == pytest.approx(vars(Band.of(training)))
        assert vars(point.held_out) == pytest.approx(vars(Band.of(held_out)))


@pytest.mark.parametrize("learner", ["multinomial", "svm"])
def test_more_documents_are_learned_less_by_heart(learner):
    found = curve(corpus(400), {"learner": learner}, values=[0.05, 0.3, 1.0], folds=3)
    assert [one.at for one in found.points] == [16, 96, 320]
    first, *_, last = found.points
    assert first.training.mean - first.held_out.mean > last.training.mean - last.held_out.mean
    assert first.held_out.mean < last.held_out.mean
    assert last.held_out.low <= last.held_out.mean <= last.held_out.high


def test_larger_parts_have_the_smaller_ones_and_their_share_of_each_label():
    codes = np.array([0] * 60 + [1] * 40)
    there = np.arange(100) % 5 > 0
    small, large = (growing_part(codes, there, share, seed=1) for share in (0.25, 0.5))
    assert not np.any(small & ~large)
    assert not np.any(large & ~there)
    assert (np.bincount(codes[small]).tolist(), np.bincount(codes[large]).tolist()) == (
        [12, 8],
        [24, 16],
    )


def test_as_json():
    data = [("good film", "pos"), ("bad film", "neg")] * 10
    assert curve(data, along="smoothing", values=[1.0]).as_json() == {
        "along": "smoothing",
        "metric": "accuracy",
        "points": [
            {
                "at": 1.0,
                "training": {"mean": 1.0, "low": 1.0, "high": 1.0},
                "held_out": {"mean": 1.0, "low": 1.0, "high": 1.0},
            }
        ],
    }


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"along": "words"}, "must have values"),
        ({"values": [0.0]}, "shares of the documents must be above 0"),
        ({"metric": "magic"}, "a metric must be one of"),
        ({"along": "strength"}, "strength belongs to"),
    ],
)
def test_what_cannot_be_is_refused(asked, sentence):
    with pytest.raises(SettingError, match=sentence):
        curve(corpus(), **asked)


def test_of_several_labels_along_documents_and_along_a_setting():
    data = [
        ("good film", ["good"]),
        ("good jokes", ["funny", "good"]),
        ("jokes", ["funny"]),
        ("dull film", []),
    ] * 10
    found = curve(data, {"learner": "logistic", "strength": 0.001}, values=[0.25, 1.0])
    assert (found.metric, [one.at for one in found.points]) == ("micro-f1", [8, 32])
    assert found.points[-1].held_out.mean == 1.0
    along = curve(data, along="smoothing", values=[0.1, 100.0], metric="subset-accuracy").points
    assert along[0].held_out.mean > along[1].held_out.mean
    with pytest.raises(SettingError, match=r"one of subset-accuracy.*; got 'accuracy'"):
        curve(data, metric="accuracy")
