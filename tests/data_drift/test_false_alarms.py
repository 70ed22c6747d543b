"""How often documents without a shift seem to have one, and how often a shift is found.

`pytest -m slow -s tests/data_drift/test_false_alarms.py` prints the table of docs/drift.md.
"""

import random

import pytest

import linnet
from linnet.data_drift.domain import domain_test
from linnet.data_drift.watched_documents import watch
from tests.data_drift.collections import FILMS, MESSAGES, drawn, labelled

N_TRAINING = 2_000
SPLITS = 40
SIZES = (20, 100, 500)
DATA_SETS = ("sms_spam", "mr", "trec_coarse", "r52", "chnsenticorp_hotel")


def found_shift(training, new, *, labels=True):
    """Return whether there is a shift between two lists of documents."""
    documents = linnet.read(training)
    classifier = linnet.train(documents, {"learner": "multinomial"}, threads=1)
    new_documents = linnet.read(new, labelled=labels)
    watched = watch(new_documents, classifier, documents, threads=1)
    for _ in watched.documents().batches():
        pass
    return watched.drift().is_found


def test_few_made_up_samples_of_one_kind_seem_shifted():
    # By luck alone: fewer than 5 of 60 where at most 2 of 100 are wrong.
    alarms = 0
    for seed in range(60):
        texts = labelled(drawn(MESSAGES, 150, seed=seed, length=6), seed=seed)
        alarms += found_shift(texts[:100], texts[100:])
    assert alarms < 5


def test_made_up_samples_of_two_kinds_are_told_apart():
    for seed in range(5):
        training = labelled(drawn(MESSAGES, 100, seed=seed), seed=seed)
        new = labelled(drawn(FILMS, 30, seed=seed + 50), seed=seed)
        assert found_shift(training, new, labels=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", DATA_SETS)
def test_random_splits_of_real_documents_hardly_ever_seem_shifted(real_data, name):
    documents = real_data(name, 20_000)
    alarms = 0
    for n in SIZES:
        here = sum(_split_is_shifted(documents, n, seed) for seed in range(SPLITS))
        print(f"{name}: {here} of {SPLITS} splits with {n} new documents")
        alarms += here
    # Where 2 of 100 are wrong, 8 or more of 120 come once in a thousand times.
    assert alarms < 8


def _split_is_shifted(documents, n, seed):
    shuffled = random.Random(seed).sample(documents, N_TRAINING + n)
    return found_shift(shuffled[:N_TRAINING], shuffled[N_TRAINING:])


def _share_found(training, new, n, *, labels):
    n_found = 0
    for seed in range(20):
        chosen = random.Random(seed).sample(new, n)
        n_found += found_shift(training, chosen, labels=labels)
    return n_found / 20


def _report(name, share):
    print(f"{name}: found in {share:.0%}")
    return share


@pytest.mark.slow
def test_other_texts_are_found(real_data):
    reviews = real_data("mr", 8_000)
    sentences = real_data("subjectivity", 8_000)
    messages = real_data("sms_spam")
    share = _share_found(messages[:2_000], reviews, 20, labels=False)
    assert _report("sms_spam, 20 of mr", share) > 0.9
    share = _share_found(reviews[:2_000], sentences, 100, labels=False)
    _report("mr, 100 of subjectivity", share)
    share = _share_found(reviews[:2_000], sentences, 500, labels=False)
    assert _report("mr, 500 of subjectivity", share) > 0.9


@pytest.mark.slow
def test_other_labels_are_found(real_data):
    news = real_data("ag_news", 30_000)
    source = random.Random(1)
    skewed = [pair for pair in news[2_000:] if pair[1] == "Sports" or source.random() < 0.3]
    share = _share_found(news[:2_000], skewed, 100, labels=True)
    assert _report("ag_news, 100 with more sports", share) > 0.9


@pytest.mark.slow
def test_missing_languages_are_found(real_data):
    sentences = real_data("lang_id_tatoeba", 20_000)
    labels = sorted({label for _, label in sentences})
    missing = set(labels[::4])
    training = [pair for pair in sentences[:6_000] if pair[1] not in missing][:2_000]
    share = _share_found(training, sentences[6_000:], 500, labels=True)
    assert _report("lang_id, 500 with languages that are new", share) > 0.9
    share = _share_found(training, sentences[6_000:], 500, labels=False)
    assert _report("the same without labels", share) > 0.9


DOMAIN_SETS = ("mr", "sms_spam", "stackoverflow_titles")
DOMAIN_SPLITS = 40


@pytest.mark.slow
@pytest.mark.parametrize("name", DOMAIN_SETS)
def test_random_splits_of_real_documents_are_hardly_ever_told_apart(real_data, name):
    texts = [text for text, _ in real_data(name, 20_000)]
    alarms = 0
    n_inside = 0
    n_tests = 0
    for n in (20, 50, 100):
        all_tests = [_domain_of_split(texts, n, seed) for seed in range(DOMAIN_SPLITS)]
        tests = [test for test in all_tests if test is not None]  # copies may leave too few
        here = sum(test.is_found for test in tests)
        inside = sum(_holds(test.area.interval, 0.5) for test in tests)
        print(f"{name}: {here} alarms, {inside} intervals with 0.5 of {len(tests)}, {n} documents")
        alarms += here
        n_inside += inside
        n_tests += len(tests)
    # Where 1 of 200 is wrong, 5 or more of 120 come once in 2,000 times.
    assert alarms < 5
    assert n_inside > 0.9 * n_tests


@pytest.mark.slow
def test_other_texts_are_told_apart(real_data):
    reviews, messages = (
        [text for text, _ in real_data(name, 8_000)] for name in ("mr", "sms_spam")
    )
    for seed in range(10):
        source = random.Random(seed)
        assert domain_test(source.sample(reviews, 50), source.sample(messages, 50), 1).is_found


def _domain_of_split(texts, n, seed):
    shuffled = random.Random(seed).sample(texts, 2 * n)
    return domain_test(shuffled[:n], shuffled[n:], 1)


def _holds(interval, value):
    low, high = interval
    return low <= value <= high
