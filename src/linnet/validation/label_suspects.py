"""Label suspects: documents whose label is implausible by a model that has not learned them.

A document is the more suspect the further the score of its given label lies below the best other
one. Where scores are log-probabilities that is the log of P(given) / P(likeliest other); for
margins it is a distance between margins.

Where a document may have several labels, each label is a question by itself. A label that it has is
suspect where it is less likely than not, one that it lacks where it is likelier than not; the more
so, the further the score, which is the log of the odds, or a margin, lies from 0.

A label is not judged by a model that has learned no document with it: that model cannot know the
label. So the only document of a label is never a suspect.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from linnet.classifier.training_documents import labelled_documents
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.splits.copies import keeping
from linnet.evaluation.splits.splits import Parts
from linnet.features.tokenizer import Tokenizer, TokensOf, tokenized
from linnet.learning.counting import LabelledRows, Progress, no_progress
from linnet.prediction.predictions import installed_package
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.threads import threads_of
from linnet.validation.folds import USUAL, Folds
from linnet.validation.out_of_fold import out_of_fold
from linnet.validation.splitting import in_memory, select_documents
from linnet.validation.subtraction import count

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
LONGEST_TEXT = 240  # characters of a text that are shown


@dataclass(frozen=True)
class Suspect:
    """A document that may have the wrong label."""

    row: int  # from 1 in a file, from 0 in a frame, list or dict
    id: str | None
    label: str  # as given
    likelier: str
    probability: float | None  # of the given label; None where scores are margins
    likelier_probability: float | None
    # Score of the given label minus that of the likelier one; None: the given one is impossible.
    margin: float | None
    text: str  # its start

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

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

    def __repr__(self) -> str:
        from linnet.display.words import fields_line

        return fields_line(self)

    def as_json(self) -> dict[str, Any]:
        """Return the suspect for `--json`."""
        return asdict(self)


class Suspects(list[Any]):
    """Suspects, the most suspect first; a slice of them is Suspects too.

    MultilabelSuspects where documents may have several labels.
    """

    # Labels of documents that no other document has that a model could learn from.
    not_judged: int = 0
    frame_index: Any = None  # the index of the pandas frame that was read, whole

    def __repr__(self) -> str:
        from linnet.validation.results_display import suspects_line

        return suspects_line(self)

    def _repr_html_(self) -> str:
        from linnet.validation.results_display import suspects_html

        return suspects_html(self)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Any: ...

    @overload
    def __getitem__(self, place: slice) -> "Suspects": ...

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        chosen = super().__getitem__(place)
        if not isinstance(place, slice):
            return chosen
        part = Suspects(chosen)
        vars(part).update(vars(self))
        return part

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame, one row each, with the index of the frame that was read.

        There is a column of ids where some were read.
        So `frame.loc[suspects.to_pandas().index]` are the documents themselves.
        """
        pandas = installed_package("pandas")
        frame = pandas.DataFrame([one.as_json() for one in self])
        if len(frame) and frame["id"].isna().all():
            frame = frame.drop(columns="id")  # none was read
        if self.frame_index is None or not len(frame):
            return frame
        return frame.set_axis(self.frame_index.take(frame["row"]))


def suspects(  # noqa: PLR0913
    documents: Any,
    recipe: Recipe | Mapping[str, Any] | None = None,
    *,
    folds: int | Folds | None = USUAL,
    threads: int | None = None,
    progress: Progress = no_progress,
    tokenizer: TokensOf | Tokenizer | None = None,
    copies: Ints | None = None,
) -> Suspects:
    """Return the documents for which another label is likelier than the one given.

    The most suspect come first. Where documents may have several labels: each label that a document
    has though it is unlikely, or lacks though it is likely. Each is judged by a model of the other
    folds: 10, fewer where documents are fewer; folds=None leaves out one document at a time. A
    label is left out where those folds have no document with it; `not_judged` counts these. A
    recipe that names no learner, or none at all, is multinomial naive Bayes on counts of words.
    Documents with the same number in `copies` stay together.

    >>> data = [("good film", "pos"), ("bad film", "neg")] * 5 + [("good good film", "neg")]
    >>> [(one.row, one.label, one.likelier) for one in suspects(data, folds=None)]
    [(10, 'neg', 'pos')]
    """
    recipe, tokens_of = Recipe.given(recipe).cut_by(tokenizer)
    folds = Folds.given(folds, recipe.seed)
    threads = threads_of(threads)
    doing = "looking for suspects"
    documents = labelled_documents(documents, recipe, doing, metadata=folds.columns)
    documents, recipe, criteria = in_memory(documents, recipe, folds, threads)
    criteria = keeping(criteria, copies)
    counted = count(tokenized(documents, tokens_of), recipe, threads, progress)

    parts = folds.parts(criteria)[0]
    held_out = select_documents(documents, parts.is_held_out())
    (predictions,) = out_of_fold(counted, parts, [recipe], threads)
    pairs = _not_learned(counted, parts)
    if isinstance(predictions, MultilabelPredictions):
        found = _multilabel_suspects(held_out, predictions, pairs)
    else:
        found = _suspects(held_out, predictions, pairs)
    found.frame_index = documents.frame_index
    return found


@dataclass(frozen=True)
class _Pairs:
    """Judged documents and labels of theirs that the model which judges them has not learned."""

    documents: Ints  # places among the judged documents
    labels: Ints


