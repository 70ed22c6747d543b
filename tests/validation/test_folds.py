"""Folds: repeated, by group, by time, nested."""

import numpy as np
import pytest

from linnet.errors import SettingError
from linnet.evaluation.splits.splits import SplitCriteria, stratified_folds
from linnet.reading import read
from linnet.tuning.train import train
from linnet.validation.cross_validation import cross_validate
from linnet.validation.folds import USUAL, Folds
from linnet.validation.label_suspects import suspects

CODES = np.arange(40) % 2


def test_the_first_repeat_is_what_one_has_and_the_others_differ():
    once, *others = Folds(4, repeats=3, seed=5).parts(SplitCriteria(CODES))
    assert once.part.tolist() == stratified_folds(CODES, 4, 5).tolist()
    assert len({once.part.tobytes(), *(other.part.tobytes() for other in others)}) == 3


def test_nested_folds_never_see_what_is_held_out():
    groups = np.arange(40) // 4
    for held, training, inner in Folds(5, group="author").nested(
        SplitCriteria(CODES, groups=groups), Folds(3)
    ):
        assert not set(groups[held]) & set(groups[training])
        assert [len(parts.part) for parts in inner] == [np.count_nonzero(training)]
        for fold in range(3):
            assert not set(groups[training][inner[0].part == fold]) & set(
                groups[training][inner[0].part != fold]
            )


@pytest.mark.parametrize(
    "settings",
    [
        {"n": 1},
        {"n": 2.5},
        {"repeats": 0},
        {"time": "date", "group": "author"},
        {"time": "date", "n": None},
        {"time": "date", "repeats": 2},
        {"n": None, "repeats": 2},
    ],
)
def test_what_contradicts_itself_is_refused(settings):
    with pytest.raises(SettingError):
        Folds(**settings)


def columns(n=60):
    """Words that tell the label, and words that only tell the author."""
    author = np.arange(n) // 6
    label = author % 2
    texts = [f"sign{a} word{i % 5}" for i, a in enumerate(author)]
    return {
        "text": texts,
        "label": [f"L{one}" for one in label],
        "author": [f"a{a}" for a in author],
    }


def test_folds_of_groups_show_that_only_authors_were_learned():
    data = columns()
    assert cross_validate(data, folds=5).best.errors == 0
    assert cross_validate(data, folds=Folds(5, group="author")).best.errors > 20
    assert cross_validate(data, folds=Folds(None, group="author")).folds == 10


@pytest.mark.parametrize("learner", ["multinomial", "logistic"])
def test_folds_by_time_are_judged_by_models_of_the_past(learner):
    chance = np.random.default_rng(2)
    data = {
        "text": [f"w{a} w{b}" for a, b in chance.integers(0, 6, (30, 2))],
        "label": [f"L{one}" for one in chance.integers(0, 2, 30)],
        "date": [f"2024-01-{day:02d}" for day in chance.permutation(30) + 1],
    }
    found = cross_validate(data, {"learner": learner}, folds=Folds(2, time="date"))
    order = np.argsort(data["date"])
    wrong = 0
    for start in (10, 20):
        past, future = order[:start], order[start : start + 10]
        classifier = train(
            [(data["text"][i], data["label"][i]) for i in past], {"learner": learner}
        )
        said = classifier.classify([data["text"][i] for i in future])
        wrong += sum(label != data["label"][i] for label, i in zip(said, future, strict=True))
    assert (found.documents, found.folds, found.best.errors) == (20, 2, wrong)


def test_repeats_are_averaged_and_do_not_shrink_the_interval():
    data = columns()
    data["label"] = [f"L{one}" for one in np.random.default_rng(1).integers(0, 2, 60)]
    once, thrice = (cross_validate(data, folds=Folds(5, repeats=repeats)) for repeats in (1, 3))
    assert thrice.repeats == 3
    assert thrice.best.accuracy.value == pytest.approx(1 - thrice.best.errors / 180)
    widths = [
        found.best.accuracy.interval[1] - found.best.accuracy.interval[0]
        for found in (once, thrice)
    ]
    assert widths[1] == pytest.approx(widths[0], rel=0.1)


def test_documents_must_have_the_columns_of_the_folds():
    with pytest.raises(SettingError, match="column 'author' must be read as metadata"):
        cross_validate(read(columns()), folds=Folds(5, group="author"))


def test_exact_duplicates_in_other_folds_are_told_and_scored_without():
    # Random labels: only documents that are there twice can be told, and rightly so.
    chance = np.random.default_rng(4)
    texts = [f"t{i} u{i} v{i}" for i in range(40)]
    pairs = [(text, f"L{one}") for text, one in zip(texts, chance.integers(0, 2, 40), strict=True)]
    found = cross_validate([*pairs, *pairs[:20]], folds=5)
    assert found.leaks is not None
    assert found.leaks.near is None
    assert 20 < len(found.leaks.rows) <= 40
    assert found.best.without_leaks.value < found.best.accuracy.value
    plain = cross_validate(pairs, folds=5)
    assert (len(plain.leaks.rows), plain.best.without_leaks) == (0, None)


def test_copies_that_stay_together_are_one_document_to_divide():
    codes, copies = np.array([0, 0, 0, 1, 1, 1, 0]), np.array([0, 0, 0, 1, 1, 2, 3])
    assert Folds(5).at_most(SplitCriteria(codes, copies=copies)).n == 4
    assert Folds(3).at_most(SplitCriteria(codes, copies=copies)).n == 3
    assert Folds(5).at_most(SplitCriteria(codes)).n == 5


@pytest.mark.parametrize("n", [2, 3, 7])
def test_where_nobody_says_how_many_few_documents_have_fewer_folds(n):
    films = [("good film", "pos"), ("bad film", "neg")] * 4
    assert cross_validate(films[:n]).folds == n
    assert len(suspects(films[:n])) == 0
    assert Folds.given(USUAL, 3) == Folds(10, seed=3, or_fewer=True)
    with pytest.raises(SettingError, match=rf"folds must be from 2 to {n}, .*; got 10"):
        cross_validate(films[:n], folds=10)
