"""Arrow files of both formats: the same documents, and the share that was read."""

import pyarrow as pa
import pyarrow.ipc
import pytest

from linnet import read

BATCH = pa.record_batch({"text": ["a", "b"], "label": ["x", "y"]})


@pytest.mark.parametrize("make", [pa.ipc.new_file, pa.ipc.new_stream])
def test_files_and_streams_have_the_same_documents(tmp_path, make):
    path = tmp_path / "x.arrow"
    with make(path, BATCH.schema) as writer:
        writer.write_batch(BATCH)
        writer.write_batch(BATCH)
    first, second = read(path).batches()
    assert first.rows.tolist() == [1, 2]
    assert second.rows.tolist() == [3, 4]
    assert second.labels.to_pylist() == ["x", "y"]
    assert 0 < first.share < second.share <= 1
