"""Documents with the columns that a classifier reads: found by name, or refused."""

import pytest

from linnet import Recipe, compare, drift, evaluate, read, train
from linnet.classifier.sampling import log_likelihood
from linnet.errors import DataWarning, InputError

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


REVIEWS = {
    "Review Text": [
        "a very good film indeed",
        "this is a dull plot",
        "what a good cast",
        "so dull",
    ],
    "Class": ["pos", "neg", "pos", "neg"],
}
OTHER_TEXT = (
    "dict: the model has learned column 'Review Text', which is not there; column '{}' is read "
    "instead. Name it with text= if that is right."
)


@pytest.fixture(scope="module")
def of_reviews():
    return train(read(REVIEWS, text="Review Text", label="Class"), {})


@pytest.mark.parametrize("name", ["Anliegen", "body"])  # found by content, by name
def test_a_warning_where_another_text_column_is_read(of_reviews, name):
    others = {name: REVIEWS["Review Text"], "Class": REVIEWS["Class"]}
    with pytest.warns(DataWarning) as caught:
        of_reviews.predict(others)
    assert [str(one.message) for one in caught] == [OTHER_TEXT.format(name)]
    with pytest.warns(DataWarning, match="has learned column 'Review Text'"):
        evaluate(of_reviews, others)
    with pytest.warns(DataWarning, match="has learned column 'Review Text'"):
        compare(of_reviews, of_reviews, others)
    with pytest.warns(DataWarning, match="has learned column 'Review Text'"):
        drift(of_reviews, others, training=REVIEWS)


def test_no_warning_where_the_text_column_is_there_or_named_or_texts_have_no_column(of_reviews):
    others = {"Title": REVIEWS["Review Text"], "Class": REVIEWS["Class"]}
    of_reviews.predict(REVIEWS)
    of_reviews.predict(others, text="Title")
    of_reviews.predict(REVIEWS["Review Text"])


def test_texts_without_columns_are_read_from_a_column_of_a_usual_name():
    of_lists = train([("good film", "pos"), ("dull plot", "neg")], {})
    of_lists.predict({"message": ["good film"]})
    with pytest.warns(DataWarning, match="has learned column 'text', which is not there"):
        of_lists.predict({"Anliegen": ["a very good film indeed"]})


def test_a_text_column_that_is_missing_is_named(of_reviews):
    sentence = (
        "^dict: the text column 'Review Text' that the model has learned must be there; "
        r"got columns 'Class'\. Name the text column\.$"
    )
    with pytest.raises(InputError, match=sentence):
        of_reviews.predict({"Class": ["pos", "neg"]})


def test_only_a_batch_is_explained_as_one():
    classifier = train([("lunch", "ham"), ("pills", "spam")])
    with pytest.raises(InputError, match=r"got list\. Use explain for a text\.$"):
        classifier.explain_batch(["lunch"])
