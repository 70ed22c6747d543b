"""Which of two classifiers is better on labelled documents: read once, answered by both."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError, listed
from linnet.evaluation.metrics.comparison import compare_predictions, metrics_named
from linnet.evaluation.metrics.difference import Comparison
from linnet.evaluation.metrics.multilabel_predictions import (
    AnyPredictions,
    concatenated_predictions,
)
from linnet.learning.counting import Progress, no_progress
from linnet.reading import Batch, Documents, read
from linnet.validation.evaluate import labelled_predictions
from linnet.validation.external_labels import ExternalLabels
from linnet.validation.metadata import Metadata, metadata_of

LabelSource = Classifier | ExternalLabels


def compare(
    a: Classifier | Sequence[Any],
    b: Classifier | Sequence[Any],
    documents: Any,
    *,
    metrics: Sequence[str] = (),
    group: str | None = None,
    threads: int | None = None,
) -> Comparison:
    """Return how two classifiers differ on labelled documents: Documents, or anything `read` takes.

    In place of a classifier, its labels will do: one for each document, or a list of them where documents may have
    several. Documents with the same value in the column `group` belong together.

    >>> from linnet import train
    >>> a = train([("good film", "pos"), ("bad film", "neg")])
    >>> found = compare(a, ["pos", "pos"], [("so good", "pos"), ("so bad", "neg")])
    >>> found.differences["accuracy"].a, found.differences["accuracy"].b, found.differences["accuracy"].p_value
    (1.0, 0.5, 1.0)
    """
    both = [one if isinstance(one, Classifier) else ExternalLabels.of(one) for one in (a, b)]
    if not isinstance(documents, Documents):
        documents = read_for(both, documents, metadata=group or ())
    metrics_named(metrics, multilabel=documents.multilabel)  # refused before any work
    return compare_predictions(
        *predictions_of_both(both, documents, group, threads), metrics, threads
    )


def read_for(
    both: Sequence[LabelSource], source: Any, *, text: Sequence[str] | None = None, **how: Any
) -> Documents:
    """Return documents with every column that one of the classifiers reads; `how` goes to `read`."""
    classifiers = [one for one in both if isinstance(one, Classifier)]
    columns = [one.model.features.columns for one in classifiers]
    fields, named = _fields(classifiers), _distinct([names.named] for names in columns)
    multilabel: set[bool | None] = {one.multilabel for one in classifiers} or {None}
    if len(multilabel) > 1 or len(named) > 1:
        what = (
            "columns of named features"
            if len(named) > 1
            else "kinds: one label per document and several"
        )
        raise SettingError(
            f"two classifiers must read the same documents; got two {what}. Compare those of one kind."
        )
    if text is not None and len(text) != len(fields):
        wanted = listed(fields) or "no text"
        raise SettingError(
            f"text columns must be as many as both models read ({wanted}); got {len(text)}."
        )
    documents = read(
        source,
        text=text or (None if len(fields) == 1 or not classifiers else fields),
        usual_text=next(iter(fields), None),
        usual_label=next((one.label for one in classifiers if one.label), None),
        categorical=_distinct(names.categorical for names in columns),
        numeric=_distinct(names.numeric for names in columns),
        features=next(iter(named), None),
        multilabel=multilabel.pop(),
        **how,
    )
    return replace(documents, fields=fields) if text else documents


def _fields(classifiers: Sequence[Classifier]) -> tuple[str, ...]:
    """Return the text columns that both read together; where each reads one, it is the same by whatever name."""
    fields = _distinct(one.fields for one in classifiers)
    return fields[:1] if all(len(one.fields) <= 1 for one in classifiers) else fields


def _distinct(names: Iterable[Iterable[str | None]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some if name is not None))


def predictions_of_both(
    both: Sequence[LabelSource],
    documents: Documents,
    group: str | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> tuple[AnyPredictions, AnyPredictions]:
    """Return what both say of the documents, over all labels that one of them knows or a document has."""
    parts, known, rows = list[list[AnyPredictions]](), list[Metadata](), 0
    for batch in documents.batches():
        rows = batch.next_row - 1
        progress(batch.share, rows)
        if len(batch):
            alone = replace(documents, open_batches=partial(iter, [batch]))
            parts.append([_said(who, alone, batch, threads) for who in both])
            known.append(metadata_of(documents.metadata, batch, lengths=False))
    for who in both:
        if isinstance(who, ExternalLabels):
            who.check_number(rows)
    labels = tuple(
        sorted({label for pair in parts for one in pair for label in one.labels}, key=str.encode)
    )
    a, b = (
        concatenated_predictions([one.among(labels) for one in side])
        for side in zip(*parts, strict=True)
    )
    groups = Metadata.of(documents.metadata, known).groups(group) if group else None
    return replace(a, groups=groups), replace(b, groups=groups)


def _said(
    who: LabelSource, documents: Documents, batch: Batch, threads: int | None
) -> AnyPredictions:
    if isinstance(who, ExternalLabels):
        return who.sets(batch) if documents.multilabel else who.predictions(batch)
    return labelled_predictions(who, documents, threads=threads)
