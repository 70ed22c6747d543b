"""What was read, counted while it comes by."""

import pytest

import linnet
from linnet.reading.tally import tallied


@pytest.fixture
def documents(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("text,label\nwin,spam\n,ham\nlunch,\n\nnoon,too,many\n", encoding="utf-8")
    return linnet.read(path, skip_bad_rows=True)


def test_each_reading_counts_from_the_start(documents):
    documents, tally = tallied(documents)
    for _ in range(2):
        assert sum(len(batch) for batch in documents.batches()) == tally.documents == 2
    assert tally.label_documents == {"spam": 1, "ham": 1}
    assert tally.skipped_rows == 2


def test_the_end_of_a_reading_is_told(documents):
    ends = []
    documents, tally = tallied(documents, ends.append)
    batches = documents.batches()
    next(batches)
    assert ends == []
    assert list(batches) == []
    assert ends == [tally]


def test_what_was_left_out_is_plain_data(documents):
    documents, tally = tallied(documents)
    list(documents.batches())
    skipped = tally.as_json()["skipped"]
    assert [reason["rows"] for reason in skipped["reasons"]] == [1, 1]
    assert skipped["reasons"][0]["first_row"] == 3
    assert skipped["unknown_labels"] == 1


def test_texts_without_anything_are_counted():
    documents, tally = tallied(linnet.read(["a", None, "b"], labelled=False))
    list(documents.batches())
    assert (tally.documents, tally.empty_texts) == (3, 1)
