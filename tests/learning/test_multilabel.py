"""Several labels per document: each told from the rest, a cutoff for each, sets of labels out."""

import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

import linnet
from linnet import Recipe, SettingError, train
from linnet.classifier import classifier, sampling
from linnet.errors import InputError
from linnet.learning.learners import LEARNERS
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode, encode
from tests.films import FILMS

TRAINED = [
    name
    for name in LEARNERS
    if name not in ("lexicon", "converted", "binomial", "categorical", "full-gaussian")
]


def matrix(found):
    """Return counts and labels of FILMS as dense tables, for scikit-learn."""
    words = sorted({word for text, _ in FILMS for word in text.split()})
    x = np.array([[text.split().count(word) for word in words] for text, _ in FILMS])
    return x, np.array([[label in labels for label in found.labels] for _, labels in FILMS])


@pytest.mark.parametrize("learner", TRAINED)
def test_every_learner_gives_sets_and_saves_them(learner, tmp_path):
    found = train(FILMS * 3, {"learner": learner})
    assert found.labels == ("funny", "neg", "pos")
    assert found.documents == 18
    assert found.multilabel
    answers = found.classify([text for text, _ in FILMS])
    assert answers[3] == ["pos"]
    assert all(isinstance(answer, list) for answer in answers)
    assert found.classify("good good plot") == ["pos"]
    found.save(tmp_path / "m.linnet")
    again = linnet.load(tmp_path / "m.linnet")
    assert again.to_bytes() == found.to_bytes()
    assert again.classify([text for text, _ in FILMS]) == answers
    assert again.documents == 18


@pytest.mark.parametrize(
    ("learner", "peer"), [("multinomial", MultinomialNB), ("bernoulli", BernoulliNB)]
)
@pytest.mark.parametrize("class_weights", ["none", {"neg": 3.0}])
def test_naive_bayes_is_each_label_against_the_rest(learner, peer, class_weights):
    found = train(FILMS, {"learner": learner, "smoothing": 0.5, "class_weights": class_weights})
    x, y = matrix(found)
    for place, label in enumerate(found.labels):
        weights = (
            np.where(
                y[:, place], {} if class_weights == "none" else class_weights.get(label, 1.0), 1.0
            )
            if (class_weights != "none")
            else None
        )
        alone = peer(alpha=0.5).fit(x, y[:, place], sample_weight=weights)
        ours = found.score([text for text, _ in FILMS]).values[:, place]
        theirs = alone.predict_joint_log_proba(x)
        np.testing.assert_allclose(ours, theirs[:, 1] - theirs[:, 0], atol=1e-9)


def test_gaussian_against_the_rest():
    found = train(FILMS * 2, {"learner": "gaussian"})
    x, y = matrix(found)
    for place in range(3):
        theirs = GaussianNB().fit(x, y[:, place]).predict_joint_log_proba(x)
        ours = found.score([text for text, _ in FILMS]).values[:, place]
        np.testing.assert_allclose(ours, theirs[:, 1] - theirs[:, 0], rtol=1e-6)


def test_one_word_by_hand():
    # x: 1 document, "a a b"; not x: 1 document, "b". P(a|x) = (2+1)/(3+2), P(a|rest) = (0+1)/(1+2).
    found = train([("a a b", ["x"]), ("b", [])])
    assert found.probabilities("a")["x"] == pytest.approx(1 / (1 + (1 / 3) / (3 / 5)))
    assert found.classify(["a", "b"]) == [["x"], []]


def test_logistic_is_one_sigmoid_per_label():
    found = train(FILMS * 4, {"learner": "logistic", "tolerance": 1e-8, "strength": 0.01})
    x, y = matrix(found)
    x, y = np.tile(x, (4, 1)), np.tile(y, (4, 1))
    peer = OneVsRestClassifier(LogisticRegression(C=1 / (0.01 * len(x)), tol=1e-8)).fit(x, y)
    ours = [list(one.values()) for one in found.probabilities([text for text, _ in FILMS])]
    np.testing.assert_allclose(ours, peer.predict_proba(x[:6]), atol=1e-4)
    assert not np.allclose(np.sum(ours, axis=1), 1)  # labels do not exclude each other


@pytest.mark.parametrize("learner", ["logistic", "svm", "nb-svm", "perceptron"])
def test_balanced_labels_weigh_both_sides_alike(learner):
    rare = [("tin", ["rare"])] + [("tin can", [])] * 9
    plain = train(
        rare,
        {"learner": learner, "strength": 1.0} if learner != "perceptron" else {"learner": learner},
    )
    data = {**plain.recipe.to_dict(), "class_weights": "balanced"}
    even = train(rare, Recipe.from_dict(data))
    assert even.score(["tin"]).values[0, 0] > plain.score(["tin"]).values[0, 0]


