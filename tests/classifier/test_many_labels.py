"""Labels that are almost as many as the documents: whoever learns from them is asked first."""

import pytest

import linnet
from linnet.classifier.many_labels import are_many
from linnet.errors import InputError

BAYES = {"learner": "multinomial"}
PAIRS = [(f"word{number} and word{number % 50}", f"id {number % 1_200}") for number in range(2_400)]
LEARNING = {
    "train": lambda documents: linnet.train(documents, BAYES),
    "the default": linnet.train,
    "small": lambda documents: linnet.train(documents, BAYES, small=True),
    "tune": lambda documents: linnet.tune(documents, BAYES, {"smoothing": [0.1, 1.0]}),
    "cross-validate": lambda documents: linnet.cross_validate(documents, BAYES),
    "curve": lambda documents: linnet.curve(documents, BAYES),
    "suspects": lambda documents: linnet.suspects(documents, BAYES),
    "path": lambda documents: list(linnet.regularisation_path(documents, {"learner": "svm"})),
}


@pytest.mark.parametrize("learn", LEARNING.values(), ids=LEARNING)
def test_the_question_is_asked_before_anything_is_learned(learn, monkeypatch):
    def fitted(*_, **__):
        raise AssertionError("nothing must be learned")

    monkeypatch.setattr("linnet.learning.linear.Linear.fit_path", fitted)
    monkeypatch.setattr("linnet.learning.naive_bayes.NaiveBayes.weights", fitted)
    columns = {"text": [text for text, _ in PAIRS], "account": [label for _, label in PAIRS]}
    with pytest.raises(InputError) as caught:
        learn(linnet.read(columns, label="account"))
    assert str(caught.value) == (
        "dict: a label must have several documents to learn from; "
        "got 1,200 different labels in 2,400 rows: "
        "is 'account' the label? Name another label column, or say that so many are meant."
    )


def test_whoever_means_it_goes_on():
    classifier = linnet.train(linnet.read(PAIRS, many_labels=True), BAYES)
    assert len(classifier.labels) == 1_200
    with pytest.raises(InputError, match="1,200 different labels in 2,400 rows"):
        linnet.train(PAIRS, BAYES)


def test_parts_of_documents_that_passed_are_not_asked_about():
    # 5 documents for each of 1,100 labels are enough; a fifth of them, which a curve learns from,
    # would not be.
    pairs = [
        (f"word{number} and word{number % 50}", f"id {number % 1_100}") for number in range(5_500)
    ]
    points = linnet.curve(pairs, BAYES, values=[0.2, 1.0], folds=2).points
    assert [point.at for point in points] == [1_100, 4_400]


@pytest.mark.parametrize(
    ("labels", "given", "many"),
    [
        (20_000, 40_000, True),
        (1_001, 4_003, True),
        (1_001, 4_004, False),
        (1_000, 1_000, False),
        (150, 300, False),
        (500, 20_000, False),
        (5_000, 20_000, False),
    ],
)
def test_the_rule_by_hand(labels, given, many):
    assert are_many(labels, given) == many


def test_where_documents_have_several_labels_these_are_counted():
    # 1,200 labels, each given twice, in 600 documents of 4.
    pairs = [
        (f"word{place}", [f"id {(place * 4 + k) % 1_200}" for k in range(4)])
        for place in range(600)
    ]
    with pytest.raises(InputError, match="1,200 different labels in 600 rows"):
        linnet.train(pairs, BAYES)


def test_labels_with_enough_documents_are_read_to_the_end_however_many_they_are(monkeypatch):
    monkeypatch.setattr("linnet.classifier.many_labels.MOST_LABELS", 10)
    monkeypatch.setattr("linnet.reading.lists._BATCH_ROWS", 50)
    pairs = [(f"word{number % 20}", f"id {number % 20}") for number in range(200)]
    assert linnet.train(pairs, BAYES).documents == 200


def test_a_file_of_millions_of_labels_is_not_read_to_the_end(monkeypatch):
    monkeypatch.setattr("linnet.classifier.many_labels.MOST_LABELS", 60_000)
    pairs = [("text", f"id {number}") for number in range(200_000)]
    with pytest.raises(
        InputError, match="100,000 different labels in 100,000 rows"
    ):  # two batches of 50,000
        linnet.train(pairs, BAYES)
