"""A classifier as plain data and in words."""

import json

import linnet
from linnet.classifier.facts import change_facts, model_facts
from linnet.classifier.facts_in_words import inexactness, label_counts, similar_labels
from linnet.explanation.inspection import inspect_model

PAIRS = [("win a prize", "spam"), ("cheap prize", "spam"), ("lunch at noon", "ham")]


def test_facts_are_plain_data():
    classifier = linnet.train(PAIRS, {})
    facts = model_facts(classifier)
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert (facts["documents"], facts["weight"], facts["labels"]) == (3, 3.0, {"ham": 1, "spam": 2})


def test_several_labels_are_counted_one_by_one():
    classifier = linnet.train([("a b", ["x", "y"]), ("a", ["x"]), ("c", [])], {})
    assert model_facts(classifier)["labels"] == {"x": 2, "y": 1}


def test_an_inspection_has_the_facts_of_the_file(tmp_path):
    path = tmp_path / "m.linnet"
    linnet.train(PAIRS, {}).save(path)
    facts = inspect_model(str(path), linnet.load(path), top=1)
    assert (facts["bytes"], facts["linnet"]) == (path.stat().st_size, linnet.__version__)
    assert [feature["feature"] for feature in facts["strongest"]["spam"]] == ["prize"]


def test_a_change_tells_new_and_lost_labels():
    before = linnet.train(PAIRS, {})
    after = before.learn([("hello", "chat")]).forget(PAIRS[2:])
    facts = change_facts(before, after)
    assert (facts["new_labels"], facts["lost_labels"]) == (["chat"], ["ham"])
    assert (facts["documents_before"], facts["documents"]) == (3, 3)


def test_the_most_frequent_labels_come_first():
    pairs = [(f"word{n}", f"label{n:02}") for n in range(12)] + [("word", "label11")]
    words = label_counts(linnet.train(pairs, {}))
    assert words.startswith("label11 2, label00 1, ")
    assert words.endswith(" and 2 more")


def test_labels_that_may_be_one():
    assert similar_labels(["Ham", "ham", "spam", " HAM"]) == [["Ham", "ham", " HAM"]]
    assert similar_labels(["ham", "spam"]) == []


def test_what_is_no_longer_exact():
    exact = linnet.train(PAIRS, {})
    assert inexactness(exact.learn(PAIRS)) == ""
    online = linnet.train(PAIRS, {"learner": "perceptron"}).learn(PAIRS)
    assert inexactness(online).startswith("only approximate")
