"""Documents as svmlight lines, and the names of their features."""

from io import BytesIO

import pytest

from linnet import read, train
from linnet.classifier.vectors import feature_names, write_vectors
from linnet.errors import InputError

BAYES = {"learner": "multinomial"}


@pytest.fixture(scope="module")
def films():
    """A classifier of bad, film and good, which have the indexes 1, 2 and 3."""
    return train([("good good film", "pos"), ("bad film", "neg")], BAYES)


def lines(classifier, source, **options):
    file = BytesIO()
    for batch in read(source).batches():
        write_vectors(file, classifier, batch, **options)
    return file.getvalue().decode().splitlines()


def test_counts_of_known_words_follow_the_label(films):
    found = lines(films, [("film so good good", "pos"), ("", "new"), ("bad", "neg")])
    assert found == ["pos 2:1 3:2", "new", "neg 1:1"]
    assert lines(films, [("bad film", "neg")] * 3, threads=2) == ["neg 1:1 2:1"] * 3


def test_labels_may_be_their_places_in_the_model(films):
    found = lines(films, [("good", "pos"), ("bad", "neg")], label_numbers=True)
    assert found == ["1 3:1", "0 1:1"]
    with pytest.raises(InputError) as refused:
        lines(films, [("good", "pos"), ("good", "new")], label_numbers=True)
    assert str(refused.value) == (
        "a label must be one that the model knows to have a number; got 'new'. Leave it out."
    )


def test_several_labels_have_commas_between():
    pairs = [("a", ["x", "y"]), ("b", ["y"])]
    classifier = train(pairs, {"learner": "logistic"})
    assert lines(classifier, [("a", ["y", "x"]), ("b", [])]) == ["y,x 1:1", " 2:1"]
    assert lines(classifier, [("b", ["y", "x"])], label_numbers=True) == ["1,0 2:1"]


def test_a_name_is_one_line_whatever_is_in_it():
    documents = {"text": ["a", "b"], "author": ["ann\nlee", "bob"], "label": ["x", "y"]}
    classifier = train(documents, {**BAYES, "categorical": ["author"]})
    assert list(feature_names(classifier)) == [
        "text.words:a",
        "text.words:b",
        "author.categorical:ann lee",
        "author.categorical:bob",
    ]


def test_documents_without_labels_are_refused():
    classifier = train([("a", "x"), ("b", "y")], BAYES)
    (batch,) = read(["a"], labelled=False).batches()
    with pytest.raises(InputError) as caught:
        write_vectors(BytesIO(), classifier, batch)
    assert str(caught.value).startswith("documents must have labels to be written as vectors;")
