"""What holds for every online learner, and for every learner that goes on online when it learns
more.
"""

import numpy as np
import pytest

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError
from linnet.learning.learner_rules import LOSSES
from linnet.learning.learners import LEARNERS, learner_class
from linnet.learning.online import Online
from tests.contracts.rows import ROWS, TWO

TEXTS = ["ant", "bee bee cow", "", "zyzzyva", "dog elk ant ant", "cow " * 100]
ONLINE = [{"learner": "perceptron"}] + [
    {"learner": "passive-aggressive", "variant": one} for one in ("pa-1", "pa-2", "pa")
]
GOING_ON = ONLINE + [
    {"learner": learner, "loss": loss} for learner, losses in LOSSES.items() for loss in losses
]


def named(chosen):
    return "-".join(chosen.values())


every_learner = pytest.mark.parametrize("chosen", ONLINE, ids=named)
every_that_goes_on = pytest.mark.parametrize("chosen", GOING_ON, ids=named)
every_number_of_labels = pytest.mark.parametrize(
    "rows", [ROWS, TWO], ids=["three labels", "two labels"]
)


def test_every_online_learner_is_here():
    assert {name for name in LEARNERS if learner_class(name) is Online} == {
        one["learner"] for one in ONLINE
    }


@every_learner
@every_number_of_labels
@pytest.mark.parametrize("averaged", [True, False])
def test_a_saved_classifier_gives_the_same_answers(chosen, rows, averaged):
    classifier = train(rows, Recipe.of(**chosen, averaged=averaged, words="1-2", weighting="tfidf"))
    twin = from_bytes(classifier.to_bytes())
    assert (twin.score(TEXTS).values == classifier.score(TEXTS).values).all()
    assert twin.classify(TEXTS) == [classifier.classify(text) for text in TEXTS]
    assert (twin.to_bytes(), twin.documents, twin.exact) == (
        classifier.to_bytes(),
        len(rows),
        False,
    )


@every_learner
@every_number_of_labels
def test_threads_never_change_a_byte(chosen, rows):
    expected = train(rows, Recipe.of(**chosen), threads=1).to_bytes()
    for threads in (2, 5):
        assert train(rows, Recipe.of(**chosen), threads=threads).to_bytes() == expected


@every_learner
@every_number_of_labels
def test_contributions_and_offset_sum_to_the_scores(chosen, rows):
    classifier = train(rows, Recipe.of(**chosen, weighting="tfidf"))
    for text in TEXTS[:5]:
        explained = classifier.explain(text)
        sums = np.array(explained.offset) + sum(
            np.array(one.scores) for one in explained.contributions
        )
        assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9, abs=1e-12)
        assert explained.label == classifier.classify(text)


@every_learner
@every_number_of_labels
def test_a_document_of_no_weight_is_as_if_it_were_not_there(chosen, rows):
    weighed = [(*row, 1.0) for row in rows]
    weighed.insert(3, ("ant elk", "x", 0.0))
    columns = dict(zip(("text", "label", "w"), zip(*weighed, strict=True), strict=True))
    columns = {name: list(values) for name, values in columns.items()}
    with_it = train(read(columns, weight="w"), Recipe.of(**chosen))
    assert (
        with_it.score(TEXTS).values == train(rows, Recipe.of(**chosen)).score(TEXTS).values
    ).all()


@every_learner
@every_number_of_labels
def test_what_can_be_told_apart_is(chosen, rows):
    # the last weights, after as many rounds as it takes, are right about every document
    classifier = train(rows, Recipe.of(**chosen, averaged=False, rounds=1000))
    assert classifier.classify([text for text, _ in rows]) == [label for _, label in rows]


@every_learner
def test_a_recipe_comes_back_from_toml(chosen):
    recipe = Recipe.of(**chosen, averaged=False, offset="none", rounds=3)
    assert Recipe.from_toml(recipe.to_toml()) == recipe


@every_learner
def test_the_seed_decides_the_order(chosen):
    one, again, other = (
        train(ROWS, Recipe.of(**chosen, seed=seed)).score(TEXTS).values for seed in (1, 1, 2)
    )
    assert (one == again).all()
    assert (one != other).any()


def test_margins_are_no_probabilities():
    with pytest.raises(SettingError, match="margins, not probabilities"):
        train(ROWS, Recipe.of(learner="perceptron")).probabilities("ant")


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"learner": "perceptron", "strength": 1.0},
            "strength belongs to the learners logistic, svm",
        ),
        (
            {"learner": "svm", "cap": 1.0},
            "cap belongs to the learner passive-aggressive; got it with svm",
        ),
        (
            {"learner": "perceptron", "cap": 2.0},
            "variant and cap belong to passive-aggressive; got them with percep",
        ),
        ({"learner": "perceptron", "averaged": 1}, "averaged must be a bool; got 1"),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(chosen, sentence):
    with pytest.raises(SettingError) as caught:
        Recipe.of(**chosen)
    assert sentence in str(caught.value)


