"""The data a command reads, the choice of columns told, and a tally of what came."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from linnet.cli.terminal import counted, say
from linnet.errors import SettingError

if TYPE_CHECKING:
    from linnet.classifier import Classifier
    from linnet.reading.documents import Batch, Documents
    from linnet.recipe import Recipe


@dataclass
class Tally:
    """What has been read so far."""

    documents: int = 0
    skipped_rows: int = 0
    empty_texts: int = 0

    def add(self, batch: Batch) -> None:
        """Count one batch."""
        from linnet.reading.rows import absent

        self.documents += len(batch)
        self.skipped_rows += len(batch.skipped)
        if batch.texts:
            self.empty_texts += int(reduce(and_, map(absent, batch.texts)).sum())

    def tell(self) -> None:
        """Say how many bad rows were left out and how many texts are empty, if any."""
        if self.skipped_rows:
            say(f"{counted(self.skipped_rows, 'bad row')} skipped.")
        if self.empty_texts:
            say(f"{self.empty_texts:,} of {counted(self.documents, 'document')} without any text.")


def read_documents(
    args: Namespace,
    *,
    labelled: bool = True,
    classifier: Classifier | None = None,
    recipe: Recipe | None = None,
    aside: Sequence[str] = (),
) -> tuple[Documents, Tally]:
    """Return the documents of DATA, by the names given or by those the classifier has learned from."""
    from linnet.reading import read

    given = vars(args)
    names = classifier.model.features.columns if classifier else recipe.column_names if recipe else None
    documents = read(
        args.data,
        text=_text(args.text, classifier, recipe),
        label=given.get("label"),
        id=given.get("id"),
        weight=given.get("weight"),
        format=args.format,
        labelled=labelled,
        skip_bad_rows=args.skip_bad_rows,
        usual_text=None if classifier is None or not classifier.fields else classifier.fields[0],
        usual_label=None if classifier is None else classifier.label,
        categorical=names.categorical if names else (),
        numeric=names.numeric if names else (),
        features=names.named if names else None,
        several_labels=classifier.several if classifier and labelled else given.get("several_labels"),
        aside=tuple(dict.fromkeys(aside)),
    )
    if documents.note:
        say(f"{documents.name}: {documents.note}.")
    return tallied(_as_learned(documents, classifier))


def _text(
    named: list[str] | None, classifier: Classifier | None, recipe: Recipe | None = None
) -> tuple[str, ...] | None:
    """Return the text columns: those named, or those of a classifier of several fields; none if nobody reads them."""
    if recipe is not None and not recipe.reads_text and named is None:
        return ()
    if classifier is None or (named is None and len(classifier.fields) == 1):
        return None if named is None else tuple(named)
    if named is not None and len(named) != len(classifier.fields):
        fields = ", ".join(classifier.fields)
        raise SettingError(
            f"--text must name {counted(len(classifier.fields), 'column')} for this model, in the order {fields}; "
            f"got {len(named)}. Name each of them."
        )
    return classifier.fields if named is None else tuple(named)


def _as_learned(documents: Documents, classifier: Classifier | None) -> Documents:
    """Return the documents under the names that the classifier knows its fields by."""
    return documents if classifier is None else replace(documents, fields=classifier.fields)


def tallied(documents: Documents) -> tuple[Documents, Tally]:
    """Return the documents, and a tally of what is read of them."""
    tally, open_batches = Tally(), documents.open_batches

    def batches() -> Iterator[Batch]:
        tally.documents = tally.skipped_rows = tally.empty_texts = 0
        for batch in open_batches():
            tally.add(batch)
            yield batch
        if documents.label is not None:  # what is only labelled says so row by row
            tally.tell()

    return replace(documents, open_batches=batches), tally


def from_terminal(args: Namespace) -> bool:
    """Return whether texts are typed in, one per line."""
    return args.data == "-" and args.format in (None, "lines") and sys.stdin is not None and sys.stdin.isatty()


def typed_documents() -> tuple[Documents, Tally]:
    """Return the lines typed into the terminal, each as soon as it is there."""
    from linnet.reading.documents import Documents

    say("reading one text per line from the terminal; Ctrl-D ends it.")
    return tallied(Documents("the terminal", ("text",), None, "", _typed_batches))


def _typed_batches() -> Iterator[Batch]:
    import numpy as np
    import pyarrow as pa

    from linnet.reading.documents import Batch

    for number, line in enumerate(sys.stdin, 1):
        text = line.rstrip("\r\n").encode("utf-8", "replace").decode()
        yield Batch(np.array([number]), number + 1, (pa.array([text], pa.string()),), None, None, None, share=None)