def test_two_labels_are_each_told_from_the_rest_even_where_each_document_has_one():
    found = train([("a", ["x"]), ("b", ["y"])] * 3, {"learner": "logistic"})
    assert found.classify(["a", "b"]) == [["x"], ["y"]]
    scores = found.score(["a"]).values[0]
    assert scores[0] == pytest.approx(-scores[1], rel=1e-4)
    assert found.learn([("a", ["x", "y"])] * 50).classify("a") == ["x", "y"]


def test_a_cutoff_for_each_label():
    texts = [text for text, _ in FILMS]
    plain = train(FILMS)
    chances = plain.probabilities(texts)
    strict = train(FILMS, {"cutoff": {"funny": 0.95}})
    eager = train(FILMS, {"cutoff": 0.01})
    for text, chance in zip(texts, chances, strict=True):
        expected = [label for label, p in chance.items() if p > (0.95 if label == "funny" else 0.5)]
        assert strict.classify(text) == expected
        assert eager.classify(text) == [label for label, p in chance.items() if p > 0.01]
    assert Recipe.from_toml(strict.recipe.to_toml()) == strict.recipe


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"cutoff": 1.5}, "the cutoff of a probability must be between 0 and 1; got 1.5"),
        (
            {"cutoff": {"sad": 0.5}},
            "cutoffs must name labels that are there ('funny', 'neg', 'pos'); got 'sad'",
        ),
        ({"cutoff": "high"}, "a cutoff must be a number"),
        ({"smoothing": 0}, "several labels per document need smoothing above 0"),
        ({"learner": "complement", "norm": True}, "no norm"),
        ({"prior": {"funny": 0.5}}, "a given prior must name every label ('funny', 'neg', 'pos')"),
        ({"class_weights": {"sad": 2.0}}, "class weights must name labels"),
    ],
)
def test_settings_that_do_not_fit_are_sentences(settings, said):
    with pytest.raises(SettingError) as caught:
        train(FILMS, settings)
    assert said in str(caught.value)


def test_a_cutoff_of_one_label_each_is_for_the_label_that_is_given():
    found = train([("a", "x"), ("b", "y")] * 20, {"cutoff": {"x": 0.99}, "unsure": True})
    assert found.model.decision.cutoffs.tolist() == [0.99, 0.0]
    assert [found.classify(text) for text in ("a a a a", "b", "")] == ["x", "y", "y"]


def test_priors():
    even = train(FILMS, {"prior": "uniform"}).score([""]).values[0]
    assert even.tolist() == [0, 0, 0]
    learned = train(FILMS).score([""]).values[0]
    assert learned == pytest.approx([math.log(3 / 3), math.log(2 / 4), math.log(2 / 4)])
    given = train(FILMS, {"prior": {"funny": 0.9, "neg": 0.5, "pos": 0.1}}).score([""]).values[0]
    assert given == pytest.approx([math.log(9), 0, -math.log(9)])


@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "complement", "poisson"])
def test_learn_forget_and_merge_are_exact(learner):
    recipe = {"learner": learner, "min_documents": 2, "words": "1-2"}
    data = [*FILMS, *FILMS[::-1]]
    whole, half, rest = (train(part, recipe) for part in (data, data[:7], data[7:]))
    assert half.learn(data[7:]).to_bytes() == whole.to_bytes()
    assert half.merge(rest).to_bytes() == whole.to_bytes()
    assert whole.forget(data[7:]).to_bytes() == half.to_bytes()
    assert whole.exact


def test_weights_are_repetition_and_zero_is_removal():
    weights = [2.0, 1, 1, 3, 0, 1]
    columns = {
        "text": [t for t, _ in FILMS],
        "label": [labels for _, labels in FILMS],
        "weight": weights,
    }
    repeated = [pair for pair, times in zip(FILMS, weights, strict=True) for _ in range(int(times))]
    for learner in ("multinomial", "logistic", "svm"):
        recipe = {"learner": learner} | (
            {} if learner == "multinomial" else {"tolerance": 1e-8, "strength": 0.1}
        )
        weighed = train(linnet.read(columns, weight="weight"), recipe)
        plain = train(repeated, recipe)
        a, b = (one.score([text for text, _ in FILMS]).values for one in (weighed, plain))
        np.testing.assert_allclose(a, b, atol=1e-3)


