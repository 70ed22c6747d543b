"""Documents that are copies of one another: the same text, or nearly the same."""

import numpy as np
import pytest

from linnet.evaluation.splits.duplicate_groups import duplicate_groups
from linnet.evaluation.splits.split_data import split_data_of
from linnet.reading import read

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def different(n):
    """Texts that have little in common."""
    return [f"{word} {word[::-1]} {i * 7919} {i * 104729}" for i, word in enumerate(NUMBERS * 9)][
        :n
    ]


def found(texts, labels=None, **how):
    labels = labels or ["a", "b"] * (len(texts) // 2) + ["a"] * (len(texts) % 2)
    return duplicate_groups(split_data_of(read({"text": texts, "label": labels}, **how)))


def together(groups):
    """The places of documents that have a copy, group by group."""
    codes = groups.groups.tolist()
    members = {}
    for place, code in enumerate(codes):
        members.setdefault(code, []).append(place)
    return sorted(places for places in members.values() if len(places) > 1)


def test_exact_and_near_duplicates_are_together():
    first = "Please send the invoice of March to the office in Bern"
    texts = [first, *different(40), first.upper() + "!", first.replace("March", "March,  then")]
    assert together(found(texts)) == [[0, 41, 42]]
    assert found(texts).n_copies == 3
    assert found(texts).n_large == 0


def test_a_near_duplicate_of_a_near_duplicate_belongs_to_the_same_group():
    words = different(30)
    base = [f"word{i * 37}" for i in range(40)]
    chain = []
    for step in range(6):  # each differs from the next by two words of 40, the ends by ten
        chain.append(" ".join([f"new{i * 53}" for i in range(step * 2)] + base[step * 2 :]))
    groups = found([*chain[::2], *words, *chain[1::2], *different(60)[30:]])
    assert together(groups) == [[0, 1, 2, 33, 34, 35]]


def test_without_copies_there_are_no_groups():
    groups = found(different(50))
    assert groups.together is None
    assert groups.n_copies == 0
    assert groups.as_json() == {"documents": 0, "in_large_groups": 0, "kept_together": 0}


def test_short_texts_are_said_by_many_and_have_no_copies():
    texts = ["ok", "OK!", "ok.", "thanks a lot", "Thanks a lot!", *different(50)]
    assert found(texts).n_copies == 0


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        ("a" * 10 + " " * 50 + "b" * 9, 0),  # spaces are no letters
        ("a" * 10 + " " * 50 + "b" * 10, 2),
        ("早上好谢谢你", 0),  # 18
        ("早上好谢谢你了", 2),
        ("доброе утро всем нам", 0),  # 17 letters
        ("доброе утро всем друзьям", 2),
    ],
)
def test_twenty_letters_are_enough_and_fewer_characters_of_scripts_without_spaces(text, copies):
    assert found([text, text, *different(30)]).n_copies == copies


def test_of_a_template_only_exact_duplicates_are_together():
    letter = "Dear {}, your order was sent today, and you will have it in a week. Yours, the shop"
    letters = [letter.format(f"{name} {other}") for name in NUMBERS for other in NUMBERS[:6]]
    groups = found([*letters, letters[0], *different(60)])
    assert groups.n_copies == 61
    assert groups.n_large == 61  # more than 50, and more than 12.1 of 121 documents
    assert groups.n_kept == 0
    assert together(groups) == [[0, 60]]


def test_the_copies_of_few_documents_are_no_template():
    texts = [f"{text} sent once more" for text in different(8) for _ in range(6)]
    groups = found([*texts, *different(18)[8:]])  # each group is a tenth of 58 documents
    assert groups.as_json() == {"documents": 48, "in_large_groups": 0, "kept_together": 48}
    assert len(together(groups)) == 8


def test_fifty_copies_are_together_and_more_only_among_many_documents():
    text = "the very same words, again and again"
    assert found([text] * 50 + different(30)).n_large == 0
    assert found([text] * 51 + different(30)).n_large == 51


def test_what_parts_divide_is_not_kept():
    groups = found(["the very same words, again and again"] * 4 + different(30))
    units = np.arange(34)
    assert groups.divided_by(groups.groups).n_kept == 4
    assert groups.divided_by(units).n_kept == 0
    assert groups.divided_by(units).n_copies == 4


def test_exact_duplicates_that_are_too_many_are_divided():
    groups = found(["the very same words, again and again"] * 51 + different(60))
    assert groups.n_copies == groups.n_large == 51
    assert groups.together is None


def test_texts_without_letters_and_missing_ones_are_no_copies():
    groups = found(["", "", "!!!", "???", "--- --- ---", *different(30)])
    assert groups.n_copies == 0


def test_different_labels_do_not_tell_copies_apart():
    text = "What is the speed of the Mississippi River?"
    labels = ["a", "b"] + ["a", "b"] * 15
    assert together(found([text, text, *different(30)], labels)) == [[0, 1]]


def test_fields_are_compared_as_one_text():
    n = 30
    title = ["An invoice for Ann Miller", "An invoice for Ann Miller", *different(n)]
    body = ["of the third of March", "of the third of March!", *different(n)]
    data = {"title": title, "body": body, "label": ["a", "b"] * 16}
    groups = duplicate_groups(split_data_of(read(data, text=("title", "body"))))
    assert together(groups) == [[0, 1]]


def test_documents_without_text_have_no_copies():
    data = {"colour": ["red", "red", "blue"] * 10, "label": ["a", "b", "a"] * 10}
    documents = read(data, text=(), categorical="colour")
    groups = duplicate_groups(split_data_of(documents))
    assert groups.together is None
    assert groups.n_copies == 0


def test_several_labels_per_document():
    text = "a text of more than twenty letters"
    data = [(text, ["x"]), (text, ["x", "y"]), *((one, ["y"]) for one in different(30))]
    assert together(duplicate_groups(split_data_of(read(data)))) == [[0, 1]]


def test_the_number_of_threads_does_not_show():
    rng = np.random.default_rng(3)
    words = [f"w{i}" for i in range(50)]
    texts = [" ".join(rng.choice(words, 8)) for _ in range(150)]
    texts += [" ".join([*text.split()[:7], "end", "so"]) for text in texts for _ in range(2)]
    data = split_data_of(read({"text": texts, "label": ["a", "b"] * 225}))
    one = duplicate_groups(data, threads=1)
    many = duplicate_groups(data, threads=7)
    assert one.n_copies > 0
    assert one.groups.tolist() == many.groups.tolist()
