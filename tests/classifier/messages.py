"""A few messages, and every kind of recipe that learns and forgets exactly."""

import pytest

SPAM = [
    ("win a prize now", "spam"),
    ("cheap pills now now", "spam"),
    ("lunch at noon", "ham"),
    ("see you at lunch", "ham"),
    ("the prize giving is at noon", "ham"),
]
RECIPES = {
    "plain": {},
    "minimum": {"min_documents": 2},
    "share": {"min_documents": 0.2, "max_documents": 0.99},
    "most frequent": {"most_frequent": 3},
    "all limits": {
        "min_documents": 2,
        "max_documents": 50,
        "most_frequent": 4,
        "words": "1-2",
        "chars": "2-2",
    },
    "bernoulli": {"learner": "bernoulli", "smoothing": 0},
    "complement": {"learner": "complement", "norm": True, "min_documents": 2},
    "hashed": {"hash_bits": 4, "learner": "multinomial"},
}
every_recipe = pytest.mark.parametrize("chosen", RECIPES.values(), ids=RECIPES)
