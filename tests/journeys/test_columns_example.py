"""The figures of docs/columns-example.md come out again.

Accuracies to 0.003, F1 to 0.01, changes of side to 40.
"""

import os
import re
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv

import linnet
from linnet.evaluation.metrics.evaluation import evaluate
from linnet.evaluation.splits.splits import stratified_folds

PAGE = Path(__file__).parents[2] / "docs/columns-example.md"
LABEL, BESIDE = "Recommended IND", {"numeric": ["Age"], "categorical": ["Department Name"]}
COLUMNS = {  # as the page names them: text columns, and what stands beside them
    "age, department": ((), {"words": None, **BESIDE}),
    "text": (("Review Text",), {}),
    "text, age, department": (("Review Text",), BESIDE),
    "text, shuffled age and department": (("Review Text",), BESIDE),
    "text, title": (("Title", "Review Text"), {}),
    "text, rating": (("Review Text",), {"numeric": ["Rating"]}),
}
LEARNERS = {
    "logistic": {"learner": "logistic", "weighting": "tfidf"},
    "naive Bayes": {"learner": "mixed"},
    "perceptron": {"learner": "perceptron", "weighting": "tfidf"},
}


def rows_of_page(numbers):
    """Return (columns, learner, numbers) of the rows that have so many numbers."""
    rows = [
        line.strip("| ").split(" | ")
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if "|" in line
    ]
    found = [
        (row[0], row[1], [float(n) for n in re.findall(r"\d+(?:\.\d+)?", " ".join(row[2:]))])
        for row in rows
    ]
    return [row for row in found if row[0] in COLUMNS and len(row[2]) == numbers]


@pytest.fixture(scope="module")
def labelled():
    """Give a function (columns, learner) → predicted labels by five folds, and the true ones."""
    folder = os.environ.get("LINNET_DATA")
    if not folder:
        pytest.skip("LINNET_DATA does not name the folder of real data sets")
    file = Path(folder) / "mixed/womens_clothing_reviews.csv.gz"
    types = csv.ConvertOptions(column_types={LABEL: pa.string()})
    table = csv.read_csv(
        file, parse_options=csv.ParseOptions(newlines_in_values=True), convert_options=types
    )
    truth = np.array(table[LABEL].to_pylist()) == "1"
    fold = stratified_folds(truth.astype(int), 5, seed=0)
    order = pa.array(np.random.default_rng(0).permutation(len(truth)))
    shuffled = table
    for name in ("Age", "Department Name"):
        shuffled = shuffled.set_column(
            table.column_names.index(name), name, table[name].take(order)
        )

    @cache
    def predicted(columns, learner):
        text, metadata = COLUMNS[columns]
        recipe, source = (
            linnet.Recipe.of(**LEARNERS[learner], **metadata),
            shuffled if "shuffled" in columns else table,
        )
        said = np.empty(len(truth), bool)
        for number in range(5):
            train, test = (
                linnet.read(
                    source.filter(pa.array(part)), text=text, label=LABEL, **beside_only(metadata)
                )
                for part in (fold != number, fold == number)
            )
            said[fold == number] = linnet.train(train, recipe).score(test, threads=None).best() == 1
        return said

    return predicted, truth


def beside_only(settings):
    return {name: columns for name, columns in settings.items() if name != "words"}


@pytest.mark.parametrize(("columns", "learner", "shown"), rows_of_page(6))
def test_measures(columns, learner, shown, labelled):
    predicted, truth = labelled
    measured = evaluate(predicted(columns, learner).astype(int), truth.astype(int), ["0", "1"])
    accuracy, f1 = measured.accuracy, measured.per_label["0"]["f1"]
    assert shown[:3] == pytest.approx([accuracy.value, *accuracy.interval], abs=0.003)
    assert shown[3:] == pytest.approx([f1.value, *f1.interval], abs=0.01)


@pytest.mark.parametrize(("columns", "learner", "shown"), rows_of_page(2))
def test_changes_of_side(columns, learner, shown, labelled):
    predicted, truth = labelled
    before, after = predicted("text", learner) == truth, predicted(columns, learner) == truth
    assert shown == pytest.approx([np.sum(~before & after), np.sum(before & ~after)], abs=40)
