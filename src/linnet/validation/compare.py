"""Which of two classifiers is better on labelled documents: read once, labelled by both."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.classifier.matching import warn_of_other_text
from linnet.errors import SettingError, listed
from linnet.evaluation.metrics.comparison import compare_predictions, metrics_named
from linnet.evaluation.metrics.difference import Comparison
from linnet.evaluation.metrics.labelled_predictions import labels_of_all
from linnet.evaluation.metrics.multilabel_predictions import (
    AnyPredictions,
    concatenated_predictions,
)
from linnet.learning.counting import Progress, no_progress
from linnet.reading import Batch, Documents, read
from linnet.threads import threads_of
from linnet.validation.external_labels import ExternalLabels
from linnet.validation.fingerprints import compared_with_training
from linnet.validation.labelled_predictions import labelled_predictions
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
    """Return how two classifiers differ on labelled documents: Documents, or what `read` takes.

    In place of a classifier, its labels will do: one for each document, or a list of them where
    documents may have several. Documents with the same value in the column `group` belong together.

    >>> from linnet import train
    >>> a = train([("good film", "pos"), ("bad film", "neg")])
    >>> comparison = compare(a, ["pos", "pos"], [("so good", "pos"), ("so bad", "neg")])
    >>> accuracy = comparison.differences["accuracy"]
    >>> accuracy.a, accuracy.b, accuracy.p_value
    (1.0, 0.5, 1.0)
    """
    both = [_source_of(a), _source_of(b)]
    if not isinstance(documents, Documents):
        documents = read_for(both, documents, metadata=group or ())
        warn_of_other_text(documents)
    metrics_named(metrics, multilabel=documents.multilabel)  # refused before any work
    documents, are_learned = compared_with_their_training(both, documents, threads)
    of_a, of_b = predictions_of_both(both, documents, group, threads)
    comparison = compare_predictions(of_a, of_b, metrics, threads)
    return replace(comparison, on_training_documents=are_learned())


def _source_of(side: Any) -> LabelSource:
    return side if isinstance(side, Classifier) else ExternalLabels.of(side)


def compared_with_their_training(
    both: Sequence[LabelSource], documents: Documents, threads: int | None
) -> tuple[Documents, Callable[[], dict[str, bool | None]]]:
    """Return the documents, and a function: whether they are those that a and b have learned.

    It is to be called once they have been read.
    """
    functions: dict[str, Callable[[], bool | None]] = {"a": lambda: None, "b": lambda: None}
    for name, side in zip("ab", both, strict=True):
        if isinstance(side, Classifier):
            documents, functions[name] = compared_with_training(
                documents, side, threads_of(threads)
            )
    return documents, lambda: {name: is_learned() for name, is_learned in functions.items()}


def read_for(
    both: Sequence[LabelSource], source: Any, *, text: Sequence[str] | None = None, **how: Any
) -> Documents:
    """Return documents with every column that a classifier reads; `how` goes to `read`."""
    classifiers = [source for source in both if isinstance(source, Classifier)]
    _check_same_kind(classifiers)
    fields = _text_fields(classifiers)
    if text is not None and len(text) != len(fields):
        wanted = listed(fields) or "no text"
        raise SettingError(
            f"text columns must be as many as both models read ({wanted}); got {len(text)}."
        )

    columns = [classifier.model.features.columns for classifier in classifiers]
    categorical = _distinct(names.categorical for names in columns)
    numeric = _distinct(names.numeric for names in columns)
    named = _distinct([names.named] for names in columns)
    labels = [classifier.label for classifier in classifiers if classifier.label]
    one_field = len(fields) == 1 or not classifiers
    usual_fields = None if one_field else fields
    known = _distinct(classifier.labels for classifier in classifiers)
    usual: dict[str, Any] = {"usual_label": _first(labels), "known_labels": known}
    documents = read(
        source,
        text=text or usual_fields,
        usual_text=_first(fields),
        categorical=categorical,
        numeric=numeric,
        features=_first(named),
        multilabel=classifiers[0].multilabel if classifiers else None,
        **usual,
        **how,
    )
    return replace(documents, fields=fields) if text else documents


def _check_same_kind(classifiers: Sequence[Classifier]) -> None:
    """Refuse classifiers that cannot read the same documents."""
    columns = [classifier.model.features.columns for classifier in classifiers]
    named = _distinct([names.named] for names in columns)
    kinds = {classifier.multilabel for classifier in classifiers}
    if len(named) > 1:
        what = "columns of named features"
    elif len(kinds) > 1:
        what = "kinds: one label per document and several"
    else:
        return
    raise SettingError(
        f"two classifiers must read the same documents; got two {what}. Compare those of one kind."
    )


def _text_fields(classifiers: Sequence[Classifier]) -> tuple[str, ...]:
    """Return the text columns that both read together.

    Where each reads one, it is the same by whatever name.
    """
    fields = _distinct(classifier.fields for classifier in classifiers)
    if all(len(classifier.fields) <= 1 for classifier in classifiers):
        return fields[:1]
    return fields


def _first(names: Sequence[str]) -> str | None:
    return names[0] if names else None


def _distinct(names: Iterable[Iterable[str | None]]) -> tuple[str, ...]:
    known = [name for some in names for name in some if name is not None]
    return tuple(dict.fromkeys(known))


def predictions_of_both(
    both: Sequence[LabelSource],
    documents: Documents,
    group: str | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> tuple[AnyPredictions, AnyPredictions]:
    """Return the predictions of both, over all labels that one of them knows or a document has."""
    parts = list[list[AnyPredictions]]()
    metadata = list[Metadata]()
    n_rows = 0
    for batch in documents.batches():
        n_rows = batch.next_row - documents.first_row
        progress(batch.share, n_rows)
        if len(batch):
            one_batch = replace(documents, open_batches=partial(iter, [batch]))
            parts.append([_predictions(source, one_batch, batch, threads) for source in both])
            metadata.append(metadata_of(documents.metadata, batch, lengths=False))
    for source in both:
        if isinstance(source, ExternalLabels):
            source.check_number(n_rows, documents.first_row)

    a, b = concatenated_pairs(parts)
    groups = None
    if group:
        groups = Metadata.of(documents.metadata, metadata).groups(group)
    return replace(a, groups=groups), replace(b, groups=groups)


def concatenated_pairs(
    parts: Sequence[Sequence[AnyPredictions]],
) -> tuple[AnyPredictions, AnyPredictions]:
    """Return the predictions of both for all parts of the documents, among all labels."""
    labels = labels_of_all(predictions.labels for pair in parts for predictions in pair)
    a = concatenated_predictions([of_a.among(labels) for of_a, _ in parts])
    b = concatenated_predictions([of_b.among(labels) for _, of_b in parts])
    return a, b


def _predictions(
    source: LabelSource, documents: Documents, batch: Batch, threads: int | None
) -> AnyPredictions:
    if isinstance(source, Classifier):
        return labelled_predictions(source, documents, threads=threads)
    if documents.multilabel:
        return source.multilabel_predictions(batch, documents.first_row)
    return source.predictions(batch, documents.first_row)
