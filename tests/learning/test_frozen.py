"""Naive Bayes that learns, forgets and merges beside levels and numbers: small stories, by hand."""

import math

import numpy as np
import pytest

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError

LEVELS = Recipe.of(learner="categorical", words=None, categorical=["who"])
AGES = Recipe.of(learner="gaussian", words=None, numeric=["age"])


def people(*pairs):
    return {"who": [who for who, _ in pairs], "label": [label for _, label in pairs]}


def ages(*pairs):
    return {"age": [age for age, _ in pairs], "label": [label for _, label in pairs]}


def density(x, values):
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / len(values)
    return math.exp(-((x - mean) ** 2) / (2 * variance)) / math.sqrt(variance)


def test_levels_come_and_go_with_their_documents():
    classifier = train(people(("ann", "x"), ("bob", "y")), LEVELS)
    learned = classifier.learn(people(("zoe", "y")))
    # Three levels now: zoe (0 + 1) / (1 + 3) with x, (1 + 1) / (2 + 3) with y; the prior is 1/3 and
    # 2/3.
    joint = {"x": 1 / 3 * 1 / 4, "y": 2 / 3 * 2 / 5}
    assert learned.probabilities({"who": "zoe"})["y"] == pytest.approx(
        joint["y"] / sum(joint.values())
    )
    assert list(learned.model.features.blocks[0].names) == ["ann", "bob", "zoe"]
    gone = learned.forget(people(("bob", "y")))
    assert list(gone.model.features.blocks[0].names) == ["ann", "zoe"]
    assert gone.to_bytes() == train(people(("zoe", "y"), ("ann", "x")), LEVELS).to_bytes()


def test_the_reference_is_the_first_of_the_levels_that_are_there():
    recipe = Recipe.of(words=None, categorical=["who"], coding="reference")
    classifier = train(people(("bob", "x"), ("cid", "y")), recipe)
    assert classifier.model.features.blocks[0].reference == "bob"
    learned = classifier.learn(people(("ann", "y")))
    assert (learned.model.features.blocks[0].reference, learned.model.features.n_columns) == (
        "ann",
        2,
    )
    assert learned.forget(people(("ann", "y"))).to_bytes() == classifier.to_bytes()


def test_words_below_the_limits_come_in_beside_a_column():
    recipe = Recipe.of(categorical=["who"], min_documents=2)
    first = {"text": ["ant bee", "ant"], "who": ["ann", "bob"], "label": ["x", "y"]}
    more = {"text": ["bee"], "who": ["ann"], "label": ["x"]}
    learned = from_bytes(train(first, recipe).to_bytes()).learn(more)
    assert [list(block.names) for block in learned.model.features.blocks] == [
        ["ant", "bee"],
        ["ann", "bob"],
    ]
    assert learned.model.features.blocks[1].frequencies.tolist() == [2, 1]
    assert learned.forget(more).to_bytes() == train(first, recipe).to_bytes()


def test_gaussian_learns_by_hand():
    # Wherever the centre is frozen, means and variances are those of all documents.
    learned = train(ages((1, "x"), (3, "x"), (5, "y"), (9, "y")), AGES).learn(
        ages((5, "x"), (7, "y"))
    )
    odds = [density(4, [1, 3, 5]), density(4, [5, 9, 7])]
    assert learned.probabilities({"age": 4})["x"] == pytest.approx(odds[0] / sum(odds), rel=1e-6)
    assert learned.model.features.blocks[0].learned.tolist() == [4.5, 1.0]
    assert not learned.exact
    back = learned.forget(ages((1, "x"), (7, "y")))
    odds = [density(4, [3, 5]), density(4, [5, 9])]
    assert back.probabilities({"age": 4})["x"] == pytest.approx(odds[0] / sum(odds), rel=1e-6)


def test_gaussian_learns_a_new_label_and_forgets_it():
    first = ages((1, "x"), (3, "x"), (5, "y"), (9, "y"))
    learned = train(first, AGES).learn(ages((20, "z"), (22, "z")))
    assert (learned.labels, learned.classify({"age": 21})) == (("x", "y", "z"), "z")
    gone = learned.forget(ages((20, "z"), (22, "z")))
    assert gone.labels == ("x", "y")
    assert gone.score({"age": [4]}).values == pytest.approx(
        train(first, AGES).score({"age": [4]}).values, rel=1e-6
    )


