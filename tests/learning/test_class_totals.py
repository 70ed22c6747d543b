"""Totals add and subtract exactly, whatever the order, the threads and the blocks."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet import read
from linnet.errors import InputError
from linnet.features.blocks import BlockSettings
from linnet.learning.counting import total

BLOCKS = {
    "words": [BlockSettings()],
    "presence": [BlockSettings(presence=True)],
    "words and characters": [
        BlockSettings(longest=2),
        BlockSettings(kind="chars", shortest=2, longest=3),
    ],
    "hashed": [BlockSettings(hash_bits=3), BlockSettings(hash_bits=18, longest=2)],
    "two fields": [
        BlockSettings(),
        BlockSettings(field=1),
        BlockSettings(field=1, kind="chars-in-words", longest=2),
    ],
}
ALPHABET = ("ant", "bee", "cow", "ant ant", "é", "🐜", "蟻")

texts = st.lists(st.sampled_from(ALPHABET), max_size=4).map(" ".join)
documents = st.lists(
    st.tuples(texts, texts, st.sampled_from("xyz"), st.integers(1, 3)), min_size=1, max_size=8
)
every_block = pytest.mark.parametrize("blocks", BLOCKS.values(), ids=BLOCKS)
few = settings(max_examples=20, deadline=None)


def totals_of(rows, blocks, threads=1):
    columns = dict(
        zip(("title", "body", "label", "weight"), map(list, zip(*rows, strict=True)), strict=True)
    )
    return total(read(columns, text=["title", "body"], weight="weight"), blocks, threads)


def simple(rows, blocks=BLOCKS["words"], threads=1):
    return total(read(rows), blocks, threads)


ARRAYS = ("frequencies", "starts", "labels", "sums", "presences")


def contents(totals):
    """Everything totals hold, with the types, for comparison."""
    blocks = []
    for block in totals.blocks:
        arrays = [getattr(block, name) for name in ARRAYS]
        numbers = [(array.dtype.name, array.tolist()) for array in arrays]
        blocks.append((list(block.names), block.columns.tolist(), *numbers))
    return (
        totals.labels,
        totals.documents.tolist(),
        totals.weights.tolist(),
        totals.fingerprint,
        blocks,
    )


@every_block
@few
@given(a=documents, b=documents)
def test_totals_of_parts_add_up_and_subtract_back(blocks, a, b):
    first, second, both = totals_of(a, blocks), totals_of(b, blocks), totals_of(a + b, blocks)
    assert contents(first + second) == contents(both)
    assert contents(second + first) == contents(both)
    assert contents(both - second) == contents(first)
    assert contents(both - first) == contents(second)


@every_block
@few
@given(rows=documents, seed=st.integers(0, 99), threads=st.integers(2, 5))
def test_neither_order_nor_threads_matter(blocks, rows, seed, threads):
    shuffled = random.Random(seed).sample(rows, len(rows))
    assert contents(totals_of(rows, blocks)) == contents(totals_of(shuffled, blocks, threads))


def test_threads_do_not_matter_for_many_documents():
    rows = [(" ".join(ALPHABET[i % 7 :]) + f" w{i % 311}", "xyz"[i % 3]) for i in range(4000)]
    expected = contents(simple(rows))
    for threads in (2, 5):
        assert contents(simple(rows, threads=threads)) == expected


def test_totals_by_hand():
    totals = simple([("bee ant ant", "x"), ("ant", "x"), ("cow", "y")])
    (block,) = totals.blocks
    assert (totals.labels, totals.documents.tolist(), totals.weights.tolist()) == (
        ("x", "y"),
        [2, 1],
        [2, 1],
    )
    assert list(block.names) == ["ant", "bee", "cow"]
    assert block.frequencies.tolist() == [2, 1, 1]
    assert (block.sums.tolist(), block.presences.tolist()) == (
        [3, 1, 1],
        [2, 1, 1],
    )  # ant x, bee x, cow y
    assert block.labels.tolist() == [0, 0, 1]


def test_weights_multiply_sums_but_not_frequencies():
    totals = total(
        read({"text": ["ant ant"], "label": ["x"], "weight": [3]}, weight="weight"), BLOCKS["words"]
    )
    (block,) = totals.blocks
    assert (block.frequencies.tolist(), block.sums.tolist(), block.presences.tolist()) == (
        [1],
        [6],
        [3],
    )
    assert (totals.documents.tolist(), totals.weights.tolist()) == ([1], [3])


def test_words_and_labels_that_reach_zero_vanish():
    rest, gone = [("ant", "b"), ("bee ant", "b")], [("cow ant", "a"), ("dog", "c"), ("bee", "b")]
    totals = simple(rest + gone) - simple(gone)
    assert totals.labels == ("b",)
    assert list(totals.blocks[0].names) == ["ant", "bee"]
    nothing = totals - simple(rest)
    assert contents(nothing) == ((), [], [], (0, 0), contents(nothing)[4])
    assert len(nothing.blocks[0]) == len(nothing.blocks[0].names) == 0


def test_new_words_and_labels_find_their_place():
    totals = simple([("bee", "m")]) + simple([("ant cow", "a"), ("cow", "z")])
    assert totals.labels == ("a", "m", "z")
    assert list(totals.blocks[0].names) == ["ant", "bee", "cow"]
    assert totals.blocks[0].labels.tolist() == [0, 1, 0, 2]  # ant a; bee m; cow a, z


LEARNED = [("a b", "x"), ("c c", "x"), ("d", "y"), ("d", "y"), ("e", "z"), ("c", "z")]


@pytest.mark.parametrize(
    "wrong",
    [
        [("f", "x")],  # a word never seen
        [("d", "x")],  # not with this label
        [("d d", "y"), ("d", "y")],  # not so often
        [("d", "y"), ("d", "y"), ("", "y")],  # not so many documents
        [("d", "new")],  # a label never seen
        [("c c", "x"), ("a", "x")],  # "b" would be left of no document
        [("c", "x")],  # "c" would be counted in no x document
        [("", "y")],  # two presences of "d" in one document
        [("c", "z"), ("c", "x")],
        [("c c", "z")],
    ],
)
def test_forgetting_what_was_not_learned_is_refused_and_changes_nothing(wrong):
    learned = simple(LEARNED)
    before = contents(learned)
    with pytest.raises(
        InputError,
        match=r"only documents that were learned can be forgotten.*nothing was changed\.$",
    ):
        learned - simple(wrong)
    assert contents(learned) == before


@few
@given(learned=documents, other=documents)
def test_forgetting_anything_is_refused_or_leaves_possible_totals(learned, other):
    totals = totals_of(learned, BLOCKS["words"])
    try:
        left = totals - totals_of(other, BLOCKS["words"])
    except InputError:
        return
    (block,) = left.blocks
    assert (left.documents > 0).all()
    assert (block.frequencies > 0).all()
    assert (block.presences > 0).all()
    assert (block.sums >= block.presences).all()
    assert (block.presences <= left.weights[block.labels]).all()


def test_fractions_are_forgotten_without_dust():
    def weighted(rows):
        columns = dict(
            zip(("text", "label", "weight"), map(list, zip(*rows, strict=True)), strict=True)
        )
        return total(read(columns, weight="weight"), BLOCKS["words"])

    rows = [("ant", "x", 0.1), ("ant bee", "x", 0.2), ("bee", "x", 0.3), ("cow", "y", 0.7)]
    totals = weighted(rows) - weighted([rows[2], rows[0], rows[1]])
    assert (totals.labels, list(totals.blocks[0].names), totals.exact) == (("y",), ["cow"], False)


def test_the_fingerprint_tells_documents_apart_but_not_their_order():
    marks = [
        simple(rows).fingerprint
        for rows in (
            [("a b", "x"), ("c", "y")],
            [("a b", "y"), ("c", "x")],
            [("b a", "x"), ("c", "y")],
            [("a b", "x")],
        )
    ]
    assert len(set(marks)) == 4
    assert simple([("c", "y"), ("a b", "x")]).fingerprint == marks[0]


def test_labels_are_in_the_order_of_their_bytes():
    # As UTF-16, as Java has it, "😀" would come before "ｱ".
    totals = simple([("a", label) for label in ("ｱ", "é", "z", "😀", "Z", "10", "9")])
    assert totals.labels == ("10", "9", "Z", "z", "é", "ｱ", "😀")


def test_taking_features_keeps_their_pairs():
    (block,) = simple([("ant bee cow", "x"), ("bee", "y")]).blocks
    taken = block.take(np.array([False, True, True]))
    assert list(taken.names) == ["bee", "cow"]
    assert (taken.starts.tolist(), taken.labels.tolist()) == ([0, 2, 3], [0, 1, 0])
