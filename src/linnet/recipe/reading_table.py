"""The settings of reading: which columns have what, and how rows are treated."""

from dataclasses import dataclass
from typing import ClassVar

from linnet.settings.collected import Names
from linnet.settings.kinds import Flag, Text
from linnet.settings.setting import Settings, setting


@dataclass(frozen=True)
class ReadingTable(Settings):
    """How data is read."""

    table: ClassVar[str] = "reading"
    page: ClassVar[str] = "features.md"

    text: tuple[str, ...] | None = setting(
        Names(optional=True),
        None,
        "text column; repeat it for several",
        metavar="COLUMN",
        repeated=True,
    )
    label: str | None = setting(
        Text(optional=True),
        None,
        "label column; found by its name if left out",
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
    weight: str | None = setting(
        Text(optional=True), None, "column with the weight of each document", metavar="COLUMN"
    )
    id: str | None = setting(
        Text(optional=True),
        None,
        "column with a name for each row, copied to the output",
        metavar="COLUMN",
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
    skip_bad_rows: bool = setting(
        Flag(), False, "leave bad rows out; say how many, why and of which labels"
    )