@pytest.mark.parametrize("age", [-1000.0, 2.0, 1e9])
def test_a_number_that_was_never_learned_cannot_be_forgotten(age):
    # x: 1 and 3, so that the square of 1000 is not in it; without 1 and 2 no document would be
    # left, but a sum of 1.
    classifier = train(ages((1, "x"), (3, "x"), (5, "y"), (9, "y")), AGES)
    with pytest.raises(InputError, match="would make a total negative"):
        classifier.forget(ages((age, "x"), (1, "x")) if age == 2.0 else ages((age, "x")))


def test_sums_that_cancel_leave_no_dust():
    chance = np.random.default_rng(5)
    numbers = np.round(chance.normal(size=400) * 1e3, 3).tolist()
    first, more = (
        [(n, "xy"[i % 2]) for i, n in enumerate(numbers)],
        [(n, "z") for n in chance.normal(size=99) * 1e5],
    )
    classifier = train(ages(*first), AGES)
    learned = classifier.learn(ages(*more[:50])).learn(ages(*more[50:])).forget(ages(*more))
    assert learned.labels == ("x", "y")
    assert learned.totals.blocks[0].squares == pytest.approx(
        classifier.totals.blocks[0].squares, rel=1e-9
    )


def test_missing_numbers_are_learned_as_missing():
    first = ages((1, "x"), (3, "x"), (5, "y"), (9, "y"))
    learned = train(first, AGES).learn(ages((None, "y"), (None, "y")))
    assert learned.probabilities({"age": None}) == pytest.approx({"x": 2 / 6, "y": 4 / 6})
    odds = [2 * density(4, [1, 3]), 4 * density(4, [5, 9])]
    assert learned.probabilities({"age": 4})["x"] == pytest.approx(odds[0] / sum(odds), rel=1e-6)


def test_words_of_a_model_with_numbers_are_frozen():
    recipe = Recipe.of(learner="mixed", numeric=["age"])
    first = {"text": ["ant bee", "ant cow"], "age": [1.0, 2.0], "label": ["x", "y"]}
    learned = train(first, recipe).learn({"text": ["ant new new"], "age": [4.0], "label": ["x"]})
    assert list(learned.model.features.blocks[0].names) == ["ant", "bee", "cow"]
    assert learned.model.features.blocks[0].frequencies.tolist() == [3, 1, 1]
    only = learned.forget({"text": ["ant bee"], "age": [1.0], "label": ["x"]})
    assert only.model.features.blocks[0].frequencies.tolist() == [2, 1]
    assert list(only.model.features.blocks[0].names) == [
        "ant",
        "cow",
    ]  # no document has a bee any more
    assert from_bytes(only.to_bytes()).learn(first).documents == 4


def test_a_level_unknown_to_a_frozen_model_is_left_out():
    recipe = Recipe.of(learner="mixed", words=None, categorical=["who"], numeric=["age"])
    data = {"who": ["ann", "bob"], "age": [1.0, 2.0], "label": ["x", "y"]}
    learned = train(data, recipe).learn(
        {"who": ["zoe", "ann"], "age": [3.0, 5.0], "label": ["x", "y"]}
    )
    assert [list(block.names) for block in learned.model.features.blocks] == [
        ["ann", "bob"],
        ["missing", "value"],
    ]
    assert learned.totals.blocks[0].presences.tolist() == [
        1,
        1,
        1,
    ]  # ann with x, ann with y, bob with y


def test_an_unknown_level_looks_like_the_reference_and_is_warned_of():
    recipe = Recipe.of(
        words=None,
        categorical=["who"],
        coding="reference",
        numeric=["age"],
        numeric_as="bins",
        bins=2,
    )
    data = {"who": ["ann", "bob"], "age": [1.0, 2.0], "label": ["x", "y"]}
    with pytest.warns(UserWarning, match="'zoe' was never seen in training"):
        train(data, recipe).learn({"who": ["zoe"], "age": [3.0], "label": ["x"]})


