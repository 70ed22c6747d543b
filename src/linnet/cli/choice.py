"""What linnet train says of a recipe that it chose by itself: what it beat, and how good it is."""

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.keeping import held, kept
from linnet.cli.progress import search_progress
from linnet.cli.table import Table
from linnet.cli.tokenizer import tokenizer_of
from linnet.cli.tuned import best_first, print_estimate, print_left_out
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.reading.tally import Tally
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.search import Tried
    from linnet.tuning.tune import Tuned

MOST_ROWS = 6


def leaves_choice(args: Namespace) -> bool:
    """Return whether no learner is named: settings of learners that are given leave those that take them."""
    return args.data is not None and not options.names_learner(args)


def chosen(args: Namespace, recipe: "Recipe") -> "tuple[Tuned, Tally]":
    """Return the classifier that suits the documents best, and what was read."""
    documents, tally = read_documents(args, recipe=recipe, aside=recipe.aside)
    from linnet.tuning.choose import choose

    documents = held(args, documents, recipe)
    with search_progress() as told:
        how = {
            "budget": args.budget,
            "small": args.small,
            "threads": args.threads,
            "tokenizer": tokenizer_of(args.tokenizer),
        }
        named = [name for name in (*options.FEATURES, "calibration") if name in vars(args)]
        settings = options.learner_settings(args)
        tuned = choose(documents, recipe, named=named, learner_settings=settings, told=told, **how)
    return replace(tuned, classifier=kept(args, tuned.classifier, documents)), tally


def choice_as_json(tuned: "Tuned | None") -> dict[str, Any] | None:
    """Return what was chosen, for `--json`; None where a recipe was given, or documents were too few to choose by."""
    if tuned is None or not tuned.tried:
        return None
    estimate = tuned.measures().get(tuned.metric)
    return {
        "recipes": _n_tried(tuned),
        "metric": tuned.metric,
        "settings": tuned.best.settings,
        "value": tuned.best.value,
        "estimate": estimate and estimate.as_json(),
        "reserved": tuned.reserved,
        "stopped": tuned.stopped or None,
    }


def print_choice(tuned: "Tuned") -> None:
    """Print the kinds of recipes that were tried, and the honest estimate."""
    kinds: dict[str, Tried] = {}
    for one in best_first(tuned):
        if one.value is not None:
            kinds.setdefault(_kind(one), one)
    if len(kinds) > 1:
        print(
            f"Chosen among {counted(_n_tried(tuned), 'recipe')} by cross-validation; the best of each kind:"
        )
        rows = [(name, f"{one.value:.4f}", f"{one.documents:,}") for name, one in kinds.items()]
        Table(("recipe", tuned.metric, "documents"), rows[:MOST_ROWS]).show()
    if tuned.tried:
        print_left_out(tuned)
        print_estimate(tuned)
    else:
        print(
            "Too few documents to choose a recipe by, or to tell how good it is: one is taken that suits few."
        )


def _n_tried(tuned: "Tuned") -> int:
    return sum(one.value is not None for one in tuned.tried)


def _kind(tried: "Tried") -> str:
    """Return the learner and its features in a few words; what all recipes have in common is left out."""
    from linnet.tuning.search import FINE

    said = {
        name: str(value)
        for name, value in tried.settings.items()
        if name not in (*FINE, "min_documents")
    }
    learner, weighting = said.pop("learner", ""), said.pop("weighting", "")
    features = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in said.items())
    return " · ".join(part for part in (learner, features, weighting) if part)
