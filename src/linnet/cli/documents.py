"""The data a command reads: by the names given or learned, with a sentence on what was left out."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linnet.cli.inputs import STANDARD_INPUT, source_of
from linnet.cli.terminal import say, warn
from linnet.errors import SettingError, counted, listed, shortened, shown
from linnet.recipe.table import rows

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading.documents import Batch, Documents
    from linnet.reading.skipped import LostLabel
    from linnet.reading.tally import Tally
    from linnet.recipe.recipe import Recipe


def read_documents(  # noqa: PLR0913
    args: Namespace,
    *,
    labelled: bool | None = True,
    classifier: Classifier | None = None,
    recipe: Recipe | None = None,
    metadata: Sequence[str] = (),
    known: Sequence[str] | None = None,
    keep_columns: Sequence[str] = (),
) -> tuple[Documents, Tally]:
    """Return the documents of DATA, by the names given or by those the classifier has learned from.

    Where the labels must be `known` ones, rows with others are bad rows. With `labelled` None they
    are read if they are there.
    """
    from linnet.reading import read
    from linnet.reading.known_labels import only_known
    from linnet.reading.needed_times import only_timed

    settings = {
        **settings_of_options(args),
        "text": _text_columns(args.text, classifier, recipe),
        "labelled": labelled,
        "metadata": tuple(dict.fromkeys(metadata)),
    }
    if keep_columns:
        settings["keep_columns"] = keep_columns
    if classifier is not None:
        settings |= _settings_of_classifier(classifier, labelled=labelled)
        if settings.get("fold_labels"):
            settings["fold_labels"] = classifier.labels
    elif recipe is not None:
        settings |= _column_names(recipe.column_names)
    documents = read(source_of(args.data), **settings)

    say_note(documents)
    if classifier is not None:
        documents = replace(documents, fields=classifier.fields)
    if known is not None:
        documents = only_known(documents, known)
    if getattr(args, "time", None):
        documents = only_timed(documents, args.time)
    if recipe is not None and not recipe.features.html:
        documents = _noticing_html(documents)
    if labelled and not settings.get("fold_labels"):
        model_labels = () if classifier is None else classifier.labels
        documents = _noticing_similar_labels(documents, model_labels)
    return tallied_documents(documents)


def _noticing_similar_labels(documents: Documents, known: Sequence[str]) -> Documents:
    """Return documents that say once, when they have been read, which labels may be one."""
    from linnet.reading.similar_labels import MOST_LABELS, similar_sentence

    said = False

    def batches() -> Iterator[Batch]:
        nonlocal said
        counts = Counter[str]()
        for batch in documents.open_batches():
            if not said and len(counts) <= MOST_LABELS:
                counts.update(batch.label_counts())
            yield batch
        sentence = "" if said else similar_sentence(counts, known)
        said = True
        if sentence:
            say(f"{documents.name}: {sentence}. Pass --fold-labels to make them one.")

    return replace(documents, open_batches=batches)


def _noticing_html(documents: Documents) -> Documents:
    """Return documents that say once whether their first texts have HTML."""
    from linnet.reading.html_text import html_sentence

    said = False

    def batches() -> Iterator[Batch]:
        nonlocal said
        for batch in documents.open_batches():
            sentence = "" if said else html_sentence(batch)
            said = True
            if sentence:
                say(f"{documents.name}: {sentence}. Pass --html to read it as text.")
            yield batch

    return replace(documents, open_batches=batches)


def settings_of_options(args: Namespace) -> dict[str, Any]:
    """Return the settings of reading that the command has options for."""
    options = vars(args)
    given = {row.name: options[row.name] for row in rows("reading") if row.name in options}
    if "several_labels" in given:
        given["multilabel"] = given.pop("several_labels")
    return given


def _settings_of_classifier(classifier: Classifier, *, labelled: bool | None) -> dict[str, Any]:
    settings = _column_names(classifier.model.features.columns)
    settings |= {"usual_label": classifier.label, "known_labels": classifier.labels}
    if classifier.fields:
        settings["usual_text"] = classifier.fields[0]
    if labelled is not False:
        settings["multilabel"] = classifier.multilabel
    return settings


def _column_names(names: Any) -> dict[str, Any]:
    return {
        "categorical": names.categorical,
        "numeric": names.numeric,
        "features": names.named,
    }


def _text_columns(
    named: list[str] | None, classifier: Classifier | None, recipe: Recipe | None
) -> tuple[str, ...] | None:
    """Return the text columns: those named, or those of a classifier of several fields.

    There are none where nobody reads them.
    """
    if named is not None:
        if classifier is not None:
            _check_text_columns(named, classifier.fields)
        return tuple(named)
    if recipe is not None and not recipe.reads_text:
        return ()
    if classifier is None or len(classifier.fields) == 1:
        return None
    return classifier.fields


def _check_text_columns(named: list[str], fields: tuple[str, ...]) -> None:
    if len(named) != len(fields):
        columns = counted(len(fields), "column")
        raise SettingError(
            f"--text must name {columns} for this model, in the order {listed(fields)}; "
            f"got {len(named)}. Name each of them."
        )


def say_note(documents: Documents) -> None:
    """Say which columns were chosen, where there was a choice, and what else was found."""
    if documents.note:
        say(f"{documents.name}: {documents.note}.")
    for note in documents.notes:  # those of several files name the file
        say(f"{note}." if documents.parts else f"{documents.name}: {note}.")


def tallied_documents(documents: Documents) -> tuple[Documents, Tally]:
    """Return the documents, and a tally; what was left out is said when they have been read.

    It is said once: later readings leave the same out.
    """
    from linnet.reading.tally import tallied

    if documents.label is None:  # what is only labelled says so row by row
        return tallied(documents)
    said = False

    def say_once(tally: Tally) -> None:
        nonlocal said
        if not said:
            say_left_out(tally, documents)
        said = True

    return tallied(documents, say_once)


def say_left_out(tally: Tally, documents: Documents) -> None:
    """Say how many bad rows were left out, why, and how many texts are empty, if any."""
    if tally.skipped_rows:
        if len(tally.skipped.reasons) > 1:  # a single reason comes with the number
            say(f"{counted(tally.skipped_rows, 'bad row')} skipped.")
        say_reasons(tally, documents)
        _say_lost_labels(tally)
    if tally.empty_texts:
        of_all = counted(tally.documents, "document")
        say(f"{tally.empty_texts:,} of {of_all} with no text.")


def say_reasons(tally: Tally, documents: Documents) -> None:
    """Say how many bad rows were left out for which reason, with the first of each."""
    for rule, reason in tally.skipped.reasons.items():
        place = documents.place(reason.first.number)
        first = f"{place}: got {reason.first.shown()}"
        say(f"{counted(reason.rows, 'row')} skipped because {rule}; the first is {first}.")


def _say_lost_labels(tally: Tally) -> None:
    lost = tally.lost_labels()
    gone = [label for label in lost if not label.left]
    if gone:
        labels = shortened(map(_gone_label, gone), len(gone))
        warn(f"no document is left of {counted(len(gone), 'label')}: {labels}.")
    fewer = [label for label in lost if label.left]
    if fewer:
        labels = shortened(map(_smaller_label, fewer), len(fewer))
        say(f"{counted(len(fewer), 'label')} lost more than a fifth of the documents: {labels}.")
    if tally.skipped.unknown:
        say(f"the label of {counted(tally.skipped.unknown, 'skipped row')} could not be read.")


def _gone_label(lost: LostLabel) -> str:
    why = "skipped" if lost.readable else "skipped, label not UTF-8"
    return f"{shown(lost.label)} ({lost.skipped:,} {why})"


def _smaller_label(lost: LostLabel) -> str:
    return f"{shown(lost.label)} ({lost.skipped:,} of {lost.skipped + lost.left:,} skipped)"


def from_terminal(args: Namespace) -> bool:
    """Return whether texts are typed in, one per line."""
    reads_lines = args.data == STANDARD_INPUT and args.format in (None, "lines")
    return reads_lines and sys.stdin is not None and sys.stdin.isatty()


def typed_documents() -> tuple[Documents, Tally]:
    """Return the lines typed into the terminal, each as soon as it is there."""
    from linnet.reading.documents import Documents

    say("reading one text per line from the terminal; Ctrl-D ends it.")
    return tallied_documents(Documents("the terminal", ("text",), None, "", _typed_batches))


def _typed_batches() -> Iterator[Batch]:
    import numpy as np
    import pyarrow as pa

    from linnet.reading.documents import Batch

    for number, line in enumerate(sys.stdin, 1):
        text = line.rstrip("\r\n").encode("utf-8", "replace").decode()
        yield Batch(
            rows=np.array([number]),
            next_row=number + 1,
            texts=(pa.array([text], pa.string()),),
            labels=None,
            ids=None,
            weights=None,
            share=None,
        )
