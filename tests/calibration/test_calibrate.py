"""A classifier with a calibration and cutoffs: in memory, in its file, and after it has changed."""

import csv
import pickle

import numpy as np
import pytest

from linnet import (
    DataWarning,
    InputError,
    SettingError,
    calibrate,
    evaluate,
    load,
    read,
    sample,
    train,
)
from linnet.calibration.calibrate import Development
from linnet.classifier.classifier import from_bytes
from linnet.model.decision import UNSURE
from linnet.validation.evaluate import evaluate_multilabel
from linnet.validation.labelled_predictions import labelled_predictions
from tests.films import FILMS

with sample.path("messages.csv").open(encoding="utf-8", newline="") as opened:
    MESSAGES = [(row["text"], row["label"]) for row in csv.DictReader(opened)]
MINE, OTHERS = MESSAGES[::2], MESSAGES[1::2]
MIXED = FILMS + [
    (text, labels) for (text, _), (_, labels) in zip(FILMS, FILMS[1:] + FILMS[:1], strict=True)
]


@pytest.fixture(scope="module")
def bayes():
    return train(MINE, {"learner": "multinomial"})


@pytest.fixture(scope="module")
def svm():
    return train(MINE, {"learner": "svm"})


def test_margins_become_probabilities(svm):
    found = calibrate(svm, OTHERS)
    assert found.model.calibration.shared
    assert calibrate(svm, OTHERS, method="platt").model.calibration.method == "platt"
    assert sum(found.probabilities("win a prize").values()) == pytest.approx(1)
    with pytest.raises(SettingError, match="margins, not probabilities"):
        svm.probabilities("win a prize")


def test_naive_bayes_that_is_too_sure_gets_a_temperature_above_one_and_keeps_its_labels():
    bigrams = train(MINE, {"learner": "multinomial", "words": "1-3"})
    found = calibrate(bigrams, OTHERS)
    assert found.model.calibration.temperature[0] > 1
    texts = [text for text, _ in OTHERS]
    assert (
        found.classify(texts) == bigrams.classify(texts) == [found.classify(text) for text in texts]
    )


def test_probabilities_are_better_on_documents_that_played_no_part():
    bigrams = train(MINE, {"learner": "multinomial", "words": "1-3"})
    before, after = Development.of(bigrams, OTHERS).gain()
    assert after["log-loss"] < before["log-loss"]
    assert after["calibration-error"] < before["calibration-error"]


def test_gains_are_measured_on_the_other_half_only(svm):
    few = [("win a prize", "spam"), ("lunch at noon", "ham"), ("lunch", "ham")]
    before, after = Development.of(svm, few).gain("platt")
    assert set(before.values()) == {None}  # no probabilities
    assert (
        None not in after.values()
    )  # so few documents share one sigmoid, which any of them can be left out of
    assert set(Development.of(svm, few[:1]).gain("platt")[1].values()) == {None}
    assert Development.of(svm, OTHERS).gain("none")[1] == before


def test_all_of_it_survives_the_file(svm, tmp_path):
    found = calibrate(svm, OTHERS, cutoffs=["ham=0.7", "spam=0.9"], unsure=True)
    found.save(tmp_path / "calibrated.linnet")
    texts = [text for text, _ in OTHERS]
    unpickled = pickle.loads(pickle.dumps(found))  # noqa: S301
    for again in (load(tmp_path / "calibrated.linnet"), unpickled):
        assert again.classify(texts) == found.classify(texts)
        assert np.array_equal(
            again.score(texts).probabilities(), found.score(texts).probabilities()
        )
        assert again.to_bytes() == found.to_bytes()
        assert again.model.decision.rules == ("0.7", "0.9")
    assert {"ham", "spam", None} == set(found.classify(texts))


def test_one_text_gets_the_same_label_as_many(svm):
    found = calibrate(svm, OTHERS, cutoffs=["spam=budget:ham:0.02"], method="isotonic")
    texts = [text for text, _ in OTHERS]
    assert [found.classify(text) for text in texts] == found.classify(texts)


def test_a_budget_holds_on_the_documents_it_was_found_on(bayes):
    found = labelled_predictions(calibrate(bayes, OTHERS, cutoffs=["spam=budget:ham:0.05"]), OTHERS)
    ham = found.truth == 0
    assert np.mean(found.predicted[ham] == 1) <= 0.05
    assert np.mean(found.predicted[~ham] == 1) > 0.5


def test_answers_hold_what_is_unsure(svm):
    found = labelled_predictions(calibrate(svm, OTHERS, cutoffs=["0.9"], unsure=True), OTHERS)
    assert np.array_equal(found.predicted == UNSURE, found.probabilities.max(axis=1) <= 0.9)
    assert 0 < np.mean(found.predicted == UNSURE) < 1


def test_calibrating_again_starts_from_the_scores(svm):
    once = calibrate(svm, OTHERS, cutoffs=["spam=f1"])
    assert calibrate(once, OTHERS, cutoffs="spam=f1").to_bytes() == once.to_bytes()
    assert calibrate(once, OTHERS, method="none").to_bytes() == svm.to_bytes()


