"""How good a classifier is on labelled documents it has not seen."""

import numpy as np
import pytest

from linnet import lexicon_classifier, sample, train, tune
from linnet.errors import InputError, SettingError
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.register import averaged
from linnet.evaluation.metrics.training_facts import ON_TRAINING_DOCUMENTS
from linnet.reading import read
from linnet.validation.evaluate import evaluate, evaluate_any_predictions, evaluate_multilabel
from tests.display.checks import check_html

TONE = lexicon_classifier({"neg": ["bad"], "pos": ["good"]})
SEVERAL = train([("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])], {})
# Told right, right, right and wrong.
FILMS = {
    "text": ["good", "so good", "bad", "not bad"],
    "label": ["pos", "pos", "neg", "pos"],
    "author": ["ann", "ann", None, None],
}


def test_accuracy_is_the_share_of_right_labels():
    found = evaluate(TONE, FILMS)
    assert (found.documents, found.accuracy.value) == (4, 0.75)
    # F1 of neg: 1 of 2 given is right, the only one is found, 2/3; of pos: 2 of 2, 2 of 3, 4/5.
    assert found.macro_f1.value == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert found.groups is None


def test_documents_of_one_author_are_not_independent():
    documents = read(FILMS, metadata="author")
    assert evaluate(TONE, documents, group="author").groups == 3
    with pytest.raises(SettingError, match="must be read as `metadata`; got 'year'"):
        evaluate(TONE, documents, group="year")


def test_sets_of_labels_are_right_where_all_of_them_are():
    films = [("fun", ["fun", "pos"]), ("so good", ["pos"]), ("dull", ["pos"])]
    rows = {"text": [text for text, _ in films], "label": [labels for _, labels in films]}
    found = evaluate_multilabel(SEVERAL, films)
    assert found.subset_accuracy.value == pytest.approx(2 / 3)
    # Three labels are given, all of them right, of the four that there are: 2 · 3 / (3 + 4).
    assert found.micro_f1.value == pytest.approx(6 / 7)
    grouped = read({**rows, "author": ["ann", "ann", "bob"]}, metadata="author")
    assert evaluate_multilabel(SEVERAL, grouped, group="author").groups == 2


def test_each_kind_of_classifier_has_its_own_evaluation():
    with pytest.raises(SettingError, match=r"labels per document. Use linnet\.evaluate_mul"):
        evaluate(SEVERAL, FILMS)
    with pytest.raises(SettingError, match=r"one label per document\. Use linnet\.evaluate\.$"):
        evaluate_multilabel(TONE, [("good", ["pos"])])


def test_predictions_of_either_kind_are_judged_and_metrics_can_be_added():
    one = np.array([0, 1])
    single = LabelledPredictions(("a", "b"), one, np.array([0, 0]), np.zeros((2, 2)))
    share_of_a = averaged("share-of-a", True, lambda predictions: predictions.predicted == 0)
    found = evaluate_any_predictions(single, [share_of_a])
    assert (found.accuracy.value, found.measures["share-of-a"].value) == (0.5, 1.0)
    flags = np.array([[True, False]])
    sets = MultilabelPredictions(("a", "b"), flags, flags)
    assert evaluate_any_predictions(sets).subset_accuracy.value == 1.0


def test_a_column_that_has_no_label_of_the_model_is_not_the_truth():
    texts = [f"so good a film as number {n}" for n in range(12)]
    countries = ["de", "fr", "it"] * 4
    with pytest.raises(InputError, match="has learned labels such as 'neg', 'pos'; got columns"):
        evaluate(TONE, {"text": texts, "Land": countries})
    truth = ["pos", "pos", "neg"] * 4
    assert evaluate(TONE, {"text": texts, "Land": countries, "x": truth}).accuracy.value > 0.6


def test_an_evaluation_on_the_training_documents_says_so():
    mail = [("win a prize", "spam"), ("see you at noon", "ham")]
    classifier = train(mail)
    found = evaluate(classifier, mail)
    assert found.on_training_documents is True
    assert found.as_json()["on_training_documents"] is True
    assert "2 documents that the model was trained on" in repr(found)
    assert ON_TRAINING_DOCUMENTS in check_html(found._repr_html_())
    others = evaluate(classifier, mail[:1])
    assert others.on_training_documents is False
    assert "trained on" not in repr(others) + others._repr_html_()
    assert evaluate(TONE, FILMS).on_training_documents is None  # it has learned nothing


def test_an_evaluation_of_sets_on_the_training_documents_says_so():
    found = evaluate_multilabel(SEVERAL, [("good fun", ["pos", "fun"])])
    assert found.on_training_documents is False
    learned = [("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])]
    found = evaluate_multilabel(SEVERAL, learned)
    assert found.as_json()["on_training_documents"] is True
    assert ON_TRAINING_DOCUMENTS in check_html(found._repr_html_())


def test_a_measure_stands_beside_its_estimate():
    tuned = tune(sample.path("messages.csv"), grid={"smoothing": [0.1, 1.0]})
    classifier = tuned.classifier
    found = evaluate(classifier, [("win a prize", "spam"), ("see you at noon", "ham")])
    estimate = classifier.record.estimate.measures["accuracy"]
    assert found.as_json()["estimated_accuracy"] == estimate.as_json()
    assert f"accuracy {estimate.value:.3f} estimated when trained" in repr(found)
    shown = check_html(found._repr_html_())
    assert "estimated when trained" in shown
    assert str(estimate) in shown
