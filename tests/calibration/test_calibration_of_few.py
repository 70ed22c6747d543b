"""Calibrations of few documents: they never make answers worse than they are without."""

import gzip
import json
import os
from pathlib import Path

import numpy as np
import pytest

from linnet import calibrate, choose, evaluate, train, tune
from linnet.calibration.calibrate import as_trained
from linnet.calibration.cross_calibration import MEASURES, cross_calibrated, losses, parts_of, worse
from linnet.calibration.cross_calibration import choose as chosen_for
from linnet.errors import SettingError
from linnet.evaluation.splits.splits import stratified_folds
from linnet.model.scores import Scores


def documents(n_labels, of_each, seed):
    """Documents of two words of their label, six that all labels have, and one of any label."""
    rng = np.random.default_rng(seed)
    found = []
    for label in np.repeat(np.arange(n_labels), of_each):
        own = [f"topic{label}x{rng.integers(4)}" for _ in range(2)]
        common = [f"w{int(60 * rng.random() ** 2)}" for _ in range(6)]
        stray = f"topic{rng.integers(n_labels)}x{rng.integers(4)}"
        found.append((" ".join([*own, *common, stray]), f"label{label:03}"))
    return found


def noise(n, seed):
    """Documents whose words tell nothing of their label: models of the others are mostly wrong."""
    rng = np.random.default_rng(seed)
    return [
        (" ".join(f"w{word}" for word in rng.integers(0, 40, 8)), "ab"[place % 2])
        for place in range(n)
    ]


@pytest.mark.parametrize("n_labels", [2, 20, 150])
@pytest.mark.parametrize("of_each", [1, 2, 3])
def test_no_calibration_changes_the_labels_of_so_few(n_labels, of_each):
    mine = documents(n_labels, of_each, 1)
    others = documents(n_labels, 3, 2)
    texts = [text for text, _ in (*mine, *others)]
    for learner in ("svm", "multinomial"):
        plain = train(mine, {"learner": learner})
        for how in ("auto", "platt", "isotonic"):
            found = train(mine, {"learner": learner, "calibration": how})
            assert found.classify(texts) == plain.classify(texts)
            if found.model.calibration is not None and found.model.calibration.method == "platt":
                assert np.all(found.model.calibration.slopes >= 0)


@pytest.mark.parametrize("n", [50, 100])
def test_labels_are_never_inverted(n):
    for seed in range(5):
        mine = noise(n, seed)
        for how in ("auto", "platt"):
            found = train(mine, {"learner": "svm", "calibration": how})
            if found.model.calibration.method == "platt":
                assert np.all(found.model.calibration.slopes >= 0)
            assert evaluate(found, mine).accuracy.value >= 0.7


def test_scores_that_tell_nothing_are_not_replaced_by_the_shares_of_labels():
    # 60 of 100 are "a", whatever the margins are: a sigmoid that is all but flat would give "a" to
    # every document.
    truth = np.repeat([0, 1], [60, 40])
    for seed in range(20):
        rng = np.random.default_rng(seed)
        margin = rng.normal(size=100) * 3
        scores = Scores(("a", "b"), np.stack([-margin, margin], axis=1), np.zeros(2))
        assert chosen_for(scores, truth, parts_of(truth)).method in ("none", "temperature")


def test_the_default_learns_its_own_documents():
    mine = documents(40, 2, 1)
    found = choose(mine).classifier
    assert evaluate(found, mine).accuracy.value == evaluate(as_trained(found), mine).accuracy.value


def test_a_map_for_each_label_is_adopted_where_it_helps():
    # The margins of label 0 are too low by 2, so that it is hardly ever given.
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(3), 100)
    values = rng.normal(size=(300, 3)) + 2 * np.eye(3)[truth] - [2, 0, 0]
    found = chosen_for(
        Scores(("a", "b", "c"), values, np.zeros(3), "margin"), truth, parts_of(truth)
    )
    assert found.method == "platt"
    assert (
        np.mean(found.probabilities.argmax(axis=1) == truth)
        > np.mean(values.argmax(axis=1) == truth) + 0.1
    )


def test_what_is_adopted_is_worse_in_nothing():
    # Labels 0 and 1 are told apart by chance alone, so a map for each label moves many documents,
    # to no good.
    for seed in range(5):
        rng = np.random.default_rng(seed)
        truth = np.repeat(np.arange(6), 12)
        values = rng.normal(size=(72, 6)) + np.eye(6)[truth]
        scores = Scores(tuple("abcdef"), values, np.zeros(6), "sigmoid")
        found = chosen_for(scores, truth, parts_of(truth))
        assert (
            worse(losses(found.probabilities, truth), losses(scores.probabilities(), truth)) == []
        )


