"""A label has the same string in every container of Python and in JSON lines."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from linnet import read
from linnet.validation.compare import compare

TEXTS = ["see you", "win it", "at noon", "all now"]
CASES = {
    "flags": ([True, False, True, False], ["true", "false", "true", "false"]),
    "whole numbers": ([1, 0, 1, 2], ["1", "0", "1", "2"]),
    "whole floats": ([1.0, 0.0, 1.0, 2.0], ["1", "0", "1", "2"]),
    "fractions": ([0.5, 2.0, 0.1, 1e20], ["0.5", "2", "0.1", "1e+20"]),
    "strings": (["1", "1.0", "True", "x"], ["1", "1.0", "True", "x"]),
}


def as_json_lines(labels, path):
    rows = [{"text": text, "label": label} for text, label in zip(TEXTS, labels, strict=True)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


CONTAINERS = {
    "pandas": lambda labels, _: pd.DataFrame({"text": TEXTS, "label": labels}),
    "pandas objects": lambda labels, _: pd.DataFrame(
        {"text": TEXTS, "label": pd.Series(labels, dtype=object)}
    ),
    "polars": lambda labels, _: pl.DataFrame({"text": TEXTS, "label": labels}),
    "Arrow": lambda labels, _: pa.table({"text": TEXTS, "label": labels}),
    "pairs": lambda labels, _: list(zip(TEXTS, labels, strict=True)),
    "dict": lambda labels, _: {"text": TEXTS, "label": labels},
    "dict of arrays": lambda labels, _: {"text": np.array(TEXTS), "label": np.array(labels)},
    "dict of series": lambda labels, _: {"text": pd.Series(TEXTS), "label": pd.Series(labels)},
    "dicts": lambda labels, _: [
        {"text": text, "label": label} for text, label in zip(TEXTS, labels, strict=True)
    ],
    "JSON lines": as_json_lines,
}


def labels_of(documents):
    return [label for batch in documents.batches() for label in batch.labels.to_pylist()]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("container", CONTAINERS)
def test_the_same_strings_in_every_container(container, case, tmp_path):
    labels, expected = CASES[case]
    source = CONTAINERS[container](labels, tmp_path / "x.jsonl")
    assert labels_of(read(source)) == expected


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", [list, np.array, pd.Series, pl.Series])
def test_labels_beside_texts(kind, case):
    labels, expected = CASES[case]
    assert labels_of(read(TEXTS, labels=kind(labels))) == expected


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
def test_labels_in_place_of_a_classifier(kind, case):
    labels, _ = CASES[case]
    comparison = compare(kind(labels), labels, list(zip(TEXTS, labels, strict=True)))
    accuracy = comparison.differences["accuracy"]
    assert (accuracy.a, accuracy.b) == (1.0, 1.0)


@pytest.mark.parametrize("container", CONTAINERS)
def test_a_missing_label_is_none(container, tmp_path):
    labels = [1.0, float("nan"), 0.5, 0.5]
    source = CONTAINERS[container](labels, tmp_path / "x.jsonl")
    documents = read(source, skip_bad_rows=True)
    assert labels_of(documents) == ["1", "0.5", "0.5"]
    assert len(documents.skipped_rows()) == 1


@pytest.mark.parametrize("container", sorted({*CONTAINERS} - {"polars", "Arrow", "dict of arrays"}))
def test_labels_of_several_types(container, tmp_path):
    labels = [True, 1, 2.0, "x"]
    source = CONTAINERS[container](labels, tmp_path / "x.jsonl")
    assert labels_of(read(source)) == ["true", "1", "2", "x"]
