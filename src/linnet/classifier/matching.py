"""Documents with the columns that a classifier reads, found by name, and with levels that it knows."""

import warnings
from collections.abc import Iterator
from dataclasses import replace

from linnet.errors import InputError, SettingError, listed, quoted
from linnet.features.blocks import Features
from linnet.features.columns import ColumnNames, Columns
from linnet.reading import Batch, Documents


def matched(
    documents: Documents,
    fields: tuple[str, ...],
    names: ColumnNames,
    *,
    labelled: bool,
    of: str = "model",
) -> Documents:
    """Return the documents with these fields and columns, found by name; a lone text may have any name."""
    if labelled and documents.label is None:
        raise InputError(
            f"{documents.name}: documents must have labels here; got none. Read them with their labels."
        )
    lone = len(documents.fields) == len(fields) == 1
    mine = (documents.fields, documents.categorical, documents.numeric)
    if (fields if lone else mine[0], *mine[1:]) == (fields, names.categorical, names.numeric):
        return documents
    wanted = (documents.fields if lone else fields, names.categorical, names.numeric)
    for lacking, there in zip(wanted, mine, strict=True):
        if not set(lacking) <= set(there):
            raise InputError(
                f"{documents.name}: documents must have the fields of the {of} ({listed(lacking)}); got "
                f"{listed(there) or 'none'}. Name its columns when reading."
            )
    texts, categorical, numeric = (
        [there.index(name) for name in lacking] for lacking, there in zip(wanted, mine, strict=True)
    )

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            yield replace(
                batch,
                texts=tuple(batch.texts[place] for place in texts),
                categorical=tuple(batch.categorical[place] for place in categorical),
                numeric=tuple(batch.numeric[place] for place in numeric),
            )

    chosen = replace(
        documents, fields=wanted[0], categorical=names.categorical, numeric=names.numeric
    )
    return replace(chosen, open_batches=batches)


def check_labels_of(documents: Documents, *, multilabel: bool) -> None:
    """Refuse documents with one label each where a model has learned sets of them, and the other way round."""
    if documents.label is None or documents.multilabel == multilabel:
        return
    learned, got = ("lists of labels", "one") if multilabel else ("one label", "lists")
    raise SettingError(
        f"{documents.name}: documents must have {learned} each, as those the model has learned; got {got}. "
        f"Read them with multilabel={multilabel}."
    )


def warn_of_unknown(features: Features, columns: Columns | None) -> None:
    """Warn of levels that look like the reference because they were never seen."""
    for block in features.of_columns:
        if columns is not None and (unknown := block.unknown(columns)):
            warnings.warn(
                f"column {block.settings.title}: {quoted(unknown[0])} was never seen in training, so it is taken for "
                f"the reference {quoted(block.reference)}. Train again, or with one-hot coding.",
                stacklevel=4,
            )
