"""A classifier of a few messages, and one of two fields."""

import pytest

from linnet import Recipe, read, train
from tests.classifier.messages import SPAM


@pytest.fixture(scope="module")
def classifier():
    return train(SPAM, Recipe.of(learner="multinomial"))


@pytest.fixture(scope="module")
def two_fields():
    documents = read(
        {"title": ["ant", "bee"], "body": ["cow", "dog"], "label": ["x", "y"]},
        text=["title", "body"],
    )
    return train(documents, Recipe.of(learner="multinomial"))
