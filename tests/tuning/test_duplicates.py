"""Copies in the training data do not make an estimate too good."""

import numpy as np
import pytest

from linnet import choose, evaluate, train, tune
from linnet.evaluation.splits.duplicate_groups import duplicate_groups
from linnet.reading import read
from linnet.validation import splitting
from tests.display.checks import check_html

WORDS = [f"word{i}" for i in range(300)]
SVM = {"learner": "svm", "weighting": "tfidf", "calibration": "none"}


def texts(n, seed):
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, 20)) for _ in range(n)]


def by_chance(n, seed, copies=0):
    """Texts whose labels nothing tells; copies have a word more."""
    labels = np.random.default_rng(seed + 1).choice(["ham", "spam"], n).tolist()
    pairs = list(zip(texts(n, seed), labels, strict=True))
    for number in range(copies):
        text, label = pairs[number]
        pairs.append((f"{text} again{number % 7}", label))
    return pairs


def accuracy(tuned):
    return tuned.estimate.measures["accuracy"].value


@pytest.mark.parametrize("how", [{"reserve": 0.25}, {"outer_folds": 3}])
def test_a_copy_in_another_part_promises_what_is_not_there(how):
    data = by_chance(300, seed=1, copies=300)
    settings = {"grid": {"strength": ["1/n"]}, **how}
    apart = tune(data, SVM, split_duplicates=True, **settings)
    together = tune(data, SVM, **settings)
    held_out = evaluate(train(data, SVM), by_chance(300, seed=7)).accuracy.value
    assert accuracy(apart) > 0.75  # most have a copy that was learned
    assert 0.4 < accuracy(together) < 0.6
    assert 0.4 < held_out < 0.6
    assert together.best.value < 0.6 < apart.best.value  # recipes are compared as honestly


def test_copies_are_counted_and_the_interval_is_one_of_groups():
    tuned = tune(by_chance(200, seed=1, copies=50), SVM, {"strength": ["1/n"]}, reserve=0.5)
    assert tuned.duplicates.n_copies == 100
    duplicates = tuned.as_json()["duplicates"]
    assert duplicates == {"documents": 100, "in_large_groups": 0, "kept_together": 100}
    assert tuned.as_json()["leaking"] == 0
    sentence = (
        "100 of 250 documents are exact or near duplicates of others; "
        "copies are kept in one fold, so that the estimate is honest."
    )
    assert tuned.copies_in_words == [sentence]
    assert sentence in check_html(tuned._repr_html_())
    assert repr(tuned).endswith("100 duplicates kept in one fold)")
    assert tuned.estimate.groups < tuned.reserved
    apart = tune(
        by_chance(200, seed=1, copies=50), SVM, {"strength": ["1/n"]}, split_duplicates=True
    )
    assert apart.duplicates is None
    assert apart.as_json()["duplicates"] is None
    assert apart.as_json()["leaking"] > 0


@pytest.mark.parametrize("how", [{"reserve": 0.25}, {"outer_folds": 3}])
def test_without_copies_all_is_as_ever(how):
    data = by_chance(100, seed=1)
    grid = {"learner": ["svm", "multinomial"]}
    together = tune(data, None, grid, **how)
    apart = tune(data, None, grid, split_duplicates=True, **how)
    assert together.classifier.to_bytes() == apart.classifier.to_bytes()
    assert {**together.as_json(), "duplicates": None} == apart.as_json()
    assert together.estimate.groups is None


def test_without_copies_groups_are_as_ever():
    pairs = by_chance(100, seed=1)
    columns = {
        "text": [text for text, _ in pairs],
        "label": [label for _, label in pairs],
        "author": [f"a{i % 17}" for i in range(100)],
    }
    documents = read(columns, metadata="author")
    recipe = {**SVM, "group": "author"}
    grid = {"strength": ["1/n", "3/n"]}
    together = tune(documents, recipe, grid)
    apart = tune(documents, recipe, grid, split_duplicates=True)
    assert {**together.as_json(), "duplicates": None} == apart.as_json()


def test_by_time_copies_are_not_looked_for():
    pairs = by_chance(60, seed=1, copies=20)
    columns = {
        "text": [text for text, _ in pairs],
        "label": [label for _, label in pairs],
        "day": list(range(80)),
    }
    documents = read(columns, metadata="day")
    tuned = tune(documents, {**SVM, "time": "day"}, {"strength": ["1/n"]}, folds=2)
    assert tuned.duplicates is None