def _not_learned(counted: LabelledRows, parts: Parts) -> _Pairs:
    labels = counted.codes.astype(np.int64)
    documents = np.arange(len(labels))
    if counted.label_starts is not None:
        sizes = np.diff(counted.label_starts)
        documents = np.repeat(np.arange(len(sizes)), sizes)
    part = parts.part[documents].astype(np.int64)
    is_held_out = parts.is_held_out()
    unknown = ~is_learned(part, labels, forward=parts.forward)
    chosen = unknown & is_held_out[documents]
    place = np.cumsum(is_held_out) - 1
    return _Pairs(place[documents[chosen]], labels[chosen])


def is_learned(part: Ints, labels: Ints, *, forward: bool = False) -> Flags:
    """Return for labels of documents whether the model that judges their part has learned them.

    Label 0 is in both parts:

    >>> is_learned(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 2])).tolist()
    [True, False, True, False]
    """
    n_labels = labels.max(initial=0) + 1
    first = np.full(n_labels, part.max(initial=0) + 1)
    last = np.full(n_labels, -1)
    np.minimum.at(first, labels, part)
    np.maximum.at(last, labels, part)
    if forward:
        return np.asarray(first[labels] < part)
    return np.asarray(first[labels] < last[labels])


def _suspects(
    documents: Documents, predictions: LabelledPredictions, not_learned: _Pairs
) -> Suspects:
    """Return the suspects among documents, by the predictions for each of them."""
    margins, likelier = margins_of(predictions)
    margins[not_learned.documents] = 0.0
    order = np.argsort(margins, kind="stable")
    shown = _shown_documents(documents, margins < 0)
    suspect_labels = Suspects()
    for place in order[margins[order] < 0].tolist():
        other = int(likelier[place])
        suspect_labels.append(_suspect(predictions, place, other, margins[place], shown[place]))
    suspect_labels.not_judged = len(not_learned.documents)
    return suspect_labels


def _multilabel_suspects(
    documents: Documents, sets: MultilabelPredictions, not_learned: _Pairs
) -> Suspects:
    """Return the suspects among the labels of documents, by the predictions for each of them."""
    margins = sets.margins()
    margins[not_learned.documents, not_learned.labels] = 0.0
    wrong = np.flatnonzero(margins < 0)
    order = wrong[np.argsort(margins.flat[wrong], kind="stable")]
    shown = _shown_documents(documents, np.any(margins < 0, axis=1))
    suspect_labels = Suspects()
    for pair in order.tolist():
        place, label = divmod(pair, len(sets.labels))
        margin = margins[place, label]
        suspect_labels.append(_multilabel_suspect(sets, place, label, margin, shown[place]))
    suspect_labels.not_judged = len(not_learned.documents)
    return suspect_labels


def margins_of(predictions: LabelledPredictions) -> tuple[Floats, Ints]:
    """Return how far the score of each given label lies above that of the best other label.

    And which that is.
    """
    documents = np.arange(len(predictions))
    truth = predictions.truth
    others = predictions.scores.copy()
    others[documents, truth] = -np.inf
    best = others.argmax(axis=1)
    with np.errstate(invalid="ignore"):  # two scores of minus infinity: no label is likelier
        margins = predictions.scores[documents, truth] - others[documents, best]
    return np.nan_to_num(margins, nan=0.0, posinf=np.inf, neginf=-np.inf), best


class _ShownDocument(NamedTuple):
    """What is told of a document."""

    row: int
    id: str | None
    text: str  # its start


def _shown_documents(documents: Documents, wanted: Flags) -> dict[int, _ShownDocument]:
    """Return what is told of the wanted documents, by their place."""
    shown = dict[int, _ShownDocument]()
    first = 0
    for batch in documents.batches():
        wanted_here = wanted[first : first + len(batch)]
        for at in np.flatnonzero(wanted_here).tolist():
            name = None if batch.ids is None else batch.ids[at].as_py()
            text = _start_of_text(batch.texts, at)
            shown[first + at] = _ShownDocument(int(batch.rows[at]), name, text)
        first += len(batch)
    return shown


def _start_of_text(texts: Any, at: int) -> str:
    """Return how a document begins, its fields one after the other."""
    fields = [field[at].as_py() or "" for field in texts]
    whole = " ".join(field[: LONGEST_TEXT + 1] for field in fields)
    if len(whole) <= LONGEST_TEXT:
        return whole
    return whole[: LONGEST_TEXT - 1] + "…"


def _suspect(
    predictions: LabelledPredictions, place: int, other: int, margin: float, shown: _ShownDocument
) -> Suspect:
    label = int(predictions.truth[place])
    probability = _number_in(predictions.probabilities, place, label)
    likelier_probability = _number_in(predictions.probabilities, place, other)
    return Suspect(
        row=shown.row,
        id=shown.id,
        label=predictions.labels[label],
        likelier=predictions.labels[other],
        probability=probability,
        likelier_probability=likelier_probability,
        margin=_finite(margin),
        text=shown.text,
    )


def _multilabel_suspect(
    sets: MultilabelPredictions, place: int, label: int, margin: float, shown: _ShownDocument
) -> MultilabelSuspect:
    is_given = sets.truth[place, label]
    return MultilabelSuspect(
        row=shown.row,
        id=shown.id,
        label=sets.labels[label],
        status="given" if is_given else "missing",
        probability=_number_in(sets.probabilities, place, label),
        margin=_finite(margin),
        text=shown.text,
    )


def _number_in(table: Floats | None, row: int, column: int) -> float | None:
    return None if table is None else float(table[row, column])


def _finite(margin: float) -> float | None:
    return float(margin) if isfinite(margin) else None
