"""linnet inspect."""

import math

import pytest

import linnet
from linnet.explanation.strongest import strongest
from linnet.recipe.recipe import Recipe


def test_recipe_is_toml_only(run, model):
    assert Recipe.from_toml(run("inspect", model, "--recipe").out) == Recipe()


def test_the_printed_recipe_makes_the_same_file(run, data, tmp_path):
    first, again, file = tmp_path / "a.linnet", tmp_path / "b.linnet", tmp_path / "recipe.toml"
    run(
        "train",
        data,
        "-o",
        first,
        "--words",
        "1-2",
        "--learner",
        "complement",
        "--stop-words",
        "at,the",
    )
    file.write_text(run("inspect", first, "--recipe").out)
    run("train", data, "-o", again, "--recipe", file)
    assert first.read_bytes() == again.read_bytes()


def test_json_has_what_train_said(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    trained = run("train", data, "-o", path, "--json").json
    result = run("inspect", path, "--json").json
    assert all(
        result[key] == trained[key]
        for key in ("documents", "features", "fingerprint", "exact", "model")
    )
    assert result["labels"] == {"ham": 3, "spam": 3}
    assert result["bytes"] == path.stat().st_size
    assert result["fields"] == ["text"]
    assert result["linnet"] == linnet.__version__


def test_text_shows_documents_and_strongest_features(run, model):
    out = run("inspect", model, "--top", "1").out
    assert "multinomial naive Bayes" in out
    assert "ham            3" in out
    assert (
        "Speaking for ham (1 feature):\nfeature  documents  of the label   lead  odds ×\nat " in out
    )
    assert "Speaking for" not in run("inspect", model, "--top", "0").out


def test_strongest_by_hand():
    pairs = [("good film", "pos"), ("good one", "pos"), ("bad film", "neg"), ("bad one", "neg")]
    found = strongest(linnet.train(pairs), 5)
    # smoothing 1, 4 features, 4 tokens each: log(3/8) - log(1/8); film and one lead nowhere
    assert [(one.feature, one.documents) for one in found["pos"]] == [("good", 2)]
    assert found["pos"][0].contrast == pytest.approx(math.log(3))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"learner": "bernoulli"},
        {"learner": "complement"},
        {"learner": "complement", "norm": True},
        {"hash_bits": 8},
        {"min_documents": 2},
        {"chars": "1-2"},
        {"private": 2},
    ],
)
def test_leads_are_those_of_the_dense_weights(settings):
    pairs = [
        ("a b c", "x"),
        ("a b d", "x"),
        ("b c d e", "y"),
        ("c d", "y"),
        ("a e e", "z"),
        ("e f", "z"),
    ]
    classifier = linnet.train(pairs, Recipe.of(**settings))
    model = classifier.model
    names = {model.features.name(column): column for column in range(model.features.n_columns)}
    for number, label in enumerate(classifier.labels):
        found = strongest(classifier, 10)[label]
        assert found
        for one in found:
            weights = model.weight_of(names[one.feature])[0]
            others = [w for place, w in enumerate(weights) if place != number]
            assert one.contrast == pytest.approx(weights[number] - sum(others) / len(others))
            assert one.documents >= 2


def test_a_feature_that_vetoes_another_label_leads_without_end(run, data, tmp_path):
    path = tmp_path / "strict.linnet"
    run("train", data, "-o", path, "--smoothing", "0")
    first = run("inspect", path, "--json").json["strongest"]["ham"][0]
    assert first == {"feature": "at", "documents": 3, "of_label": 3, "lead": None, "odds": None}
    assert "veto" in run("inspect", path).out


def test_what_is_no_model_is_refused(run, data, tmp_path):
    for path in (data, tmp_path / "none.linnet", tmp_path):
        ran = run("inspect", path)
        assert ran.code == 2
        assert ran.err.count("\n") == 1


def test_the_weight_of_documents_is_shown_where_it_is_not_their_number(run, model, tmp_path):
    assert "documents    6\n" in run("inspect", model).out
    data, path = tmp_path / "weighted.csv", tmp_path / "weighted.linnet"
    data.write_text("text,label,n\nwin,spam,0.5\nnoon,ham,3\n")
    run("train", data, "-o", path, "--weight", "n")
    assert "documents    2, of weight 3.5\n" in run("inspect", path).out
    assert run("inspect", path, "--json").json["weight"] == 3.5


def test_odds_by_hand():
    pairs = [("good film", "pos"), ("good one", "pos"), ("bad film", "neg"), ("bad one", "neg")]
    # smoothing 1, 4 features, 4 tokens each: (3/8) / (1/8)
    assert strongest(linnet.train(pairs, {}), 1)["pos"][0].odds == pytest.approx(3)
    three = [*pairs, ("odd good", "new"), ("odd good", "new")]
    # good: 3/9 in pos, 1/9 in neg, 3/9 in new; the rest is neg and new in equal shares: (3/9) / (2/9)
    found = {one.feature: one for one in strongest(linnet.train(three, {}), 5)["pos"]}
    assert found["good"].odds == pytest.approx(1.5)
    assert (found["good"].documents, found["good"].of_label) == (4, 2)


def test_odds_multiply_those_of_the_prior():
    pairs = [
        ("a b c", "x"),
        ("a b d", "x"),
        ("b c d e", "y"),
        ("c d", "y"),
        ("a e e", "z"),
        ("e f", "z"),
    ]
    for settings in ({}, {"learner": "logistic", "weighting": "tfidf"}, {"learner": "bernoulli"}):
        classifier = linnet.train(pairs, settings)
        for label, features in strongest(classifier, 5).items():
            for one in features:
                empty, alone = (classifier.probabilities(text)[label] for text in ("", one.feature))
                if classifier.model.link == "softmax":
                    assert one.odds == pytest.approx(alone / (1 - alone) / (empty / (1 - empty)))


def test_margins_have_no_odds_and_linear_models_no_documents_of_a_label(run, data, tmp_path):
    path = tmp_path / "svm.linnet"
    run("train", data, "-o", path, "--learner", "svm")
    first = run("inspect", path, "--json").json["strongest"]["ham"][0]
    assert (first["odds"], first["of_label"]) == (None, None)


@pytest.mark.parametrize(
    "settings",
    [{}, {"hash_bits": 8}, {"min_documents": 2}, {"learner": "bernoulli"}, {"private": 2}],
)
def test_documents_of_the_label_are_those_that_have_the_feature(settings):
    pairs = [
        ("a b c", "x"),
        ("a b d d", "x"),
        ("b c d e", "y"),
        ("c d", "y"),
        ("a e e", "z"),
        ("e f", "z"),
    ]
    classifier = linnet.train(pairs, Recipe.of(**settings))
    for label, features in strongest(classifier, 10).items():
        for one in features:
            name = one.feature
            if not settings.get("hash_bits"):
                assert one.of_label == sum(
                    name in text.split() for text, own in pairs if own == label
                )
            assert 0 < one.of_label <= one.documents
