"""linnet.drift: new documents beside training documents."""

from dataclasses import replace

import pytest

import linnet
from linnet.data_drift.shift import LABELS, LENGTHS, NGRAMS, PREDICTED, WORDS
from linnet.errors import InputError
from linnet.storage.kept_documents import KeptDocuments
from tests.data_drift.collections import FILMS, MESSAGES, drawn, labelled


def by_words(texts):
    """Return texts with the label that their words tell."""
    return [(text, "spam" if "prize" in text or "win" in text else "ham") for text in texts]


TRAINING = by_words(drawn(MESSAGES, 300, seed=1))
SAME = by_words(drawn(MESSAGES, 150, seed=2))
OTHER = labelled(drawn(FILMS, 150, seed=3, length=20), share=0.9)
RECORDED = linnet.train(TRAINING)


def kinds(shifts):
    return [shift.kind for shift in shifts]


def test_a_chosen_model_needs_no_training_documents():
    assert not linnet.drift(RECORDED, SAME).is_found
    assert kinds(linnet.drift(RECORDED, OTHER).found) == [LABELS, LENGTHS, WORDS, NGRAMS]


def test_its_file_is_as_good_as_the_model(tmp_path):
    RECORDED.save(tmp_path / "m.linnet")
    loaded = linnet.load(tmp_path / "m.linnet")
    assert linnet.drift(loaded, OTHER).as_json() == linnet.drift(RECORDED, OTHER).as_json()


def test_without_labels_those_that_are_predicted_are_compared():
    texts = [text for text, _ in SAME]
    drift = linnet.drift(RECORDED, texts)
    assert kinds(drift.shifts) == [PREDICTED, LENGTHS, WORDS, NGRAMS]
    assert not drift.is_found
    spam = [text for text, label in TRAINING if label == "spam"]
    assert PREDICTED in kinds(linnet.drift(RECORDED, spam[:60]).found)


def test_training_documents_add_a_test_of_the_domain():
    drift = linnet.drift(RECORDED, OTHER, TRAINING)
    assert drift.domain.is_found
    assert "ROC area" in drift.sentence
    assert linnet.drift(RECORDED, OTHER).domain is None


def test_documents_that_a_model_keeps_are_its_training_documents():
    plain = linnet.train(TRAINING, {"learner": "svm"})
    documents = linnet.read(TRAINING)
    kept = replace(plain, kept=KeptDocuments.of(documents, plain.labels))
    drift = linnet.drift(kept, OTHER)
    assert drift.as_json() == linnet.drift(plain, OTHER, TRAINING).as_json()
    assert drift.domain is not None


def test_a_model_with_nothing_to_compare_with_says_what_to_do():
    plain = linnet.train(TRAINING, {"learner": "svm"})
    with pytest.raises(InputError, match=r"profile of its training texts.*training=…"):
        linnet.drift(plain, ["some text"] * 20)
    assert kinds(linnet.drift(plain, SAME).shifts) == [LABELS]


def test_neither_threads_nor_batches_show():
    documents = linnet.read(OTHER)
    whole = linnet.drift(RECORDED, documents, threads=1).as_json()
    assert linnet.drift(RECORDED, documents, threads=3).as_json() == whole
    [batch] = documents.batches()
    cut = [batch.kept(batch.rows <= 40), batch.kept(batch.rows > 40)]
    in_two = replace(documents, open_batches=lambda: iter(cut))
    assert linnet.drift(RECORDED, in_two).as_json() == whole


def test_documents_with_several_labels():
    texts = drawn(MESSAGES, 200, seed=4)
    sets = [(text, [word for word in ("call", "free") if word in text]) for text in texts]
    classifier = linnet.train(sets[:100], {"learner": "multinomial"})
    assert not linnet.drift(classifier, sets[100:], sets[:100]).is_found
    one = [(text, ["free"]) for text in texts[100:]]
    assert kinds(linnet.drift(classifier, one, sets[:100]).found) == [LABELS]


def test_several_text_fields_are_one_document():
    rows = [{"title": text, "body": text, "label": label} for text, label in TRAINING]
    classifier = linnet.train(linnet.read(rows, text=("title", "body")), {})
    new = [{"body": text, "title": text, "label": label} for text, label in SAME]
    assert not linnet.drift(classifier, new, rows).is_found
    odd = [{"body": text, "title": "", "label": label} for text, label in SAME]
    assert kinds(linnet.drift(classifier, odd, rows).found) == [LENGTHS]


def test_a_tokenizer_of_ones_own_says_what_a_word_is():
    classifier = linnet.train(TRAINING, {"learner": "multinomial"}, tokenizer=str.split)
    assert not linnet.drift(classifier, SAME, TRAINING).is_found
    assert WORDS in kinds(linnet.drift(classifier, OTHER, TRAINING).found)


def test_a_lexicon_has_learned_nothing():
    classifier = linnet.lexicon_classifier({"pos": ["good"], "neg": ["bad"]})
    with pytest.raises(InputError, match="profile of its training texts"):
        linnet.drift(classifier, SAME)


@pytest.mark.parametrize("text", ["", " ", "\x00", "🙂" * 50, "w" * 100_000, "日本語" * 10])
def test_odd_texts_are_compared_like_others(text):
    drift = linnet.drift(RECORDED, [text] * 12)
    assert drift.is_found
    assert len(drift.sentence) < 1000
