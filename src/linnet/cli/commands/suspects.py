"""linnet suspects: documents whose label may be wrong, the least plausible first."""

from argparse import ArgumentParser, Namespace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import files_read
from linnet.cli.progress import progress
from linnet.cli.suspects import (
    check_suspects_output,
    print_suspects,
    suspects_sentence,
    write_suspects,
)
from linnet.cli.terminal import is_quiet, print_json
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import SettingError

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.reading.tally import Tally
    from linnet.recipe.recipe import Recipe
    from linnet.validation.label_suspects import Suspects

EXAMPLES = """
  linnet suspects messages.csv
  linnet suspects messages.csv --id key --top 50 -o suspects.csv
  linnet suspects messages.csv --model messages.linnet
  linnet suspects messages.csv --learner svm --weighting tfidf --json
"""
FOLDS = 10
TOP = 20
OUTPUT_HELP = "write all suspects to a file too, .csv or .jsonl"
TOP_HELP = f"show the N least plausible ones; {TOP} by default, with --json all"
FOLDS_HELP = (
    "parts to divide the documents into; each is judged by a model of the others; "
    f"{FOLDS} by default"
)
MODEL_HELP = "judge by the recipe of this model file; options that are given override it"
LEAVE_ONE_OUT_HELP = "as many folds as documents, or as groups"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    at_least_two = partial(options.whole, least=2)
    options.add_data(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help=OUTPUT_HELP)
    parser.add_argument("--top", metavar="N", type=options.whole, help=TOP_HELP)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--folds", metavar="N", type=at_least_two, default=FOLDS, help=FOLDS_HELP)
    how.add_argument("--leave-one-out", action="store_true", help=LEAVE_ONE_OUT_HELP)
    options.add_group(parser)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, weight=True, id=True)
    options.add_features(parser)
    options.add_learner(parser)
    options.add_recipe(parser)
    parser.add_argument("--model", metavar="MODEL", help=MODEL_HELP)


def run(args: Namespace) -> None:
    """Look for suspects, write them where that is asked, print the first of them."""
    start = perf_counter()
    check_suspects_output(args.output, *files_read(args.data, args.format), args.recipe)
    recipe = _recipe(args)
    documents, tally, suspects = _found(args, recipe)
    if args.output is not None:
        write_suspects(args.output, suspects, multilabel=documents.multilabel)

    if args.json:
        seconds = round(perf_counter() - start, 6)
        learner = recipe.learner.name
        rest = {"learner": learner, **tally.as_json(), "seconds": seconds, "output": args.output}
        print_json({**_result(args, suspects, tally), **rest})
        return
    if args.output is not None and is_quiet():
        return
    print_suspects(suspects, tally.documents, TOP if args.top is None else args.top)
    if is_quiet():
        return
    if args.model is None and not options.names_learner(args):
        from linnet.cli.model import unnamed_in_words

        print(unnamed_in_words(recipe, documents))
    if args.output is not None:
        print(suspects_sentence(args.output, suspects))


def _recipe(args: Namespace) -> "Recipe":
    """Return the recipe of the options, on top of that of a model where one is named."""
    if args.model is None:
        return options.recipe_of(args)
    if args.recipe is not None:
        raise SettingError(
            f"--model and --recipe both name a recipe; got {args.model} and {args.recipe}. "
            "Leave one of them out."
        )
    from linnet.cli.model_path import load_model

    return options.recipe_of(args, start=load_model(args.model, reads=False).recipe)


def _found(args: Namespace, recipe: "Recipe") -> "tuple[Documents, Tally, Suspects]":
    """Return the documents, what was read of them, and the suspects among them."""
    from linnet.classifier.training_documents import held_in_memory
    from linnet.validation.folds import Folds
    from linnet.validation.label_suspects import suspects

    tokenizer = tokenizer_of(args.tokenizer)
    n_folds = None if args.leave_one_out else args.folds
    folds = Folds(n_folds, seed=recipe.seed, group=args.group)
    documents, tally = read_documents(args, recipe=recipe, metadata=folds.columns)
    documents = held_in_memory(documents)
    with progress("looking for suspects") as show_progress:
        found = suspects(
            documents,
            recipe,
            folds=folds,
            threads=args.threads,
            progress=show_progress,
            tokenizer=tokenizer,
        )
    return documents, tally, found


def _result(args: Namespace, suspects: "Suspects", tally: "Tally") -> dict[str, Any]:
    return {
        "documents": tally.documents,
        "found": len(suspects),
        "not_judged": suspects.not_judged,
        "suspects": [suspect.as_json() for suspect in suspects[: args.top]],
    }
