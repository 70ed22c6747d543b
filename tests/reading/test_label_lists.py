"""Several labels per document, as lists and one after the other."""

import pyarrow as pa
import pytest

from linnet.reading.label_lists import flat_labels, is_list, label_documents, label_lists


@pytest.mark.parametrize("kind", [pa.list_(pa.string()), pa.large_list(pa.string())])
def test_lists_stay_lists(kind):
    column = pa.array([["b", "a"], None, []], kind)
    assert is_list(column.type)
    assert label_lists(column).to_pylist() == [["b", "a"], None, []]


def test_single_labels_are_lists_of_one():
    assert label_lists(pa.array([7, None])).to_pylist() == [["7"], None]


def test_lists_of_a_fixed_size_and_stored_in_another_type():
    pairs = pa.array([["a", "b"]], pa.list_(pa.string(), 2))
    assert label_lists(pairs).to_pylist() == [["a", "b"]]
    stored = pa.ExtensionArray.from_storage(pa.json_(), pa.array(["a"]))
    assert label_lists(stored).to_pylist() == [["a"]]


def test_a_part_of_a_column_has_its_own_labels():
    column = pa.array([["a"], ["b", "c"], ["d"]]).slice(1)
    assert label_lists(column).to_pylist() == [["b", "c"], ["d"]]


def test_each_label_counts_once_for_a_document():
    labels, starts = flat_labels(label_lists(pa.array([["b", "a", "b"], [], ["b"]])))
    assert labels.to_pylist() == ["b", "a", "b"]
    assert starts.tolist() == [0, 2, 2, 3]


def test_the_document_of_each_label():
    assert label_documents(label_lists(pa.array([["a", "b"], [], ["c"]]))).tolist() == [0, 0, 2]
