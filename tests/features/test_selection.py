"""Feature selection: scores by hand and as in scikit-learn, from the training documents alone."""

import math

import numpy as np
import pytest

from linnet import Recipe, cross_validate, load, read, train
from linnet.errors import SettingError
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count
from linnet.features.selection import BY_TABLE, SELECTIONS, LabelTable

ROWS = [("ant bee", "x"), ("ant ant", "x"), ("bee cow", "y"), ("cow dog", "y")]
every_selection = pytest.mark.parametrize("select", SELECTIONS)


def scores(select, rows, weights=None, **settings):
    """Word → score."""
    features, counted = count([[text for text, _ in rows]], [BlockSettings(**settings)])
    labels = sorted({label for _, label in rows})
    codes = np.array([labels.index(label) for _, label in rows], np.int32)
    weights = None if weights is None else np.array(weights, np.float64)
    found = BY_TABLE[select](LabelTable.of(counted, codes, weights, features.n_columns))
    return dict(zip(features.blocks[0].names, found.tolist(), strict=True))


def names(classifier):
    return [name for block in classifier.model.features.blocks for name in block.names]


def test_chi_square_by_hand():
    # "ant" 3 times with x, never with y, half of the documents each:
    # (3 - 1.5)² / 1.5 + (0 - 1.5)² / 1.5 = 3
    assert scores("chi2", ROWS) == pytest.approx({"ant": 3, "bee": 0, "cow": 2, "dog": 1})


def test_chi_square_of_presence_by_hand():
    assert scores("chi2", ROWS, presence=True)["ant"] == pytest.approx(2)


def test_mutual_information_by_hand():
    # "ant" tells the label: H(label) = ln 2. "bee" tells nothing. "dog" is in one of four
    # documents, of y: P(dog, y) = 1/4, P(no dog, y) = 1/4, P(no dog, x) = 1/2
    dog = (
        1 / 4 * math.log(2) + 1 / 4 * math.log(1 / 4 / (3 / 8)) + 1 / 2 * math.log(1 / 2 / (3 / 8))
    )
    assert scores("mutual-information", ROWS) == pytest.approx(
        {"ant": math.log(2), "bee": 0, "cow": math.log(2), "dog": dog}
    )


def test_a_word_of_every_document_tells_nothing():
    assert scores("mutual-information", [("a", "x"), ("a", "y"), ("a", "z")]) == {
        "a": pytest.approx(0, abs=1e-15)
    }


@pytest.mark.parametrize("select", BY_TABLE)
def test_a_weight_of_two_is_two_documents(select):
    weighted = scores(select, ROWS, weights=[2, 1, 1, 3])
    repeated = scores(select, [ROWS[0], *ROWS, ROWS[3], ROWS[3]])
    assert weighted == pytest.approx(repeated)


@pytest.mark.parametrize("presence", [False, True])
def test_chi_square_is_that_of_scikit_learn(presence, real_data):
    from sklearn.feature_selection import chi2

    rows = real_data("trec_fine", 2000)
    features, counted = count(
        [[text for text, _ in rows]], [BlockSettings(longest=2, presence=presence)]
    )
    labels, codes = np.unique([label for _, label in rows], return_inverse=True)
    table = LabelTable.of(counted, codes.astype(np.int32), None, features.n_columns)
    theirs, _ = chi2(counted.matrix(features.n_columns), codes)
    assert len(labels) > 20
    np.testing.assert_allclose(BY_TABLE["chi2"](table), theirs, rtol=1e-9)


def test_mutual_information_is_that_of_scikit_learn(real_data):
    from sklearn.metrics import mutual_info_score

    rows = real_data("trec_coarse", 500)
    features, counted = count([[text for text, _ in rows]], [BlockSettings()])
    dense = counted.matrix(features.n_columns).toarray() > 0
    found = scores("mutual-information", rows)
    for column in range(0, features.n_columns, 17):
        theirs = mutual_info_score(dense[:, column], [label for _, label in rows])
        assert found[features.name(column)] == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("weighting", ["counts", "tfidf"])
def test_weights_are_those_of_an_svm_of_all_features(weighting, real_data):
    rows = real_data("trec_coarse", 500)
    svm = {"learner": "svm", "weighting": weighting, "tolerance": 1e-2}
    whole = train(rows, Recipe.of(**svm, min_documents=2)).model
    weights = whole.weights.dense.reshape(-1, len(whole.labels)).astype(float)
    best = np.argsort(-(weights**2).sum(axis=1), kind="stable")[:50]
    for learner in ("multinomial", "logistic"):
        few = {
            "select": "weights",
            "select_top": 50,
            "min_documents": 2,
            "weighting": weighting,
            "learner": learner,
        }
        assert names(train(rows, Recipe.of(**few))) == [
            whole.features.name(column) for column in sorted(best)
        ]


def test_the_best_are_kept_and_equals_go_by_name():
    assert names(train(ROWS, Recipe.of(select="chi2", select_top=2))) == ["ant", "cow"]
    assert names(train(ROWS, Recipe.of(select="mutual-information", select_top=1))) == ["ant"]
    assert names(train(ROWS, Recipe.of(select="chi2", select_top=99))) == [
        "ant",
        "bee",
        "cow",
        "dog",
    ]


@every_selection
def test_where_there_are_no_words_none_are_selected(select):
    few = {"select": select, "select_top": 2, "min_documents": 2, "learner": "svm"}
    assert names(train([("", "x"), ("", "y")], Recipe.of(**few))) == []
    columns = {"size": [1.0, 2.0, 8.0, 9.0], "label": ["x", "x", "y", "y"]}
    classifier = train(columns, Recipe.of(**few, words=None, numeric=["size"]))
    assert classifier.classify({"size": 8.5}) == "y"


