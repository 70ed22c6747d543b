"""What holds for every model that forgets.

Nothing is left in its file of documents that nobody else supports.
"""

import json

import numpy as np
import pytest

from linnet import DataWarning, Recipe, calibrate, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError
from linnet.explanation.nearest import keep, nearest
from linnet.learning.learners import learner_class
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode, encode
from tests.contracts.learners import TRAINED, registered

pytestmark = pytest.mark.filterwarnings("ignore:.*was never seen in training")

# The last document alone has its words, level, feature, and label.
DATA = {
    "text": [
        "ant bee bee",
        "ant cow",
        "bee cow cow",
        "dog elk ant",
        "dog cow",
        "bee elk",
        "ant zyzzyva quagga bee",
    ],
    "who": ["bob", "cid", "bob", "cid", None, "bob", "aaron"],
    "where": ["here", "there", "there", "here", "here", "there", "yonder"],
    "features": [
        {"k": 2},
        {"k": 1, "w": "q"},
        {"w": "q"},
        {"k": 3},
        {"k": 1},
        {"w": "q"},
        {"xylem": 1, "w": "ulna"},
    ],
    "age": [31.5, 18.25, 40.0, 27.125, 55.5, 61.0, 33.0],
    "label": ["x", "y", "x", "y", "x", "y", "ziggurat"],
}
SETS = [["x"], ["y", "x"], [], ["y"], ["x"], ["y"], ["ziggurat", "x"]]
TRACES = ("zyzzyva", "quagga", "zyz", "uagg", "aaron", "yonder", "xylem", "ulna", "ziggurat")
OF_TEXTS = [name for name in TRAINED if name not in ("full-gaussian", "categorical")]
with registered:
    OVER_TOTALS = [name for name in OF_TEXTS if learner_class(name).needs == "totals"]
FEATURES = {
    "counts": {},
    "n-grams": {"words": "1-2", "chars": "3-4", "min_documents": 1},
    "limits": {"min_documents": 2},
    "most-frequent": {"most_frequent": 4, "weighting": "sublinear"},
    "tfidf": {"weighting": "tfidf"},
    "bm25": {"weighting": "bm25", "chars": "3"},
    "unit": {"unit_length": "l2", "weighting": "presence"},
    "chi2": {"select": "chi2", "select_top": 9},
    "weights": {"select": "weights", "select_top": 9, "weighting": "tfidf"},
    "hashed": {"hash_bits": 3, "keep_names": True},
    "hashed-tfidf": {"hash_bits": 3, "keep_names": True, "weighting": "tfidf"},
    "columns": {"categorical": ["who"], "cross": [["who", "where"]], "named": "features"},
    "columns-tfidf": {
        "categorical": ["who"],
        "cross": [["who", "where"]],
        "named": "features",
        "weighting": "tfidf",
    },
    "reference": {"categorical": ["who", "where"], "coding": "reference"},
    "reference-tfidf": {
        "categorical": ["who", "where"],
        "coding": "reference",
        "weighting": "tfidf",
    },
    "bins": {"categorical": ["where"], "numeric": ["age"], "numeric_as": "bins", "bins": 2},
    "private": {"private": 2, "weighting": "tfidf"},
}


def recipe_of(learner, chosen):
    trials = {"trials": "9"} if learner == "binomial" else {}
    return Recipe.of(learner=learner, **trials, **chosen)


def recipes():
    for learner in OVER_TOTALS:
        for name, chosen in FEATURES.items():
            try:
                recipe = recipe_of(learner, chosen)
            except SettingError:  # what cannot be together
                continue
            yield pytest.param(recipe, id=f"{learner}-{name}")


with registered:
    RECIPES = list(recipes())


def part(rows, multilabel=False):
    data = DATA | {"label": SETS} if multilabel else DATA
    return {name: [values[row] for row in rows] for name, values in data.items()}


def documents(recipe, rows, multilabel=False):
    names = recipe.column_names
    table = part(rows, multilabel)
    return read(
        table,
        text="text",
        categorical=names.categorical,
        numeric=names.numeric,
        features=names.named,
    )


REST, LAST = range(6), [6]


def traces(classifier):
    """Return what of the last document is in the file.

    In its bytes, its header, or any array of it.
    """
    data = classifier.to_bytes()
    file = decode(data, NEEDS)
    read_back = from_bytes(data)
    arrays = [file.array(name) for name in file.names]
    places = [data, json.dumps(file.metadata, ensure_ascii=False).encode()]
    places += [np.ascontiguousarray(array).tobytes() for array in arrays]
    places += [" ".join(block.names).encode() for block in read_back.model.features.blocks]
    return {trace for trace in TRACES for place in places if trace.encode() in place}


@pytest.mark.parametrize("recipe", RECIPES)
@pytest.mark.parametrize("multilabel", [False, True], ids=["one", "several"])
def test_what_only_the_forgotten_had_is_in_no_byte_of_the_file(recipe, multilabel):
    classifier = from_bytes(train(documents(recipe, range(7), multilabel), recipe).to_bytes())
    assert traces(classifier)
    left = classifier.forget(documents(recipe, LAST, multilabel))
    assert traces(left) == set()
    assert (left.documents, left.labels) == (6, ("x", "y"))
    again = from_bytes(left.to_bytes())
    assert again.to_bytes() == left.to_bytes()
    assert np.isfinite(again.score(documents(recipe, range(7), multilabel)).values).all()
    assert again.learn(documents(recipe, LAST, multilabel)).documents == 7


