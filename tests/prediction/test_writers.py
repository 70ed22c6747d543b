"""Files of predictions, and the summary of what was written."""

from io import BytesIO

import pyarrow.parquet as pq
import pytest

import linnet
from linnet.errors import SettingError
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
