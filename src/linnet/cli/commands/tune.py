"""linnet tune: many recipes tried, the best one learned, and honestly how good it is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.grids import grids_of, seconds
from linnet.cli.inputs import files_read
from linnet.cli.model_path import check_model_output
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import search_progress
from linnet.cli.report import check_report, write_tuned_report
from linnet.cli.table import Table
from linnet.cli.terminal import is_quiet, print_json, size_of
from linnet.cli.tokenizer import tokenizer_of
from linnet.cli.tuned import print_estimate, print_left_out
from linnet.errors import SettingError, counted

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.grid import Grid
    from linnet.tuning.tried import Tried
    from linnet.tuning.tuned import Tuned

EXAMPLES = """
  linnet tune messages.csv -o messages.linnet
  linnet tune messages.csv -o messages.linnet \
--grid words=1,1-2 --grid learner=svm,logistic --grid strength=1e-5,1e-4
  linnet tune messages.csv -o messages.linnet --metric macro-f1 --budget 60s --save-recipe best.toml
  linnet tune messages.csv -o messages.linnet --report report.html
  linnet tune films.jsonl -o films.linnet --multilabel --metric macro-f1
  linnet tune messages.csv -o messages.linnet \
--search random --draws 30 --grid learner=svm --grid strength=1e-7..1e-2
"""
MOST_ROWS = 20
TRIED = (
    "where neither this nor the grid names one, multinomial; "
    "without a grid multinomial, svm and logistic, "
    "or those of them that take the settings given below"
)
GRID_HELP = (
    "values to try for a setting, or a TOML file of lists; repeat it for several; a small grid by "
    "default"
)
METRIC_HELP = (
    "what makes one recipe better than another: accuracy (default), macro-f1…; with several labels "
    "per document micro-f1 (default), sample-f1…"
)
FOLDS_HELP = "parts to divide the documents into; each is left out once; 5 by default"
SEARCH_HELP = (
    "grid (default): all; random: some drawn from it; halving: all on few documents, the best on "
    "more; kinds: one of each kind, then other smoothings and strengths of the best"
)
DRAWS_HELP = "how many recipes to draw from the grid; 20 by default where they are drawn at random"
BUDGET_HELP = "stop trying after so long, 60s or 5m, with what is best then"
ONE_STANDARD_ERROR_HELP = "choose the simplest recipe that is within one standard error of the best"
RESERVE_HELP = (
    "share of the documents that plays no part in choosing, for the estimate; 0.2 by default, "
    "0 for none"
)
OUTER_FOLDS_HELP = (
    "estimate by N searches, each without one part of the documents, instead of a reserved part"
)
SAVE_RECIPE_HELP = "write the chosen recipe, for linnet train --recipe"
REPORT_HELP = (
    "write a report of the estimate and of what was tried: a page (.html), all numbers (.json) or "
    "a card (.md)"
)
FEATURES_DEFAULT = "by default its single words, without a grid also pairs of them"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    at_least_two = partial(options.whole, least=2)
    options.add_data(parser)
    parser.add_argument(
        "-o", "--output", metavar="MODEL", required=True, help="the model file to write"
    )
    parser.add_argument("--grid", metavar="NAME=V,V,…|FILE.toml", action="append", help=GRID_HELP)
    parser.add_argument("--metric", metavar="NAME", help=METRIC_HELP)
    parser.add_argument("--folds", metavar="N", type=at_least_two, default=5, help=FOLDS_HELP)
    options.add_partitioning(parser)
    options.add_split_duplicates(parser)
    options.add_metadata(parser)
    parser.add_argument("--search", metavar="HOW", default="grid", help=SEARCH_HELP)
    parser.add_argument("--draws", metavar="N", type=options.positive, help=DRAWS_HELP)
    parser.add_argument("--budget", metavar="TIME", type=seconds, help=BUDGET_HELP)
    parser.add_argument("--one-standard-error", action="store_true", help=ONE_STANDARD_ERROR_HELP)
    estimate = parser.add_mutually_exclusive_group()
    estimate.add_argument(
        "--reserve", metavar="SHARE", type=options.number, default=0.2, help=RESERVE_HELP
    )
    estimate.add_argument("--outer-folds", metavar="N", type=at_least_two, help=OUTER_FOLDS_HELP)
    parser.add_argument("--save-recipe", metavar="FILE.toml", help=SAVE_RECIPE_HELP)
    parser.add_argument("--report", metavar="FILE", help=REPORT_HELP)
    options.add_no_record(parser)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, time=True, weight=True)
    options.add_features(parser, default=FEATURES_DEFAULT)
    options.add_learner(parser, default=TRIED)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Tune, write the model, print what was tried."""
    start = perf_counter()
    _check_outputs(args)
    documents, tuned = _tune(args)
    if args.no_record:
        tuned = replace(tuned, classifier=tuned.classifier.with_record(None))
    tuned.classifier.save(args.output)
    if args.report is not None:
        write_tuned_report(args, documents, tuned, args.folds)
    if args.save_recipe is not None:
        with written_whole(args.save_recipe) as file:
            file.write(tuned.recipe.to_toml().encode())

    taken = perf_counter() - start
    if args.json:
        print_json({**tuned.as_json(), "model": args.output, "seconds": round(taken, 6)})
        return
    if is_quiet():
        return
    _print_tried(tuned)
    if not options.names_learner(args) and not _has_learner(grids_of(args.grid)):
        learners = dict.fromkeys(tried.recipe.learner.name for tried in tuned.tried)
        print(f"No learner is named; tried: {', '.join(learners)}.")
    print_left_out(tuned)
    _print_chosen(tuned, args, taken)


