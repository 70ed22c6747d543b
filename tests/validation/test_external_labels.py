"""Labels that another program gave."""

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.evaluation.metrics.labelled_predictions import UNSURE
from linnet.reading import read
from linnet.validation.external_labels import ExternalLabels

PAIRS = [("a", "ham"), ("b", "spam"), ("c", "ham")]
FIRST_ROW = 0  # of a list


def batch_of(pairs=PAIRS):
    (batch,) = read(pairs).batches()
    return batch


def test_labels_of_any_list_become_strings():
    rows = [("a", "1"), ("b", "2"), ("c", "1")]
    for given in ([1, 2, 2], (1, 2, 2), np.array([1, 2, 2])):
        found = ExternalLabels.of(given).predictions(batch_of(rows), FIRST_ROW)
        assert found.labels == ("1", "2")
        assert (found.truth.tolist(), found.predicted.tolist()) == ([0, 1, 0], [0, 1, 1])


def test_no_label_is_unsure_and_there_are_no_scores():
    found = ExternalLabels(["eggs", None, "ham"]).predictions(batch_of(), FIRST_ROW)
    assert found.labels == ("eggs", "ham", "spam")
    assert found.predicted.tolist() == [0, UNSURE, 1]
    assert found.truth.tolist() == [1, 2, 1]
    assert np.isnan(found.scores).all()
    assert found.probabilities is None


def test_lists_of_labels_are_sets():
    batch = batch_of([("a", ["x", "y"]), ("b", []), ("c", ["y"])])
    found = ExternalLabels([["y", "z"], None, ("y",)]).multilabel_predictions(batch, FIRST_ROW)
    assert found.labels == ("x", "y", "z")
    assert found.truth.astype(int).tolist() == [[1, 1, 0], [0, 0, 0], [0, 1, 0]]
    assert found.predicted.astype(int).tolist() == [[0, 1, 1], [0, 0, 0], [0, 1, 0]]


def test_rows_that_were_skipped_take_their_labels_with_them():
    batch = batch_of()
    last = batch.kept(batch.rows == 2)
    found = ExternalLabels(["never", "read", "ham"]).predictions(last, FIRST_ROW)
    assert (found.labels, found.predicted.tolist()) == (("ham",), [0])


def test_a_file_of_labels_names_itself_and_an_empty_one_is_none(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("id,said\n1,ham\n2,\n3,spam\n")
    found = ExternalLabels.read(str(path), "said")
    assert found.labels == ["ham", None, "spam"]
    found.check_number(3, first_row=1)
    with pytest.raises(InputError) as refused:
        found.check_number(4, first_row=1)
    assert str(refused.value) == (
        f"{path}: there must be one label for each row of the documents; "
        "got 3 labels and rows up to 4. Label the same documents in the same order."
    )


def test_a_column_that_is_not_there_is_not_called_a_text_column(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("id,said\n1,ham\n")
    with pytest.raises(InputError) as refused:
        ExternalLabels.read(str(path), "answer")
    assert str(refused.value) == (
        f"{path}: column 'answer' must be there; got columns 'id', 'said'. "
        "Name the column of predicted labels."
    )


def test_what_is_no_list_of_labels_is_refused():
    with pytest.raises(InputError, match=r"a classifier or a list of labels; got str\. Load"):
        ExternalLabels.of("model.linnet")
    with pytest.raises(InputError, match=r"labels: there must be one label for each document; got"):
        ExternalLabels([["ham"], "spam", "ham"]).predictions(batch_of(), FIRST_ROW)
    with pytest.raises(InputError, match="must be a list of labels for each document; got 'x'"):
        ExternalLabels(["x"]).multilabel_predictions(batch_of([("a", ["x"])]), FIRST_ROW)
    with pytest.raises(InputError, match="got 2 labels and rows up to 2"):
        ExternalLabels(["ham", "ham"]).predictions(batch_of(), FIRST_ROW)
