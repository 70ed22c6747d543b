"""Documents that are compared while they are read."""

import linnet
from linnet.data_drift.shift import LABELS, LENGTHS, NGRAMS, PREDICTED, WORDS
from linnet.data_drift.watched_documents import (
    FEWEST,
    NO_PROFILE,
    NO_TEXTS,
    NO_VOCABULARY,
    TOO_FEW,
    training_labels,
    watch,
)
from tests.data_drift.collections import FILMS, MESSAGES, drawn, labelled

TRAINING = linnet.read(labelled(drawn(MESSAGES, 400, seed=1)))
NEW = linnet.read(labelled(drawn(MESSAGES, 100, seed=2), seed=2))
FILM_REVIEWS = linnet.read(labelled(drawn(FILMS, 100, seed=3, length=30)))


def watched(classifier, documents, training=TRAINING):
    """The drift of documents that are read once."""
    watching = watch(documents, classifier, training, threads=1)
    assert sum(len(batch) for batch in watching.documents().batches()) == 100
    return watching.drift()


def test_documents_of_one_kind_show_no_shift():
    drift = watched(linnet.train(TRAINING, {}), NEW)
    assert [shift.kind for shift in drift.shifts] == [LABELS, LENGTHS, WORDS, NGRAMS]
    assert not drift.is_found
    assert (drift.documents, drift.training_documents) == (100, 400)


def test_other_documents_show_every_shift_of_texts():
    drift = watched(linnet.train(TRAINING, {}), FILM_REVIEWS)
    assert [shift.kind for shift in drift.found] == [LENGTHS, WORDS, NGRAMS]


def test_expected_unknown_words_are_those_of_held_out_documents():
    drift = watched(linnet.train(TRAINING, {}), NEW)
    [words] = [shift for shift in drift.shifts if shift.kind == WORDS]
    assert abs(words.expected - 0.1) < 0.02  # a tenth of the words are made up
    assert abs(words.found - words.expected) < 0.02


def test_a_model_without_a_profile_compares_labels_alone():
    drift = watched(linnet.train(TRAINING, {}), NEW, training=None)
    assert [shift.kind for shift in drift.shifts] == [LABELS]
    assert {drift.not_measured[kind] for kind in (LENGTHS, WORDS, NGRAMS)} == {NO_PROFILE}


def test_hashed_words_and_characters_have_no_unknown_words():
    for recipe in ({"hash_bits": 10}, {"words": "none", "chars": "2-3"}, {"words": "2-2"}):
        drift = watched(linnet.train(TRAINING, recipe), NEW)
        assert drift.not_measured[WORDS] == NO_VOCABULARY
        assert NGRAMS in {shift.kind for shift in drift.shifts}


def test_a_model_of_columns_alone_compares_labels():
    table = {"age": [1.0, 2.0] * 50, "label": ["old", "new"] * 50}
    documents = linnet.read(table, text=(), numeric="age")
    classifier = linnet.train(documents, {"words": None, "numeric": ["age"], "learner": "gaussian"})
    drift = watched(classifier, documents, training=None)
    assert drift.not_measured[NGRAMS] == NO_TEXTS
    assert not drift.is_found


def test_fewer_than_ten_documents_are_too_few():
    classifier = linnet.train(TRAINING, {})
    few = linnet.read(labelled(drawn(FILMS, FEWEST - 1, seed=3)))
    watching = watch(few, classifier, TRAINING, threads=1)
    list(watching.documents().batches())
    drift = watching.drift()
    assert drift.shifts == ()
    assert TOO_FEW in drift.not_measured.values()
    assert PREDICTED in drift.not_measured


def test_training_labels_of_sets_are_counted_without_all_documents():
    classifier = linnet.train([("good fun", ["pos", "fun"]), ("dull", []), ("good", ["pos"])])
    counts = training_labels(classifier)
    assert (dict(counts.counts), counts.documents) == ({"fun": 1, "pos": 2}, 3)
