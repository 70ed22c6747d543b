"""Fingerprints of documents: the same whatever their order."""

from hashlib import sha256

import pytest

from linnet import lexicon_classifier, read, train
from linnet.validation.fingerprints import compared_with_training, fingerprinted

PAIRS = [("good film", "pos"), ("bad film", "neg"), ("good film", "pos")]
CLASSIFIER = train(PAIRS, {})


def fingerprint(documents, classifier=CLASSIFIER):
    documents, of_all = fingerprinted(classifier.read(documents), classifier, threads=2)
    for _ in documents.batches():
        pass
    return of_all()


def test_a_fingerprint_is_the_digest_of_two_sums_over_documents():
    first, second = CLASSIFIER.totals.fingerprint  # of these very documents
    sums = first.to_bytes(8, "little") + second.to_bytes(8, "little")
    assert fingerprint(PAIRS) == sha256(sums).hexdigest()


def test_order_does_not_matter_and_texts_labels_and_repeats_do():
    assert fingerprint(PAIRS[::-1]) == fingerprint(PAIRS)
    others = [
        PAIRS[:2],
        [*PAIRS, PAIRS[0]],
        [*PAIRS[:2], ("good film", "neg")],
        [*PAIRS[:2], ("good films", "pos")],
    ]
    prints = {fingerprint(other) for other in others}
    assert len(prints) == 4
    assert fingerprint(PAIRS) not in prints


def test_reading_twice_begins_anew_and_before_nothing_is_known():
    documents, of_all = fingerprinted(read(PAIRS), CLASSIFIER, threads=1)
    assert of_all() == sha256(bytes(16)).hexdigest()
    for _ in range(2):
        assert sum(len(batch) for batch in documents.batches()) == 3
        assert of_all() == fingerprint(PAIRS)


def test_documents_without_a_text_go_by_their_columns():
    rows = {"age": [1.0, 2.0, 3.0, 4.0], "label": ["x", "y", "x", "y"]}
    settings = {"learner": "gaussian", "words": None, "numeric": ["age"]}
    classifier = train(rows, settings)
    older = {**rows, "age": [1.0, 2.0, 3.0, 5.0]}
    assert fingerprint(rows, classifier) != fingerprint(older, classifier)
    turned = {name: values[::-1] for name, values in rows.items()}
    assert fingerprint(turned, classifier) == fingerprint(rows, classifier)


def learned(documents, classifier=CLASSIFIER):
    documents, are_learned = compared_with_training(
        classifier.read(documents), classifier, threads=1
    )
    for _ in documents.batches():
        pass
    return are_learned()


@pytest.mark.parametrize("tokenizer", [None, str.split])
def test_a_classifier_knows_just_what_it_has_learned(tokenizer):
    classifier = train(PAIRS, {}, tokenizer=tokenizer)
    assert learned(PAIRS[::-1], classifier) is True
    assert learned(PAIRS[:2], classifier) is False
    assert learned([*PAIRS, ("good film", "pos")], classifier) is False


def test_nothing_is_said_where_nothing_was_learned_or_weights_were():
    columns = {"text": ["good", "bad"], "label": ["pos", "neg"]}
    weighted = train(read({**columns, "weight": [2.0, 1.0]}, weight="weight"), {})
    assert learned(columns, weighted) is None
    assert learned(PAIRS, lexicon_classifier({"pos": ["good"], "neg": ["bad"]})) is None
