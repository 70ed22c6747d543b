"""Files of predictions, and the summary of what was written."""

import gc
from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import linnet
from linnet.errors import InputError, SettingError
from linnet.prediction.output_columns import OutputColumns
from linnet.prediction.writers import WRITERS, Csv, Parquet, PredictionFile, writer_for

PAIRS = [("win a prize", "spam"), ("lunch at noon", "ham")]


def written(writer, texts, columns=None):
    """What a writer makes of the predictions for texts, and their summary."""
    classifier = linnet.train(PAIRS, {})
    file = BytesIO()
    with PredictionFile(file, classifier.model, columns, writer) as output:
        for predictions in classifier.predict_batches(texts):
            output.write(predictions)
    return file.getvalue(), output.summary


@pytest.mark.parametrize("extension", WRITERS)
def test_a_summary_counts_labels_and_flags(extension):
    _, summary = written(writer_for(f"out{extension}"), ["win", "noon", "prize", None, "hello"])
    assert summary.labels == {"ham": 3, "spam": 2}
    assert summary.flags == {"no known features": 1, "no text": 1}


@pytest.mark.parametrize("writer", [Csv, Parquet])
def test_nothing_has_the_columns_of_something(writer):
    data, summary = written(writer, [], OutputColumns(top=1))
    names = ["row", "id", "label", "probability", "label_1", "probability_1", "flags"]
    if writer is Parquet:
        assert pq.read_table(BytesIO(data)).column_names == names
    else:
        assert data.decode() == ",".join(names) + "\n"
    assert summary.labels == {"ham": 0, "spam": 0}


def test_an_unknown_ending_is_refused():
    with pytest.raises(SettingError, match=r"must end in \.jsonl, \.csv, \.parquet; got '\.txt'"):
        writer_for("labels.txt")


def test_blocks_of_csv_read_in_two_ways_are_one_parquet_file(tmp_path, monkeypatch):
    monkeypatch.setattr("linnet.reading.blocks.BLOCK_BYTES", 40)
    rows = b"".join(b"%d,text number %d\n" % (n, n) for n in range(20))
    (tmp_path / "a.csv").write_bytes(b"n,text\n" + rows + b"20,b\xffd\n" + rows)
    classifier = linnet.train(PAIRS, {})
    documents = linnet.read(
        tmp_path / "a.csv", labelled=False, skip_bad_rows=True, keep_columns="all"
    )
    file = BytesIO()
    columns = OutputColumns(kept=documents.kept_columns)
    with PredictionFile(file, classifier.model, columns, Parquet) as output:
        for predictions in classifier.predict_batches(documents):
            output.write(predictions)
    found = pq.read_table(file)
    assert found.column_names == ["n", "text", "row", "label", "probability", "flags"]
    numbers = [str(n) for n in range(20)]
    assert found["n"].to_pylist() == [*numbers, "20", *numbers]
    assert found["row"].to_pylist() == list(range(1, 42))
    assert found["flags"].to_pylist()[20] == "bad row"
    assert classifier.predict(documents).to_arrow()["n"].to_pylist() == [*numbers, "20", *numbers]


def test_a_type_that_parquet_has_not_is_refused_with_a_sentence():
    odd = pa.array([(1, 2, 3)], pa.month_day_nano_interval())
    documents = linnet.read(
        pa.table({"text": ["a"], "odd": odd}), labelled=False, keep_columns="all"
    )
    classifier = linnet.train(PAIRS, {})
    columns = OutputColumns(kept=documents.kept_columns)
    with pytest.raises(InputError, match=r"types that Parquet has; got .* leave the column out"):
        PredictionFile(BytesIO(), classifier.model, columns, Parquet)
    assert len(classifier.predict(documents).to_dicts()) == 1


@pytest.mark.parametrize("extension", WRITERS)
def test_what_goes_wrong_leaves_nothing_to_be_written_later(extension, tmp_path):
    classifier = linnet.train(PAIRS, {})
    writer = writer_for(f"out{extension}")

    def fail(file):
        with PredictionFile(file, classifier.model, None, writer) as output:
            output.write(classifier.predict("win"))
            raise InputError("broken")

    with (tmp_path / "out").open("wb") as file, pytest.raises(InputError, match="broken"):
        fail(file)
    gc.collect()  # an error in what is thrown away would be a warning, and fail this test
