"""Predictions made by hand."""

import numpy as np
import pyarrow as pa

from linnet.prediction.predictions import NO_LABEL, Predictions
from linnet.reading.kept_columns import KeptColumn

LABELS = ("ham", "spam")
NAN = np.nan


def one_each(**changed):
    """Return a row of each label, and a bad row without any."""
    probabilities = np.array([[0.25, 0.75], [0.5, 0.5], [NAN, NAN]])
    values = {
        "labels": LABELS,
        "rows": np.array([1, 2, 3]),
        "kept_columns": ids_of(["a", None, None]),
        "best": np.array([1, 0, NO_LABEL]),
        "scores": np.log(probabilities),
        "probabilities": probabilities,
        "flags": {1: ["no text", "unsure"], 2: ["bad row"]},
    }
    if "ids" in changed:
        changed["kept_columns"] = ids_of(changed.pop("ids"))
    return Predictions(**(values | changed))


def ids_of(ids):
    """Return a column of ids; none at all where there are none."""
    if ids is None:
        return ()
    return (KeptColumn("key", pa.array(ids), is_id=True),)


def margins(**changed):
    """Return the same of a model without probabilities."""
    scores = np.array([[-1.5, 2.0], [0.5, 0.25], [NAN, NAN]])
    nothing = np.full((3, 2), NAN)
    return one_each(scores=scores, probabilities=nothing, has_probabilities=False, **changed)


def both_none_and_bad(**changed):
    """Return multilabel margins: a row of both labels, one of none, and a bad row."""
    chosen = np.array([[True, True], [False, False], [False, False]])
    return margins(best=np.array([1, 0, NO_LABEL]), chosen=chosen, **changed)
