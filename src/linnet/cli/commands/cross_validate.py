"""linnet cross-validate: which smoothing labels documents best that were not learned."""

from argparse import ArgumentParser, Namespace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import files_read
from linnet.cli.leaks import print_leaks
from linnet.cli.measures import measured
from linnet.cli.progress import progress
from linnet.cli.suspects import check_suspects_output, suspects_sentence, write_suspects
from linnet.cli.table import Table
from linnet.cli.terminal import is_quiet, print_json
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import SettingError, counted, listed

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe
    from linnet.validation.cross_validation import CrossValidation, Result
    from linnet.validation.folds import Folds

EXAMPLES = """
  linnet cross-validate messages.csv
  linnet cross-validate messages.csv --folds 10 --smoothing 0.001,0.01,0.1,1 --words 1-2
  linnet cross-validate messages.csv --leave-one-out --learner bernoulli --json
  linnet cross-validate messages.csv --learner logistic --penalty l1 --path 20
  linnet cross-validate messages.csv --group author --repeats 3 --leaks
  linnet cross-validate messages.csv --suspects suspects.csv
"""
FOLDS = 10
VARIED = ("smoothing", "strength")  # settings that a grid may have
FOLDS_HELP = f"parts to divide the documents into; {FOLDS} by default"
LEAVE_ONE_OUT_HELP = "as many folds as documents, or as groups"
LEAKS_HELP = (
    "look for near duplicates in other folds and columns that give the label away, "
    "and score without them"
)
VALUES_HELP = "what to try, with commas between; that of the recipe by default"
PATH_HELP = (
    "try N strengths, from where an l1 penalty leaves no weights down to a thousandth of that"
)
SUSPECTS_HELP = (
    "write the documents whose label is implausible to a file, .csv or .jsonl, the worst first"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    at_least_two = partial(options.whole, least=2)
    options.add_data(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--folds", metavar="N", type=at_least_two, default=FOLDS, help=FOLDS_HELP)
    how.add_argument("--leave-one-out", action="store_true", help=LEAVE_ONE_OUT_HELP)
    options.add_partitioning(parser)
    parser.add_argument("--leaks", action="store_true", help=LEAKS_HELP)
    options.add_metadata(parser)
    parser.add_argument(
        "--smoothing", dest="smoothings", metavar="A,A,…", type=options.numbers, help=VALUES_HELP
    )
    parser.add_argument(
        "--strength", dest="strengths", metavar="S,S,…", type=options.strengths, help=VALUES_HELP
    )
    parser.add_argument("--path", metavar="N", type=at_least_two, help=PATH_HELP)
    parser.add_argument("--suspects", metavar="FILE", help=SUSPECTS_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, time=True, weight=True, id=True)
    options.add_features(parser)
    options.add_learner(parser, grid=True)
    options.add_recipe(parser)


def _check(args: Namespace) -> None:
    check_suspects_output(args.suspects, *files_read(args.data, args.format), args.recipe)
    if args.id and len(args.id) > 1:
        raise SettingError(
            f"--id must name one column here; got {listed(args.id)}. Name one of them."
        )


def run(args: Namespace) -> None:
    """Cross-validate and print every result."""
    start = perf_counter()
    recipe = options.recipe_of(args)
    tokenizer = tokenizer_of(args.tokenizer)
    _check(args)
    from linnet.classifier.training_documents import held_in_memory
    from linnet.validation.cross_validation import cross_validate
    from linnet.validation.folds import Folds

    n_folds = None if args.leave_one_out else args.folds
    folds = Folds(n_folds, args.repeats, recipe.seed, args.group, args.time)
    documents, tally = read_documents(
        args, recipe=recipe, metadata=[*folds.columns, *args.metadata]
    )
    if args.suspects is not None:
        documents = held_in_memory(documents)
    leaks = args.leaks or bool(args.metadata)
    with progress("cross-validating") as show_progress:
        validation = cross_validate(
            documents,
            recipe,
            smoothings=args.smoothings or (),
            strengths=args.strengths or (),
            path=args.path,
            folds=folds,
            leaks=leaks,
            threads=args.threads,
            progress=show_progress,
            tokenizer=tokenizer,
        )
    sentence = ""
    if args.suspects is not None:
        best_recipe = _best_recipe(recipe, validation.best)
        sentence = _write_suspects(args, documents, best_recipe, folds)

    if args.json:
        seconds = round(perf_counter() - start, 6)
        rest = {**tally.as_json(), "seconds": seconds, "learner": recipe.learner.name}
        print_json({**validation.as_json(), **rest})
        return
    _print_results(validation, leave_one_out=args.leave_one_out)
    if not options.names_learner(args):
        _print_unnamed(recipe, documents)
    _print_leaks(validation, wanted=leaks)
    if sentence and not is_quiet():
        print(sentence)


def _best_recipe(recipe: "Recipe", best: "Result") -> "Recipe":
    """Return the recipe with the smoothing and strength of the best result."""
    from linnet.tuning.grid import changed

    values = {name: getattr(best, name) for name in VARIED}
    return changed(recipe, {name: value for name, value in values.items() if value is not None})


def _write_suspects(
    args: Namespace, documents: "Documents", recipe: "Recipe", folds: "Folds"
) -> str:
    """Write the suspects by a recipe, and return the sentence about them."""
    from linnet.validation.label_suspects import suspects

    found_suspects = suspects(
        documents,
        recipe,
        folds=folds,
        threads=args.threads,
        tokenizer=tokenizer_of(args.tokenizer),
    )
    write_suspects(args.suspects, found_suspects, multilabel=documents.multilabel)
    return suspects_sentence(args.suspects, found_suspects)


def _print_results(validation: "CrossValidation", *, leave_one_out: bool) -> None:
    documents = counted(validation.documents, "document")
    print(
        f"{documents}, {_folds(validation, leave_one_out)}; in brackets approximate 95% intervals."
    )
    varied = [name for name in VARIED if _is_varied(name, validation)]
    rows = [_row(result, varied) for result in validation.results]
    Table((*varied, "accuracy", "errors", "mean error of folds"), rows, left=0).show()
    if len(validation.results) > 1:
        best = validation.best
        pairs = zip(varied, _settings(best, varied), strict=True)
        settings = ", ".join(f"{name} {value}" for name, value in pairs)
        print(f"Best: {settings}, with {counted(best.errors, 'error')}.")
        print("Its accuracy is optimistic: it was chosen on these very folds.")


def _folds(validation: "CrossValidation", leave_one_out: bool) -> str:
    folds = "each left out once" if leave_one_out else counted(validation.folds, "fold")
    if validation.repeats > 1:
        folds += f", {validation.repeats} times"
    return folds


def _is_varied(name: str, validation: "CrossValidation") -> bool:
    return any(getattr(result, name) is not None for result in validation.results)


def _row(result: "Result", varied: list[str]) -> tuple[str, ...]:
    errors = f"{result.errors:,}"
    fold_mean = f"{result.fold_mean_error:.4f}"
    return (*_settings(result, varied), measured(result.accuracy), errors, fold_mean)


def _settings(result: "Result", varied: list[str]) -> tuple[str, ...]:
    return tuple(_in_words(getattr(result, name)) for name in varied)


def _in_words(value: float | str | None) -> str:
    if value is None:
        return "default"
    return value if isinstance(value, str) else f"{value:g}"


def _print_unnamed(recipe: "Recipe", documents: "Documents") -> None:
    """Print what was used, since no learner was named; the table has the smoothing."""
    from linnet.cli.model import unnamed_in_words

    print(unnamed_in_words(recipe, documents, ["smoothing"]))


def _print_leaks(validation: "CrossValidation", *, wanted: bool) -> None:
    """Print what was asked for about leaks, or about exact duplicates if there are any."""
    leaks = validation.leaks
    if leaks is None or not (wanted or len(leaks.rows)):
        return
    print()
    if wanted:
        print_leaks(leaks, "another fold")
    else:
        documents = counted(len(leaks.rows), "document")
        print(f"{documents} with an exact duplicate in another fold; see --leaks.")
    without_leaks = validation.best.without_leaks
    if without_leaks is not None:
        which = "best accuracy" if len(validation.results) > 1 else "accuracy"
        print(f"Without them the {which} is {measured(without_leaks)}.")
