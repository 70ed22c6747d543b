"""What linnet train says of a recipe that it chose by itself: what it beat, and how good it is."""

from typing import TYPE_CHECKING

from linnet.cli.table import Table
from linnet.cli.tuned import print_estimate, print_left_out
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.tuned import Tuned

MOST_ROWS = 6


def print_choice(tuned: "Tuned") -> None:
    """Print the kinds of recipes that were tried, and the honest estimate."""
    if not tuned.tried:
        print(
            "Too few documents to choose a recipe by, or to tell how good it is: "
            "one is taken that suits few."
        )
        return
    _print_kinds(tuned)
    print_left_out(tuned)
    print_estimate(tuned)


def _print_kinds(tuned: "Tuned") -> None:
    from linnet.tuning.outcome import best_of_each_kind, finished

    kinds = best_of_each_kind(tuned)
    if len(kinds) < 2:
        return
    recipes = counted(len(finished(tuned)), "recipe")
    print(f"Chosen among {recipes} by cross-validation; the best of each kind:")
    rows = []
    for kind, tried in kinds.items():
        rows.append((kind, f"{tried.value:.4f}", f"{tried.documents:,}"))
    columns = ("recipe", tuned.metric, "documents")
    Table(columns, rows[:MOST_ROWS], gives_way="recipe").show()
