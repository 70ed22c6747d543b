"""How many threads work."""

import pytest

from linnet import Recipe, cross_validate, evaluate, train
from linnet.classifier.sampling import log_likelihood
from linnet.errors import SettingError

MAIL = [
    ("win a prize", "spam"),
    ("cheap pills", "spam"),
    ("lunch at noon", "ham"),
    ("see you at lunch", "ham"),
]


@pytest.fixture(scope="module")
def classifier():
    return train(MAIL, Recipe.of(learner="multinomial"))


@pytest.mark.parametrize("threads", [-1, 0, 1.5, "2", True, 2**40])
def test_threads_are_a_whole_number_from_one(classifier, threads):
    calls = [
        lambda: train(MAIL, threads=threads),
        lambda: classifier.learn(MAIL, threads=threads),
        lambda: classifier.forget(MAIL[2:3], threads=threads),
        lambda: classifier.score(["lunch"], threads=threads),
        lambda: evaluate(classifier, MAIL, threads=threads),
        lambda: cross_validate(MAIL, folds=2, threads=threads),
        lambda: log_likelihood(classifier, MAIL, threads=threads),
    ]
    for call in calls:
        with pytest.raises(
            SettingError, match="threads must be a whole number from 1 to 1024; got"
        ):
            call()
    assert classifier.learn(MAIL, threads=None).to_bytes() == classifier.learn(MAIL).to_bytes()
