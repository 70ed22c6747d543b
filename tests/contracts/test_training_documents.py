"""Every classifier recognises the documents that it was trained on, however it was made, and no
others.
"""

import numpy as np
import pytest

from linnet import lexicon_classifier, read, train
from linnet.classifier.classifier import from_bytes
from linnet.validation.fingerprints import compared_with_training
from tests.contracts.learners import TRAINED

DATA = {
    "text": ["good film", "fine plot", "", "bad film", "dull plot", "no end"],
    "year": [1.0, 2.0, 3.0, 4.0, 5.0, 7.0],
    "size": [2.0, 1.0, 4.0, 3.0, 6.0, 6.0],
    "kind": ["a", "b", None, "b", "c", "a"],
    "label": ["pos", "pos", "pos", "neg", "neg", "neg"],
}
OWN = {  # what some learners need beside, or instead of, words
    "full-gaussian": {"words": "none", "numeric": ["year", "size"]},
    "binomial": {"words": "none", "numeric": ["size"], "trials": "10"},
    "categorical": {"words": "none", "categorical": ["kind"]},
}


def recognised(classifier, documents):
    """Read documents as an evaluation does, and return whether the classifier has learned them."""
    documents, are_learned = compared_with_training(
        classifier.read(documents), classifier, threads=2
    )
    for _ in documents.batches():
        pass
    return are_learned()


def part(data, rows):
    return {name: [values[row] for row in rows] for name, values in data.items()}


def check(classifier, data):
    n = len(data["label"])
    for one in (classifier, from_bytes(classifier.to_bytes(), classifier.tokenizer)):
        assert recognised(one, data) is True
        assert recognised(one, part(data, np.roll(range(n), 2))) is True  # in another order
        assert recognised(one, part(data, range(n - 1))) is False
        assert recognised(one, {**data, "label": data["label"][::-1]}) is False


@pytest.mark.parametrize("learner", TRAINED)
def test_every_learner_recognises_its_documents(learner):
    check(train(DATA, {"learner": learner, **OWN.get(learner, {})}), DATA)


@pytest.mark.parametrize("learner", ["multinomial", "svm", "gaussian"])
@pytest.mark.parametrize(
    "settings", [{"categorical": ["kind"]}, {"numeric": ["size", "year"], "length": True}]
)
def test_metadata_columns_are_part_of_a_document(learner, settings):
    classifier = train(DATA, {"learner": learner, **settings})
    check(classifier, DATA)
    other = {**DATA, "kind": ["b"] * 6, "size": [1.0] * 6}
    assert recognised(classifier, other) is False


def test_the_default_recognises_its_documents():
    data = {"text": DATA["text"] * 4, "label": DATA["label"] * 4}
    check(train(data), data)
    check(train(data, small=True), data)


def test_texts_cut_by_a_tokenizer_are_recognised():
    check(train(DATA, {"learner": "svm"}, tokenizer=lambda text: text.split("o")), DATA)


def test_documents_of_several_labels_are_recognised():
    data = {"text": ["good fun", "good", "dull"], "label": [["pos", "fun"], ["pos"], []]}
    check(train(data, {"learner": "logistic"}), data)


def test_a_changed_classifier_recognises_what_it_has_learned_now():
    first, rest = part(DATA, [0, 3, 4]), part(DATA, [1, 2, 5])
    classifier = train(first, {"learner": "multinomial"})
    learned = classifier.learn(rest)
    assert (recognised(learned, DATA), recognised(learned, first)) == (True, False)
    assert recognised(learned.forget(rest), first) is True


def test_what_cannot_be_known_is_not_said():
    weighted = read({**DATA, "weight": [2.0] * 6}, weight="weight")
    assert recognised(train(weighted, {"learner": "svm"}), DATA) is None
    by_hand = lexicon_classifier({"pos": ["good"], "neg": ["bad"]})
    assert recognised(by_hand, DATA) is None
