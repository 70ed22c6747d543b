"""The profile of documents: by hand, and the same however they are read."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet.classifier.document_profile import (
    MOST_SAMPLED,
    EvenSample,
    MeasuredDocuments,
    shares_of,
)
from linnet.storage.training_profile import LENGTH_EDGES, UNIT
from tests.data_drift.collections import MESSAGES, drawn, labelled

TRAINING = [("good film", "pos"), ("good plot", "pos"), ("dull film", "neg"), ("dull jokes", "neg")]
CLASSIFIER = linnet.train(TRAINING, {})


def profile_of(documents, classifier=CLASSIFIER, threads=1, **more):
    """The profile of documents that are read once."""
    source = linnet.read(documents)
    return MeasuredDocuments(source, classifier, threads, **more).read().profile


def test_lengths_are_counted_in_characters():
    profile = profile_of([("", "pos"), ("日本語", "pos"), ("w" * 20, "neg"), ("w" * 21, "neg")])
    places = np.searchsorted(LENGTH_EDGES, [0, 3, 20, 21], side="right")
    assert profile.lengths.sum() == 4
    assert profile.lengths[places].tolist() == [1, 1, 2, 2]


def test_shares_of_ngrams_add_up_to_one_for_each_document():
    profile = profile_of([("aaaa", "pos"), ("abc", "neg")])
    # "aaaa" has one 3-gram twice, "abc" has one: a whole unit each, in one bucket
    assert profile.ngrams.sum() == 2 * UNIT
    assert profile.ngram_squares.sum() == 2 * UNIT**2
    assert profile_of([("ab", "pos")]).ngrams.sum() == 0


def test_case_does_not_matter():
    assert np.array_equal(profile_of([("ABCD", "x")]).ngrams, profile_of([("abcd", "x")]).ngrams)


def test_new_words_are_unknown():
    # of three words one is new; a text without words is not counted
    words = profile_of([("good new film", "pos"), ("!", "pos")]).unknown_words
    assert (words.documents, words.total, words.squares) == (1, 333, 333**2)


def test_a_training_document_is_seen_as_if_it_had_not_been_learned():
    # plot and jokes stand in one document only: half of its two words each
    words = profile_of(TRAINING, learned=True).unknown_words
    assert (words.documents, words.total) == (4, 2 * UNIT // 2)
    assert profile_of(TRAINING).unknown_words.total == 0


def test_it_is_what_leaving_each_document_out_gives():
    pairs = labelled(drawn(MESSAGES, 30, seed=3, new_words=0.3))
    for settings in ({}, {"min_documents": 2}, {"words": "1-2"}, {"learner": "svm"}):
        classifier = linnet.train(pairs, settings)
        total = 0
        for place, held_out in enumerate(pairs):
            others = linnet.train(pairs[:place] + pairs[place + 1 :], settings)
            total += profile_of([held_out], others).unknown_words.total
        assert profile_of(pairs, classifier, learned=True).unknown_words.total == total


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_neither_threads_nor_batches_show(threads):
    pairs = labelled(drawn(MESSAGES, 90, seed=1))
    classifier = linnet.train(pairs, {})
    documents = linnet.read(pairs)
    whole = MeasuredDocuments(documents, classifier, 1, sampled=True).read()
    [batch] = documents.batches()
    cut = [batch.kept((batch.rows >= at) & (batch.rows < at + 7)) for at in range(0, 90, 7)]
    in_parts = replace(documents, open_batches=lambda: iter(cut))
    parts = MeasuredDocuments(in_parts, classifier, threads, sampled=True).read()
    assert parts.profile == whole.profile
    assert np.array_equal(np.array(parts.sample.kept), np.array(whole.sample.kept))
    assert parts.label_counts == whole.label_counts


def test_profiles_of_parts_add_up():
    pairs = labelled(drawn(MESSAGES, 40, seed=1))
    assert profile_of(pairs[:15]) + profile_of(pairs[15:]) == profile_of(pairs)


def test_reading_again_starts_again():
    measured = MeasuredDocuments(linnet.read(TRAINING), CLASSIFIER, 1)
    once = measured.read().profile
    assert measured.read().profile == once
    assert measured.n_documents == 4


def test_fields_are_one_text():
    rows = [{"a": "good film", "b": "so so", "label": "x"}, {"a": "", "b": None, "label": "y"}]
    documents = linnet.read(rows, text=("a", "b"))
    classifier = linnet.train(documents, {})
    profile = MeasuredDocuments(documents, classifier, 1).read().profile
    places = np.searchsorted(LENGTH_EDGES, [0, len("good film" + "so so")], side="right")
    assert profile.lengths[places].tolist() == [1, 1]
    assert abs(profile.ngrams.sum() - UNIT) <= 5  # rounded, bucket by bucket
    assert profile.unknown_words.documents == 1


def test_an_even_sample_keeps_some_of_everything():
    sample = EvenSample()
    numbers = list(range(50_000))
    for start in range(0, 50_000, 777):
        batch = numbers[start : start + 777]
        sample.add(len(batch), lambda places, batch=batch: batch[places])
    steps = set(np.diff(sample.kept).tolist())
    assert len(steps) == 1
    assert MOST_SAMPLED < len(sample.kept) <= 2 * MOST_SAMPLED
    assert sample.kept[0] == 0


def test_shares_are_rounded_to_the_nearest_thousandth():
    assert shares_of(np.array([0, 1, 1]), np.array([7, 7, 1])).tolist() == [0, 143, 1000]
