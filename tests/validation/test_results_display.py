"""Results of validation in a line, and as tables."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet import Folds
from linnet.evaluation.metrics.measures import Measure
from linnet.reading import read
from linnet.validation.detailed_evaluation import Details, evaluate_in_detail
from linnet.validation.label_suspects import Suspect, Suspects
from linnet.validation.labelled_predictions import predictions_with_metadata
from tests.display.checks import check_html, check_shown
from tests.display.hostile import NAMES

FILMS = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull film", "neg")] * 6


def test_cross_validation_tells_of_the_best_setting():
    found = linnet.cross_validate(FILMS, folds=Folds(3, repeats=2), smoothings=[0.1, 1000.0])
    assert repr(found).startswith(
        "CrossValidation(24 documents in 3 folds, 2 times, 2 settings, best: smoothing 0.1, "
        "accuracy 1.000"
    )
    assert repr(found.best).startswith("Result(smoothing 0.1, accuracy 1.000")
    shown = check_html(found._repr_html_())
    assert shown.count("✓") == 1
    assert "24 documents with a twin in another fold" in shown
    check_shown(found.leaks)
    assert repr(found.leaks) == "Leaks(24 of 24 documents leak: 24 exact)"


def test_many_settings_are_cut():
    found = linnet.cross_validate(FILMS, folds=2, smoothings=[0.1 * n for n in range(1, 31)])
    assert "10 settings more" in check_html(found._repr_html_())
    check_shown(found)


def test_suspects_tell_of_the_first():
    found = linnet.suspects([*FILMS, ("good good film", "neg")], folds=None)
    assert repr(found) == "Suspects(1 suspect label, first row 24 neg, likelier pos)"
    assert repr(Suspects()) == "Suspects(0 suspect labels)"
    shown = check_html(found._repr_html_())
    assert f"{found[0].margin:.2f}" in shown  # what they are sorted by
    assert "-∞" in check_html(Suspects([replace(found[0], margin=None)])._repr_html_())
    check_shown(found)
    check_shown(found[0])
    check_shown(Suspects())


def test_many_suspects_are_cut_and_hostile_ones_mere_text():
    suspects = Suspects()
    for row, name in enumerate(NAMES * 3):
        suspects.append(Suspect(row, name, name, name, None, None, None, name))
    suspects.not_judged = 2
    check_shown(suspects)
    check_shown(suspects[0])
    shown = check_html(suspects._repr_html_())
    assert f"{len(suspects) - 10} suspect labels more" in shown
    assert "2 labels not judged" in shown


def test_suspects_of_a_frame_are_shown_by_its_labels():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([*FILMS, ("good good film", "neg")], columns=["text", "label"])
    frame.index = [f"film {n}" for n in range(len(frame))]
    assert "film 24" in check_html(linnet.suspects(frame, folds=None)._repr_html_())


def test_suspects_among_several_labels_have_a_status():
    films = [("good film", ["good"]), ("jokes", ["funny"]), ("dull film", [])] * 6
    found = linnet.suspects([*films, ("jokes", ["good"])], {"learner": "logistic"})
    check_shown(found)
    assert "missing" in check_html(found._repr_html_())
    assert " missing" in repr(found)


def test_a_detailed_evaluation_has_its_slices():
    data = {"text": [text for text, _ in FILMS], "label": [label for _, label in FILMS]}
    data["author"] = [NAMES[n % 3] for n in range(len(FILMS))]
    classifier = linnet.train(FILMS, {})
    predictions, metadata = predictions_with_metadata(
        classifier, read(data, metadata="author"), lengths=True
    )
    details = Details(slices=["author"], by_length=True)
    detailed = evaluate_in_detail(predictions, metadata, details)
    detailed = replace(detailed, spam={"lam-percent": Measure(1.0)}, training=detailed.evaluation)
    check_shown(detailed)
    assert "slices by author, words" in repr(detailed)
    shown = check_html(detailed._repr_html_())
    assert "as a spam filter, %" in shown
    check_shown(detailed.predictions)
    assert np.all(detailed.predictions.truth >= 0)