def test_selection_and_tfidf_work_with_sets():
    found = train(
        FILMS * 3, {"learner": "svm", "weighting": "tfidf", "select": "chi2", "select_top": 4}
    )
    assert found.model.features.n_columns == 4
    assert found.classify("good good plot") == ["pos"]


def test_a_label_on_every_document_and_on_none():
    found = train([("a b", ["x", "y"]), ("b", ["x"]), ("c", ["x"])], {"learner": "bernoulli"})
    assert found.classify(["a b", "c"])[1] == ["x"]
    with pytest.raises(InputError):
        train([("a", []), ("b", [])])


def test_likelihood_and_samples_are_refused():
    with pytest.raises(SettingError, match="exclude each other"):
        sampling.sample(train(FILMS), 1)
    with pytest.raises(SettingError, match="exclude each other"):
        sampling.log_likelihood(train(FILMS), FILMS)


def test_documents_of_one_label_do_not_go_with_a_model_of_several():
    found = train(FILMS)
    with pytest.raises(SettingError, match="documents must have lists of labels each"):
        found.learn(linnet.read([("a", "x")]))
    assert found.learn([("a", "x")]).labels == ("funny", "neg", "pos", "x")
    with pytest.raises(SettingError, match="documents must have one label each"):
        train([("a", "x"), ("b", "y")]).learn(linnet.read(FILMS))
    with pytest.raises(SettingError, match="same recipe"):
        found.merge(train([("a", "x"), ("b", "y")]))


def test_cross_validation_counts_documents_whose_labels_are_not_all_right():
    data = [
        ("good film", ["pos"]),
        ("bad film", ["neg"]),
        ("odd", []),
        ("good bad", ["neg", "pos"]),
    ] * 10
    for learner in ("multinomial", "logistic"):
        result = linnet.cross_validate(data, {"learner": learner, "words": "1"}, folds=5).best
        assert result.accuracy.value >= 0.75
    one = linnet.cross_validate(data, {"learner": "svm"}, folds=4, strengths=[0.001, 0.01])
    assert len(one.results) == 2


def test_files_whose_cutoffs_do_not_fit_are_refused():
    file = decode(train(FILMS).to_bytes(), NEEDS)
    arrays = {name: file.array(name) for name in file.names}
    assert classifier.from_bytes(encode(file.metadata, arrays)).multilabel
    others = (
        np.zeros(2),
        np.array([0, np.nan, 0]),
        np.zeros(3, np.float32),
        np.zeros((3, 1)),
        np.ones(3),
    )
    for cutoffs in others:
        with pytest.raises(linnet.ModelFileError):
            classifier.from_bytes(encode(file.metadata, arrays | {"model.cutoffs": cutoffs}))


def test_explanations_add_up_and_tell_the_set():
    found = train(FILMS)
    told = found.explain("good jokes")
    assert told.chosen == ("funny", "pos")
    sums = np.array(told.offset) + np.sum([one.scores for one in told.contributions], axis=0)
    np.testing.assert_allclose(sums, told.scores)


def test_documents_without_labels_are_learned_and_forgotten():
    found = train(FILMS)
    more = [("zebra", []), ("dull", [])]
    assert found.learn(more).to_bytes() == train([*FILMS, *more]).to_bytes()
    assert found.learn(more).forget(more).to_bytes() == found.to_bytes()
    assert linnet.evaluate_multilabel(found, more).documents == 2


@pytest.mark.parametrize(
    "learner", [name for name in TRAINED if name != "complement"]
)  # which has no prior
def test_a_label_that_all_documents_have_is_always_given(learner):
    rows = [("a b", ["x"]), ("b c", ["x", "y"]), ("a", ["x"]), ("c", ["x", "y"])]
    found = train(rows, {"learner": learner})
    assert all("x" in labels for labels in found.classify(["", "a", "c b", "new"]))


def test_what_the_recipe_says_of_a_label_outlives_its_documents():
    recipe = {"cutoff": {"pos": 0.4}, "class_weights": {"pos": 2.0}}
    found, gone = train(FILMS, recipe), [row for row in FILMS if "pos" in row[1]]
    left = found.forget(gone)
    assert left.labels == ("funny", "neg")
    assert left.learn(gone).to_bytes() == found.to_bytes()


def test_an_empty_table_of_cutoffs_is_none():
    assert train(FILMS, {"cutoff": {}}).classify("good good plot") == ["pos"]
