"""Anything → Documents: files, folders, standard input, frames and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from linnet.errors import SettingError
from linnet.reading.any_source import comes_once, read_source
from linnet.reading.documents import Batch, Documents, with_metadata
from linnet.reading.html_text import without_html
from linnet.reading.kept_columns import with_texts_kept
from linnet.reading.label_rules import LabelRules, with_label_rules
from linnet.reading.named import NamedFeatures
from linnet.reading.readers import EXTENSIONS, READERS, check_format
from linnet.reading.settings import ReadSettings, name_of, names_of

__all__ = ["EXTENSIONS", "READERS", "Batch", "Documents", "NamedFeatures", "read"]


def read(  # noqa: PLR0913
    source: Any,
    *,
    text: str | int | Sequence[str | int] | None = None,
    label: str | int | None = None,
    id: str | int | Sequence[str | int] | None = None,  # noqa: A002
    weight: str | int | None = None,
    format: str | None = None,  # noqa: A002
    labelled: bool | None = True,
    skip_bad_rows: bool = False,
    labels: Sequence[Any] | None = None,
    usual_text: str | None = None,
    usual_label: str | None = None,
    known_labels: Sequence[str] = (),
    categorical: str | int | Sequence[str | int] = (),
    numeric: str | int | Sequence[str | int] = (),
    features: str | int | None = None,
    multilabel: bool | None = None,
    metadata: str | int | Sequence[str | int] = (),
    sheet: str | int | None = None,
    sql: str | None = None,
    many_labels: bool = False,
    keep_columns: str | int | Sequence[str | int] | None = None,
    several_labels: bool | None = None,
    aside: str | int | Sequence[str | int] = (),
    date_format: str | None = None,
    html: bool = False,
    fold_labels: bool | Sequence[str] = False,
    min_label_documents: int = 0,
    rare_labels_into: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
) -> Documents:
    """Return the documents of a source.

    It is a file, a folder, "-" (standard input), a database ("sqlite:///x.db"), a frame, a list or
    a dict of columns. A frame is read when its documents are: what is changed in it before that,
    changes them. The index of a pandas frame is no column; a level of it that has a name can be
    named as one. Several files are a pattern ("parts/*.csv"), a folder of parts, or a list of
    `pathlib.Path`; strings in a list are texts. Columns that are not named are found by obvious
    names, or else by content; `usual_text` and `usual_label`, the names a model has learned from,
    are taken first where they are there. A label column that is found by content must have the
    `known_labels`, those of a model, in at least half of its first rows. `labelled=False` is for
    documents whose labels are not needed, as when predicting; `labelled=None` reads them where a
    column of an obvious name, a pair or a sub-folder has them.

    `categorical`, `numeric` and `features` name columns of strings, of numbers and of objects with
    named features, to be read beside the text; `text=()` reads no text. `metadata` names columns
    that are kept for groups, times and slices. `multilabel` says whether a document may have any
    number of labels; lists of labels say so themselves. `many_labels` says that labels with hardly
    a document each are meant: more than 1,000 with fewer than 4 each are not learned otherwise.
    `date_format` says how the dates of a time column are written, in the codes of `strptime`.
    `html=True` reads HTML as its text; a model that learns from that does the same by itself.
    `fold_labels=True` makes labels one that differ only in case or spaces, by their most frequent
    spelling; a list of labels, such as those of a model, by the spelling there. Labels with fewer
    documents than `min_label_documents` are left out with these, or become `rare_labels_into`. For
    both, all labels are counted at once; `notes` say what has changed.
    `id` names a column that predictions have under "id". `keep_columns` names columns that they
    have as they are, "all" every column; several ids are such columns too. `sheet` is the name of a
    spreadsheet's sheet, or its number from 1; `sql` is what is asked of a database.
    `several_labels` and `aside` are earlier names of `multilabel` and `metadata`.

    `encoding` is that of a text file, `delimiter` what stands between the cells of CSV and TSV, and
    `decimal` the decimal mark of their numbers, "." or ","; each is found where it is not named.

    Unless labels are counted, only the start of a file is read before `batches()` is called.

    >>> documents = read({"body": ["good film", "dull plot"], "sentiment": ["pos", "neg"]})
    >>> documents.note
    "text column 'body', label column 'sentiment' (found by name)"
    >>> [batch.texts[0].to_pylist() for batch in documents.batches()]
    [['good film', 'dull plot']]
    """
    check_format(format)
    categorical_names = names_of(categorical) or ()
    numeric_names = names_of(numeric) or ()
    metadata_names = _metadata_names(metadata, aside)
    is_multilabel = _is_multilabel(multilabel, several_labels)
    not_learned = tuple(
        name for name in dict.fromkeys(metadata_names) if name not in categorical_names
    )
    one_id, kept_names = _kept_names(names_of(id) or (), names_of(keep_columns) or ())
    settings = ReadSettings(
        text=names_of(text),
        label=name_of(label),
        id=one_id,
        format=format,
        labelled=labelled,
        skip_bad_rows=skip_bad_rows,
        usual_text=usual_text,
        usual_label=usual_label,
        categorical=(*categorical_names, *not_learned),
        numeric=numeric_names,
        multilabel=is_multilabel,
        keep=kept_names,
    )
    rules = LabelRules.of(fold_labels, min_label_documents, rare_labels_into)
    settings = replace(settings, encoding=encoding, delimiter=delimiter, decimal=decimal)
    settings = replace(settings, weight=name_of(weight), features=name_of(features))
    settings = replace(settings, sheet=sheet, sql=sql, known_labels=tuple(known_labels))
    documents = read_source(source, settings, labels)
    documents = replace(
        documents,
        skip_bad_rows=skip_bad_rows,
        many_labels=many_labels,
        date_format=date_format,
    )
    if metadata_names:
        documents = with_metadata(documents, categorical_names, metadata_names)
    if kept_names and all(column.is_id for column in documents.kept_columns):
        documents = with_texts_kept(documents, kept_names)
    if html:
        documents = without_html(documents)
    if rules.change_labels:
        documents = with_label_rules(documents, rules, once=comes_once(source))
    return documents


def _kept_names(ids: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """Return the column of ids, and the names of the columns that are kept, each once.

    Several columns of ids are kept under their own names, before the others.
    """
    if len(set(ids)) == 1:
        return ids[0], tuple(dict.fromkeys(kept))
    return None, tuple(dict.fromkeys((*ids, *kept)))


def _metadata_names(
    metadata: str | int | Sequence[str | int], aside: str | int | Sequence[str | int]
) -> tuple[str, ...]:
    """Return the names of the metadata columns, given by one of the two keywords."""
    names = names_of(metadata) or ()
    earlier_names = names_of(aside) or ()
    if names and earlier_names:
        raise _given_twice("metadata", "aside")
    return names or earlier_names


def _is_multilabel(multilabel: bool | None, several_labels: bool | None) -> bool | None:
    """Return what one of the two keywords says, None where neither does."""
    if multilabel is not None and several_labels is not None:
        raise _given_twice("multilabel", "several_labels")
    return several_labels if multilabel is None else multilabel


def _given_twice(name: str, earlier_name: str) -> SettingError:
    return SettingError(
        f"{name} must be given once; got {earlier_name}, its earlier name, too. Pass {name} only."
    )
