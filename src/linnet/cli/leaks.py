"""What the leak check has found, in words."""

from typing import TYPE_CHECKING

from linnet.cli.table import Table
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.evaluation.splits.leaks import LeakingDocuments, Leaks

EXAMPLES_SHOWN = 3
KINDS = {"exact": "exact duplicates", "near": "near duplicates", "group": "same group"}


def print_leaks(leaks: "Leaks", where: str = "training") -> None:
    """Print how many held-out documents are elsewhere too, and columns that give the label away."""
    documents = counted(leaks.documents, "held-out document")
    if len(leaks.rows):
        print(f"Leak check: {len(leaks.rows):,} of {documents} in {where} too.")
        _print_kinds(leaks, where)
    else:
        print(f"Leak check: none of {documents} is in {where} too.")
    print_columns(leaks)
    if leaks.empty:
        empty = counted(leaks.empty, "held-out document")
        print(f"{empty} without a letter or digit, not compared.")


def _print_kinds(leaks: "Leaks", where: str) -> None:
    """Print how many leaks there are of each kind that was looked for, and some of them."""
    leaks_of_kind: dict[str, LeakingDocuments] = {}
    for name, kind in KINDS.items():
        of_kind = getattr(leaks, name)
        if of_kind is not None:
            leaks_of_kind[kind] = of_kind
    rows = []
    for kind, of_kind in leaks_of_kind.items():
        rows.append((kind, f"{of_kind.documents:,}", f"{of_kind.same_label:,}"))
    Table(("leak", "documents", "with the same label"), rows).show()
    for kind, of_kind in leaks_of_kind.items():
        _print_examples(kind, of_kind, where)


def print_columns(leaks: "Leaks") -> None:
    """Print which columns give the label away."""
    for column in leaks.columns or ():
        accuracy = f"right for {column.accuracy:.1%}"
        majority = f"where the most frequent label is for {column.majority:.1%}"
        print(f"Column {shown(column.column)} gives the label away: {accuracy}, {majority}.")


def _print_examples(kind: str, leaking: "LeakingDocuments", where: str) -> None:
    for example in leaking.examples[:EXAMPLES_SHOWN]:
        text = "" if example.text is None else f": {shown(example.text)}"
        print(f"  {kind}: row {example.row:,}, in {where} row {example.twin_row:,}{text}")
