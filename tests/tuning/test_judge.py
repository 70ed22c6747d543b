"""A recipe that is given, judged by folds."""

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.tuning.judge import judge
from linnet.validation.folds import Folds

FILMS = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull one", "neg")] * 5


def test_each_document_is_judged_once_by_a_model_that_has_not_learned_it():
    held = judge(FILMS, {"learner": "svm"})
    assert len(held.predictions) == 20
    assert len(held.classifiers) == 5
    assert [classifier.documents for classifier in held.classifiers] == [16] * 5
    assert sorted(held.by.tolist()) == [part for part in range(5) for _ in range(4)]


def test_the_models_are_calibrated_as_the_recipe_says():
    held = judge(FILMS, {"learner": "svm", "calibration": "platt"})
    assert held.predictions.probabilities is not None
    assert judge(FILMS, {"learner": "svm"}).predictions.probabilities is None


def test_documents_that_belong_together_are_judged_together():
    rows = [{"text": text, "label": label, "author": str(n % 4)} for n, (text, label)
            in enumerate(FILMS)]  # fmt: skip
    held = judge(rows, {"learner": "multinomial"}, folds=Folds(2, group="author"))
    assert len(held.classifiers) == 2
    assert held.predictions.groups is not None


def test_fewer_documents_than_folds_make_fewer_folds():
    held = judge(FILMS[:4], {"learner": "multinomial"})
    assert len(held.classifiers) == 4


def test_progress_ends_with_all_models():
    told = []
    judge(FILMS, {"learner": "multinomial"}, progress=told.append)
    assert [one.done for one in told] == [0, 1, 2, 3, 4, 5, 5]
    assert told[-1].share == 1.0
    assert told[0].seconds_left is None
    assert told[1].seconds_left > 0


def test_a_part_without_which_one_label_is_left_is_refused():
    with pytest.raises(InputError, match="at least two labels"):
        judge(FILMS[1:3], {"learner": "multinomial"})


def films_with_copies():
    """Sixty texts whose labels nothing tells, each with three copies that have a word more."""
    rng = np.random.default_rng(1)
    words = [f"word{i}" for i in range(300)]
    texts = [" ".join(rng.choice(words, 20)) for _ in range(60)]
    labels = rng.choice(["pos", "neg"], 60).tolist()
    pairs = list(zip(texts, labels, strict=True))
    return [(f"{text} again{n}", label) for n in range(4) for text, label in pairs]


def test_copies_are_judged_by_a_model_that_has_learned_none_of_them():
    held = judge(films_with_copies(), {"learner": "svm", "weighting": "tfidf"})
    assert held.duplicates.n_kept == held.duplicates.n_copies == 240
    assert len(held.leaks.rows) == 0
    assert held.evaluation.accuracy.value < 0.65


def test_fewer_texts_than_folds_make_fewer_folds():
    pairs = [
        ("something else altogether, in other words", "pos"),
        ("this is the last film of the year", "neg"),
        ("an only child grows up among wolves", "neg"),
    ]
    data = [pair for pair in pairs for _ in range(10)] + [("a text without any copy", "pos")]
    held = judge(data, {"learner": "svm"})
    assert held.duplicates.n_kept == held.duplicates.n_copies
    assert len(held.classifiers) < 5