def test_the_same_bytes_for_any_number_of_threads():
    data = by_chance(120, seed=1, copies=60)
    one = choose(data, threads=1)
    many = choose(data, threads=3)
    assert one.classifier.to_bytes() == many.classifier.to_bytes()
    assert one.as_json() == many.as_json()


def test_a_label_whose_documents_are_all_copies_is_still_learned():
    data = by_chance(60, seed=1)
    data += [(f"call this number for your free prize now {i}", "prize") for i in range(3)]
    tuned = tune(data, SVM, {"strength": ["1/n"]}, folds=3)
    assert tuned.duplicates.n_copies == 3
    assert tuned.duplicates.n_kept == 0  # the label has no others
    assert tuned.classifier.classify("your free prize") == "prize"


def test_two_labels_of_which_one_is_all_copies_can_be_searched():
    data = [(text, "ham") for text in texts(60, seed=1)]
    data += [(f"call this number for your free prize now {i}", "prize") for i in range(4)]
    tuned = tune(data, SVM, {"strength": ["1/n"]}, outer_folds=3)
    assert tuned.best.value is not None


def test_several_labels_per_document():
    rng = np.random.default_rng(5)
    data = []
    for text in texts(150, seed=1):
        labels = [label for label in "abc" if rng.random() < 0.5]
        data += [(text, labels), (f"{text} again", labels)]
    settings = {"grid": {"strength": ["1/n"]}, "reserve": 0.3}
    together = tune(data, SVM, **settings)
    apart = tune(data, SVM, split_duplicates=True, **settings)
    exactly = [tuned.estimate.measures["subset-accuracy"].value for tuned in (together, apart)]
    assert exactly[0] < 0.3
    assert exactly[1] > 0.5
    assert together.duplicates.n_copies == 300


def test_many_copies_of_few_texts_promise_nothing():
    data = by_chance(18, seed=2)
    copies = [(f"{text} again{n}", label) for text, label in data[:8] for n in range(5)]
    tuned = choose(data + copies)
    assert tuned.duplicates.n_kept == tuned.duplicates.n_copies == 48
    assert accuracy(tuned) < 0.8


def test_fewer_texts_than_folds_are_divided_and_counted_so():
    texts_of_labels = zip(texts(4, seed=1), ["ham", "spam"] * 2, strict=True)
    data = [pair for pair in texts_of_labels for _ in range(10)]
    tuned = tune(data, SVM, {"strength": ["1/n"]}, outer_folds=5)
    assert tuned.duplicates.n_copies == 40
    assert tuned.duplicates.n_kept == 0


def test_every_document_twice_and_few_of_them():
    data = by_chance(12, seed=1) * 2
    tuned = choose(data)
    assert tuned.duplicates.n_copies == 24
    assert tuned.classifier.documents == 24


def test_planted_copies_of_real_documents(real_data):
    pairs = real_data("mr", 4000)
    learned, new = pairs[:1500], pairs[1500:]
    copies = [(f"{text} again", label) for text, label in learned[:600]]
    recipe = {"learner": "svm", "weighting": "sublinear-tfidf", "words": "1-2"}
    settings = {"grid": {"strength": ["1/n"]}, "calibration": "none"}
    apart = tune(learned + copies, recipe, split_duplicates=True, **settings)
    together = tune(learned + copies, recipe, **settings)
    held_out = evaluate(together.classifier, new).accuracy.value
    assert accuracy(apart) > held_out + 0.05
    assert abs(accuracy(together) - held_out) < 0.05


@pytest.mark.parametrize(("split_duplicates", "times"), [(False, 1), (True, 0)])
def test_copies_are_looked_for_once_and_not_where_they_are_split(
    monkeypatch, split_duplicates, times
):
    looked = []

    def counted(*data):
        looked.append(data)
        return duplicate_groups(*data)

    monkeypatch.setattr(splitting, "duplicate_groups", counted)
    data = by_chance(60, seed=1, copies=20)
    recipe = {"learner": "svm", "calibration": "platt"}
    tune(data, recipe, {"strength": ["1/n"]}, split_duplicates=split_duplicates)
    assert len(looked) == times
