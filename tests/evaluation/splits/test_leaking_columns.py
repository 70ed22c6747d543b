"""Columns that give the label away."""

import random
from datetime import date, timedelta

import numpy as np

from linnet.evaluation.splits.leaks import find_leaks, leaks_among
from linnet.evaluation.splits.split_data import split_data_of
from linnet.evaluation.splits.splits import Parts
from linnet.reading import read


def test_a_column_that_gives_the_label_away_is_told():
    chance = random.Random(3)
    labels = [chance.choice("xyz") for _ in range(300)]
    data = {
        "text": [f"t{i}" for i in range(300)],
        "label": labels,
        "queue": [f"q-{label}" for label in labels],
        "day": [chance.choice("ab") for _ in labels],
        "key": [f"k{i}" for i in range(300)],
        "code": [float("xyz".index(label)) for label in labels],
    }
    parts = [
        {name: column[rows] for name, column in data.items()}
        for rows in (slice(200), slice(200, None))
    ]
    sides = [
        read(part, categorical=("queue", "day"), numeric="code", metadata="key") for part in parts
    ]
    leaks = find_leaks(*sides)
    assert [(one.column, one.accuracy) for one in leaks.columns] == [("queue", 1.0), ("code", 1.0)]
    assert leaks.columns[0].majority < 0.6
    assert len(leaks.rows) == 0


def test_numbers_and_dates_that_grow_from_label_to_label_are_told():
    n = 300
    chance = random.Random(4)
    labels = [chance.choice("xyz") for _ in range(n)]
    amounts = [100.0 * "xyz".index(label) + 90 * chance.random() for label in labels]
    spread = [amount if chance.random() < 0.99 else 300 * chance.random() for amount in amounts]
    data = {
        "text": [f"t{i}" for i in range(n)],
        "label": labels,
        "amount": amounts,
        "mostly": spread,
        "sometimes": [amount if i % 3 else None for i, amount in enumerate(amounts)],
        "noise": [chance.random() for _ in labels],
        "number": [f"{amount:.6f}" for amount in amounts],
        "date": [str(date(2024, 1, 1) + timedelta(amount)) for amount in amounts],
        "author": [f"a{i}" for i in range(n)],
    }
    numeric = ("amount", "mostly", "sometimes", "noise")
    gathered = split_data_of(read(data, numeric=numeric, metadata=("number", "date", "author")))
    for parts in (
        Parts((np.arange(n) >= 200).astype(np.int32), forward=True),
        Parts((np.arange(n) % 5).astype(np.int32)),
    ):
        leaks = leaks_among(gathered, parts)
        assert {one.column for one in leaks.columns} == {"amount", "mostly", "number", "date"}


def test_a_rare_label_alone_makes_no_column_telling():
    # Always "x" is right for 99 %: a column that is no better tells nothing.
    data = {"text": ["t"] * 200, "label": ["y", *["x"] * 99] * 2, "day": ["a", "b"] * 100}
    gathered = split_data_of(read(data, metadata="day"))
    leaks = leaks_among(gathered, Parts(np.repeat(np.array([0, 1], np.int32), 100), forward=True))
    assert leaks.columns == ()
