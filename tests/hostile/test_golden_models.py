"""Golden models with one thing in them damaged, under a right checksum.

An answer or a LinnetError, never a crash.

Every array is dropped, gets another type, length, shape and other numbers; everything in the header
is dropped or gets another value, type or length. By default a sample of all this is tried, by `make
slow` all of it.
"""

import random

import numpy as np
import pytest

from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import encode, open_file
from tests.golden_models import MODELS, path_of
from tests.hostile.damage import damaged_files, replaced
from tests.hostile.use import use

pytestmark = pytest.mark.filterwarnings("ignore")  # of infinities, other versions, unknown levels

TRIED = 60  # damages of each model, by default
OPENED = {name: open_file(path_of(name), NEEDS) for name in MODELS}
every_model = pytest.mark.parametrize("name", MODELS)


@every_model
def test_the_whole_file_is_good(name):
    refused = {*use(name, path_of(name))} - {"sample", "likelihood"}  # which few learners have
    assert refused <= (
        {"learn", "forget", "merge"} if "linear" in OPENED[name].metadata["needs"] else set()
    )


def arrays_of(name):
    return {array: OPENED[name].array(array) for array in OPENED[name].names}


@pytest.mark.parametrize(
    ("name", "path", "new"),
    [
        (
            "categorical",
            ("recipe", "features", "categorical"),
            ["author"],
        ),  # another recipe than its features
        ("mixed", ("recipe", "features", "numeric"), []),
        ("svm-columns", ("blocks", 1, "kind"), "cross"),
        ("svm-columns", ("blocks", 1, "columns"), []),
        ("svm-columns", ("blocks", 5, "reference"), "ann"),  # of a number
        ("tokenizer", ("recipe", "learner", "name"), "logistic"),
        ("logistic", ("needs",), ["naive-bayes", "weighting"]),
        (
            "platt",
            ("needs",),
            ["decision", "linear"],
        ),  # a calibration that an older program would not see
        ("platt", ("needs",), ["calibration", "linear"]),
        ("platt", ("calibration",), "isotonic"),
        ("platt", ("decision", "rules"), ["", "0.4"]),
        ("platt", ("decision", "unsure"), 1),
        ("narrow", ("recipe", "narrow"), False),
        ("recorded", ("record",), []),
        ("recorded", ("record", "tried"), -1),
        ("recorded", ("record", "best", 0, "value"), None),
        ("recorded", ("record", "best", 1, "settings"), "words"),
        ("recorded", ("record", "estimate", "measures", "accuracy", "interval"), [0.5]),
        ("recorded", ("record", "estimate", "outer_folds"), 2.5),
        ("recorded", ("record", "baseline", "accuracy"), "high"),
        ("recorded", ("record", "labels", "neg"), 2**70),
        ("recorded", ("record", "versions"), ["0.1.0"]),
        ("recorded", ("record", "stale"), 0),
    ],
)
def test_a_header_that_does_not_fit_itself_is_refused(name, path, new, tmp_path):
    model = tmp_path / "damaged.linnet"
    model.write_bytes(encode(replaced(OPENED[name].metadata, path, [new]), arrays_of(name)))
    assert use(name, model) == ["load"]


@pytest.mark.parametrize(
    ("name", "array", "new", "refused"),
    [
        ("svm-columns", "block1.frequencies", [[1]], "load"),
        (
            "lexicon-features",
            "block1.offsets",
            [0, 5, 9, 14],
            "load",
        ),  # a feature less than a lexicon has
        ("svm-columns", "block4.learned", [34.0, 0.0], "load"),  # no number has a deviation of 0
        ("logistic", "model.offset", [np.nan, 0, 0], "load"),
        ("gaussian", "block0.totals.squares", [], "learn"),
        ("mixed", "model.labels", [7], "explain"),
        ("platt", "calibration.slopes", [1.0, 1.0], "load"),
        ("platt", "decision.cutoffs", [0.5, -0.1, 0.5], "load"),
        ("isotonic", "calibration.starts", [0, 0, 1, 2], "load"),
        ("temperature", "calibration.temperature", [0.0], "load"),
        (
            "several-logistic",
            "model.cutoffs",
            [0.0, 0.0, 0.0],
            "load",
        ),  # others than the recipe says
        ("narrow", "block0.offsets.lengths", [200] * 12, "load"),
        ("narrow", "model.dense.exponents", [0, 0, 0, 0, 0], "load"),
        ("narrow", "model.dense.halves", [1.0, 2.0], "load"),
        ("narrow", "weighting.rarity.codes", [99] * 12, "load"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_where_they_are_needed(
    name, array, new, refused, tmp_path
):
    model, good = tmp_path / "damaged.linnet", OPENED[name].array(array)
    other = np.array(new, good.dtype)
    whole = np.resize(other, good.shape) if array == "model.labels" else other
    model.write_bytes(encode(OPENED[name].metadata, arrays_of(name) | {array: whole}))
    assert refused in use(name, model)


def try_all(name, damages, path):
    """Use a model with each of the damages; say which of them leads to what must not be."""
    for damaged in damages:
        try:
            if damaged.write(path):
                use(name, path)
        except BaseException as error:
            error.add_note(f"{name}: {damaged.said}")
            raise


@every_model
def test_a_sample_of_all_damage(name, tmp_path):
    every = list(damaged_files(OPENED[name]))
    try_all(name, random.Random(name).sample(every, TRIED), tmp_path / "damaged.linnet")


@pytest.mark.slow
@every_model
def test_all_damage(name, tmp_path):
    try_all(name, damaged_files(OPENED[name]), tmp_path / "damaged.linnet")
