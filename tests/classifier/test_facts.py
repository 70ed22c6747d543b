"""A classifier as plain data and in words."""

import json

import linnet
from linnet.classifier.facts import change_facts, model_facts

PAIRS = [("win a prize", "spam"), ("cheap prize", "spam"), ("lunch at noon", "ham")]


def test_facts_are_plain_data():
    classifier = linnet.train(PAIRS, {})
    facts = model_facts(classifier)
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert (facts["documents"], facts["weight"], facts["labels"]) == (3, 3.0, {"ham": 1, "spam": 2})


def test_several_labels_are_counted_one_by_one():
    classifier = linnet.train([("a b", ["x", "y"]), ("a", ["x"]), ("c", [])], {})
    assert model_facts(classifier)["labels"] == {"x": 2, "y": 1}


def test_a_change_tells_new_and_lost_labels():
    before = linnet.train(PAIRS, {})
    after = before.learn([("hello", "chat")]).forget(PAIRS[2:])
    facts = change_facts(before, after)
    assert (facts["new_labels"], facts["lost_labels"]) == (["chat"], ["ham"])
    assert (facts["documents_before"], facts["documents"]) == (3, 3)