def _check_outputs(args: Namespace) -> None:
    """Refuse, before any work, files that could not be written."""
    files = files_read(args.data, args.format)
    check_model_output(args.output, *files, args.recipe, args.save_recipe)
    if args.save_recipe is not None:
        check_output(args.save_recipe, *files, args.recipe)
    if args.report is not None:
        check_report(args.report, args.output, args.data, args.format)
        if not args.reserve and args.outer_folds is None:
            raise SettingError(
                "a report shows the honest estimate; got a search without one. "
                "Reserve some documents."
            )


def _tune(args: Namespace) -> "tuple[Documents, Tuned]":
    """Return the documents, and the best of what was tried on them."""
    recipe, grids = _recipe_and_grids(args)
    tokenizer = tokenizer_of(args.tokenizer)
    from linnet.evaluation.metrics.multilabel_metrics import metric_named
    from linnet.tuning.tune import tune
    from linnet.validation.folds import Folds

    folds = Folds(args.folds, args.repeats, recipe.seed, recipe.group, recipe.time)
    documents, _ = read_documents(args, recipe=recipe, metadata=[*folds.columns, *args.metadata])
    metric = metric_named(args.metric, multilabel=documents.multilabel).name
    with search_progress() as show_progress:
        tuned = tune(
            documents,
            recipe,
            grids,
            metric=metric,
            folds=folds,
            calibration=vars(args).get("calibration"),
            tokenizer=tokenizer,
            progress=show_progress,
            **_search_settings(args),
        )
    return documents, tuned


def _search_settings(args: Namespace) -> dict[str, Any]:
    """Return what the options say of the search and of the estimate."""
    return {
        "search": args.search,
        "draws": args.draws,
        "budget": args.budget,
        "one_standard_error": args.one_standard_error,
        "reserve": args.reserve,
        "outer_folds": args.outer_folds,
        "split_duplicates": args.split_duplicates,
        "threads": args.threads,
    }


def _recipe_and_grids(args: Namespace) -> "tuple[Recipe, Sequence[Grid] | None]":
    """Return the recipe and the grids; settings of learners go to the grids that take them."""
    from linnet.tuning.choose import restricted
    from linnet.tuning.grid import default_grid

    grids = grids_of(args.grid)
    settings = options.learner_settings(args)
    one_learner = options.names_learner(args) or (grids is not None and not _has_learner(grids))
    if one_learner or not settings:
        return options.recipe_of(args), grids
    recipe = options.recipe_of(args, learner=False)
    if grids is None:
        return recipe, restricted(default_grid(recipe), settings)
    fixed = {name: [value] for name, value in settings.items()}
    return recipe, [{**fixed, **grid} for grid in grids]


def _has_learner(grids: "Sequence[Grid] | None") -> bool:
    return any("learner" in grid for grid in grids or ())


def _print_tried(tuned: "Tuned") -> None:
    from linnet.tuning.outcome import finished

    recipes = finished(tuned)
    number = counted(len(recipes), "recipe")
    print(f"{number} tried on documents that their models had not learned, the best first.")
    names = list(dict.fromkeys(name for tried in tuned.tried for name in tried.settings))
    columns = [*names, tuned.metric, "standard error", "features"]
    halved = len({tried.documents for tried in recipes}) > 1
    if halved:
        columns.append("documents")
    titles = tuple(name.replace("_", " ") for name in columns)
    rows = [_row(tried, names, halved=halved) for tried in recipes[:MOST_ROWS]]
    Table(titles, rows, left=len(names)).show()
    if len(recipes) > MOST_ROWS:
        more = counted(len(recipes) - MOST_ROWS, "more recipe")
        print(f"… and {more}; --json has all of them.")


def _row(tried: "Tried", names: list[str], *, halved: bool) -> tuple[str, ...]:
    from linnet.tuning.outcome import value_in_words

    cells = []
    for name in names:
        is_set = name in tried.settings
        cells.append(value_in_words(tried.settings[name]) if is_set else "")
    error = "-" if tried.standard_error is None else f"{tried.standard_error:.4f}"
    cells += [f"{tried.value:.4f}", error, f"{tried.features:,}"]
    if halved:
        cells.append(f"{tried.documents:,}")
    return tuple(cells)


def _print_chosen(tuned: "Tuned", args: Namespace, taken: float) -> None:
    from linnet.tuning.outcome import settings_in_words

    why = "the best"
    if args.one_standard_error:
        why = "the simplest within a standard error of the best"
    print(f"Chosen, as {why}: {settings_in_words(tuned.best)}.")
    print(f"Its {tuned.metric} above is optimistic: it was chosen on these very documents.")
    print_estimate(tuned)
    print(f"Then learned all {counted(tuned.documents, 'document')}; {taken:.1f} s in all.")
    features = counted(tuned.classifier.model.features.n_columns, "feature")
    print(f"Wrote {args.output} ({size_of(args.output)}, {features}).")
