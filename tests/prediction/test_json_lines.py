"""Predictions as JSON lines, letter by letter."""

import json
from dataclasses import replace

import numpy as np
import pyarrow as pa

from linnet.prediction.json_lines import json_lines
from linnet.prediction.output_columns import OutputColumns
from linnet.reading.kept_columns import KeptColumn
from tests.prediction.by_hand import both_none_and_bad, margins, one_each

PLAIN = OutputColumns()
FLAGS = {1: ["no text"], 2: ["bad row"]}


def test_rows_have_flags_only_where_there_are_some():
    assert json_lines(one_each(flags=FLAGS), PLAIN) == [
        '{"row": 1, "id": "a", "label": "spam", "probability": 0.75}',
        '{"row": 2, "id": null, "label": "ham", "probability": 0.5, "flags": ["no text"]}',
        '{"row": 3, "id": null, "label": null, "probability": null, "flags": ["bad row"]}',
    ]


def test_the_file_of_each_row_where_several_are_read():
    files = ['a "1".csv', "b.csv", "b\udcff.csv"]
    lines = json_lines(replace(one_each(flags={}), files=files), OutputColumns(file=True))
    assert [json.loads(line)["file"] for line in lines] == [*files[:2], "b\\udcff.csv"]


def test_every_probability_and_the_highest():
    lines = json_lines(one_each(flags={}), OutputColumns(probabilities=True, top=1))
    spam, ham, bad = (json.loads(line) for line in lines)
    assert spam["probabilities"] == {"ham": 0.25, "spam": 0.75}
    assert spam["top"] == [{"label": "spam", "probability": 0.75}]
    assert ham["top"] == [{"label": "ham", "probability": 0.5}]  # the first of equals
    assert (bad["probabilities"], bad["top"]) == (None, None)


def test_margins_stand_beside_probabilities_that_are_not_there():
    first, _, bad = map(json.loads, json_lines(margins(), OutputColumns(top=2)))
    assert (first["probability"], first["margin"]) == (None, 2.0)
    assert first["top"] == [{"label": "spam", "margin": 2.0}, {"label": "ham", "margin": -1.5}]
    assert (bad["margin"], bad["top"]) == (None, None)


def test_several_labels_are_lists():
    assert json_lines(both_none_and_bad(ids=None, flags={}), PLAIN) == [
        '{"row": 1, "id": null, "label": ["ham", "spam"], "probability": [null, null], '
        '"margin": [-1.5, 2.0]}',
        '{"row": 2, "id": null, "label": [], "probability": [], "margin": []}',
        '{"row": 3, "id": null, "label": null, "probability": null, "margin": null}',
    ]
    p = np.array([[0.75, 0.75], [0.25, 0.25], [np.nan, np.nan]])
    sure = replace(both_none_and_bad(), probabilities=p, has_probabilities=True)
    first = json.loads(json_lines(sure, PLAIN)[0])
    assert first["probability"] == [0.75, 0.75]
    assert "margin" not in first


def test_names_may_hold_anything():
    odd = one_each(labels=('"ham"', "späm\n"), ids=["\\", "\x00", None])
    first, second, _ = map(json.loads, json_lines(odd, PLAIN))
    assert (first["id"], first["label"]) == ("\\", "späm\n")
    assert (second["id"], second["label"]) == ("\x00", '"ham"')


def test_columns_of_the_input_come_first_as_they_were():
    kept = (
        KeptColumn('{odd} "key"', pa.array(["1.50", None, '{"a": []}']), is_json=True),
        KeptColumn("row", pa.array([0.5, None, 2])),
    )
    first, second, third = json_lines(one_each(kept_columns=kept, flags={}), PLAIN)
    assert first == (
        '{"{odd} \\"key\\"": 1.50, "row": 0.5, "linnet_row": 1, '
        '"label": "spam", "probability": 0.75}'
    )
    assert json.loads(second)["row"] is None
    assert json.loads(third)['{odd} "key"'] == {"a": []}


def test_where_rows_may_be_unsure_each_has_its_best_guess():
    lines = json_lines(one_each(ids=None, flags={}, may_be_unsure=True), PLAIN)
    assert lines[0] == (
        '{"row": 1, "id": null, "label": "spam", "probability": 0.75, '
        '"best_guess": "spam", "best_guess_probability": 0.75}'
    )
    assert '"best_guess": null, "best_guess_probability": null' in lines[2]
