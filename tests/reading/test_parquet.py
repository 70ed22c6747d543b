"""Parquet files: only columns with a role are read, and the share that was read is known."""

import pyarrow as pa
import pyarrow.parquet
import pytest

from linnet import InputError, read
from linnet.reading import parquet


def test_the_share_that_was_read(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "BATCH_ROWS", 2)
    path = tmp_path / "x.parquet"
    pa.parquet.write_table(pa.table({"text": ["a", "b", "c", "d"], "label": ["x"] * 4}), path)
    batches = list(read(path).batches())
    assert [batch.share for batch in batches] == [0.5, 1.0]
    assert [batch.rows.tolist() for batch in batches] == [[1, 2], [3, 4]]


def test_a_damaged_column_without_a_role_does_no_harm(tmp_path):
    path = tmp_path / "x.parquet"
    marker = "PLEASE-DO-NOT-READ-THIS-COLUMN" * 10
    table = pa.table({"text": ["a"], "label": ["x"], "other": [marker]})
    pa.parquet.write_table(table, path, compression="none", use_dictionary=False)
    data = path.read_bytes()
    path.write_bytes(data.replace(marker.encode(), b"\xff" * len(marker), 1))
    (batch,) = read(path).batches()
    assert batch.texts[0].to_pylist() == ["a"]


def test_half_a_file(tmp_path):
    path = tmp_path / "x.parquet"
    pa.parquet.write_table(pa.table({"text": ["a"], "label": ["x"]}), path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match="Parquet data must be whole"):
        read(path)
