"""A session in a notebook on the embedded corpus: each result is shown as a cell shows it."""

import subprocess
import sys
from functools import cache

import pytest

import linnet
from linnet import sample
from tests.display.checks import check_html, check_line

# Names that are no functions with a result to show.
OTHER_NAMES = {
    "Classifier", "DataWarning", "Documents", "Drift", "InputError", "LinnetError",
    "ModelFileError", "NotConverged", "SettingError", "__version__", "sampling", "evaluate_several",
}  # fmt: skip
FILMS = [("good film", ["good"]), ("good jokes", ["funny", "good"]), ("jokes", ["funny"])] * 7
OTHERS = [("win a prize", "spam"), ("see you at noon", "ham")] * 7
WORDS = {"cooking": ["oven", "Ofen", "horno"], "football": ["goal", "Tor", "gol"]}


@cache
def messages():
    return linnet.read(sample.path("messages.csv"))


@cache
def classifier():
    return linnet.train(messages(), {"learner": "svm"})


@cache
def tuned():
    return linnet.tune(messages(), grid={"smoothing": [0.3, 1.0]}, folds=3)


def saved(folder):
    classifier().save(folder / "messages.linnet")
    return linnet.load(folder / "messages.linnet")


def several():
    return linnet.train(FILMS, {"learner": "logistic"})


def path():
    recipe = {"learner": "logistic", "penalty": "l1"}
    return next(linnet.regularisation_path(messages(), recipe, strengths=2))


# What a cell shows, by the public function that it calls.
CELLS = {
    "read": lambda _: messages(),
    "Recipe": lambda _: linnet.Recipe.of(words="1-2", learner="svm"),
    "train": lambda _: classifier(),
    "load": saved,
    "tune": lambda _: tuned(),
    "choose": lambda _: linnet.choose(FILMS),
    "evaluate": lambda _: linnet.evaluate(classifier(), messages()),
    "evaluate_multilabel": lambda _: linnet.evaluate_multilabel(several(), FILMS),
    "compare": lambda _: linnet.compare(classifier(), tuned().classifier, messages()),
    "cross_validate": lambda _: linnet.cross_validate(messages(), folds=3),
    "curve": lambda _: linnet.curve(messages(), along="smoothing", values=[0.3, 1], folds=2),
    "suspects": lambda _: linnet.suspects(messages(), folds=3),
    "calibrate": lambda _: linnet.calibrate(classifier(), OTHERS),
    "lexicon_classifier": lambda _: linnet.lexicon_classifier(WORDS),
    "regularisation_path": lambda _: path(),
    "drift": lambda _: linnet.drift(classifier(), messages(), messages()),
    "retrain": lambda _: linnet.retrain(several(), FILMS[:6], FILMS),
    "Folds": lambda _: linnet.Folds(5, group="author"),
    "predict": lambda _: classifier().predict(["win a prize", "see you at noon", None]),
    "explain": lambda _: classifier().explain("Win a prize now, or see you at noon"),
}
TABLELESS = {"Folds"}  # a line is all there is to see


@pytest.mark.parametrize("name", CELLS)
def test_every_cell_shows_a_short_line_and_a_small_table(name, tmp_path):
    result = CELLS[name](tmp_path)
    check_line(repr(result))
    assert "\n" not in repr(result)
    if name in TABLELESS:
        return
    html = result._repr_html_()
    check_html(html)
    assert len(html) < 30_000
    assert "<table>" in html
    shown_texts = "https://" in str(getattr(result, "texts", "")) or name == "suspects"
    assert "<script" not in html
    assert shown_texts or "http" not in html


def test_every_public_function_is_in_the_session():
    assert set(linnet.__all__) - OTHER_NAMES <= set(CELLS)


def test_nobody_pays_for_what_is_not_shown():
    code = (
        "import sys, linnet; c = linnet.train([('a b', 'x'), ('c', 'y')], {});"
        "c.predict(['a']).to_dicts(); c.explain('a');"
        "linnet.evaluate(c, [('a', 'x'), ('c', 'y')]).as_json();"
        "print([name for name in sys.modules if name.startswith('linnet') and 'display' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
