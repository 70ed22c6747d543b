"""Which documents a report shows."""

from dataclasses import replace

import numpy as np
import pytest

from linnet.evaluation.metrics.labelled_predictions import UNSURE, LabelledPredictions
from linnet.reading import read
from linnet.report import examples
from linnet.report.examples import (
    confusion_cells,
    examples_at,
    examples_of_cells,
    shortened,
    sureness,
    text_of,
    worst_mistakes,
)

# Right, wrong by 3, unsure, wrong where the true label cannot be, and wrong by 1.
SCORES = [[2.0, 0.0], [3.0, 0.0], [0.5, 1.0], [1.0, -np.inf], [0.0, 1.0]]
PREDICTIONS = LabelledPredictions(
    ("ham", "spam"),
    np.array([0, 1, 0, 1, 0]),
    np.array([0, 0, UNSURE, 0, 1]),
    np.array(SCORES),
)


def test_sureness_is_how_far_the_predicted_label_scores_above_the_true_one():
    # Unsure: spam, 1.0, scores highest, above ham, 0.5. A veto counts as the lowest, here 1.0.
    assert sureness(PREDICTIONS).tolist() == [0.0, 3.0, 0.5, 0.0, 1.0]


def test_the_worst_mistakes_are_the_surest():
    assert worst_mistakes(PREDICTIONS, 3) == [1, 4, 2]
    assert worst_mistakes(PREDICTIONS, 9) == [1, 4, 2, 3]


def test_cells_begin_with_the_most_frequent_mistakes():
    assert confusion_cells(PREDICTIONS) == [
        ((0, 1), 2),
        ((UNSURE, 0), 1),
        ((1, 0), 1),
        ((0, 0), 1),
    ]


def test_a_cell_shows_twenty_documents_and_a_cell_without_documents_none():
    assert examples_of_cells(PREDICTIONS, [(0, 1), (1, 1), (0, 0)]) == {(0, 1): [1, 3], (0, 0): [0]}
    zeros = np.zeros(25, np.int64)
    many = LabelledPredictions(("ham",), zeros, zeros, np.zeros((25, 1)))
    assert examples_of_cells(many, [(0, 0)]) == {(0, 0): [*range(20)]}


def test_where_texts_are_too_many_every_cell_keeps_its_first(monkeypatch):
    monkeypatch.setattr(examples, "MOST_TEXTS", 3)
    cells = [(0, 1), (1, 0), (0, 0)]
    assert examples_of_cells(PREDICTIONS, cells) == {(0, 1): [1], (1, 0): [4], (0, 0): [0]}


def test_documents_are_found_by_their_places_over_all_batches():
    whole = read({"text": ["a", "b", None, "d"], "label": ["x", "y", "x", "y"]})
    (batch,) = whole.batches()
    parts = [batch.kept(batch.rows < 2), batch.kept(batch.rows >= 2)]
    documents = replace(whole, open_batches=lambda: iter(parts))
    found = [(one.place, one.row, one.texts) for one in examples_at(documents, [3, 1, 2, 1])]
    assert found == [(1, 1, ["b"]), (2, 2, [""]), (3, 3, ["d"])]
    assert [*examples_at(documents, [])] == []


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"text": "title"}, "Good"),
        ({"text": ("title", "body")}, "title: Good · body: old"),
        ({"text": (), "categorical": "author", "numeric": "age"}, "author: ann · age: 3.5"),
    ],
)
def test_fields_and_columns_stand_by_name_and_a_lone_text_without(columns, text):
    row = {"title": "Good", "body": "old", "author": "ann", "age": 3.5, "label": "pos"}
    documents = read([row], label="label", **columns)
    (example,) = examples_at(documents, [0])
    assert text_of(example, documents) == text


def test_a_text_is_cut_only_where_it_is_too_long():
    assert shortened("good film", 9) == "good film"
    assert shortened("good film", 5) == "good…"
