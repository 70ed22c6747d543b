"""What holds for every learner over totals and kind of feature that learns, forgets and merges."""

import numpy as np
import pytest

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError
from linnet.learning.learners import takes
from linnet.learning.naive_bayes import FORMULAS
from tests.contracts.learners import EXACT as STREAMING
from tests.learning.nearest_mean import LINE

DATA = {
    "text": [
        "ant bee bee",
        "ant cow",
        "bee cow cow",
        "dog elk ant",
        "dog dog",
        "",
        "elk ant fox",
        "bee dog",
    ],
    "who": ["ann", "bob", "ann", "cid", None, "bob", "dan", ""],
    "where": ["here", "there", "there", "here", "here", None, "there", "here"],
    "features": [
        {"k": 2},
        {"k": 1, "w": "q"},
        {"z": 3},
        {"w": "q"},
        {},
        {"k": 5},
        {"new": 1, "w": "r"},
        {"k": 1},
    ],
    "n": [4, 3, 5, 6, 3, 2, 9, 4],
    "age": [31.5, 18.25, 40.0, 27.125, 55.5, 61.0, 23.75, 39.5],
    "label": ["x", "y", "x", "y", "x", "y", "z", "y"],
}
TONE = {"lexicons": {"tone": {"ant": 2.0, "dog": 1.0}}}
COLUMNS = {
    "levels": {"categorical": ["who"]},
    "cross": {"cross": [["who", "where"]], "categorical": ["where"]},
    "named": {"named": "features"},
    "limits": {"categorical": ["who"], "named": "features", "min_documents": 2},
    "most-frequent": {"categorical": ["who"], "most_frequent": 2},
    "hashed": {"categorical": ["who"], "hash_bits": 3, "keep_names": True},
}
PLAIN = {
    "reference": {"categorical": ["who", "where"], "coding": "reference"},
    "length": {"length": True},
}
NUMBERS = {
    "numbers": {"numeric": ["age"]},
    "standard": {"numeric": ["age"], "numeric_as": "standard"},
}
LEARNED = {
    "tfidf": {"weighting": "tfidf", "categorical": ["who"]},
    "hashed": {"weighting": "tfidf", "hash_bits": 3, "keep_names": True},
    "bm25": {"weighting": "bm25"},
    "unit": {"unit_length": "l1"},
    "sublinear": {"weighting": "sublinear", "min_documents": 2},
    "selection": {"select": "chi2", "select_top": 3},
    "bins": {"numeric": ["age"], "numeric_as": "bins", "bins": 2},
}


def cases(learners, *kinds):
    return {
        f"{learner}-{name}": {"learner": learner, **chosen}
        for learner in learners
        for name, chosen in kinds
    }


EXACT = {
    **cases((*STREAMING, "mixed"), *COLUMNS.items()),
    **cases(STREAMING, *PLAIN.items()),
    **{
        f"binomial-{n}": {"learner": "binomial", "trials": n, "categorical": ["where"]}
        for n in ("9", "length", "n")
    },
    **cases(
        ["categorical"], *((name, {**COLUMNS[name], "words": None}) for name in ("levels", "cross"))
    ),
}
FROZEN = {
    **cases((*STREAMING, "mixed", "gaussian"), *LEARNED.items()),
    **cases(
        ["mixed", "gaussian"], *NUMBERS.items(), ("length", {"length": True}), ("lexicon", TONE)
    ),
    **cases(["poisson"], ("numbers", {"numeric": ["age"], "numeric_as": "plain"})),
    **cases(["gaussian"], ("words", {}), ("levels", COLUMNS["levels"])),
    "binomial-bins": {"learner": "binomial", "trials": "9", **LEARNED["bins"]},
    "categorical-bins": {"learner": "categorical", "words": None, **LEARNED["bins"]},
}
every_exact = pytest.mark.parametrize("chosen", EXACT.values(), ids=EXACT)
every_frozen = pytest.mark.parametrize("chosen", FROZEN.values(), ids=FROZEN)


def part(*rows):
    return {name: [values[row] for row in rows] for name, values in DATA.items()}


FIRST, MORE = part(0, 1, 2, 3), part(4, 5, 6, 7)


def reloaded(classifier):
    return from_bytes(classifier.to_bytes())


def test_every_learner_is_here():
    assert {chosen["learner"] for chosen in EXACT.values()} == {*FORMULAS, *LINE} - {"gaussian"}
    assert {chosen["learner"] for chosen in FROZEN.values()} == {*FORMULAS, *LINE}


