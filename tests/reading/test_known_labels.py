"""Labels that a model does not know: refused with the row, or skipped where bad rows are."""

import pytest

from linnet.errors import InputError
from linnet.reading import read
from linnet.reading.known_labels import only_known

PAIRS = [("a", "x"), ("b", "new"), ("c", "y"), ("d", "other")]


def test_the_first_such_row_is_refused():
    with pytest.raises(InputError) as caught:
        list(only_known(read(PAIRS), ["x", "y"]).batches())
    assert str(caught.value) == (
        "list, row 1: a label must be one that the model knows ('x', 'y'); got 'new'. "
        "Leave its documents out, train again on all documents, or skip bad rows."
    )


def test_such_rows_are_skipped_and_counted_where_bad_rows_are():
    documents = only_known(read(PAIRS, skip_bad_rows=True), ["x", "y"])
    (batch,) = documents.batches()
    assert (batch.rows.tolist(), batch.skipped.tolist()) == ([0, 2], [1, 3])
    (reason,) = documents.skipped_rows().reasons.items()
    assert reason[0] == "a label must be one that the model knows"
    assert (reason[1].rows, reason[1].first.number, reason[1].first.got) == (2, 1, "'new'")


def test_one_unknown_label_of_several_is_enough():
    pairs = [("a", ["x", "y"]), ("b", ["x", "new"]), ("c", [])]
    (batch,) = only_known(read(pairs, skip_bad_rows=True), ["x", "y"]).batches()
    assert (batch.rows.tolist(), batch.labels.to_pylist()) == ([0, 2], ["x", "y"])


def test_other_bad_rows_are_still_counted():
    pairs = [("a", "x"), (7, "y"), ("b", "new")]
    documents = only_known(read(pairs, skip_bad_rows=True), ["x", "y"])
    assert len(documents.skipped_rows()) == 2


def test_documents_without_labels_are_all_known():
    documents = only_known(read(["a"], labelled=False), ["x"])
    assert [len(batch) for batch in documents.batches()] == [1]