@pytest.mark.parametrize("learner", [name for name in OF_TEXTS if name not in OVER_TOTALS])
def test_a_learner_without_totals_says_how_to_train_again(learner):
    classifier = train(part(range(7)), Recipe.of(learner=learner))
    with pytest.raises(
        SettingError, match=r"cannot forget; .*Train it again on the documents that stay"
    ):
        classifier.forget(part(LAST))


@pytest.mark.parametrize("learner", OF_TEXTS)
@pytest.mark.parametrize("multilabel", [False, True], ids=["one", "several"])
@pytest.mark.parametrize("name", ["n-grams", "tfidf", "chi2", "hashed-tfidf"])
def test_a_model_that_keeps_its_texts_forgets_by_training_on_the_others(learner, multilabel, name):
    recipe = recipe_of(learner, FEATURES[name])
    whole, rest, last = (part(rows, multilabel) for rows in (range(7), REST, LAST))
    keeping = from_bytes(keep(train(whole, recipe), whole).to_bytes())
    assert traces(keeping)
    left = keeping.forget(last)
    assert left.to_bytes() == keep(train(rest, recipe), rest).to_bytes()
    assert traces(left) == set()
    assert from_bytes(left.to_bytes()).forget(part([0], multilabel)).documents == 5


@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_a_model_that_keeps_texts_refuses_documents_that_it_does_not_keep(learner):
    data = part(range(7))
    keeping = keep(train(data, Recipe.of(learner=learner)), data)
    for strange in (
        {"text": ["ant cow"], "label": ["x"]},
        {"text": ["ant"], "label": ["y"]},
        part([1, 1]),
        part([0, 0]),
    ):
        with pytest.raises(InputError, match="only documents that were learned can be forgotten"):
            keeping.forget(strange)
    with pytest.raises(InputError, match="must leave some documents"):
        keeping.forget(data)


def test_kept_texts_that_were_not_those_learned_do_not_train_another_model():
    keeping = keep(train(part(range(6)), Recipe.of(learner="logistic")), part([0, 1, 2, 3]))
    with pytest.raises(InputError, match="only documents that were learned can be forgotten"):
        keeping.forget(part([0]))


def test_of_two_documents_that_are_the_same_one_stays():
    twice = part([0, 1, 2, 3, 0])
    keeping = keep(train(twice, Recipe.of(learner="svm")), twice)
    left = keeping.forget(part([0]))
    assert left.kept is not None
    assert [list(text) for text in left.kept.texts] == [
        ["ant cow", "bee cow cow", "dog elk ant", "ant bee bee"]
    ]
    assert nearest(left, "ant bee bee")[0].texts == ("ant bee bee",)


@pytest.mark.parametrize(
    "name", ["columns", "columns-tfidf", "reference", "reference-tfidf", "bins"]
)
def test_columns_are_not_kept_so_that_naive_bayes_subtracts_and_others_say_how_to_train(name):
    recipe = Recipe.of(learner="multinomial", **FEATURES[name])
    whole = documents(recipe, range(7))
    left = keep(train(whole, recipe), whole).forget(documents(recipe, LAST))
    assert (traces(left), left.documents, len(left.kept)) == (set(), 6, 6)
    other = Recipe.of(learner="svm", **FEATURES[name])
    with pytest.raises(SettingError, match="Train it again on the documents that stay"):
        keep(train(whole, other), whole).forget(documents(other, LAST))


def test_weights_are_not_kept_either():
    data = {**part(range(7)), "weight": [1.0, 2.0, 1.0, 1.0, 0.5, 1.0, 3.0]}
    weighed = read(data, weight="weight")
    keeping = keep(train(weighed, Recipe.of(learner="logistic")), weighed)
    with pytest.raises(SettingError, match="a model that keeps its documents does so by itself"):
        keeping.forget(read({name: values[6:] for name, values in data.items()}, weight="weight"))


@pytest.mark.parametrize("kept", [False, True])
def test_calibration_found_with_the_forgotten_is_stale(kept):
    data = part(list(range(6)) * 5 + [0])
    recipe = Recipe.of(learner="multinomial", weighting="tfidf")
    with pytest.warns(DataWarning, match="trained on exactly these documents"):
        classifier = calibrate(train(data, recipe), data, method="temperature")
    classifier = keep(classifier, data) if kept else classifier
    left = classifier.forget(part([0]))
    assert (left.stale, left.model.calibration) == (True, classifier.model.calibration)


def test_a_reference_level_that_nobody_has_loses_its_name_and_its_warning():
    recipe = Recipe.of(learner="multinomial", **FEATURES["reference-tfidf"])
    classifier = train(documents(recipe, range(7)), recipe)
    assert [block.reference for block in classifier.model.features.of_columns] == ["aaron", "here"]
    left = from_bytes(classifier.forget(documents(recipe, LAST)).to_bytes())
    assert [block.reference for block in left.model.features.of_columns] == ["", "here"]
    assert left.score(documents(recipe, LAST)).labels()[0] in left.labels


def test_a_hashed_model_of_an_older_file_loses_every_name_of_the_forgotten():
    recipe = Recipe.of(learner="multinomial", **FEATURES["hashed-tfidf"])
    file = decode(train(part(range(7)), recipe).to_bytes(), NEEDS)
    arrays = {
        name: file.array(name) for name in file.names if not name.endswith("name_frequencies")
    }
    left = from_bytes(encode(file.metadata, arrays)).forget(part(LAST))
    assert list(left.model.features.blocks[0].names) == [
        "cow",
        "dog",
        "elk",
    ]  # ant and bee may have been its alone
