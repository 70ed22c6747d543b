"""What the leak check has found, in words."""

from typing import TYPE_CHECKING

from linnet.cli.table import Table
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.evaluation.splits.leaks import LeakingDocuments, Leaks

EXAMPLES_SHOWN = 3
KINDS = {"exact": "exact duplicates", "near": "near duplicates", "group": "same group"}


def print_leaks(leaks: "Leaks", where: str = "training") -> None:
    """Print how many held-out documents are elsewhere too, some of them, and columns that give the label away."""
    found = {
        kind: getattr(leaks, name)
        for name, kind in KINDS.items()
        if getattr(leaks, name) is not None
    }
    if not len(leaks.rows):
        print(
            f"Leak check: none of {counted(leaks.documents, 'held-out document')} is in {where} too."
        )
    else:
        print(
            f"Leak check: {len(leaks.rows):,} of {counted(leaks.documents, 'held-out document')} in {where} too."
        )
        rows = [(kind, f"{one.documents:,}", f"{one.same_label:,}") for kind, one in found.items()]
        Table(("leak", "documents", "with the same label"), rows).show()
        for kind, one in found.items():
            _print_examples(kind, one, where)
    print_columns(leaks)
    if leaks.empty:
        print(
            f"{counted(leaks.empty, 'held-out document')} without a letter or digit, not compared."
        )


def print_columns(leaks: "Leaks") -> None:
    """Print which columns give the label away."""
    for column in leaks.columns or ():
        said = f"right for {column.accuracy:.1%}, where the most frequent label is for {column.majority:.1%}"
        print(f"Column {shown(column.column)} gives the label away: {said}.")


def _print_examples(kind: str, found: "LeakingDocuments", where: str) -> None:
    for example in found.examples[:EXAMPLES_SHOWN]:
        text = "" if example.text is None else f": {shown(example.text)}"
        print(f"  {kind}: row {example.row:,}, in {where} row {example.twin_row:,}{text}")