@every_that_goes_on
@every_number_of_labels
def test_learning_more_moves_the_weights_and_adds_to_the_totals(chosen, rows):
    recipe = Recipe.of(**chosen, weighting="tfidf")
    before, more = train(rows, recipe), [("ant zyzzyva", "y"), ("cow bee", "x")]
    after = before.learn(more)
    assert after.documents == len(rows) + 2
    assert (after.labels, after.exact) == (before.labels, False)
    assert (
        after.totals.fingerprint
        == train(rows + more, recipe).totals.fingerprint
        != before.totals.fingerprint
    )
    assert after.model.features.n_columns == before.model.features.n_columns
    moved = (after.score(["ant"]).values - before.score(["ant"]).values)[0]
    assert moved[after.labels.index("y")] > moved[after.labels.index("x")]
    # the same from a file, and with more threads
    again = from_bytes(before.to_bytes()).learn(more, threads=3)
    assert again.to_bytes() == after.to_bytes() == from_bytes(after.to_bytes()).to_bytes()


@every_that_goes_on
@every_number_of_labels
def test_learning_only_unknown_words_moves_nothing_but_the_offset(chosen, rows):
    recipe = Recipe.of(**chosen, offset="none")
    before = train(rows, recipe)
    assert (
        before.learn([("zyzzyva", "x")]).score(TEXTS).values == before.score(TEXTS).values
    ).all()


@every_that_goes_on
def test_a_label_that_is_new_is_refused(chosen):
    with pytest.raises(
        InputError, match=r"a label must be one that the model knows \('x', 'y', 'z'\); got 'new'"
    ):
        train(ROWS, Recipe.of(**chosen)).learn([("ant", "x"), ("bee", "new")])


@every_that_goes_on
def test_forgetting_and_merging_are_refused(chosen):
    classifier = train(ROWS, Recipe.of(**chosen))
    for change in (lambda: classifier.forget(ROWS[:1]), lambda: classifier.merge(classifier)):
        with pytest.raises(
            SettingError, match=f"a model of the {chosen['learner']} learner cannot"
        ):
            change()


def test_learning_by_hand():
    # One step from 0 each: "a" is x and "b" is y, so |x|² is 1 and w = -1 for a, then +1 for b.
    chosen = {
        "learner": "passive-aggressive",
        "offset": "none",
        "rounds": 1,
        "averaged": False,
        "cap": 2,
    }
    classifier = train([("a", "x"), ("b", "y")], Recipe.of(**chosen))
    assert classifier.score(["a", "b"]).values.tolist() == [[0.5, -0.5], [-0.5, 0.5]]
    # a is y now: margin -1, loss 2, step 2: w = +1. Then "a b" is y: margin 2, nothing to do.
    after = classifier.learn([("a", "y"), ("a b", "y")])
    assert after.score(["a", "b"]).values.tolist() == [[-0.5, 0.5], [-0.5, 0.5]]


def test_learning_with_class_weights_and_document_weights_by_hand():
    recipe = Recipe.of(
        learner="perceptron", offset="none", rounds=1, averaged=False, class_weights={"y": 3}
    )
    classifier = train([("a", "x"), ("b", "y")], recipe)
    assert classifier.score(["a", "b"]).values.tolist() == [[0.5, -0.5], [-1.5, 1.5]]
    # margin -1 of a as y: a step of 1, times 3 for the label, times 2 for the document: w = -1 + 6
    more = read({"text": ["a"], "label": ["y"], "w": [2.0]}, weight="w")
    assert classifier.learn(more).score(["a"]).values.tolist() == [[-2.5, 2.5]]


def test_learning_knows_the_columns_beside_the_text():
    rows = {"text": ["a", "b"], "label": ["x", "y"], "who": ["ann", "bob"]}
    recipe = Recipe.of(
        learner="perceptron",
        offset="none",
        rounds=1,
        averaged=False,
        categorical=["who"],
        words="none",
    )
    classifier = train(rows, recipe)
    after = classifier.learn({"text": ["a"], "label": ["y"], "who": ["ann"]})
    # w was -1 for ann, and is 0 after one step
    assert after.score({"text": ["a"], "who": ["ann"]}).values.tolist() == [[0.0, 0.0]]
