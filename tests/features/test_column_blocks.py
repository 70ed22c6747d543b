"""Columns beside the text as features, kind by kind and by hand."""

import numpy as np
import pytest

from linnet.errors import InputError, SettingError
from linnet.features.column_blocks import NO_NAME, ColumnBlock, learn_column
from linnet.features.columns import Columns, ColumnSettings
from linnet.features.lexicon import LexiconReader
from linnet.features.names import Names
from linnet.reading.lexicon import Lexicon
from linnet.reading.named import named_of

NAN = float("nan")
WHO = Columns(4, {"who": ["bob", "ann", None, "bob"]})


def numbers(*values):
    """Documents with these numbers in column n."""
    return Columns(len(values), numeric={"n": np.array(values, np.float64)})


def table(block, columns):
    """Documents × features, as lists."""
    dense = np.zeros((columns.n_documents, block.n_columns))
    documents, places, values = block.entries(columns)
    dense[documents, places] = values
    return dense.tolist()


def test_every_level_is_a_feature_or_the_first_is_the_reference():
    one_hot = learn_column(ColumnSettings("categorical", ("who",)), WHO)
    assert list(one_hot.names) == ["(missing)", "ann", "bob"]
    assert table(one_hot, WHO) == [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 1]]

    coded = learn_column(ColumnSettings("categorical", ("who",), "reference"), WHO)
    assert (list(coded.names), coded.reference) == (["(missing)", "bob"], "ann")
    assert table(coded, WHO) == [[0, 1], [0, 0], [1, 0], [0, 1]]
    assert coded.name(1) == "bob"


def test_levels_never_seen_look_like_the_reference_and_are_told():
    new = Columns(2, {"who": ["cat", "bob"]})
    coded = learn_column(ColumnSettings("categorical", ("who",), "reference"), WHO)
    assert table(coded, new) == [[0, 0], [0, 1]]
    assert coded.unknown(new) == ["cat"]
    forgotten = ColumnBlock(coded.settings, coded.names, reference=NO_NAME)
    assert forgotten.unknown(new) == []
    one_hot = learn_column(ColumnSettings("categorical", ("who",)), WHO)
    assert one_hot.unknown(new) == []


def test_bins_are_quantiles_and_missing_numbers_have_their_own():
    settings = ColumnSettings("bins", ("n",), bins=2)
    block = learn_column(settings, numbers(1, 2, 4, 9, NAN))
    # the median of 1, 2, 4, 9 is 3
    assert block.learned.tolist() == [3.0]
    assert list(block.names) == ["(missing)", "1 of 2: up to 3", "2 of 2: above 3"]
    assert table(block, numbers(3, 3.5, NAN)) == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert list(learn_column(settings, numbers(NAN)).names) == ["(missing)", "1 of 1: any"]


@pytest.mark.parametrize(
    ("scaling", "learned", "values"),
    [
        ("none", [3.0, 1.0], [[0, 7], [1, 3]]),
        ("centre", [3.0, 1.0], [[0, 4], [1, 0]]),
        # 1 and 5: mean 3, deviation 2
        ("standard", [3.0, 2.0], [[0, 2], [1, 0]]),
    ],
)
def test_a_missing_number_is_the_mean_and_marked(scaling, learned, values):
    settings = ColumnSettings("numeric", ("n",), scaling=scaling)
    block = learn_column(settings, numbers(1, 5, NAN))
    assert list(block.names) == ["missing", "value"]
    assert block.learned.tolist() == learned
    assert table(block, numbers(7, NAN)) == values


def test_numbers_that_never_vary_or_were_never_seen_have_deviation_1():
    settings = ColumnSettings("numeric", ("n",), scaling="standard")
    assert learn_column(settings, numbers(4, 4)).learned.tolist() == [4.0, 1.0]
    assert learn_column(settings, numbers(NAN)).learned.tolist() == [0.0, 1.0]


def test_products_are_of_scaled_numbers():
    columns = Columns(2, numeric={"a": np.array([1.0, 5.0]), "b": np.array([2.0, 4.0])})
    settings = ColumnSettings("products", ("a", "b"), scaling="centre")
    block = learn_column(settings, columns)
    # means 3 and 3: -2 · -1 and 2 · 1
    assert (list(block.names), block.learned.tolist()) == (["a × b"], [3.0, 1.0, 3.0, 1.0])
    assert table(block, columns) == [[2.0], [2.0]]


def test_named_features_that_were_never_seen_are_left_out():
    settings = ColumnSettings("named", ("extra",))
    named = named_of([(["size", "ends"], [3, "ing"]), ([], [])])
    block = learn_column(settings, Columns(2, named=named))
    assert list(block.names) == ["ends=ing", "size"]
    new = Columns(1, named=named_of([(["new", "size"], [9, 0.5])]))
    assert table(block, new) == [[0, 0.5]]
    nothing = Columns(1, named=named_of([([], [])]))
    assert table(block, nothing) == [[0, 0]]
    with pytest.raises(SettingError, match="documents must have the named features"):
        learn_column(settings, Columns(1))


def test_trials_are_a_number_the_length_or_a_column():
    columns = Columns(2, numeric={"n": np.array([3.0, 0.0])}, lengths=np.array([5, 6]))
    found = {}
    for source in ("12", "length", "n"):
        block = learn_column(ColumnSettings("trials", (source,)), columns)
        found[source] = table(block, columns)
    assert found == {"12": [[12], [12]], "length": [[5], [6]], "n": [[3], [0]]}


@pytest.mark.parametrize("bad", [-1.0, NAN])
def test_trials_below_0_and_missing_ones_are_refused(bad):
    block = learn_column(ColumnSettings("trials", ("n",)), numbers(1))
    sentence = (
        r"^trials must be numbers, 0 or above, in every document; got others in column 'n'\.$"
    )
    with pytest.raises(InputError, match=sentence):
        block.entries(numbers(bad))


def test_a_lexicon_has_the_features_it_finds():
    reader = LexiconReader(Lexicon.of("nice", {"good": 2}))
    settings = ColumnSettings("lexicon", ("nice",), lexicon=reader)
    columns = Columns(2, lexicons={"nice": np.array([[1.0, 0.5, 2.0], [0.0, 0.0, 0.0]])})
    block = learn_column(settings, columns)
    assert list(block.names) == ["count", "share", "sum"]
    assert table(block, columns) == [[1, 0.5, 2], [0, 0, 0]]
    documents, _, _ = block.entries(columns)
    assert documents.tolist() == [0, 0, 0]
    assert list(learn_column(ColumnSettings("lexicon", ("x",)), columns).names) == []


def test_no_document_has_no_entries():
    block = ColumnBlock(ColumnSettings("categorical", ("who",)), Names.of(["ann"]))
    nobody = Columns(0, {"who": []})
    assert [part.tolist() for part in block.entries(nobody)] == [[], [], []]
