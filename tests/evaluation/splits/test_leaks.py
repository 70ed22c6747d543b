"""The leak check: what training has seen, in whatever clothes."""

import random
import re
import time
from datetime import date, timedelta

import numpy as np
import pytest

from linnet.evaluation.splits.leaks import documents_without, find_leaks, leaks_among
from linnet.evaluation.splits.split_data import split_data_of
from linnet.evaluation.splits.splits import Parts
from linnet.reading import read

WORDS = [
    f"{a}{b}{c}"
    for a in ("lor", "ip", "dol")
    for b in ("em", "sum", "or", "it")
    for c in ("a", "us", "is", "o")
]


def made_up(n, seed):
    chance = random.Random(seed)
    return [(" ".join(chance.choices(WORDS, k=30)) + f" {i}", f"L{i % 2}") for i in range(n)]


def dressed(text):
    """Return the same text with other case and punctuation."""
    return f"«{re.sub(' ', ' -- ', text.upper())}!»"


def grams(text):
    plain = " ".join(re.findall(r"[^\W_]+", text.lower()))
    return {plain[i : i + 5] for i in range(max(1, len(plain) - 4))}


def likeness(a, b):
    a, b = grams(a), grams(b)
    return len(a & b) / len(a | b)


def changed(text, chance):
    """Return a text with one or two words changed, still alike."""
    while True:
        words = text.split()
        for _ in range(chance.randint(1, 2)):
            words[chance.randrange(len(words))] = chance.choice(WORDS)
        found = " ".join(words)
        if found != text and likeness(text, found) >= 0.8:
            return found


def planted(documents, n, seed=0):
    """Return (training, held out, which are exact, which are near).

    Half of the documents with some of the others.
    """
    chance = random.Random(seed)
    half = len(documents) // 2
    training, held = documents[:half], documents[half:]
    long = [pair for pair in training if len(pair[0].split()) >= 12]
    sources = chance.sample(long, 2 * n)
    exact = [(dressed(text), label) for text, label in sources[:n]]
    near = [(changed(text, chance), label) for text, label in sources[n:]]
    first = len(held)
    return (
        training,
        [*held, *exact, *near],
        range(first, first + n),
        range(first + n, first + 2 * n),
    )


def test_planted_duplicates_are_found():
    training, held, exact, near = planted(made_up(2000, seed=1), 100)
    leaks = find_leaks(read(training), read(held), threads=2)
    rows = set(leaks.rows.tolist())
    assert leaks.exact.documents == 100
    assert rows >= set(exact)
    assert len(rows & set(near)) >= 99
    assert rows <= {*exact, *near}
    assert leaks.exact.same_label == 100
    assert len(leaks.near.examples) == 20
    for example in leaks.near.examples:
        assert example.likeness == pytest.approx(
            likeness(held[example.row - 1][0], training[example.twin_row - 1][0])
        )


def test_planted_duplicates_in_real_news_are_found(real_data):
    training, held, exact, near = planted(real_data("ag_news", 20_000), 200)
    leaks = find_leaks(read(training), read(held), threads=2)
    rows = set(leaks.rows.tolist())
    assert rows >= set(exact)
    assert len(rows & set(near)) >= 190
    assert all(example.likeness >= 0.8 for example in leaks.near.examples)


def test_threads_and_order_of_training_change_no_row():
    training, held, *_ = planted(made_up(400, seed=2), 30)
    one, two = (find_leaks(read(training), read(held), threads=threads) for threads in (1, 3))
    turned = find_leaks(read(training[::-1]), read(held))
    assert one.as_json() == two.as_json()
    assert turned.rows.tolist() == one.rows.tolist()


def test_what_looks_the_same_is_the_same():
    # A ligature, full-width letters, a letter with its accent apart.
    training = [("the ﬁrst café", "x"), ("ＷＩＮ now", "y")]
    held = [("The First cafe\u0301", "x"), ("win, NOW", "x"), ("first cafe", "y")]
    leaks = find_leaks(read(training), read(held))
    assert (leaks.rows.tolist(), leaks.exact.documents, leaks.exact.same_label) == ([0, 1], 2, 1)


def test_empty_texts_are_told_and_never_duplicates():
    leaks = find_leaks(read([("", "x"), ("!!", "y")]), read([("", "x"), ("😀", "x"), ("a", "y")]))
    assert (leaks.rows.tolist(), leaks.empty) == ([], 2)


def test_the_same_group_on_both_sides_is_found():
    training = {"text": ["a", "b"], "label": ["x", "y"], "author": ["ann", "bob"]}
    held = {"text": ["c", "d", "e"], "label": ["x", "y", "x"], "author": ["bob", "eve", None]}
    leaks = find_leaks(
        read(training, metadata="author"), read(held, metadata="author"), group="author"
    )
    assert (leaks.rows.tolist(), leaks.group.documents, leaks.group.examples[0].twin_row) == (
        [0],
        1,
        2,
    )


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


def test_several_labels_agree_in_whatever_order():
    training = read([("one two", ["a", "b"]), ("three", [])])
    leaks = find_leaks(training, read([("One, two", ["b", "a"]), ("three!", ["a"])]))
    assert (leaks.exact.documents, leaks.exact.same_label) == (2, 1)


def test_documents_without_leaks_are_left():
    held = read([("a b", "x"), ("c d", "y"), ("e f", "x")])
    left = [
        text
        for batch in documents_without(held, np.array([1])).batches()
        for text in batch.texts[0].to_pylist()
    ]
    assert left == ["a b", "e f"]


def test_fields_are_compared_together():
    training = {"title": ["Win"], "body": ["a prize"], "label": ["x"]}
    held = {"title": ["WIN!", "win"], "body": ["a prize", "nothing"], "label": ["x", "y"]}
    sides = [read(data, text=("title", "body")) for data in (training, held)]
    assert find_leaks(*sides).rows.tolist() == [0]


def test_a_text_repeated_without_end_and_a_word_of_a_megabyte_take_no_time():
    start = time.perf_counter()
    one = "the same old text, sent again and again to everybody"
    word = "".join(random.Random(1).choices("abcdefghijklmnop", k=1_000_000))
    training = [(one, "x")] * 100_000 + [(word, "y"), ("x" * 1_000_000, "y")]
    held = [(one, "x")] * 100_000 + [
        (word + "y", "y"),
        (f"{'x' * 1_000_000}y", "y"),
    ]  # of xxxxx and xxxxy one is in both
    leaks = find_leaks(read(training), read(held), threads=2)
    assert (leaks.exact.documents, len(leaks.rows)) == (100_000, 100_001)
    assert time.perf_counter() - start < 60


def test_folds_find_twins_in_other_folds_only():
    gathered = split_data_of(read([("a b c", "x"), ("A b C", "x"), ("a-b-c", "y"), ("d e f", "y")]))
    leaks = leaks_among(gathered, Parts(np.array([0, 0, 1, 1], np.int32)))
    assert leaks.rows.tolist() == [0, 1, 2]
    assert [example.twin_row for example in leaks.exact.examples] == [3, 3, 1]
    assert leaks_among(gathered, Parts(np.array([0, 0, 0, 1], np.int32))).rows.tolist() == []
