"""Recipes that calibrate and choose cutoffs; no document is scored by a model that learned it."""

import numpy as np
import pytest

from linnet import InputError, Recipe, SettingError, read, sample, train
from linnet.calibration.calibrate import Development
from linnet.evaluation.random import uniforms

DATA = str(sample.path("messages.csv"))


@pytest.mark.parametrize(
    "settings",
    [
        {"calibration": "temperature"},
        {"learner": "svm", "calibration": "auto"},
        {"learner": "svm", "calibration": "platt", "cutoff": ("spam=f1",)},
        {"learner": "logistic", "cutoff": {"spam": 0.9}, "unsure": True},
        {"calibration": "isotonic", "cutoff": ("spam=budget:ham:0.05",)},
    ],
)
def test_the_recipe_makes_the_same_classifier_again(settings):
    found = train(DATA, settings, threads=2)
    recipe = Recipe.from_toml(found.recipe.to_toml())
    assert recipe == found.recipe
    assert train(DATA, recipe, threads=1).to_bytes() == found.to_bytes()


def test_a_calibration_leaves_weights_as_they_are():
    plain, calibrated = (train(DATA, {"calibration": how}) for how in ("none", "temperature"))
    texts = ["win a prize", "see you at noon"]
    np.testing.assert_array_equal(plain.score(texts).values, calibrated.score(texts).values)
    assert calibrated.model.calibration.temperature[0] > 1  # naive Bayes is too sure of itself


def test_probabilities_are_better_on_other_documents(tmp_path):
    documents = [
        (text, label)
        for batch in _read(DATA)
        for text, label in zip(*map(list, batch), strict=True)
    ]
    learned, others = documents[::2], documents[1::2]
    before = Development.of(train(learned), others).gain("none")[0]["log-loss"]
    calibrated = train(learned, {"calibration": "temperature"})
    told = calibrated.score([text for text, _ in others]).log_probabilities()
    after = -np.mean(
        [row[calibrated.labels.index(label)] for row, (_, label) in zip(told, others, strict=True)]
    )
    assert after < before


def test_documents_of_several_labels_are_calibrated_too():
    data = [
        ("good fun", ["pos", "fun"]),
        ("good plot", ["pos"]),
        ("dull", []),
        ("fun", ["fun"]),
    ] * 10
    found = train(data, {"calibration": "platt", "cutoff": ("pos=f1",)})
    assert found.model.calibration.method == "platt"
    assert found.classify("good fun") == ["fun", "pos"]


def threads(n=40):
    """Two messages of each thread, with a label that nothing but the thread tells."""
    words = (uniforms(8, n * 12) * 20).astype(int).reshape(2 * n, 6)
    labels = (uniforms(5, n) < 0.5).tolist()
    return {
        "text": [
            f"t{i % n} u{i % n} v{i % n} " + " ".join(f"w{word}" for word in row)
            for i, row in enumerate(words)
        ],
        "label": ["ham" if label else "spam" for label in labels] * 2,
        "thread": [f"t{i}" for i in range(n)] * 2,
        "day": [f"2024-{1 + i // 10:02}-{1 + i % 10:02}" for i in range(n)] * 2,
    }


@pytest.mark.parametrize("settings", [{"group": "thread"}, {"time": "day"}])
def test_twins_do_not_make_it_too_sure(settings):
    plain, honest = (
        train(threads(), {"calibration": "temperature", **more}) for more in ({}, settings)
    )
    assert (
        plain.model.calibration.temperature[0] < 0.5
    )  # a twin is nearly always in another fold: all are right
    assert honest.model.calibration.temperature[0] > 5  # what was not learned is told by chance
    recipe = Recipe.from_toml(honest.recipe.to_toml())
    assert recipe == honest.recipe
    assert (
        train(read(threads(), metadata=recipe.metadata_columns), recipe, threads=2).to_bytes()
        == honest.to_bytes()
    )


def test_copies_do_not_make_it_too_sure_though_no_column_tells_of_them():
    data = threads()
    half = {name: values[:40] for name, values in data.items()}
    copied = {
        "text": [*half["text"], *(f"{text.upper()}!" for text in half["text"])],
        "label": half["label"] * 2,
    }
    found = train(copied, {"calibration": "temperature"})
    assert found.model.calibration.temperature[0] > 5  # each text is new to what scores it


def test_few_groups_and_times_make_fewer_parts():
    data = threads()
    data["thread"], data["day"] = ["a", "b"] * 40, [1, 2] * 40
    for settings in ({"group": "thread"}, {"time": "day"}):
        assert (
            train(data, {"calibration": "auto", **settings}).model.calibration.method
            == "temperature"
        )
    with pytest.raises(InputError, match="at least as many groups as parts, 2; got 1"):
        train({**data, "thread": ["a"] * 80}, {"calibration": "auto", "group": "thread"})


def test_a_label_of_one_document_does_no_harm():
    found = train([("a", "x"), ("b", "y"), ("c", "z")], {"calibration": "auto"})
    assert sum(found.probabilities("a").values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"calibration": "magic"},
            "the calibration must be one of none, auto, temperature, platt, isotonic",
        ),
        ({"unsure": True}, "unsure needs a cutoff"),
        ({"learner": "svm", "cutoff": ("spam=f1",)}, "cutoffs need probabilities"),
        ({"cutoff": ("eggs=f1",)}, "eggs"),
        ({"group": "a", "time": "b"}, "divided by group or by time; got 'a' and 'b'"),
        ({"cutoff": ()}, "a cutoff must be a number, one for each label, or rules"),
    ],
)
def test_what_does_not_fit_is_a_sentence(settings, said):
    with pytest.raises(SettingError, match=said):
        train(DATA, settings)


def _read(path):
    return [
        (batch.texts[0].to_pylist(), batch.labels.to_pylist()) for batch in read(path).batches()
    ]