@every_exact
def test_learning_is_training_on_all_and_forgetting_on_the_rest(chosen):
    recipe = Recipe.of(**chosen)
    first, whole = train(FIRST, recipe), train(DATA, recipe).to_bytes()
    learned = reloaded(first).learn(MORE)
    assert (learned.to_bytes(), learned.exact) == (whole, True)
    assert reloaded(learned).forget(MORE).to_bytes() == first.to_bytes()
    assert reloaded(learned).forget(FIRST).to_bytes() == train(MORE, recipe).to_bytes()


@every_exact
def test_two_halves_merged_are_the_whole(chosen):
    recipe = Recipe.of(**chosen)
    whole = train(DATA, recipe, threads=2)
    for rows in ((0, 1, 2, 3), (1, 4, 6), (7, 0, 5, 2, 3)):
        others = [row for row in range(8) if row not in rows]
        merged = train(part(*rows), recipe).merge(reloaded(train(part(*others), recipe)))
        assert (merged.to_bytes(), merged.exact) == (whole.to_bytes(), True)


@every_exact
def test_the_order_of_documents_does_not_show(chosen):
    recipe = Recipe.of(**chosen)
    assert train(part(5, 2, 7, 0, 6, 1, 4, 3), recipe).to_bytes() == train(DATA, recipe).to_bytes()


@every_exact
def test_fractional_weights_are_learned_and_forgotten_but_not_exactly(chosen):
    recipe = Recipe.of(**chosen)

    def weighed(data):
        names = recipe.column_names
        data = {**data, "w": [0.1 * (1 + row % 3) for row in range(4)]}
        return read(
            data,
            weight="w",
            categorical=names.categorical,
            numeric=names.numeric,
            features=names.named,
        )

    first = train(weighed(FIRST), recipe)
    learned = first.learn(weighed(MORE))
    assert not learned.exact
    back = learned.forget(weighed(MORE))
    assert back.labels == first.labels
    assert back.model.features.n_columns == first.model.features.n_columns
    np.testing.assert_allclose(back.score(FIRST).values, first.score(FIRST).values, rtol=1e-9)


@every_frozen
def test_frozen_features_stay_and_forgetting_takes_learning_back(chosen):
    first = train(FIRST, Recipe.of(**chosen))
    learned = reloaded(first).learn(MORE)
    assert (learned.exact, learned.labels, learned.documents) == (False, ("x", "y", "z"), 8)
    assert names(learned) == names(first)
    assert reloaded(learned).to_bytes() == learned.to_bytes()
    assert not (learned.score(DATA).values[:, :2] == first.score(DATA).values).all()
    back = reloaded(learned).forget(MORE)
    assert (back.exact, back.labels, back.totals.fingerprint) == (
        False,
        first.labels,
        first.totals.fingerprint,
    )
    np.testing.assert_allclose(
        back.score(DATA).values, first.score(DATA).values, rtol=1e-6, atol=1e-6
    )


@every_frozen
def test_learning_bit_by_bit_is_learning_at_once(chosen):
    first = train(FIRST, Recipe.of(**chosen))
    bit_by_bit = first
    for row in (4, 5, 6, 7):
        bit_by_bit = reloaded(bit_by_bit.learn(part(row)))
    at_once = first.learn(MORE, threads=2)
    np.testing.assert_allclose(bit_by_bit.score(DATA).values, at_once.score(DATA).values, rtol=1e-9)
    assert bit_by_bit.totals.fingerprint == at_once.totals.fingerprint


@every_frozen
def test_twice_the_documents_with_twice_the_smoothing_are_the_same_model(chosen):
    smoothing = [{"smoothing": a} if takes(chosen["learner"], "smoothing") else {} for a in (1, 2)]
    once = train(DATA, Recipe.of(**chosen, **smoothing[0]))
    twice = train(DATA, Recipe.of(**chosen, **smoothing[1])).learn(DATA)
    np.testing.assert_allclose(
        twice.score(DATA).values, once.score(DATA).values, rtol=1e-6, atol=1e-6
    )


@every_frozen
def test_models_of_the_same_frozen_features_merge(chosen):
    first = train(FIRST, Recipe.of(**chosen))
    learned = first.learn(MORE)
    merged = reloaded(first).merge(learned)
    assert (merged.exact, merged.documents) == (False, 12)
    again = learned.learn(FIRST)
    np.testing.assert_allclose(
        merged.score(DATA).values, again.score(DATA).values, rtol=1e-6, atol=1e-6
    )


def names_of(classifier):
    return [list(block.names) for block in classifier.model.features.blocks]


@pytest.mark.parametrize("chosen", FROZEN.values(), ids=FROZEN)
def test_a_model_that_has_forgotten_features_merges_as_before_or_says_why_not(chosen):
    first = train(FIRST, Recipe.of(**chosen))
    learned = first.learn(MORE)
    forgot = learned.forget(FIRST)
    if names_of(forgot) == names_of(first):
        merged = reloaded(first).merge(forgot)
        np.testing.assert_allclose(
            merged.score(DATA).values, learned.score(DATA).values, rtol=1e-6, atol=1e-6
        )
    else:
        with pytest.raises(
            SettingError, match="can be merged when these are the same; got different ones"
        ):
            reloaded(first).merge(forgot)


