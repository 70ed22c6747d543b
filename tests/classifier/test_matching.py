"""Documents with the columns that a classifier reads: found by name, or refused."""

import pytest

from linnet import Recipe, evaluate, read, train
from linnet.classifier.sampling import log_likelihood
from linnet.errors import InputError

MAIL = [
    ("win a prize", "spam"),
    ("cheap pills", "spam"),
    ("lunch at noon", "ham"),
    ("see you at lunch", "ham"),
]
FIELDS = {
    "title": ["ant", "bee"],
    "body": ["cow", "dog"],
    "label": ["x", "y"],
    "more": ["elk", "fox"],
}


@pytest.fixture(scope="module")
def classifier():
    return train(MAIL, Recipe.of(learner="multinomial"))


@pytest.fixture(scope="module")
def two_fields():
    return train(read(FIELDS, text=["title", "body"]), Recipe.of(learner="multinomial"))


@pytest.mark.parametrize(
    "fields", [["title", "body"], ["body", "title"], ["more", "body", "title"]]
)
def test_fields_of_documents_are_matched_by_name(two_fields, fields):
    documents = read(FIELDS, text=fields)
    assert two_fields.learn(documents).to_bytes() == two_fields.learn(FIELDS).to_bytes()
    assert two_fields.learn(documents).forget(documents).to_bytes() == two_fields.to_bytes()
    assert evaluate(two_fields, documents).accuracy.value == 1.0
    assert two_fields.classify(documents) == ["x", "y"]
    assert log_likelihood(two_fields, documents) == log_likelihood(two_fields, FIELDS)


@pytest.mark.parametrize("fields", [["title"], ["title", "more"]])
def test_documents_without_a_field_of_the_model_are_refused(two_fields, fields):
    documents = read(FIELDS, text=fields)
    for use in (
        two_fields.learn,
        two_fields.forget,
        two_fields.classify,
        lambda d: evaluate(two_fields, d),
    ):
        with pytest.raises(
            InputError, match=r"must have the fields of the model \('title', 'body'\); got 'title'"
        ):
            use(documents)


def test_documents_without_labels_cannot_be_learned(classifier):
    documents = read(["lunch"], labelled=False)
    for use in (classifier.learn, classifier.forget, lambda d: evaluate(classifier, d)):
        with pytest.raises(InputError, match="list: documents must have labels here; got none"):
            use(documents)


def test_only_a_batch_is_explained_as_one():
    classifier = train([("lunch", "ham"), ("pills", "spam")])
    with pytest.raises(InputError, match=r"got list\. Use explain for a text\.$"):
        classifier.explain_batch(["lunch"])
