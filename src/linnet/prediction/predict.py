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
from linnet.reading.kept_columns import KeptColumn
from linnet.reading.kept_values import joined_column, no_values

NO_TEXT = "no text"
NO_FEATURES = "no known features"
VETOED = "vetoed"
UNDECIDED = "unsure"
BAD_ROW = "bad row"


def predict(model: LinearModel, rows: Rows, batch: Batch, threads: int) -> Predictions:
    """Return a model's predictions for each row of a batch, given its documents' features."""
    scores = model.score(rows, threads)
    best = scores.decided()
    chosen = scores.chosen() if model.multilabel else None
    predictions = Predictions(
        labels=model.labels,
        rows=batch.rows,
        best=best,
        scores=scores.ranking(),
        probabilities=_probabilities(scores),
        flags=_flags(scores, best, rows, batch),
        chosen=chosen,
        has_probabilities=scores.has_probabilities,
        share=batch.share,
    )
    predictions = replace(
        predictions, may_be_unsure=model.may_be_unsure, kept_columns=batch.kept_columns
    )
    if len(batch.skipped):
        predictions = _with_bad_rows(predictions, batch.skipped)
    if batch.file is None:
        return predictions
    return replace(predictions, files=[batch.file] * len(predictions))


def no_predictions(model: LinearModel, kept_columns: tuple[KeptColumn, ...] = ()) -> Predictions:
    """Return the predictions of a model for no documents, with these columns of the input."""
    nothing = np.empty(0, np.int64)
    no_scores = np.empty((0, len(model.labels)))
    chosen = no_scores.astype(np.bool_) if model.multilabel else None
    return Predictions(
        labels=model.labels,
        rows=nothing,
        best=nothing,
        scores=no_scores,
        probabilities=no_scores,
        flags={},
        chosen=chosen,
        has_probabilities=model.has_probabilities,
        may_be_unsure=model.may_be_unsure,
        kept_columns=kept_columns,
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
    arrays["kept_columns"] = _joined_columns(parts)
    flags = _joined_flags(parts)
    files = _joined_files(parts)
    return replace(first, **arrays, flags=flags, files=files, share=parts[-1].share)


def _joined_columns(parts: Sequence[Predictions]) -> tuple[KeptColumn, ...]:
    """Return the kept columns of all parts; a part that has not one of them has nulls there."""
    known = {(column.name, column.is_id): column for part in parts for column in part.kept_columns}
    joined = []
    for key, column in known.items():
        of_parts = []
        for part in parts:
            own = {(own.name, own.is_id): own for own in part.kept_columns}
            of_parts.append(own.get(key) or no_values(column, len(part)))
        joined.append(joined_column(of_parts))
    return tuple(joined)


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
    no_text = batch.has_only_empty_texts()
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

    chosen = predictions.chosen
    if chosen is not None:
        chosen = _spread(chosen, bad, False)
    return replace(
        predictions,
        rows=rows,
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
