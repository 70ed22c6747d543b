"""A model and a batch of documents → predictions."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linnet.features.rows import Rows
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.prediction.predictions import NO_LABEL, Bools, Floats, Ints, Predictions
from linnet.reading.documents import Batch

NO_TEXT = "no text"
NO_FEATURES = "no known features"
VETOED = "vetoed"
UNDECIDED = "unsure"
BAD_ROW = "bad row"


def predict(model: LinearModel, rows: Rows, batch: Batch, threads: int) -> Predictions:
    """Return a model's predictions for each row of a batch, given its documents' features."""
    scores = model.score(rows, threads)
    best = scores.decided()
    ids = None if batch.ids is None else batch.ids.to_pylist()
    chosen = scores.chosen() if model.multilabel else None
    predictions = Predictions(
        labels=model.labels,
        rows=batch.rows,
        ids=ids,
        best=best,
        scores=scores.ranking(),
        probabilities=_probabilities(scores),
        flags=_flags(scores, best, rows, batch),
        chosen=chosen,
        has_probabilities=scores.has_probabilities,
        share=batch.share,
    )
    if len(batch.skipped):
        predictions = _with_bad_rows(predictions, batch.skipped)
    if batch.file is None:
        return predictions
    return replace(predictions, files=[batch.file] * len(predictions))


def no_predictions(model: LinearModel) -> Predictions:
    """Return the predictions of a model for no documents."""
    nothing = np.empty(0, np.int64)
    no_scores = np.empty((0, len(model.labels)))
    chosen = no_scores.astype(np.bool_) if model.multilabel else None
    return Predictions(
        labels=model.labels,
        rows=nothing,
        ids=None,
        best=nothing,
        scores=no_scores,
        probabilities=no_scores,
        flags={},
        chosen=chosen,
        has_probabilities=model.has_probabilities,
    )


def joined(parts: Sequence[Predictions]) -> Predictions:
    """Return the predictions of at least one batch as one, in their order."""
    first = parts[0]
    if len(parts) == 1:
        return first
    names = ["rows", "best", "scores", "probabilities"]
    if first.multilabel:
        names.append("chosen")
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in names
    }
    ids = _joined_ids(parts)
    files = _joined_files(parts)
    flags = _joined_flags(parts)
    return replace(first, **arrays, ids=ids, flags=flags, files=files, share=parts[-1].share)


def _joined_ids(parts: Sequence[Predictions]) -> list[str | None] | None:
    if all(part.ids is None for part in parts):
        return None
    ids: list[str | None] = []
    for part in parts:
        ids += [None] * len(part) if part.ids is None else part.ids
    return ids


def _joined_files(parts: Sequence[Predictions]) -> list[str] | None:
    files: list[str] = []
    for part in parts:
        files += part.files or ()
    return files or None


def _joined_flags(parts: Sequence[Predictions]) -> dict[int, list[str]]:
    flags = {}
    before = 0
    for part in parts:
        for place, names in part.flags.items():
            flags[before + place] = names
        before += len(part)
    return flags


def _probabilities(scores: Scores) -> Floats:
    if scores.has_probabilities:
        return scores.probabilities()
    return np.full(scores.values.shape, np.nan)


def _flags(scores: Scores, best: Ints, rows: Rows, batch: Batch) -> dict[int, list[str]]:
    """Return what is odd, by place in the batch."""
    no_text = batch.has_no_text()
    no_features = np.diff(rows.starts) == 0
    flags: dict[int, list[str]] = {}
    _add_flag(flags, NO_TEXT, no_text)
    _add_flag(flags, NO_FEATURES, no_features & ~no_text)
    _add_flag(flags, VETOED, scores.vetoed())
    _add_flag(flags, UNDECIDED, best == NO_LABEL)
    return flags


def _add_flag(flags: dict[int, list[str]], flag: str, where: Bools) -> None:
    for place in np.flatnonzero(where).tolist():
        flags.setdefault(place, []).append(flag)


def _with_bad_rows(predictions: Predictions, skipped: Ints) -> Predictions:
    """Return the predictions with an empty one for each row that was skipped."""
    rows = np.sort(np.concatenate([predictions.rows, skipped]))
    bad = np.isin(rows, skipped)
    good = np.flatnonzero(~bad)

    flags = {int(good[place]): names for place, names in predictions.flags.items()}
    _add_flag(flags, BAD_ROW, bad)

    ids = predictions.ids
    if ids is not None:
        ids = _spread(np.array(ids, object), bad, None).tolist()
    chosen = predictions.chosen
    if chosen is not None:
        chosen = _spread(chosen, bad, False)
    return replace(
        predictions,
        rows=rows,
        ids=ids,
        best=_spread(predictions.best, bad, NO_LABEL),
        scores=_spread(predictions.scores, bad, np.nan),
        probabilities=_spread(predictions.probabilities, bad, np.nan),
        flags=flags,
        chosen=chosen,
    )


def _spread(values: Any, bad: Bools, filler: Any) -> Any:
    """Return the values of the good rows at their places, and a filler for each bad row."""
    spread = np.full((len(bad), *values.shape[1:]), filler, values.dtype)
    spread[~bad] = values
    return spread
