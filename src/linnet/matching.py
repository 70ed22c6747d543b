"""Documents with the columns that a classifier reads, found by name."""

from collections.abc import Iterator
from dataclasses import replace

from linnet.errors import InputError, listed
from linnet.features.columns import ColumnNames
from linnet.reading import Batch, Documents


def matched(
    documents: Documents, fields: tuple[str, ...], names: ColumnNames, *, labelled: bool, of: str = "model"
) -> Documents:
    """Return the documents with these fields and columns, found by name; a lone text may have any name."""
    if labelled and documents.label is None:
        raise InputError(f"{documents.name}: documents must have labels here; got none. Read them with their labels.")
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

    chosen = replace(documents, fields=wanted[0], categorical=names.categorical, numeric=names.numeric)
    return replace(chosen, open_batches=batches)
