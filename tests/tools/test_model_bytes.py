"""Which model files tools/same_bytes.py takes for the same."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from tools.sameness.model_bytes import model_difference

RECORD = {"training_record": {"tried": 3}}


@pytest.fixture
def write(tmp_path):
    def write_model(name: str, *, weight: float = 1.0, arrays: Any = (), **header: Any) -> Path:
        path = tmp_path / name
        all_arrays = {"model.weights": np.array([weight, 2.0]), **dict(arrays)}
        metadata = {"format": 1, "needs": [], "checksum": str(header), **header}
        save_file(all_arrays, path, {"linnet": json.dumps(metadata, sort_keys=True)})
        return path

    return write_model


def test_the_same_bytes_are_the_same(write):
    assert model_difference(write("old"), write("new"), sections=()) is None


def test_what_differs_is_named(write):
    new = write("new", weight=1.5, label="stars")
    named = "header key checksum, header key label, array model.weights"
    assert model_difference(write("old"), new, ()) == named


def test_a_section_is_left_out_with_its_key_need_arrays_and_checksum(write):
    arrays = {"training_record.scores": np.array([0.5])}
    new = write("new", needs=["training-record"], arrays=arrays, **RECORD)
    assert model_difference(write("old"), new, ["training_record"]) is None
    assert "array training_record.scores" in model_difference(write("old"), new, [])


def test_a_difference_beside_a_section_is_found(write):
    new = write("new", weight=1.5, **RECORD)
    assert model_difference(write("old"), new, ["training_record"]) == "array model.weights"


def test_without_the_section_every_byte_counts(write):
    old = write("old")
    data = old.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    longer = end.to_bytes(8, "little")  # the header with 8 spaces after it

    new = write("new")
    new.write_bytes(longer + data[8:end] + b" " * 8 + data[end:])
    assert model_difference(old, new, ["training_record"]) == "the same content in other bytes"
