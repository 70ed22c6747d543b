"""The data a command reads, the choice of columns told, and a tally of what came."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from linnet.cli.terminal import say
from linnet.errors import SettingError, counted, listed, shortened, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading.documents import Batch, Documents
    from linnet.reading.skipped import LostLabel, SkippedRows
    from linnet.recipe.recipe import Recipe


def _no_rows() -> SkippedRows:
    from linnet.reading.skipped import SkippedRows

    return SkippedRows()


@dataclass
class Tally:
    """What has been read so far."""

    documents: int = 0
    empty_texts: int = 0
    skipped: SkippedRows = field(default_factory=_no_rows)
    left: Counter[str] = field(
        default_factory=Counter
    )  # documents of each label, where bad rows are skipped

    @property
    def skipped_rows(self) -> int:
        """How many bad rows were left out."""
        return len(self.skipped)

    def add(self, batch: Batch, *, labels: bool = False) -> None:
        """Count one batch, and where asked for the documents of each label."""
        from linnet.reading.arrow_columns import null_or_empty
        from linnet.reading.skipped import label_counts

        self.documents += len(batch)
        if batch.faults is not None:
            self.skipped.update(batch.faults)
        if labels and batch.labels is not None:
            self.left.update(label_counts(batch.labels))
        if batch.texts:
            self.empty_texts += int(reduce(and_, map(null_or_empty, batch.texts)).sum())

    def tell(self, name: str) -> None:
        """Say how many bad rows were left out, why, and how many texts are empty, if any."""
        if self.skipped_rows:
            say(f"{counted(self.skipped_rows, 'bad row')} skipped.")
            self.tell_reasons(name)
            self._tell_lost_labels()
        if self.empty_texts:
            say(f"{self.empty_texts:,} of {counted(self.documents, 'document')} without any text.")

    def tell_reasons(self, name: str) -> None:
        """Say how many bad rows were left out for which reason, with the first of each."""
        for rule, reason in self.skipped.reasons.items():
            first = f"{name}, row {reason.first.number}: got {reason.first.shown()}"
            say(f"{counted(reason.rows, 'row')} skipped because {rule}; the first is {first}.")

    def _tell_lost_labels(self) -> None:
        lost = self.skipped.lost(self.left)
        gone = [one for one in lost if not one.left]
        if gone:
            said = shortened((_gone(one) for one in gone), len(gone))
            say(f"warning: no document is left of {counted(len(gone), 'label')}: {said}.")
        fewer = [one for one in lost if one.left]
        if fewer:
            said = shortened((_fewer(one) for one in fewer), len(fewer))
            say(f"{counted(len(fewer), 'label')} lost more than a fifth of the documents: {said}.")
        if self.skipped.unknown:
            say(f"the label of {counted(self.skipped.unknown, 'skipped row')} could not be read.")

    def as_json(self) -> dict[str, Any]:
        """Return what was left out, for `--json`."""
        reasons = [
            {
                "reason": rule,
                "rows": reason.rows,
                "first_row": reason.first.number,
                "got": reason.first.shown(),
            }
            for rule, reason in self.skipped.reasons.items()
        ]
        labels = [asdict(one) for one in self.skipped.lost(self.left)]
        skipped = {"reasons": reasons, "labels": labels, "unknown_labels": self.skipped.unknown}
        return {"skipped_rows": self.skipped_rows, "skipped": skipped}


def _gone(one: LostLabel) -> str:
    why = "skipped" if one.readable else "skipped, label not UTF-8"
    return f"{shown(one.label)} ({one.skipped:,} {why})"


def _fewer(one: LostLabel) -> str:
    return f"{shown(one.label)} ({one.skipped:,} of {one.skipped + one.left:,} skipped)"


def read_documents(
    args: Namespace,
    *,
    labelled: bool = True,
    classifier: Classifier | None = None,
    recipe: Recipe | None = None,
    aside: Sequence[str] = (),
    known: Sequence[str] | None = None,
) -> tuple[Documents, Tally]:
    """Return the documents of DATA, by the names given or by those the classifier has learned from.

    Where the labels must be `known` ones, rows with others are bad rows.
    """
    from linnet.reading import read
    from linnet.reading.known_labels import only_known

    given = vars(args)
    names = (
        classifier.model.features.columns if classifier else recipe.column_names if recipe else None
    )
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
        multilabel=classifier.multilabel
        if classifier and labelled
        else given.get("several_labels"),
        metadata=tuple(dict.fromkeys(aside)),
        many_labels=given.get("many_labels", False),
    )
    if documents.note:
        say(f"{documents.name}: {documents.note}.")
    documents = _as_learned(documents, classifier)
    return tallied(documents if known is None else only_known(documents, known))


def _text(
    named: list[str] | None, classifier: Classifier | None, recipe: Recipe | None = None
) -> tuple[str, ...] | None:
    """Return the text columns: those named, or those of a classifier of several fields; none if nobody reads them."""
    if recipe is not None and not recipe.reads_text and named is None:
        return ()
    if classifier is None or (named is None and len(classifier.fields) == 1):
        return None if named is None else tuple(named)
    if named is not None and len(named) != len(classifier.fields):
        fields = listed(classifier.fields)
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
    tally = Tally()

    def batches() -> Iterator[Batch]:
        vars(tally).update(vars(Tally()))  # each reading counts from the start
        for batch in documents.open_batches():
            tally.add(batch, labels=documents.skip_bad_rows)
            yield batch
        if documents.label is not None:  # what is only labelled says so row by row
            tally.tell(documents.name)

    return replace(documents, open_batches=batches), tally


def from_terminal(args: Namespace) -> bool:
    """Return whether texts are typed in, one per line."""
    return (
        args.data == "-"
        and args.format in (None, "lines")
        and sys.stdin is not None
        and sys.stdin.isatty()
    )


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
        yield Batch(
            np.array([number]),
            number + 1,
            (pa.array([text], pa.string()),),
            None,
            None,
            None,
            share=None,
        )