def test_rare_positives_keep_their_brier_score():
    # 2 of 100 are positive. A temperature makes a few mistakes less sure, and all that is right
    # too.
    n, wrong = 1000, 6
    truth = np.zeros(n, np.int64)
    truth[:20] = 1
    positive = np.full(n, 0.004)
    positive[:20] = 0.99
    positive[:wrong] = 1e-7
    scores = Scores(("neg", "pos"), np.log(np.stack([1 - positive, positive], axis=1)), np.zeros(2))
    part = parts_of(truth)
    before, after = (
        losses(cross_calibrated(scores, truth, part, how), truth).mean(axis=1)
        for how in ("none", "temperature")
    )
    assert after[1] < before[1]  # log loss
    assert after[2] > before[2]  # Brier score
    found = chosen_for(scores, truth, part)
    assert found.method != "temperature"
    assert "temperature makes Brier score worse" in found.why
    assert "Brier score" not in worse(
        losses(found.probabilities, truth), losses(scores.probabilities(), truth)
    )


def test_the_brier_score_of_rare_spam_stays_in_thirty_draws():
    folder = os.environ.get("LINNET_DATA")
    if folder is None:
        pytest.skip("LINNET_DATA does not name the folder of real data sets")
    with gzip.open(Path(folder) / "sms_spam" / "all.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [(row["text"], row["label"]) for row in map(json.loads, file)]
    changes = []
    for draw in range(30):
        mine, others, test = _rare(rows, np.random.default_rng(draw), (1000, 1000, 2000))
        plain = train(mine, {"learner": "complement"})
        found = calibrate(plain, others)
        before, after = (evaluate(one, test).measures["brier"].value for one in (plain, found))
        changes.append(after - before)
    assert np.mean(changes) < 0
    assert np.count_nonzero(np.array(changes) > 0) <= 5


def _rare(rows, rng, sizes):
    """Draw sets of documents of which 2 in 100 are spam."""
    places = rng.permutation(len(rows))
    spam = [rows[place] for place in places if rows[place][1] == "spam"]
    ham = [rows[place] for place in places if rows[place][1] != "spam"]
    found = []
    for size in sizes:
        n = size // 50
        found.append([*spam[:n], *ham[: size - n]])
        spam = spam[n:]
        ham = ham[size - n :]
    return found


def test_a_named_calibration_is_used_while_the_recipe_is_chosen():
    mine = documents(3, 8, 1)
    for how in ("none", "platt"):
        found = choose(mine, {"calibration": how})
        assert {one.recipe.calibration for one in found.tried} == {how}
        assert found.recipe.calibration == how
        assert (found.classifier.model.calibration is None) == (how == "none")
    assert "auto" in {one.recipe.calibration for one in choose(mine).tried}
    assert {
        one.recipe.calibration for one in tune(mine, {"calibration": "none"}, reserve=0).tried
    } == {"none"}


def test_a_search_counts_the_labels_that_a_named_calibration_gives():
    rng = np.random.default_rng(1)
    words = [rng.integers(0, 30, 6) + 8 * (place % 10 == 0) for place in range(120)]
    mine = [
        (" ".join(f"w{w}" for w in row), "b" if place % 10 == 0 else "a")
        for place, row in enumerate(words)
    ]
    truth = np.array([label == "b" for _, label in mine], np.int64)
    part = stratified_folds(truth, 5, 0)
    grid = {"calibration": ["none", "platt"]}
    settings = {"learner": "svm", "class_weights": "balanced"}
    plain, moved = tune(mine, settings, grid, reserve=0, metric="accuracy").tried
    values = np.empty((120, 2))
    for fold in range(5):
        model = train([row for row, own in zip(mine, part, strict=True) if own != fold], settings)
        values[part == fold] = model.score(
            [text for (text, _), own in zip(mine, part, strict=True) if own == fold]
        ).values
    scores = Scores(("a", "b"), values, np.zeros(2), "margin")
    by_hand = cross_calibrated(scores, truth, part, "platt")
    assert moved.value == pytest.approx(np.mean(by_hand.argmax(axis=1) == truth))
    assert plain.value == pytest.approx(np.mean(values.argmax(axis=1) == truth))
    assert moved.value != plain.value


def test_a_label_without_documents_is_refused_where_platt_is_named():
    classifier = train(documents(3, 4, 1), {"learner": "svm"})
    others = [row for row in documents(3, 4, 2) if row[1] != "label002"]
    with pytest.raises(
        SettingError, match="platt calibration needs documents with each label and without it"
    ):
        calibrate(classifier, others, method="platt")


def test_several_labels_are_judged_one_by_one():
    rng = np.random.default_rng(4)
    truth = rng.random((200, 4)) < 0.3
    values = np.where(truth, 1.0, -1.0) + rng.normal(size=truth.shape) - [2, 0, 0, 0]
    scores = Scores(tuple("abcd"), values, np.zeros(4), "sigmoid", multilabel=True)
    found = chosen_for(scores, truth, parts_of(truth))
    before, after = losses(scores.probabilities(), truth), losses(found.probabilities, truth)
    assert found.method == "platt"
    assert before.shape == (len(MEASURES), 200)
    assert worse(after, before) == []
    assert worse(before, after) == list(MEASURES)
