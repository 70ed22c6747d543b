"""Damaged model files under every command that takes a model.

An answer or one sentence, and never NaN in JSON.
"""

import numpy as np
import pytest

from linnet import InputError, Recipe, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError
from linnet.storage.container import encode
from tests.golden_models import MODELS
from tests.hostile.commands import OPENED, faults_in

FILES = 25  # by default; 3,600 by `make slow`
# Where fractions lie that are as many as labels or blocks: these are read when a file is opened.
SMALL = (
    "offset",
    "prior",
    "rest",
    "scale",
    "mean_lengths",
    "slopes",
    "offsets",
    "knots",
    "heights",
    "temperature",
)


def fractions():
    for name, file in OPENED.items():
        for array in file.names:
            if file.array(array).dtype.kind == "f" and len(file.array(array)):
                yield pytest.param(name, array, id=f"{name}-{array}")


def with_number(name, array, number):
    file = OPENED[name]
    arrays = {one: file.array(one) for one in file.names}
    arrays[array] = np.full_like(arrays[array], number)
    return encode(file.metadata, arrays)


def use(name, data):
    """Score documents that have every known feature, and save the model again."""
    golden = MODELS[name]
    classifier = from_bytes(data, tokenizer=golden.tokenizer)
    scores = classifier.score(golden.training())
    assert not np.isnan(scores.values).any()
    assert not np.isposinf(scores.values).any()
    classifier.to_bytes()


@pytest.mark.filterwarnings("ignore:.*Unicode")
@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(("name", "array"), [*fractions()])
def test_numbers_that_are_not_finite_are_refused_when_opened_or_used(name, array, number):
    data = with_number(name, array, number)
    with pytest.raises(ModelFileError, match="damaged"):
        use(name, data)
    if array.rpartition(".")[2] in SMALL:
        with pytest.raises(ModelFileError, match="damaged model file"):
            from_bytes(data, tokenizer=MODELS[name].tokenizer)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["logistic", "hashed-bayes", "narrow", "tokenizer", "platt"])
def test_a_weight_that_no_document_has_is_found_with_the_first_that_has_it(name, number):
    file, cut = OPENED[name], MODELS[name].tokenizer
    whole = from_bytes(encode(file.metadata, {one: file.array(one) for one in file.names}), cut)
    array = next(
        one for one in ("model.dense", "model.dense.halves", "model.weights") if one in file.names
    )
    damaged = from_bytes(with_number(name, array, number), cut)
    assert damaged.classify("unheard") == whole.classify("unheard")
    for ask in (damaged.classify, damaged.score, damaged.explain):
        with pytest.raises(ModelFileError, match="the weights of a model must be numbers up to 1e"):
            ask("good film" if ask != damaged.score else ["good film"])


def test_numbers_of_documents_that_are_too_large_are_not_called_damage():
    data = {"features": [{"k": 0.001}, {"j": 0.001}], "label": ["x", "y"]}
    classifier = train(data, Recipe.of(learner="svm", words=None, named="features", strength=1e-9))
    with pytest.raises(InputError, match="the numbers of a document must be from -1e"):
        classifier.score({"features": [{"k": 1.5e308}]})


def test_rarities_beyond_all_sense_are_damage_too():
    with pytest.raises(ModelFileError, match="the rarities of a model must be numbers up to 1e"):
        use("svm-bins", with_number("svm-bins", "weighting.rarity", 1.7e308))


def test_weights_that_are_not_finite_are_not_converted():
    from linnet.sklearn import to_pipeline

    with pytest.raises(ModelFileError, match="the weights of a model must be numbers up to 1e"):
        to_pipeline(from_bytes(with_number("logistic", "model.dense", np.nan)))


def test_a_gaussian_far_from_all_it_has_seen_still_answers():
    data = {"age": [1.0, 1.5, 30.0, 31.0], "label": ["x", "x", "y", "y"]}
    classifier = train(data, Recipe.of(learner="gaussian", words=None, numeric=["age"]))
    assert classifier.classify({"age": 1e99}) in ("x", "y")


def test_damaged_files_under_every_command(tmp_path, monkeypatch):
    monkeypatch.setenv("LINNET_LEDGER", str(tmp_path / "looks.jsonl"))
    assert list(faults_in(tmp_path, 13, FILES)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_damaged_files_under_every_command(tmp_path, monkeypatch, seed):
    monkeypatch.setenv("LINNET_LEDGER", str(tmp_path / "looks.jsonl"))
    assert list(faults_in(tmp_path, seed, 900)) == []
