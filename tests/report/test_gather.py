"""Everything a report shows, as one plain dict."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

import linnet
from linnet.evaluation.metrics.multilabel_evaluation import evaluate_multilabel_predictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.report.gather import MOST_BYTES, gather, size_of
from tests.report.reports import HELD_OUT, report_of


def test_it_is_json_without_gaps(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_numbers_by_hand(report):
    assert report["labels"] == ["ham", "spam"]
    assert report["measures"]["accuracy"]["value"] == 0.5
    assert report["headline"].startswith(
        "Right for 50.0 % of 4 documents (15.0 to 85.0 %), macro F1 0.500"
    )
    # predicted, true, documents; mistakes first
    assert report["confusion"] == [[0, 1, 1], [1, 0, 1], [0, 0, 1], [1, 1, 1]]
    assert report["cautions"] == [
        "Fewer than 20 documents are too few to say how sure these numbers are."
    ]


def test_cells_have_their_documents(report):
    cells = {(predicted, true): places for predicted, true, places in report["examples"]}
    assert [report["documents"][place]["text"] for place in cells[0, 1]] == ["at noon"]
    assert [report["documents"][place]["row"] for place in cells[1, 0]] == [2]


def test_the_worst_mistake_is_the_surest_and_its_words_light_up(report, classifier):
    worst = report["documents"][report["mistakes"][0]]
    assert worst["text"] == "at noon"
    pieces = dict(worst["why"]["pieces"])
    scores = {one.feature: one.scores for one in classifier.explain("at noon").contributions}
    # What "at" adds to ham, the wrong label that was given, above what it adds to spam, the true
    # one.
    assert pieces["at"] == pytest.approx(scores["at"][0] - scores["at"][1], rel=1e-5)
    assert worst["why"]["features"][0][0] == "at"


def test_a_very_long_document_is_shown_and_not_explained(classifier):
    report = report_of(classifier, [("lunch " * 3000, "spam"), ("noon", "spam")])
    long, short = sorted(
        (report["documents"][place] for place in report["mistakes"]), key=lambda one: one["row"]
    )
    assert long["why"]["too_long"]
    assert len(long["why"]["pieces"][0][0]) == 480
    assert short["why"]["features"]


def test_thresholds_count_documents_at_or_above(report, classifier):
    spam = next(one for one in report["thresholds"] if one["label"] == 1)
    chances = [classifier.probabilities(text)["spam"] for text, _ in HELD_OUT]
    assert spam["at"] == pytest.approx(sorted(chances, reverse=True), rel=1e-5)
    assert (spam["with"], spam["without"]) == (2, 2)
    assert (spam["right"][-1], spam["wrong"][-1]) == (2, 2)


def test_absent_sections_are_null_and_given_ones_are_kept(report, classifier):
    assert all(
        report[name] is None
        for name in ("leaks", "looks", "tuning", "suspects", "curves", "training")
    )
    looks = {"times": 3, "models": 2}
    given = report_of(
        classifier, HELD_OUT, looks=looks, training={"accuracy": {"value": 1.0, "interval": None}}
    )
    assert given["looks"] == looks
    assert given["training"] == {"accuracy": {"value": 1.0, "interval": None}}


def test_measures_by_name_come_with_those_of_labels_and_their_calibration(classifier):
    half = {"value": 0.5, "interval": None}
    bins = [{"probability": 0.9, "right": half, "documents": 4}]
    found = {
        "documents": 4,
        "macro_f1": half,
        "measures": {"accuracy": half, "macro-f1": half, "log-loss": half},
        "unsure": {"value": 0.0, "interval": None},
        "labels": {
            label: {"documents": 2, "tpr": half, "roc-area": half} for label in ("ham", "spam")
        },
        "calibration": bins,
    }
    answered = linnet.validation.labelled_predictions.labelled_predictions(classifier, HELD_OUT)
    report = gather(classifier, HELD_OUT, answered, SimpleNamespace(as_json=lambda: found))
    assert set(report["measures"]) == {"accuracy", "macro-f1", "log-loss"}
    assert report["per_label"][0] == {"label": 0, "documents": 2, "roc-area": half}
    assert report["calibration"] == bins


def test_one_document(classifier):
    report = report_of(classifier, HELD_OUT[:1])
    assert report["headline"].startswith("The only document was told right.")
    assert report["thresholds"] == []


def test_all_of_one_label_and_labels_the_model_does_not_know(classifier):
    report = report_of(classifier, [("lunch", "ham"), ("noon", "ham")])
    assert (
        "All documents have the label ham: this says nothing of the others." in report["cautions"]
    )
    report = report_of(classifier, [("lunch", "ham"), ("win", "scam"), ("win", "scam")])
    assert report["unknown"] == [1]
    assert report["cautions"][0] == (
        "The model does not know the label scam, which 2 documents have: it is always wrong there."
    )
    assert [one["label"] for one in report["thresholds"]] == [
        0
    ]  # spam has no document, scam no score
    assert report["doubtful"] == []


def test_margins_have_no_calibration_and_thresholds_of_scores():
    pairs = [("good film", "pos"), ("bad film", "neg"), ("good", "pos"), ("bad", "neg")]
    classifier = linnet.train(pairs, {"learner": "svm"})
    report = report_of(classifier, pairs * 5)
    assert not report["probable"]
    assert report["calibration"] is None
    assert min(report["thresholds"][0]["at"]) < 0


FILMS = [("good fun", ["fun", "pos"]), ("good plot", ["pos"]), ("fun", ["fun"]), ("dull", [])] * 5


def several_report(films, recipe=None, **sections):
    return report_of(
        linnet.train(FILMS, recipe or {"learner": "logistic", "strength": 0.001}), films, **sections
    )


def test_several_labels_per_document_have_thresholds_that_start_at_the_cutoffs():
    films = [*FILMS, ("fun", ["pos"])]
    report = several_report(
        films, {"learner": "logistic", "strength": 0.001, "cutoff": {"pos": 0.01}}
    )
    fun, pos = sorted(report["thresholds"], key=lambda one: one["label"])
    assert (fun["with"], fun["without"]) == (10, 11)
    assert fun["at"][fun["start"]] > 0.5 > fun["at"][fun["start"] + 1]
    assert 0.5 > pos["at"][pos["start"]] > 0.01
    assert (fun["right"][fun["start"]], fun["wrong"][fun["start"]]) == (10, 1)
    assert fun["right"][-1] + fun["wrong"][-1] == 21


def test_mistakes_of_several_labels_are_pairs_with_words_that_speak_for_the_label():
    report = several_report([*FILMS, ("so dull fun", ["pos"]), ("good plot", ["new", "pos"])])
    by_kind = {one["kind"]: one for one in report["mistakes"]}
    assert len(report["mistakes"]) == 2  # the model does not know the label new: nothing to explain
    wrong, missing = by_kind["wrong"], by_kind["missing"]
    labels = report["labels"]
    assert (labels[wrong["label"]], labels[missing["label"]]) == ("fun", "pos")
    assert wrong["row"] == missing["row"] == 20
    assert [labels[place] for place in wrong["predicted"]] == ["fun"]
    assert [labels[place] for place in wrong["true"]] == ["pos"]
    words = {text: value for text, value in wrong["why"]["pieces"] if value}
    assert words["fun"] > 0 > words["dull"]
    assert wrong["score"] > 0.5 > missing["score"]


def test_a_label_that_only_another_outer_model_knew_has_no_explained_mistakes():
    classifier, flags = linnet.train(FILMS), np.array([[True, False, True], [False, False, True]])
    scores = np.where(flags, 2.0, -2.0)
    sets = MultilabelPredictions(("fun", "pos", "zest"), np.zeros_like(flags), flags, None, scores)
    report = gather(
        classifier, [("fun", ["fun"]), ("good", [])], sets, evaluate_multilabel_predictions(sets)
    )
    assert [report["labels"][one["label"]] for one in report["mistakes"]] == ["fun"]


def test_mistakes_of_several_labels_are_explained_by_the_classifier_that_made_them():
    other = linnet.train(
        [("so fun", ["fun"]), ("so dull", ["pos"])] * 5, {"learner": "logistic", "strength": 0.001}
    )
    asked = []

    def answered(place):
        asked.append(place)
        return other

    report = several_report([*FILMS, ("so dull fun", ["pos"])], answered=answered)
    wrong = next(one for one in report["mistakes"] if one["kind"] == "wrong")
    assert set(asked) == {20}
    told = {one.feature: one.scores[0] for one in other.explain("so dull fun").contributions}
    assert dict(wrong["why"]["pieces"])["fun"] == pytest.approx(told["fun"], rel=1e-5)


def test_margins_and_training_measures_of_several_labels():
    training = linnet.evaluate_multilabel(linnet.train(FILMS), FILMS).as_json()
    report = several_report(FILMS, {"learner": "svm"}, training=training)
    assert not report["probable"]
    assert report["mistakes"] == []
    assert report["training"].keys() <= {*report["measures"], "log-loss", "brier"}


def test_several_labels_per_document_have_their_own_measures():
    films = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])]
    classifier = linnet.train(films)
    report = gather(classifier, films, None, linnet.evaluate_multilabel(classifier, films))
    assert report["several"]
    assert report["headline"].startswith("All labels right for ")
    assert {"subset-accuracy", "hamming-loss", "micro-f1", "precision-at-1"} <= set(
        report["measures"]
    )
    assert "confusion" not in report


def test_columns_instead_of_texts():
    rows = {
        "colour": ["red", "blue"] * 4,
        "size": [1.0, 2.0, 1.5, 2.5, 1.1, 0.9, 1.2, 2.2],
        "label": ["a", "b"] * 4,
    }
    recipe = linnet.Recipe.of(
        words=None, categorical=["colour"], numeric=["size"], learner="logistic"
    )
    documents = linnet.read(rows, text=(), categorical=["colour"], numeric=["size"])
    wrong = linnet.read(
        {**rows, "label": ["b", "a"] * 4}, text=(), categorical=["colour"], numeric=["size"]
    )
    report = report_of(linnet.train(documents, recipe), wrong)
    worst = report["documents"][report["mistakes"][0]]
    assert worst["text"].startswith("colour: ")
    assert worst["why"]["pieces"] == []
    assert worst["why"]["features"]


def many(labels: int, texts: int) -> list[tuple[str, str]]:
    """Long texts in a script of three bytes a character, the labels wrong for every third."""
    word = [f"字{number}" for number in range(labels)]
    return [
        (f"{word[n % labels]} " + "長い文章" * 100, f"label {(n + n % 3) % labels}")
        for n in range(texts)
    ]


@pytest.mark.parametrize("labels", [2, 30, 500])
def test_it_stays_below_a_megabyte(labels):
    documents = many(labels, 4000)
    learned = [(text, f"label {n % labels}") for n, (text, _) in enumerate(documents)]
    # Pairs and pieces of words: more features than any recipe that training would choose.
    classifier = linnet.train(learned, {"smoothing": 0.1, "words": "1-2", "chars": "1-3"})
    report = report_of(classifier, documents)
    assert size_of(report) <= MOST_BYTES
    assert max(len(one["text"]) for one in report["documents"]) <= 241
    assert max(len(places) for *_, places in report["examples"]) <= 20
    assert len(report["confusion"]) <= 900
    assert report["examples"][0][2]  # mistakes come first


def test_same_report_for_any_number_of_threads(classifier):
    documents = HELD_OUT * 30
    one, two = (
        linnet.validation.labelled_predictions.labelled_predictions(
            classifier, documents, threads=n
        )
        for n in (1, 2)
    )
    assert np.array_equal(one.scores, two.scores)
    assert report_of(classifier, documents) == report_of(classifier, documents)


def test_a_mistake_is_explained_by_the_classifier_that_made_it(classifier):
    other = linnet.train([("at noon", "spam"), ("see you", "ham")])
    answers = linnet.validation.labelled_predictions.labelled_predictions(classifier, HELD_OUT)
    asked = []

    def answered(place):
        asked.append(place)
        return other

    evaluation = linnet.evaluate(classifier, HELD_OUT)
    report = gather(classifier, HELD_OUT, answers, evaluation, answered=answered)
    wrong = np.flatnonzero(answers.predicted != answers.truth)
    assert sorted(asked) == wrong.tolist()
    worst = report["documents"][report["mistakes"][0]]
    scores = {one.feature: one.scores for one in other.explain("at noon").contributions}
    assert dict(worst["why"]["pieces"])["at"] == pytest.approx(
        scores["at"][0] - scores["at"][1], rel=1e-5
    )
    assert "answered" not in report


def test_accuracy_stands_beside_the_baseline_and_the_curve_has_the_point_of_the_model(classifier):
    report = report_of(classifier, HELD_OUT)
    # 2 of 4 are ham, the first of equals.
    assert report["baseline"] == {"label": 0, "accuracy": 0.5}
    assert report["beside"] == "Always giving ham, the most frequent label here: 50.0 %."
    assert report["estimated_accuracy"] is None
    assert report["risk_coverage"]["chosen"] == {"coverage": 1, "risk": 0.5}
    assert "coverage" not in report["measures"]


def test_a_report_of_a_lowest_probability_tells_how_many_were_answered(classifier):
    report = report_of(classifier.with_min_probability(0.99), HELD_OUT)
    measures = report["measures"]
    assert measures["coverage"]["value"] + measures["unsure"]["value"] == 1
    assert report["beside"].startswith("Answered ")
    assert report["risk_coverage"]["chosen"]["coverage"] == measures["coverage"]["value"]


def test_the_sentence_of_drift_is_never_cut(classifier):
    sentence = "These documents do not look like the training data: " + "they differ, " * 50
    drift = {"shifted": True, "sentence": sentence, "shifts": {}, "not_measured": {"x": "y" * 999}}
    report = report_of(classifier, HELD_OUT, drift=drift, warning="Below expectation.")
    assert report["drift"]["sentence"] == sentence
    assert len(report["drift"]["not_measured"]["x"]) < 300
    assert report["cautions"][-2:] == [sentence, "Below expectation."]
    assert report_of(classifier, HELD_OUT)["drift"] is None
