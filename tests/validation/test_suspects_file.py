"""Files of label suspects."""

import json

import pytest

import linnet
from linnet.errors import SettingError
from linnet.validation.suspects_file import suspects_as_bytes, writer_for

PAIRS = [("good film", "pos"), ("bad film", "neg")] * 5 + [("good, good film", "neg")]


def test_both_formats_have_the_same_columns():
    suspects = linnet.suspects(PAIRS, folds=None)
    table = suspects_as_bytes(suspects, "out.csv", multilabel=False).decode().splitlines()
    line = suspects_as_bytes(suspects, "out.JSONL", multilabel=False).decode()
    assert table[0].split(",") == list(json.loads(line))
    assert json.loads(line)["row"] == 10
    assert '"good, good film"' in table[1]


def test_no_suspects_have_a_header():
    data = suspects_as_bytes(linnet.suspects(PAIRS[:10]), "out.csv", multilabel=False)
    assert data.decode().startswith("row,id,label,likelier,")


def test_another_ending_is_refused():
    with pytest.raises(SettingError, match="suspects are written as"):
        writer_for("out.txt")
