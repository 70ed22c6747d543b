"""Documents that are the same but for a few words."""

import random
import time

from linnet.evaluation.splits.leaks import find_leaks
from linnet.reading import read
from tests.evaluation.splits.planted import (
    made_up,
    planted,
)


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
