"""The recipe for people who have none."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from linnet import Recipe, SettingError, choose, cross_validate, read, sample, train
from linnet.learning.learners import setting_names, that_take
from linnet.tuning.choose import (
    FEWEST,
    MANY,
    DataProfile,
    features_for,
    grid_for,
    learners_for,
    restricted,
)
from linnet.tuning.grid import candidates_of

PROFILE = DataProfile(
    n_documents=5_000, n_labels=4, mean_length=200.0, non_latin_share=0.0, unspaced_share=0.0
)


def kinds(profile):
    """The kinds of features that are tried."""
    return [" ".join(sorted(one)) for one in features_for(profile)]


def learners(profile):
    """The learners that are tried."""
    return {name for grid in learners_for(profile) for name in grid["learner"]}


def test_what_is_tried_depends_on_the_documents():
    assert kinds(PROFILE) == ["words", "chars_in_words words", "chars words"]
    assert kinds(replace(PROFILE, mean_length=5_000.0)) == ["words"]
    assert kinds(replace(PROFILE, n_documents=50_000)) == ["words", "chars_in_words words"]
    assert kinds(replace(PROFILE, n_documents=2_000_000)) == ["words"]
    assert kinds(replace(PROFILE, n_labels=500)) == ["words", "chars_in_words words"]
    assert kinds(replace(PROFILE, non_latin_share=0.3)) == [
        "words",
        "chars_in_words words",
        "chars words",
        "chars words",
    ]
    assert kinds(replace(PROFILE, non_latin_share=0.9, unspaced_share=0.9)) == [
        "words",
        "chars words",
    ]
    assert learners(PROFILE) == {"multinomial", "complement", "svm", "nb-svm", "logistic"}
    assert learners(replace(PROFILE, n_labels=500)) == {
        "multinomial",
        "complement",
        "svm",
        "logistic",
    }
    assert all(
        grid["min_documents"] == [2]
        for grid in grid_for(replace(PROFILE, n_documents=MANY), Recipe())
    )
    assert not any("min_documents" in grid for grid in grid_for(PROFILE, Recipe()))


OTHER_THAN_USUAL = {
    "smoothing": 0.7, "prior": "uniform", "norm": True, "trials": "length", "loss": "hinge",
    "penalty": "l1",
    "strength": 0.2, "l1_share": 0.3, "offset": "penalised", "solver": "newton",
    "tolerance": 0.01, "rounds": 7,
    "variant": "pa-2", "cap": 0.3, "averaged": False, "covariance": "shared", "ridge": 0.5,
}  # fmt: skip


def test_every_setting_is_looked_at():
    assert {*OTHER_THAN_USUAL, "learner", "origin"} == set(setting_names())


@pytest.mark.parametrize("setting", OTHER_THAN_USUAL)
def test_a_setting_leaves_only_learners_that_take_it(setting):
    settings = {setting: OTHER_THAN_USUAL[setting]}
    if setting == "l1_share":
        settings["penalty"] = "elastic"
    taking = that_take(settings)
    assert taking
    if not learners(PROFILE) & set(taking):
        with pytest.raises(SettingError, match=f"must go with .*{taking[0]}"):
            restricted(grid_for(PROFILE, Recipe()), settings)
        return
    tried = [
        one.recipe.learner
        for one in candidates_of(Recipe(), restricted(grid_for(PROFILE, Recipe()), settings))
    ]
    assert {one.learner for one in tried} == learners(PROFILE) & set(taking)
    assert {getattr(one, setting) for one in tried} == {OTHER_THAN_USUAL[setting]}


def test_settings_of_a_dict_without_a_learner_do_the_same():
    pairs = [
        ("good film", "pos"),
        ("fine film", "pos"),
        ("bad film", "neg"),
        ("dull film", "neg"),
    ] * 6
    tried = choose(pairs, {"strength": 0.1, "words": "1"}).tried
    assert {one.recipe.learner.learner for one in tried} == {"svm", "logistic", "nb-svm"}
    assert {one.recipe.learner.strength for one in tried} == {0.1}
    assert {one.recipe.features.words for one in tried} == {(1, 1)}
    few = choose(pairs[:8], {"strength": 0.1})
    assert (few.tried, few.recipe.learner.learner, few.recipe.learner.strength) == ((), "svm", 0.1)


def test_a_recipe_without_a_learner_blames_none():
    pairs = [("good film", "pos"), ("bad film", "neg")] * 5
    said = (
        "strength belongs to the learners logistic, svm, nb-logistic, nb-svm; got none of them. "
        "Name one of them."
    )
    for refused in (
        lambda: train(pairs, {"strength": 0.1}),
        lambda: Recipe.of(strength=0.1),
        lambda: Recipe.from_toml("[learner]\nstrength = 0.1\n"),
        lambda: cross_validate(pairs, strengths=[0.1], folds=2),
    ):
        with pytest.raises(SettingError) as caught:
            refused()
        assert str(caught.value) == said


def test_rare_labels_count_where_almost_all_documents_have_one():
    pairs = [("all is well", "fine")] * 57 + [("pay at once", "fraud")] * 3
    assert DataProfile.of(read(pairs)).metric == "macro-f1"
    assert DataProfile.of(read(pairs[40:])).metric is None
    found = choose(pairs)
    assert found.metric == "macro-f1"
    assert found.classifier.classify("pay at once") == "fraud"


def test_scripts_are_seen():
    texts = {
        "latin": "une fenêtre ouverte",
        "russian": "открытое окно",
        "chinese": "打开窗户",
        "thai": "เปิดหน้าต่าง",
    }
    profiles = {
        name: DataProfile.of(read([(text, "a"), (text, "b")])) for name, text in texts.items()
    }
    assert (
        profiles["latin"].non_latin_share
        == profiles["latin"].unspaced_share
        == profiles["russian"].unspaced_share
        == 0
    )
    assert (
        min(
            profiles["russian"].non_latin_share,
            profiles["chinese"].unspaced_share,
            profiles["thai"].unspaced_share,
        )
        > 0.8
    )


def test_what_a_recipe_says_of_features_stays():
    base = Recipe.of(words="1-3", weighting="tfidf", min_documents=5)
    grids = grid_for(PROFILE, base)
    assert not any({"words", "weighting", "min_documents"} & set(grid) for grid in grids)
    assert any("chars_in_words" in grid for grid in grids)
    numbers = Recipe.of(words=None, numeric=["age"], learner="gaussian")
    assert not any(
        {"words", "chars", "chars_in_words"} & set(grid) for grid in grid_for(PROFILE, numbers)
    )


def test_too_few_documents_to_choose_by():
    pairs = [("good film", "pos"), ("bad film", "neg")] * (FEWEST // 2)
    few = choose(pairs[: FEWEST - 1])
    assert (few.tried, few.estimate, few.recipe) == ((), None, Recipe())
    assert choose(pairs).estimate is not None


def test_ten_documents_of_each_label_are_judged_honestly():
    messages = pd.read_csv(sample.path("messages.csv"))
    found = choose(messages.groupby("label").head(10))
    low, high = found.estimate.accuracy.interval
    assert found.reserved == 20
    assert high - low > 0.2


def test_the_same_documents_give_the_same_classifier(tmp_path):
    rng = np.random.default_rng(0)
    words = np.array([f"w{n}" for n in range(200)])
    pairs = [
        (" ".join(words[(rng.integers(0, 60, 12) + 70 * label) % 200]), "abc"[label])
        for label in rng.integers(0, 3, 150)
    ]
    one, two = choose(pairs, threads=1), choose(pairs, threads=2)
    for name, tuned in (("one", one), ("two", two)):
        tuned.classifier.save(tmp_path / name)
    train(pairs, one.recipe).save(tmp_path / "again")
    assert (
        (tmp_path / "one").read_bytes()
        == (tmp_path / "two").read_bytes()
        == (tmp_path / "again").read_bytes()
    )
    assert train(pairs).recipe == one.recipe


def test_several_labels_each():
    films = [
        ("good fun", ["pos", "comedy"]),
        ("good but sad", ["pos", "drama"]),
        ("bad and sad", ["neg", "drama"]),
    ]
    found = choose(films * 10)
    assert found.metric == "micro-f1"
    assert found.classifier.multilabel


@pytest.mark.parametrize("learner", ["svm", "logistic"])
def test_strengths_over_n_suit_any_number_of_documents(learner):
    pairs = [("good film", "pos"), ("bad film", "neg")] * 20
    over = train(pairs, {"learner": learner, "strength": "0.5/n"})
    plain = train(pairs, {"learner": learner, "strength": 0.5 / 40})
    assert np.array_equal(over.model.weights.dense, plain.model.weights.dense)


def test_what_is_named_stays_even_where_it_is_the_usual():
    assert any(grid.get("words") == ["1-2"] for grid in grid_for(PROFILE, Recipe()))
    assert not any("words" in grid for grid in grid_for(PROFILE, Recipe(), named=["words"]))
    pairs = [("good film", "pos"), ("bad film", "neg")] * 15
    assert {one.recipe.features.words for one in choose(pairs, {"words": "1"}).tried} == {(1, 1)}


def test_groups_stay_together_while_choosing():
    frame = pd.DataFrame({"text": ["good film", "bad film"] * 20, "label": ["pos", "neg"] * 20})
    frame["author"] = [f"a{row // 4}" for row in range(40)]
    found = choose(frame, {"group": "author"})
    assert found.held.predictions.groups is not None


def test_settings_of_learners_come_without_a_learner():
    data = [("good film", "pos"), ("bad film", "neg")] * 15
    with pytest.raises(
        SettingError, match=r"must come without a learner here; got 'strength' and a learner\."
    ):
        choose(data, {"learner": "svm"}, learner_settings={"strength": 0.1})


@pytest.mark.parametrize("other", ["!!!", "hello there"])
def test_documents_without_words_have_an_estimate_too(other):
    data = [("!!!", "ham"), ("!!!", "ham"), ("!!!", "spam")] * 20
    data[-1] = (other, "spam")
    tuned = choose(data)
    assert not any(tried.problem for tried in tuned.tried)
    assert tuned.classifier.classify("!!!") == "ham"
    assert 0.6 < tuned.estimate.accuracy.value < 0.7
