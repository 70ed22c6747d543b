"""Whether a score deserves trust."""

import pytest

import linnet
from linnet.validation.checks import check, count_uses, recognise

LEARNED = [("win a prize", "spam"), ("lunch at noon", "ham"), ("cheap pills", "spam")]
OTHERS = [("win a prize", "spam"), ("see you at noon", "ham")]


@pytest.fixture
def model(tmp_path, monkeypatch):
    monkeypatch.setenv("LINNET_LEDGER", str(tmp_path / "ledger.jsonl"))
    path = tmp_path / "m.linnet"
    linnet.train(LEARNED, {}).save(path)
    return str(path)


def checked(model, pairs, **wanted):
    classifier = linnet.load(model)
    recognised = recognise(linnet.read(pairs), classifier)
    list(recognised.documents.batches())
    return check(classifier, recognised, **wanted)


def test_training_documents_are_recognised(model):
    assert checked(model, LEARNED).on_training_documents is True
    assert checked(model, OTHERS).on_training_documents is False


def test_uses_are_counted_where_the_model_file_is_named(model):
    assert checked(model, OTHERS).uses is None
    assert checked(model, OTHERS, model_file=model).as_json()["looks"] == {"times": 1, "models": 1}
    assert checked(model, OTHERS[::-1], model_file=model).as_json()["looks"]["times"] == 2


def test_leaks_are_looked_for_where_training_is_given(model):
    checks = checked(model, OTHERS, training=linnet.read(LEARNED))
    assert checks.leaks.rows.tolist() == [0]
    found = checks.as_json()["without_leaks"]
    assert (found["documents"], found["accuracy"]["value"]) == (1, 1.0)
    assert "leaks" not in checked(model, OTHERS).as_json()


def test_uses_by_several_models(model):
    documents, note_uses = count_uses(linnet.read(OTHERS), {model: linnet.load(model)})
    list(documents.batches())
    assert note_uses().as_json() == {"times": 1, "models": 1}
    assert count_uses(linnet.read(OTHERS), {})[1]() is None
