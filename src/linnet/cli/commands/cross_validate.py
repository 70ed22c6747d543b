"""linnet cross-validate: which smoothing labels documents best that were not learned."""

from argparse import ArgumentParser, Namespace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.progress import progress
from linnet.cli.suspects import check_suspects_output, told, write_suspects
from linnet.cli.table import Table
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe
    from linnet.validation.cross_validation import CrossValidation, Result
    from linnet.validation.folds import Folds

NAME = "cross-validate"
HELP = "estimate accuracy and choose smoothing and strength, exactly as if refitted on every fold"
EXAMPLES = """
  linnet cross-validate messages.csv
  linnet cross-validate messages.csv --folds 10 --smoothing 0.001,0.01,0.1,1 --words 1-2
  linnet cross-validate messages.csv --leave-one-out --learner bernoulli --json
  linnet cross-validate messages.csv --learner logistic --penalty l1 --path 20
  linnet cross-validate messages.csv --group author --repeats 3 --leaks
  linnet cross-validate messages.csv --suspects suspects.csv
"""
FOLDS = 10


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("data", metavar="DATA", help="labelled documents")
    how = parser.add_mutually_exclusive_group()
    said = f"parts to divide the documents into; {FOLDS} by default"
    how.add_argument(
        "--folds", metavar="N", type=partial(options.whole, least=2), default=FOLDS, help=said
    )
    how.add_argument(
        "--leave-one-out", action="store_true", help="as many folds as documents, or as groups"
    )
    options.add_dividing(parser)
    said = "look for near duplicates in other folds and columns that give the label away, and score without them"
    parser.add_argument("--leaks", action="store_true", help=said)
    options.add_aside(parser)
    said = "what to try, with commas between; that of the recipe by default"
    parser.add_argument(
        "--smoothing", dest="smoothings", metavar="A,A,…", type=options.numbers, help=said
    )
    parser.add_argument(
        "--strength", dest="strengths", metavar="S,S,…", type=options.numbers, help=said
    )
    said = (
        "try N strengths, from where an l1 penalty leaves no weights down to a thousandth of that"
    )
    parser.add_argument("--path", metavar="N", type=partial(options.whole, least=2), help=said)
    said = (
        "write the documents whose label is implausible to a file, .csv or .jsonl, the worst first"
    )
    parser.add_argument("--suspects", metavar="FILE", help=said)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, weight=True, id=True)
    options.add_features(parser)
    options.add_learner(parser, grid=True)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Cross-validate and tell every result."""
    start = perf_counter()
    recipe = options.recipe_of(args)
    tokenizer = tokenizer_of(args.tokenizer)
    check_suspects_output(args.suspects, args.data, args.recipe)
    from linnet.validation.cross_validation import cross_validate
    from linnet.validation.folds import Folds
    from linnet.validation.training_documents import held_in_memory

    n = None if args.leave_one_out else args.folds
    folds = Folds(n, args.repeats, recipe.seed, args.group, args.time)
    documents, tally = read_documents(args, recipe=recipe, aside=[*folds.columns, *args.aside])
    leaks = args.leaks or bool(args.aside)
    documents = documents if args.suspects is None else held_in_memory(documents)
    with progress("cross-validating") as moved:
        found = cross_validate(
            documents,
            recipe,
            smoothings=args.smoothings or (),
            strengths=args.strengths or (),
            path=args.path,
            folds=folds,
            leaks=leaks,
            threads=args.threads,
            progress=moved,
            tokenizer=tokenizer,
        )
    said = (
        None
        if args.suspects is None
        else _suspects(args, documents, _best(recipe, found.best), folds)
    )
    if args.json:
        result = _result(found, tally.as_json(), perf_counter() - start)
        print_json({**result, "learner": recipe.learner.name})
    else:
        _print(found, leave_one_out=args.leave_one_out)
        if not options.names_learner(args):
            _print_unnamed(recipe, documents)
        _print_leaks(found, leaks)
        if said is not None:
            print(said)


def _best(recipe: "Recipe", best: "Result") -> "Recipe":
    """Return the recipe with the smoothing and strength of the best result."""
    from linnet.tuning.grid import changed

    varied = {name: getattr(best, name) for name in ("smoothing", "strength")}
    return changed(recipe, {name: value for name, value in varied.items() if value is not None})


def _suspects(args: Namespace, documents: "Documents", recipe: "Recipe", folds: "Folds") -> str:
    """Write the suspects by a recipe, and return the sentence about them."""
    from linnet.validation.label_suspects import suspects

    tokenizer = tokenizer_of(args.tokenizer)
    found = suspects(documents, recipe, folds=folds, threads=args.threads, tokenizer=tokenizer)
    write_suspects(args.suspects, found, multilabel=documents.multilabel)
    return told(args.suspects, found)


def _result(found: "CrossValidation", skipped: dict[str, Any], seconds: float) -> dict[str, Any]:
    return {
        "documents": found.documents,
        "folds": found.folds,
        "repeats": found.repeats,
        "results": [_as_json(result) for result in found.results],
        "best": _as_json(found.best),
        "leaks": None if found.leaks is None else found.leaks.as_json(),
        **skipped,
        "seconds": round(seconds, 6),
    }


def _as_json(result: "Result") -> dict[str, Any]:
    return {
        "smoothing": result.smoothing,
        "strength": result.strength,
        "accuracy": result.accuracy.as_json(),
        "errors": result.errors,
        "fold_mean_error": result.fold_mean_error,
        "without_leaks": None if result.without_leaks is None else result.without_leaks.as_json(),
    }


def _print(found: "CrossValidation", *, leave_one_out: bool) -> None:
    from linnet.cli.measures import measured

    how = "each left out once" if leave_one_out else counted(found.folds, "fold")
    how += f", {found.repeats} times" if found.repeats > 1 else ""
    print(f"{counted(found.documents, 'document')}, {how}; in brackets approximate 95% intervals.")
    varied = [
        name
        for name in ("smoothing", "strength")
        if any(getattr(one, name) is not None for one in found.results)
    ]
    rows = [
        (
            *_settings(one, varied),
            measured(one.accuracy),
            f"{one.errors:,}",
            f"{one.fold_mean_error:.4f}",
        )
        for one in found.results
    ]
    Table((*varied, "accuracy", "errors", "mean error of folds"), rows, left=0).show()
    if len(found.results) > 1:
        best = ", ".join(
            f"{name} {value}"
            for name, value in zip(varied, _settings(found.best, varied), strict=True)
        )
        print(f"Best: {best}, with {counted(found.best.errors, 'error')}.")
        print("Its accuracy is optimistic: it was chosen on these very folds.")


def _print_unnamed(recipe: "Recipe", documents: "Documents") -> None:
    """Say what was used, since no learner was named; the table has the smoothing."""
    from linnet.cli.model import unnamed_in_words

    print(unnamed_in_words(recipe, documents, ["smoothing"]))


def _print_leaks(found: "CrossValidation", wanted: bool) -> None:
    """Tell of leaks what was asked for, or of exact duplicates if there are any."""
    from linnet.cli.leaks import print_leaks
    from linnet.cli.measures import measured

    if found.leaks is None or not (wanted or len(found.leaks.rows)):
        return
    print()
    if wanted:
        print_leaks(found.leaks, "another fold")
    else:
        print(
            f"{counted(len(found.leaks.rows), 'document')} with an exact duplicate in another fold; see --leaks."
        )
    if found.best.without_leaks is not None:
        which = "best accuracy" if len(found.results) > 1 else "accuracy"
        print(f"Without them the {which} is {measured(found.best.without_leaks)}.")


def _settings(result: "Result", varied: list[str]) -> tuple[str, ...]:
    values = (getattr(result, name) for name in varied)
    return tuple("default" if value is None else f"{value:g}" for value in values)
