"""What documents a classifier takes: fields by name, dicts, labels where needed; and threads."""

import polars
import pytest

from linnet import Recipe, cross_validate, evaluate, read, train
from linnet.classifier.sampling import log_likelihood
from linnet.errors import InputError, SettingError

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


@pytest.mark.parametrize("threads", [-1, 0, 1.5, "2", True, 2**40])
def test_threads_are_a_whole_number_from_one(classifier, threads):
    calls = [
        lambda: train(MAIL, threads=threads),
        lambda: classifier.learn(MAIL, threads=threads),
        lambda: classifier.forget(MAIL[2:3], threads=threads),
        lambda: classifier.score(["lunch"], threads=threads),
        lambda: evaluate(classifier, MAIL, threads=threads),
        lambda: cross_validate(MAIL, folds=2, threads=threads),
        lambda: log_likelihood(classifier, MAIL, threads=threads),
    ]
    for call in calls:
        with pytest.raises(
            SettingError, match="threads must be a whole number from 1 to 1024; got"
        ):
            call()
    assert classifier.learn(MAIL, threads=None).to_bytes() == classifier.learn(MAIL).to_bytes()


def test_dicts_are_documents_one_by_one_or_column_by_column(two_fields):
    rows = [{"body": "cow", "title": "ant"}, {"title": "bee", "body": None}, {"title": "bee"}]
    assert two_fields.classify(rows) == ["x", "y", "y"]
    assert (
        train([{"text": "ant", "label": "x"}, {"text": "bee", "label": "y"}]).classify("bee") == "y"
    )
    assert two_fields.classify({"title": "ant", "body": "cow"}) == two_fields.classify(
        ("ant", "cow")
    )
    assert two_fields.probabilities({"title": "ant", "body": "cow"}) == two_fields.probabilities(
        ("ant", "cow")
    )
    assert two_fields.explain({"title": "ant", "body": "cow"}) == two_fields.explain(("ant", "cow"))
    with pytest.raises(
        InputError, match=r"list, row 2: each entry must be a dict as the first is; got str\."
    ):
        two_fields.classify([*rows[:1], "cow"])


def test_what_is_lazy_must_be_collected_first(classifier):
    for lazy in (polars.LazyFrame({"text": ["lunch"]}), iter(["lunch"])):
        with pytest.raises(InputError, match="collect what is lazy first"):
            classifier.classify(lazy)
