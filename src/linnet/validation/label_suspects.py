"""Label suspects: documents whose given label is implausible by a model that has not learned them.

A document is the more suspect the further the score of its given label lies below the best other one. Where scores are
log-probabilities that is the log of P(given) / P(likeliest other); for margins it is a distance between margins.

Where a document may have several labels, each label is a question by itself. A label that it has is suspect where it
is less likely than not, one that it lacks where it is likelier than not; the more so, the further the score, which is
the log of the odds, or a margin, lies from 0.

A label is not judged by a model that has learned no document with it: that model cannot know the label. So the only
document of a label is never a suspect.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.splits.splits import Parts
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.learning.counting import LabelledRows, Progress, no_progress
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.validation.folds import Folds
from linnet.validation.out_of_fold import out_of_fold
from linnet.validation.subtraction import count
from linnet.validation.training_documents import in_memory, labelled_documents, select_documents

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Seen = tuple[int, str | None, str]  # the row, the id and the start of the text of a document
START = 240  # characters of a text that are shown


@dataclass(frozen=True)
class Suspect:
    """A document that may have the wrong label."""

    row: int
    id: str | None
    label: str  # as given
    likelier: str
    probability: float | None  # of the given label; None where scores are margins
    likelier_probability: float | None
    margin: (
        float | None
    )  # score of the given label minus that of the likelier one; None: the given one is impossible
    text: str  # its start

    def as_json(self) -> dict[str, Any]:
        """Return the suspect for `--json`."""
        return asdict(self)


@dataclass(frozen=True)
class MultilabelSuspect:
    """A label that a document may have, or lack, by mistake; where documents may have several."""

    row: int
    id: str | None
    label: str
    status: str  # "given": the document has the label; "missing": it has not
    probability: float | None  # of the label; None where scores are margins
    margin: float | None  # minus the distance of its score from 0; None: the label given cannot be
    text: str  # its start

    def as_json(self) -> dict[str, Any]:
        """Return the suspect for `--json`."""
        return asdict(self)


class Suspects(list[Any]):
    """Suspects, the most suspect first: each a Suspect, or a SetSuspect where documents may have several labels."""

    not_judged: int = (
        0  # labels of documents that no other document has that a model could learn from
    )


def suspects(
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    folds: int | Folds | None = 10,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
) -> Suspects:
    """Return the documents for which another label is likelier than the one given, the most suspect first.

    Where documents may have several labels: each label that a document has though it is unlikely, or lacks though it is
    likely. Each is judged by a model of the other folds; folds=None leaves out one document at a time. A label is left
    out where those folds have no document with it; `not_judged` counts these. A recipe that names no learner, or none
    at all, is multinomial naive Bayes on counts of words.

    >>> data = [("good film", "pos"), ("bad film", "neg")] * 5 + [("good good film", "neg")]
    >>> [(one.row, one.label, one.likelier) for one in suspects(data, folds=None)]
    [(11, 'neg', 'pos')]
    """
    recipe, cut = Recipe.given(recipe).cut_by(tokenizer)
    folds, threads = Folds.given(folds, recipe.seed), threads_of(threads)
    documents = labelled_documents(documents, recipe, "looking for suspects", aside=folds.columns)
    documents, recipe, criteria = in_memory(documents, recipe, folds, threads)
    counted = count(tokenized(documents, cut), recipe, threads, progress)
    parts = folds.parts(criteria)[0]
    judged = select_documents(documents, parts.is_judged())
    (said,) = out_of_fold(counted, parts, [recipe], threads)
    pairs = _not_learned(counted, parts)
    if isinstance(said, MultilabelPredictions):
        return _described_sets(judged, said, pairs)
    return _described(judged, said, pairs)


@dataclass(frozen=True)
class _Pairs:
    """Judged documents and labels of theirs that the model which judges them has not learned."""

    documents: Ints  # places among the judged documents
    labels: Ints


def _not_learned(counted: LabelledRows, parts: Parts) -> _Pairs:
    labels = counted.codes.astype(np.int64)
    documents = np.arange(len(labels))
    if counted.label_starts is not None:
        documents = np.repeat(
            np.arange(len(counted.label_starts) - 1), np.diff(counted.label_starts)
        )
    part = parts.part[documents].astype(np.int64)
    found = ~is_learned(part, labels, forward=parts.forward) & parts.is_judged()[documents]
    place = np.cumsum(parts.is_judged()) - 1
    return _Pairs(place[documents[found]], labels[found])


def is_learned(part: Ints, labels: Ints, *, forward: bool = False) -> npt.NDArray[np.bool_]:
    """Return for labels of documents in some part whether the model that judges this part has learned the label.

    >>> is_learned(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 2])).tolist()  # label 0 is in both parts
    [True, False, True, False]
    """
    first = np.full(labels.max(initial=0) + 1, part.max(initial=0) + 1)
    last = np.full(len(first), -1)
    np.minimum.at(first, labels, part)
    np.maximum.at(last, labels, part)
    if forward:
        return np.asarray(first[labels] < part)
    return np.asarray(first[labels] < last[labels])


def _described(
    documents: Documents, predictions: LabelledPredictions, not_learned: _Pairs
) -> Suspects:
    """Return the suspects among documents, by what was answered for each of them."""
    margins, likelier = margins_of(predictions)
    margins[not_learned.documents] = 0.0
    order = np.argsort(margins, kind="stable")
    seen = _seen(documents, margins < 0)
    found = Suspects()
    for place in order[margins[order] < 0].tolist():
        found.append(
            _suspect(predictions, place, int(likelier[place]), margins[place], seen[place])
        )
    found.not_judged = len(not_learned.documents)
    return found


def _described_sets(
    documents: Documents, sets: MultilabelPredictions, not_learned: _Pairs
) -> Suspects:
    """Return the suspects among the labels of documents, by what was answered for each of them."""
    margins = sets.margins()
    margins[not_learned.documents, not_learned.labels] = 0.0
    wrong = np.flatnonzero(margins < 0)
    order = wrong[np.argsort(margins.flat[wrong], kind="stable")]
    seen = _seen(documents, np.any(margins < 0, axis=1))
    found = Suspects()
    for pair in order.tolist():
        place, label = divmod(pair, len(sets.labels))
        found.append(_set_suspect(sets, place, label, margins[place, label], seen[place]))
    found.not_judged = len(not_learned.documents)
    return found


def _seen(documents: Documents, wanted: npt.NDArray[np.bool_]) -> dict[int, Seen]:
    """Return what is told of the wanted documents, by their place."""
    found, first = dict[int, Seen](), 0
    for batch in documents.batches():
        for at in np.flatnonzero(wanted[first : first + len(batch)]).tolist():
            name = None if batch.ids is None else batch.ids[at].as_py()
            found[first + at] = (int(batch.rows[at]), name, _start(batch.texts, at))
        first += len(batch)
    return found


def margins_of(predictions: LabelledPredictions) -> tuple[Floats, Ints]:
    """Return how far the score of each given label lies above that of the best other label, and which that is."""
    everyone = np.arange(len(predictions))
    others = predictions.scores.copy()
    others[everyone, predictions.truth] = -np.inf
    best = others.argmax(axis=1)
    with np.errstate(invalid="ignore"):  # two scores of minus infinity: no label is likelier
        margins = predictions.scores[everyone, predictions.truth] - others[everyone, best]
    return np.nan_to_num(margins, nan=0.0, posinf=np.inf, neginf=-np.inf), best


def _start(texts: Any, at: int) -> str:
    """Return how a document begins, its fields one after the other."""
    whole = " ".join((field[at].as_py() or "")[: START + 1] for field in texts)
    return whole if len(whole) <= START else whole[: START - 1] + "…"


def _suspect(
    predictions: LabelledPredictions, place: int, other: int, margin: float, seen: Seen
) -> Suspect:
    given, table = int(predictions.truth[place]), predictions.probabilities
    row, name, text = seen
    return Suspect(
        row,
        name,
        predictions.labels[given],
        predictions.labels[other],
        None if table is None else float(table[place, given]),
        None if table is None else float(table[place, other]),
        float(margin) if isfinite(margin) else None,
        text,
    )


def _set_suspect(
    sets: MultilabelPredictions, place: int, label: int, margin: float, seen: Seen
) -> MultilabelSuspect:
    row, name, text = seen
    return MultilabelSuspect(
        row,
        name,
        sets.labels[label],
        "given" if sets.truth[place, label] else "missing",
        None if sets.probabilities is None else float(sets.probabilities[place, label]),
        float(margin) if isfinite(margin) else None,
        text,
    )