@pytest.mark.parametrize("chosen", [c for c in FROZEN.values() if not c.get("hash_bits")], ids=str)
def test_models_of_other_frozen_features_do_not_merge(chosen):
    with pytest.raises(
        SettingError, match="can be merged when these are the same; got different ones"
    ):
        train(FIRST, Recipe.of(**chosen)).merge(train(MORE, Recipe.of(**chosen)))


@pytest.mark.parametrize("chosen", [*EXACT.values(), *FROZEN.values()], ids=[*EXACT, *FROZEN])
def test_forgetting_what_was_never_learned_is_refused(chosen):
    classifier = train(FIRST, Recipe.of(**chosen))
    before = classifier.to_bytes()
    odd = {
        **part(0),
        "text": ["cow " * 50],
        "who": ["zoe"],
        "where": ["far"],
        "features": [{"k": 99}],
        "age": [0],
    }
    for gone in ({**odd, "n": [50]}, {**part(0), "label": ["new"]}):
        with pytest.raises(InputError, match="only documents that were learned can be forgotten"):
            classifier.forget(gone)
    assert classifier.to_bytes() == before


def names(classifier):
    return [list(block.names) for block in classifier.model.features.blocks]


SETS = [["x"], ["y", "x"], [], ["y"], ["x", "z"], ["z"], ["y"], ["x"]]
SEVERAL = {
    name: chosen
    for name, chosen in EXACT.items()
    if chosen["learner"] in ("multinomial", "bernoulli", "mixed")
}


@pytest.mark.parametrize("chosen", SEVERAL.values(), ids=SEVERAL)
def test_documents_of_several_labels_are_learned_and_forgotten_exactly(chosen):
    if chosen.get("keep_names"):
        chosen = {**chosen, "keep_names": False}
    recipe = Recipe.of(**chosen)
    first, more = {**FIRST, "label": SETS[:4]}, {**MORE, "label": SETS[4:]}
    classifier = train(first, recipe)
    learned = reloaded(classifier).learn(more)
    assert learned.to_bytes() == train({**DATA, "label": SETS}, recipe).to_bytes()
    assert classifier.merge(train(more, recipe)).to_bytes() == learned.to_bytes()
    assert reloaded(learned).forget(more).to_bytes() == classifier.to_bytes()


@pytest.mark.parametrize(
    "name", ["multinomial-tfidf", "gaussian-numbers", "mixed-numbers", "bernoulli-selection"]
)
def test_documents_of_several_labels_go_on_with_frozen_features(name):
    first, more = {**FIRST, "label": SETS[:4]}, {**MORE, "label": SETS[4:]}
    classifier = train(first, Recipe.of(**FROZEN[name]))
    learned = reloaded(classifier).learn(more)
    assert (learned.exact, learned.labels, learned.documents) == (False, ("x", "y", "z"), 8)
    back = reloaded(learned).forget(more)
    np.testing.assert_allclose(
        back.score(first).values, classifier.score(first).values, rtol=1e-6, atol=1e-6
    )


@pytest.mark.parametrize("multilabel", [False, True])
@pytest.mark.parametrize("learner", ["multinomial", "bernoulli", "poisson"])
def test_names_of_hashed_features_come_and_go(learner, multilabel):
    pairs = [
        ("good film with jokes", "p"),
        ("a dull film", "n"),
        ("bad jokes", "n"),
        ("new words", "p"),
    ]
    rows = [(text, [label]) if multilabel else (text, label) for text, label in pairs]
    recipe = Recipe.of(learner=learner, hash_bits=4, keep_names=True)
    whole, half = train(rows, recipe), train(rows[:3], recipe)
    assert (
        half.learn(rows[3:]).to_bytes()
        == whole.to_bytes()
        == from_bytes(whole.to_bytes()).to_bytes()
    )
    assert from_bytes(whole.to_bytes()).forget(rows[3:]).to_bytes() == half.to_bytes()


@pytest.mark.parametrize("multilabel", [False, True])
def test_frozen_models_of_hashed_names_are_kept_as_they_are(multilabel):
    pairs = [("good film", "p"), ("dull film", "n"), ("bad jokes", "n")]
    rows = [(text, [label]) if multilabel else (text, label) for text, label in pairs]
    found = train(rows, Recipe.of(hash_bits=4, keep_names=True, weighting="tfidf"))
    assert from_bytes(found.to_bytes()).to_bytes() == found.to_bytes()
    assert not found.learn(rows).exact