def test_several_labels_get_probabilities_and_cutoffs():
    margins = train(FILMS, {"learner": "svm"})
    found = calibrate(margins, MIXED)
    assert found.model.decision.cutoffs.tolist() == [0.5] * 3
    assert from_bytes(found.to_bytes()).to_bytes() == found.to_bytes()
    p = found.score(["good jokes"]).probabilities()[0]
    assert found.classify("good jokes") == [
        label for label, one in zip(found.labels, p, strict=True) if one > 0.5
    ]
    chosen = calibrate(margins, MIXED, cutoffs=["pos=f1", "neg=0.3"])
    assert chosen.model.decision.rules == ("", "0.3", "f1")
    assert chosen.model.decision.cutoffs[:2].tolist() == [0.5, 0.3]
    assert from_bytes(chosen.to_bytes()).classify("dull jokes") == chosen.classify("dull jokes")
    assert evaluate_multilabel(chosen, FILMS).documents == 6


def test_cutoffs_on_margins_are_kept_as_the_probabilities_they_stand_for():
    margins = train(FILMS, {"learner": "svm", "cutoff": -0.2})
    found = calibrate(margins, MIXED, method="temperature")
    texts = [text for text, _ in FILMS]
    assert (
        from_bytes(found.to_bytes()).classify(texts)
        == found.classify(texts)
        == margins.classify(texts)
    )
    assert found.model.decision.rules == ("margin -0.2",) * 3


# After a change


@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_what_has_learned_more_keeps_its_calibration_and_says_that_it_is_stale(learner):
    found = calibrate(train(MINE, {"learner": learner}), OTHERS, cutoffs=["spam=0.9"])
    assert not found.stale
    changed = found.learn(OTHERS[:20])
    assert changed.stale
    assert changed.model.calibration is found.model.calibration
    assert changed.model.decision is found.model.decision
    assert from_bytes(changed.to_bytes()).stale
    assert not calibrate(changed, OTHERS).stale


def test_forgetting_and_merging_make_it_stale_too(bayes):
    found = calibrate(bayes, OTHERS)
    assert found.forget(MINE[:10]).stale
    assert found.merge(bayes).stale
    assert bayes.merge(found).model.calibration is found.model.calibration
    assert not bayes.merge(bayes).stale
    assert not bayes.learn(OTHERS[:5]).stale


def test_other_labels_leave_no_calibration(bayes):
    found = calibrate(bayes, OTHERS)
    with pytest.warns(UserWarning, match="got other labels by this change, so both were left out"):
        changed = found.learn([("eggs and bacon", "menu")])
    assert (changed.model.calibration, changed.stale, changed.labels) == (
        None,
        False,
        ("ham", "menu", "spam"),
    )


# Explanations


def test_contributions_sum_to_the_score_before_the_calibration(svm):
    found, text = calibrate(svm, OTHERS), "win a prize at lunch"
    told = found.explain(text)
    sums = np.array(told.offset) + np.sum([one.scores for one in told.contributions], axis=0)
    np.testing.assert_allclose(sums, svm.score([text]).values[0])
    assert told.calibrated
    assert dict(zip(told.labels, told.probabilities, strict=True)) == pytest.approx(
        found.probabilities(text)
    )


def test_an_explanation_says_unsure(svm):
    told = calibrate(svm, OTHERS, cutoffs=["0.999"], unsure=True).explain("win a prize")
    assert told.unsure
    assert told.label in svm.labels
    assert told.strongest()


# Refusals


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"method": "none", "cutoffs": ["spam=0.9"]},
            "cutoffs need probabilities; got a model of margins and no calibration",
        ),
        ({"unsure": True}, "unsure needs a cutoff that a label must be above"),
        ({"method": "magic"}, "a calibration must be auto, temperature"),
    ],
)
def test_what_cannot_be_is_refused(svm, settings, said):
    with pytest.raises(SettingError, match=said):
        calibrate(svm, OTHERS, **settings)


def test_labels_that_the_model_does_not_know_are_refused(svm):
    with pytest.raises(
        InputError, match=r"a label must be one that the model knows \('ham', 'spam'\); got 'eggs'"
    ):
        calibrate(svm, [("a", "ham"), ("b", "eggs")])


def test_no_documents_are_refused(svm):
    with pytest.raises(
        InputError, match="there must be at least one document with a label; got none"
    ):
        calibrate(svm, read({"text": [], "label": []}))


def test_evaluation_uses_the_cutoffs(bayes):
    careful = calibrate(bayes, OTHERS, cutoffs=["spam=0.99"])
    precision = [
        evaluate(one, OTHERS).per_label["spam"]["precision"].value for one in (bayes, careful)
    ]
    assert precision[0] < precision[1]


def test_a_calibration_on_the_training_documents_warns():
    classifier = train(FILMS, {"learner": "svm"})
    with pytest.warns(DataWarning, match=r"^The model was trained on exactly these documents: "):
        calibrate(classifier, FILMS, method="platt")
