"""What stands beside the text: read from batches, selected, joined, and called by names."""

import numpy as np
import pyarrow as pa
import pytest

from linnet import read
from linnet.errors import InputError, SettingError
from linnet.features.columns import ColumnNames, Columns, ColumnSettings, joined
from linnet.features.lexicon import LexiconReader
from linnet.reading.lexicon import Lexicon
from linnet.reading.named import named_of

AUTHOR = ColumnSettings("categorical", ("author",))
AGE = ColumnSettings("numeric", ("age",))
LENGTH = ColumnSettings("length")
NICE = LexiconReader(Lexicon.of("nice", ["good"]))


def whole():
    """Three documents with one column of each kind."""
    return Columns(
        3,
        categorical={"author": pa.array(["ann", None, "bob"])},
        numeric={"age": np.array([1.5, np.nan, 3.0])},
        named=named_of([(["b", "a"], [1, 2]), ([], []), (["b"], [0.5])]),
        lengths=np.array([4, 0, 2]),
        lexicons={"nice": np.array([[1.0, 0.25], [0.0, 0.0], [2.0, 1.0]])},
    )


def told(columns):
    """All that columns have, as lists."""
    return {
        "n": columns.n_documents,
        "author": columns.categorical["author"].to_pylist(),
        "age": columns.numeric["age"].tolist(),
        "named": columns.texts()[-1].to_pylist(),
        "lengths": columns.lengths.tolist(),
        "nice": columns.lexicons["nice"][:, 0].tolist(),
    }


def test_texts_tell_documents_apart_whatever_the_order_of_names():
    author, age, named = whole().texts()
    assert author.to_pylist() == ["ann", None, "bob"]
    assert age.to_pylist() == ["1.5", "nan", "3"]
    assert named.to_pylist() == ["a\t2.0\nb\t1.0", "", "b\t0.5"]
    assert Columns(3).texts() == []


def test_some_documents_are_selected_from_every_column():
    selected = whole().select(np.array([True, False, True]))
    assert told(selected) == {
        "n": 2,
        "author": ["ann", "bob"],
        "age": [1.5, 3.0],
        "named": ["a\t2.0\nb\t1.0", "b\t0.5"],
        "lengths": [4, 2],
        "nice": [1.0, 2.0],
    }
    assert Columns(2).select(np.array([False, True])).n_documents == 1


def test_batches_are_joined_in_their_order():
    first = whole().select(np.array([True, False, False]))
    last = whole().select(np.array([False, False, True]))
    # The last batch has not seen the name a: its codes are others.
    assert told(joined([last, first])) == {
        "n": 2,
        "author": ["bob", "ann"],
        "age": [3.0, 1.5],
        "named": ["b\t0.5", "a\t2.0\nb\t1.0"],
        "lengths": [2, 4],
        "nice": [2.0, 1.0],
    }
    bare = joined([Columns(1), Columns(2)])
    assert (bare.n_documents, bare.named, bare.lengths) == (3, None, None)


def test_levels_of_two_columns_are_what_they_say_together():
    columns = Columns(4, {"who": ["ann", "bob", "ann", None], "where": ["x", "y", "x", "x"]})
    codes, levels = columns.levels(ColumnSettings("cross", ("who", "where")))
    assert [levels[code] for code in codes] == ["ann & x", "bob & y", "ann & x", "(missing) & x"]
    assert sorted(levels) == ["(missing) & x", "ann & x", "bob & y"]


def test_numbers_are_those_of_a_column_or_the_words_of_the_text():
    assert whole().numbers(LENGTH).tolist() == [4.0, 0.0, 2.0]
    assert whole().numbers(AGE)[2] == 3.0
    with pytest.raises(SettingError, match="must have the column 'height' that the model reads"):
        whole().numbers(ColumnSettings("numeric", ("height",)))


def test_blocks_tell_which_columns_to_read():
    blocks = [
        AUTHOR,
        ColumnSettings("cross", ("author", "town")),
        ColumnSettings("bins", ("age",)),
        ColumnSettings("products", ("age", "price")),
        ColumnSettings("trials", ("12",)),
        ColumnSettings("trials", ("length",)),
        ColumnSettings("named", ("extra",)),
        ColumnSettings("lexicon", ("nice",), lexicon=NICE),
    ]
    names = ColumnNames.of(blocks)
    assert names == ColumnNames(("author", "town"), ("age", "price"), "extra", (NICE,))
    assert not names.none
    assert not ColumnNames(numeric=("age",)).none
    assert ColumnNames.of([LENGTH, blocks[4]]).none
    titles = [block.title for block in (*blocks[1:4], LENGTH)]
    assert titles == ["author,town.cross", "age.bins", "products", "length"]


def test_a_batch_is_read_with_what_its_texts_measure():
    names = ColumnNames(("author",), ("age",), None, (NICE,))
    data = {"text": ["a good day", None], "author": ["ann", None], "age": [7, 2e100]}
    documents = read(data, labelled=False, categorical=["author"], numeric=["age"])
    [batch] = documents.batches()
    with pytest.raises(InputError, match="row 1, column 'age': a number must be from"):
        names.of_batch(batch)

    columns = names.of_batch(batch.kept(np.array([True, False])), [["a good day"], ["so so"]])
    assert columns.categorical["author"].to_pylist() == ["ann"]
    assert columns.numeric["age"].tolist() == [7.0]
    # three words and two; one of three is good
    assert columns.lengths.tolist() == [5]
    assert columns.lexicons["nice"].tolist() == [[1.0, 1 / 3, 1.0]]
