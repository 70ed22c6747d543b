"""Which features take part: limits by hand, on totals of four documents."""

import numpy as np
import pytest

from linnet import read
from linnet.errors import SettingError
from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnSettings
from linnet.learning.counting import total
from linnet.learning.preparation import total_documents
from linnet.learning.vocabulary import Limits, features_of, taking_part

# documents: ant 3, bee 2, cow 1; counts: ant 3, bee 5, cow 1
TEXTS = ["ant bee bee bee bee", "ant bee", "ant cow", ""]
WORDS = BlockSettings()
AUTHOR = ColumnSettings("categorical", ("author",), "reference")


def totals(block=WORDS):
    data = {"text": TEXTS, "label": ["x", "y", "x", "y"], "author": ["ann", "bob", "cat", "bob"]}
    documents = read(data, text="text", label="label", categorical=["author"])
    return total(documents, [block], columns=[AUTHOR])


def words(limits, of=None):
    of = totals() if of is None else of
    return list(taking_part(of, limits).blocks[0].names)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"min_documents": 0}, "the minimum document frequency must be a whole number from 1 or"),
        ({"min_documents": True}, "a share from 0.0 to 1.0; got True."),
        ({"max_documents": 1.5}, "the maximum document frequency must be a whole number from 1 or"),
        (
            {"most_frequent": 0},
            "most frequent must be 1 or above; got 0. Leave it out to keep all.",
        ),
        ({"most_frequent": 2.0}, "most frequent must be 1 or above; got 2.0."),
    ],
)
def test_limits_that_do_not_fit_are_a_sentence(settings, sentence):
    with pytest.raises(SettingError) as caught:
        Limits(**settings)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("limits", "bounds", "none"),
    [
        (Limits(), (1, 10), True),
        (Limits(min_documents=2), (2, 10), False),
        (Limits(min_documents=0.25, max_documents=7), (2.5, 7), False),
        (Limits(min_documents=0.0), (1, 10), True),
        (Limits(private=3, min_documents=2), (3, 10), False),
        (Limits(most_frequent=5), (1, 10), False),
    ],
)
def test_limits_are_numbers_or_shares_of_ten_documents(limits, bounds, none):
    assert (limits.bounds(10), limits.none) == (bounds, none)


def test_of_equally_frequent_features_the_first_are_kept():
    frequencies = np.array([1, 4, 2, 4])
    counts = np.array([9.0, 4.0, 5.0, 4.0])
    kept = Limits(min_documents=2, most_frequent=2).kept(frequencies, counts, 5)
    assert kept.tolist() == [False, True, True, False]
    assert Limits(most_frequent=9).kept(frequencies, counts, 5).all()


@pytest.mark.parametrize(
    ("limits", "kept"),
    [
        (Limits(), ["ant", "bee", "cow"]),
        (Limits(min_documents=2), ["ant", "bee"]),
        (Limits(max_documents=0.5), ["bee", "cow"]),
        (Limits(most_frequent=1), ["bee"]),
    ],
)
def test_words_within_the_limits_take_part(limits, kept):
    assert words(limits) == kept


def test_words_of_several_labels_are_counted_once():
    # ant stands in two documents of two labels each, bee three times in one of a single label
    documents = read([("ant", ["x", "y"]), ("ant", ["x", "y"]), ("bee bee bee", ["x"])])
    counted = total_documents(documents, [WORDS])
    assert words(Limits(most_frequent=1), counted) == ["bee"]


def test_limits_leave_hashed_features_and_must_leave_some_words():
    hashed = totals(BlockSettings(hash_bits=4, keep_names=True))
    assert words(Limits(min_documents=2), hashed) == ["ant", "bee", "cow"]
    with pytest.raises(SettingError, match="the frequency limits must leave some features; got no"):
        taking_part(totals(), Limits(min_documents=4))


def test_the_reference_level_takes_no_part_whatever_the_limits():
    whole = totals()
    kept = taking_part(whole, Limits(min_documents=2))
    assert list(kept.blocks[1].names) == ["bob", "cat"]
    features = features_of(whole, kept, ("text",))
    names = [features.name(column) for column in range(features.n_columns)]
    assert names == [
        "text.words:ant",
        "text.words:bee",
        "author.categorical:bob",
        "author.categorical:cat",
    ]
    assert features.blocks[1].reference == "ann"
    assert features.blocks[1].frequencies.tolist() == [2, 1]
