"""Classifiers in a line, and as tables."""

import linnet
from linnet import sample
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES

PAIRS = [("cheap pills", "spam"), ("lunch at noon", "ham"), ("see you at noon", "ham")]


def test_the_labels_with_most_documents_come_first():
    shown = check_html(linnet.train(PAIRS, {})._repr_html_())
    assert "multinomial naive Bayes, smoothing 1" in shown
    assert shown.index("ham") < shown.index("spam")
    assert "estimate" not in shown


def test_the_estimate_of_the_record_is_shown_until_the_model_changes():
    messages = linnet.read(sample.path("messages.csv"))
    classifier = linnet.tune(
        messages, {"learner": "logistic"}, grid={"strength": [0.001]}, folds=3
    ).classifier
    assert ", estimated accuracy 0." in repr(classifier)
    shown = check_html(classifier._repr_html_())
    assert "estimate" in shown
    assert "documents reserved from the start." in shown
    changed = classifier.learn([("cheap pills", "spam")])
    assert "estimated" not in repr(changed)
    assert "The model has changed since." in check_html(changed._repr_html_())
    check_shown(classifier.record)
    check_shown(classifier.model)
    check_shown(classifier.totals)


def test_classifiers_of_all_kinds_are_shown(tmp_path):
    many = linnet.train([(f"word{n}", f"label {n}") for n in range(100)], {})
    assert "88 labels more" in check_html(many._repr_html_())
    assert repr(many).endswith("label 0, label 1, label 10, label 11, label 12 … and 95 more)")
    hostile = linnet.train([(name, name) for name in NAMES], {"words": None, "chars": "1-2"})
    check_shown(hostile)
    check_shown(linnet.lexicon_classifier({"pos": ["good"], "neg": ["bad"]}))
    sets = linnet.train([("a b", ["x", "y"]), ("b", ["y"]), ("c", [])], {"learner": "logistic"})
    assert repr(sets).endswith("labels x, y, several per document)")
    check_shown(sets)
    sets.save(tmp_path / "sets.linnet")
    check_shown(linnet.load(tmp_path / "sets.linnet"))
    unsure = linnet.calibrate(linnet.train(PAIRS, {}), PAIRS * 5, cutoffs="spam=0.8")
    assert "spam above 0.8" in check_html(unsure._repr_html_())


def test_the_columns_it_has_learned():
    model = linnet.train({"body": ["good film", "dull"], "category": ["a", "b"]}, {})
    assert "label column" in model._repr_html_()
    assert "category" in model._repr_html_()