def test_limits_come_first_and_blocks_are_selected_from_together():
    recipe = Recipe.of(select="chi2", select_top=2, min_documents=2, chars="2", learner="logistic")
    # In two documents: ant, bee, cow; an, nt, be, ee, co, ow, "t " … the best have the highest
    # counts with one label
    classifier = train(ROWS, recipe)
    assert names(classifier) == ["ant", "an"]
    assert [block.n_columns for block in classifier.model.features.blocks] == [1, 1]


@every_selection
@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "logistic"])
@pytest.mark.parametrize("weighting", ["counts", "tfidf"])
def test_a_saved_classifier_knows_the_selected_features_only(select, learner, weighting, tmp_path):
    classifier = train(
        ROWS, Recipe.of(select=select, select_top=2, learner=learner, weighting=weighting)
    )
    classifier.save(tmp_path / "m.linnet")
    twin = load(tmp_path / "m.linnet")
    assert names(twin) == ["ant", "cow"]
    assert twin.to_bytes() == classifier.to_bytes()
    assert (
        twin.score(["ant dog"]).values.tolist() == classifier.score(["ant zyzzyva"]).values.tolist()
    )
    assert not twin.exact


def test_naive_bayes_over_selected_features_is_naive_bayes_over_texts_of_these():
    # Left of the texts: ant / ant ant / cow / cow
    few = [("ant", "x"), ("ant ant", "x"), ("cow", "y"), ("cow", "y")]
    selected = train(ROWS, Recipe.of(select="chi2", select_top=2))
    assert (
        selected.score(["ant cow ant"]).values.tolist()
        == train(few).score(["ant cow ant"]).values.tolist()
    )


def test_a_model_of_selected_features_learns_on_with_these():
    classifier = train(ROWS, Recipe.of(select="chi2", select_top=2))
    learned = classifier.learn([("bee bee new cow", "y")])
    assert names(learned) == ["ant", "cow"]
    # As if the other words had never been: ant / ant ant / cow / cow / cow
    few = [("ant", "x"), ("ant ant", "x"), ("cow", "y"), ("cow", "y"), ("cow", "y")]
    assert (
        learned.score(["ant cow ant"]).values.tolist()
        == train(few).score(["ant cow ant"]).values.tolist()
    )
    assert not learned.exact


def noise(n=60, words=400):
    """Documents of random words with random labels: nothing to learn."""
    chance = np.random.default_rng(1)
    return [
        (" ".join(f"w{w}" for w in chance.integers(0, words, 12)), "xy"[i % 2]) for i in range(n)
    ]


@every_selection
@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_cross_validation_selects_from_each_training_part(select, learner):
    # Selected on all documents, the words that happen to fit the labels make noise look easy.
    recipe, data = Recipe.of(select=select, select_top=20, learner=learner), noise()
    honest = cross_validate(data, recipe, folds=5).best.errors
    chosen = set(names(train(data, recipe)))
    leaky = [
        (" ".join(word for word in text.split() if word in chosen), label) for text, label in data
    ]
    assert cross_validate(leaky, Recipe.of(learner=learner), folds=5).best.errors < 15
    assert honest > 20


@every_selection
@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_cross_validation_is_a_refit(select, learner):
    from linnet.evaluation.splits.splits import Parts, stratified_folds
    from linnet.validation.out_of_fold import Work, scored
    from linnet.validation.subtraction import count

    settings = {"learner": learner} | ({"tolerance": 1e-9} if learner == "logistic" else {})
    data, recipe = noise(30, 40), Recipe.of(select=select, select_top=15, **settings)
    counted = count(data, recipe, threads=1)
    part = stratified_folds(counted.codes, 3, 0)
    for fold, one in enumerate(scored(counted, Parts(part), [recipe], Work())):
        classifier = train([row for row, p in zip(data, part, strict=True) if p != fold], recipe)
        wanted = classifier.score([data[i][0] for i in one.documents]).values
        np.testing.assert_allclose(one.scores.values, wanted, rtol=1e-6, atol=1e-9)


def test_document_weights_select_too():
    columns = {
        "text": ["ant", "bee", "bee", "cow"],
        "label": ["x", "x", "y", "y"],
        "w": [1.0, 9.0, 1.0, 1.0],
    }
    weighted = train(read(columns, weight="w"), Recipe.of(select="chi2", select_top=1))
    columns.pop("w")
    assert (names(weighted), names(train(columns, Recipe.of(select="chi2", select_top=1)))) == (
        ["cow"],
        ["ant"],
    )


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"select": "magic", "select_top": 5},
            "selected by one of none, chi2, mutual-information, weights; got 'magic'",
        ),
        ({"select": "chi2"}, "by what and how many; got select chi2 and select top none"),
        ({"select_top": 5}, "by what and how many; got select none and select top 5"),
        ({"select": "chi2", "select_top": 0}, "select top must be 1 or above; got 0"),
        ({"select": "chi2", "select_top": True}, "select top must be 1 or above; got True"),
        (
            {"select": "chi2", "select_top": 5, "hash_bits": 8},
            "hashed features cannot be selected; got hash bits too",
        ),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(chosen, sentence):
    with pytest.raises(SettingError) as caught:
        Recipe.of(**chosen)
    assert sentence in str(caught.value)


def test_a_selection_is_written_in_the_recipe_only_where_there_is_one():
    assert "select" not in Recipe().to_toml()
    recipe = Recipe.of(select="chi2", select_top=3)
    assert Recipe.from_toml(recipe.to_toml()) == recipe
