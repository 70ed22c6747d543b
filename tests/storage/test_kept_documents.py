"""Training documents that a model keeps, and those nearest to a text."""

import math

import pytest

from linnet import read, train
from linnet.errors import InputError, SettingError
from linnet.storage.kept_documents import (
    KeptDocuments,
    Neighbour,
    check_learned,
    no_totals,
    refuse_kept,
)

LABELS = ("ham", "spam")
PAIRS = [("win win", "spam"), ("lunch", "ham"), ("win win", "spam"), ("", "ham")]


def kept_of(pairs=PAIRS, labels=LABELS):
    return KeptDocuments.of(read(pairs), labels)


def pairs_of(documents):
    pairs = []
    for batch in documents.batches():
        pairs += zip(batch.texts[0].to_pylist(), batch.label_lists(), strict=True)
    return pairs


def test_labels_that_the_model_does_not_know_are_not_kept():
    kept = kept_of([("a", ["spam", "scam", "ham"]), (None, []), ("b", ["scam"])])
    assert (len(kept), list(kept.texts[0])) == (3, ["a", "", "b"])
    assert kept.labels.tolist() == [1, 0]
    assert kept.label_starts.tolist() == [0, 2, 2, 2]


def test_of_equal_documents_only_as_many_go_as_are_named():
    held, left = kept_of().parted(read([("win win", "spam")]), LABELS)
    assert pairs_of(held) == [("win win", ["spam"])]
    assert pairs_of(left) == [("lunch", ["ham"]), ("win win", ["spam"]), ("", ["ham"])]
    assert left.name == "the documents that the model keeps"


def test_labels_of_a_document_are_the_same_in_any_order():
    kept = kept_of([("a", ["ham", "spam"]), ("b", [])])
    _, left = kept.parted(read([("a", ["spam", "ham"])]), LABELS)
    assert pairs_of(left) == [("b", [])]


def test_what_was_never_kept_cannot_go_and_something_must_stay():
    never = "only documents that were learned can be forgotten; got a document that the model does"
    for gone in ([("lunch", "spam")], [("lunch", "ham")] * 2):
        with pytest.raises(InputError, match=never):
            kept_of().parted(read(gone), LABELS)
    with pytest.raises(InputError, match="forgetting must leave some documents; got all of them"):
        kept_of().parted(read(PAIRS), LABELS)


@pytest.mark.parametrize("tokenizer", [None, str.split])
def test_the_nearest_are_those_with_the_largest_cosine(tokenizer):
    pairs = [("a b", "x"), ("c", "y"), ("b b a", "x"), ("", "y")]
    classifier = train(pairs, {}, tokenizer=tokenizer)
    kept = KeptDocuments.of(read(pairs), classifier.labels)
    found = kept.nearest(classifier.model, ["a a"], 9, classifier.tokenizer)
    # (2, 0) with (1, 1): 2 / (2 · √2); with (1, 2): 2 / (2 · √5). "c" and "" share nothing.
    assert [one.texts for one in found] == [("a b",), ("b b a",)]
    assert [one.likeness for one in found] == pytest.approx([1 / math.sqrt(2), 1 / math.sqrt(5)])
    assert len(kept.nearest(classifier.model, ["a a"], 1, classifier.tokenizer)) == 1
    assert kept.nearest(classifier.model, ["unheard"], 9, classifier.tokenizer) == []


def test_a_neighbour_as_json():
    assert Neighbour(("a b",), ("x",), 0.5).as_json() == {
        "texts": ["a b"],
        "labels": ["x"],
        "likeness": 0.5,
    }


def test_a_model_that_keeps_its_documents_is_not_changed():
    refuse_kept("learn", None, None)
    with pytest.raises(SettingError, match="must not keep its training documents to merge; got"):
        refuse_kept("merge", None, kept_of())


def test_fingerprints_of_parts_add_up_and_wrap_around():
    check_learned([(2**64 - 1, 5), (3, 6)], (2, 11))
    with pytest.raises(InputError, match="got documents that are not those that the model was"):
        check_learned([(2**64 - 1, 5), (3, 6)], (2, 12))


def test_only_forgetting_can_be_helped_by_keeping_documents():
    begin = "a model of the svm learner cannot {}; only naive Bayes models can. Train it again on "
    assert str(no_totals("svm", "learn")) == begin.format("learn") + "all documents."
    assert str(no_totals("svm", "forget")) == begin.format("forget") + (
        "the documents that stay; a model that keeps its documents does so by itself."
    )