def test_a_weight_that_was_not_learned_cannot_be_forgotten():
    def weighed(weight):
        return read({"text": ["ant"], "label": ["y"], "w": [weight]}, weight="w")

    learned = train([("ant", "x"), ("bee", "z")]).learn(weighed(0.5))
    for weight in (0.4, 0.6):
        with pytest.raises(InputError, match="would make a total negative"):
            learned.forget(weighed(weight))
    assert learned.forget(weighed(0.5)).labels == ("x", "z")


def test_a_private_model_of_columns_forgets_words_it_never_kept():
    recipe = Recipe.of(categorical=["who"], coding="reference", private=2)
    first = {"text": ["ant bee", "ant"], "who": ["ann", "bob"], "label": ["x", "y"]}
    more = {"text": ["rare ant"], "who": ["cid"], "label": ["x"]}
    classifier = train(first, recipe)
    back = classifier.learn(more).forget(more)
    assert back.score(first).values.tolist() == classifier.score(first).values.tolist()
    assert (back.exact, b"rare" in back.to_bytes()) == (False, False)


def test_models_with_other_columns_or_settings_do_not_merge():
    mine = train(people(("ann", "x"), ("bob", "y")), LEVELS)
    others = [
        train(people(("ann", "x"), ("bob", "y")), Recipe.of(words=None, categorical=["who"])),
        train(ages((1, "x"), (2, "y")), AGES),
    ]
    for other in others:
        with pytest.raises(
            SettingError, match="when they have the same recipe and fields; got different ones"
        ):
            mine.merge(other)


@pytest.mark.parametrize("value", [0.0, 0.1, 1e-12, 1e9])
def test_named_features_may_be_fractions(value):
    def named(label, weight):
        data = {"features": [{"k": value, "new": 0.3}], "label": [label], "w": [weight]}
        return read(data, text=(), weight="w", features="features")

    first = {"features": [{"k": 2.0}, {"k": 0.25}], "label": ["x", "y"]}
    classifier = train(first, Recipe.of(words=None, named="features"))
    learned = classifier.learn(named("x", 0.1)).learn(named("y", 0.2)).learn(named("y", 0.7))
    assert list(learned.model.features.blocks[0].names) == ["k", "new"]
    back = learned.forget(named("y", 0.7)).forget(named("x", 0.1)).forget(named("y", 0.2))
    assert list(back.model.features.blocks[0].names) == ["k"]
    assert (learned.exact, back.totals.fingerprint) == (False, classifier.totals.fingerprint)
    np.testing.assert_allclose(back.score(first).values, classifier.score(first).values, rtol=1e-6)


@pytest.mark.parametrize("learner", ["multinomial", "mixed"])
def test_a_model_with_a_lexicon_learns_and_forgets(learner):
    # "ant" and "bee" are in the lexicon: counts 1 and 2 of 2 and 3 words. Shares are fractions.
    recipe = Recipe.of(learner=learner, lexicons={"tone": {"ant": 1, "bee": 2}})
    first, more = [("ant cow", "x"), ("dog", "y")], [("ant bee elk", "y")]
    learned = from_bytes(train(first, recipe).to_bytes()).learn(more)
    assert ("elk" in learned.model.features.blocks[0].names) == (learner == "multinomial")
    assert learned.totals.blocks[1].sums.tolist() == pytest.approx([1, 2, 1 / 2, 2 / 3, 1, 3])
    back = learned.forget(more)
    assert not learned.exact
    np.testing.assert_allclose(
        back.score(["ant"]).values, train(first, recipe).score(["ant"]).values, rtol=1e-6
    )


def test_hashed_and_weighed_models_that_keep_names_are_read_again():
    recipe = Recipe.of(weighting="tfidf", hash_bits=4, keep_names=True)
    classifier = from_bytes(train([("a b", "x"), ("c a", "y")], recipe).to_bytes())
    assert classifier.totals.documents.tolist() == [1, 1]
    assert from_bytes(classifier.learn([("a new", "x")]).to_bytes()).totals.documents.tolist() == [
        2,
        1,
    ]
