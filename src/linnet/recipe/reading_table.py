"""The settings of reading: which columns have what, and how rows are treated."""

from dataclasses import dataclass
from typing import ClassVar

from linnet.settings.collected import Names
from linnet.settings.kinds import Flag, Int, Text
from linnet.settings.setting import Settings, setting


@dataclass(frozen=True)
class ReadingTable(Settings):
    """How data is read."""

    table: ClassVar[str] = "reading"
    page: ClassVar[str] = "features.md"

    text: tuple[str, ...] | None = setting(
        Names(optional=True),
        None,
        "text column; found by its name or content if left out; repeat it for several",
        metavar="COLUMN",
        repeated=True,
    )
    label: str | None = setting(
        Text(optional=True),
        None,
        "label column; found by its name or content if left out",
        metavar="COLUMN",
    )
    several_labels: bool | None = setting(
        Flag(optional=True),
        None,
        "a document may have any number of labels; lists of labels say so themselves",
        option="--multilabel",
        aliases=("--several-labels",),
        page="several-labels.md",
    )
    many_labels: bool = setting(
        Flag(),
        False,
        "go on where labels are more than 1,000, with fewer than 4 documents each",
    )
    fold_labels: bool = setting(
        Flag(),
        False,
        "make labels one that differ only in case or spaces",
        page="input-formats.md",
    )
    min_label_documents: int = setting(
        Int(0),
        0,
        "leave labels out that fewer documents have, and these documents",
        metavar="N",
        page="input-formats.md",
    )
    rare_labels_into: str | None = setting(
        Text(optional=True),
        None,
        "put documents of such labels into this one, instead of leaving them out",
        metavar="LABEL",
        page="input-formats.md",
    )
    date_format: str | None = setting(
        Text(optional=True),
        None,
        "how the dates of --time are written, in the codes of strptime; by default as they show",
        metavar="FORMAT",
        page="input-formats.md",
    )
    weight: str | None = setting(
        Text(optional=True), None, "column with the weight of each document", metavar="COLUMN"
    )
    id: tuple[str, ...] | None = setting(
        Names(optional=True),
        None,
        "column with a name for each row, copied to the output as id; repeat it for several, "
        "which keep their names",
        metavar="COLUMN",
        repeated=True,
        page="predict.md",
    )
    keep_columns: tuple[str, ...] | None = setting(
        Names(optional=True),
        None,
        "column to copy to the output as it is, or all; repeat it for several",
        metavar="COLUMN",
        repeated=True,
        page="predict.md",
    )
    format: str | None = setting(
        Text(optional=True),
        None,
        "csv, tsv, jsonl, parquet, arrow, spreadsheet, folder, fasttext, svmlight or lines",
        metavar="FORMAT",
    )
    sheet: str | None = setting(
        Text(optional=True),
        None,
        "sheet of a spreadsheet, by its name or number; the only one with data if left out",
        metavar="SHEET",
        page="input-formats.md",
    )
    sql: str | None = setting(
        Text(optional=True),
        None,
        "query whose rows are the documents, where DATA is a database as sqlite:///tickets.db",
        metavar="QUERY",
        page="input-formats.md",
    )
    encoding: str | None = setting(
        Text(optional=True),
        None,
        "encoding of a text file, such as cp1252 or shift_jis; found by itself if left out",
        metavar="NAME",
        page="input-formats.md",
    )
    delimiter: str | None = setting(
        Text(optional=True),
        None,
        "what is between the cells of csv and tsv: , ; | tab; found by itself if left out",
        metavar="CHARACTER",
        page="input-formats.md",
    )
    decimal: str | None = setting(
        Text(optional=True),
        None,
        "decimal mark of numbers in csv and tsv, . or ,; found by itself if left out",
        metavar="MARK",
        page="input-formats.md",
    )
    skip_bad_rows: bool = setting(
        Flag(), False, "leave bad rows out; say how many, why and of which labels"
    )
