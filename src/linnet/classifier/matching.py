"""Documents with the columns that a classifier reads, found by name."""

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linnet.errors import DataWarning, InputError, SettingError, listed, quoted
from linnet.features.blocks import Features
from linnet.features.columns import ColumnNames, Columns
from linnet.reading import Batch, Documents, read
from linnet.reading.html_text import without_html

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def documents_for(
    classifier: "Classifier", source: Any, settings: Mapping[str, Any], *, labelled: bool
) -> Documents:
    """Return documents as a classifier reads them; settings are those of `read`."""
    names = classifier.model.features.columns
    if isinstance(source, Documents):
        refuse_reading(settings)
        if labelled:
            check_labels_of(source, multilabel=classifier.multilabel)
        documents = matched(source, classifier.fields, names, labelled=labelled)
    else:
        multilabel = classifier.multilabel if labelled else None
        usual = {"usual_label": classifier.label, "known_labels": classifier.labels}
        settings = {**usual, "multilabel": multilabel, **settings}
        documents = read_matching(source, classifier.fields, names, settings)
        warn_of_other_text(documents)
    return without_html(documents) if classifier.recipe.features.html else documents


def matched(
    documents: Documents,
    fields: tuple[str, ...],
    names: ColumnNames,
    *,
    labelled: bool,
    of: str = "model",
) -> Documents:
    """Return the documents with these fields and columns, found by name.

    A lone text may have any name.
    """
    if labelled and documents.label is None:
        raise InputError(
            f"{documents.name}: documents must have labels here; got none. Read them with their "
            "labels."
        )
    if len(documents.fields) == len(fields) == 1:
        fields = documents.fields
    has = (documents.fields, documents.categorical, documents.numeric)
    wanted = (fields, names.categorical, names.numeric)
    if has == wanted:
        return documents
    for wanted_names, own_names in zip(wanted, has, strict=True):
        if not set(wanted_names) <= set(own_names):
            raise InputError(
                f"{documents.name}: documents must have the fields of the {of} "
                f"({listed(wanted_names)}); got {listed(own_names) or 'none'}. "
                "Name its columns when reading."
            )
    texts = [documents.fields.index(name) for name in fields]
    categorical = [documents.categorical.index(name) for name in names.categorical]
    numeric = [documents.numeric.index(name) for name in names.numeric]

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            own_texts = tuple(batch.texts[place] for place in texts)
            levels = tuple(batch.categorical[place] for place in categorical)
            numbers = tuple(batch.numeric[place] for place in numeric)
            yield replace(batch, texts=own_texts, categorical=levels, numeric=numbers)

    return replace(
        documents,
        fields=fields,
        categorical=names.categorical,
        numeric=names.numeric,
        open_batches=batches,
    )


def read_matching(
    source: Any, fields: tuple[str, ...], names: ColumnNames, settings: Mapping[str, Any]
) -> Documents:
    """Return what is read from a source with these fields and columns, where it has them.

    Settings are others of `read`. Labels are read where they say whether documents may have
    several.
    """
    of_classifier = {
        "text": None if len(fields) == 1 else fields,
        "labelled": settings["multilabel"] is not None,
        "usual_text": fields[0] if fields else None,
        "categorical": names.categorical,
        "numeric": names.numeric,
        "features": names.named,
    }
    return read(source, **{**of_classifier, **settings})


def warn_of_other_text(documents: Documents) -> None:
    """Warn where another text column is read than the one a model has learned."""
    if documents.missing_text is not None:
        warnings.warn(
            f"{documents.name}: the model has learned column {quoted(documents.missing_text)}, "
            f"which is not there; column {quoted(documents.fields[0])} is read instead. "
            "Name it with text= if that is right.",
            DataWarning,
            stacklevel=5,
        )


def refuse_reading(settings: Mapping[str, Any]) -> None:
    """Refuse settings of reading for documents that have been read."""
    if settings:
        raise SettingError(
            f"documents that were read must have their settings from there; "
            f"got {listed(settings)}. Pass them to linnet.read."
        )


def check_labels_of(documents: Documents, *, multilabel: bool) -> None:
    """Refuse documents with one label each where a model has learned sets of them, and the other
    way round.
    """
    if documents.label is None or documents.multilabel == multilabel:
        return
    learned, got = ("lists of labels", "one") if multilabel else ("one label", "lists")
    raise SettingError(
        f"{documents.name}: documents must have {learned} each, as those the model has learned; "
        f"got {got}. Read them with multilabel={multilabel}."
    )


def warn_of_unknown(features: Features, columns: Columns | None) -> None:
    """Warn of levels that look like the reference because they were never seen."""
    for block in features.of_columns:
        if columns is not None and (unknown := block.unknown(columns)):
            warnings.warn(
                f"column {block.settings.title}: {quoted(unknown[0])} was never seen in training, "
                "so it is taken for "
                f"the reference {quoted(block.reference)}. Train again, or with one-hot coding.",
                stacklevel=4,
            )


def checked_batch(batch: Any) -> Batch:
    """Return a batch of documents that were read; refuse anything else."""
    if isinstance(batch, Batch):
        return batch
    raise InputError(
        f"a batch must be of documents that were read; got {type(batch).__name__}. "
        "Use explain for a text."
    )
