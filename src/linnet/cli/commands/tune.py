"""linnet tune: many recipes tried, the best one learned, and how good it is on documents that chose nothing."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.grids import grids_of, seconds
from linnet.cli.model_path import check_model_output
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import progress, search_progress
from linnet.cli.record import add_no_record
from linnet.cli.report import check_report, write_report
from linnet.cli.suspects import sections_of
from linnet.cli.table import Table
from linnet.cli.terminal import print_json, say, size_of
from linnet.cli.tokenizer import tokenizer_of
from linnet.cli.tuned import best_first, print_estimate, print_left_out, settings_in_words, shown
from linnet.errors import SettingError, counted

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.grid import Grid
    from linnet.tuning.search import Tried
    from linnet.tuning.tune import Tuned

NAME = "tune"
HELP = "try many recipes, learn the best one, and tell honestly how good it is"
EXAMPLES = """
  linnet tune messages.csv -o messages.linnet
  linnet tune messages.csv -o messages.linnet --grid words=1,1-2 --grid learner=svm,logistic --grid strength=1e-5,1e-4
  linnet tune messages.csv -o messages.linnet --metric macro-f1 --budget 60s --save-recipe best.toml
  linnet tune messages.csv -o messages.linnet --report report.html
  linnet tune films.jsonl -o films.linnet --several-labels --metric macro-f1
  linnet tune messages.csv -o messages.linnet --search random --draws 30 --grid learner=svm --grid strength=1e-7..1e-2
"""
MOST_ROWS = 20
TRIED = (
    "where neither this nor the grid names one, multinomial; without a grid multinomial, svm and logistic, or those of "
    "them that take the settings given below"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("data", metavar="DATA", help="labelled documents")
    parser.add_argument(
        "-o", "--output", metavar="MODEL", required=True, help="the model file to write"
    )
    said = "values to try for a setting, or a TOML file of lists; repeat it for several; a small grid by default"
    parser.add_argument("--grid", metavar="NAME=V,V,…|FILE.toml", action="append", help=said)
    said = "what makes one recipe better than another: accuracy (default), macro-f1…; with several labels per document "
    parser.add_argument("--metric", metavar="NAME", help=said + "micro-f1 (default), sample-f1…")
    least_two = partial(options.whole, least=2)
    said = "parts to divide the documents into; each is left out once; 5 by default"
    parser.add_argument("--folds", metavar="N", type=least_two, default=5, help=said)
    options.add_dividing(parser)
    options.add_aside(parser)
    said = "grid (default): all; random: some drawn from it; halving: all on few documents, the best on more; kinds: "
    said += "one of each kind, then other smoothings and strengths of the best"
    parser.add_argument("--search", metavar="HOW", default="grid", help=said)
    said = "how many recipes to draw from the grid; 20 by default where they are drawn at random"
    parser.add_argument("--draws", metavar="N", type=options.positive, help=said)
    said = "stop trying after so long, 60s or 5m, with what is best then"
    parser.add_argument("--budget", metavar="TIME", type=seconds, help=said)
    said = "choose the simplest recipe that is within one standard error of the best"
    parser.add_argument("--one-standard-error", action="store_true", help=said)
    how = parser.add_mutually_exclusive_group()
    said = "share of the documents that plays no part in choosing, for the estimate; 0.2 by default, 0 for none"
    how.add_argument("--reserve", metavar="SHARE", type=options.number, default=0.2, help=said)
    said = (
        "estimate by N searches, each without one part of the documents, instead of a reserved part"
    )
    how.add_argument("--outer-folds", metavar="N", type=least_two, help=said)
    parser.add_argument(
        "--save-recipe",
        metavar="FILE.toml",
        help="write the chosen recipe, for linnet train --recipe",
    )
    said = "write a report of the estimate and of what was tried: a page (.html), all numbers (.json) or a card (.md)"
    parser.add_argument("--report", metavar="FILE", help=said)
    add_no_record(parser)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, weight=True)
    options.add_features(
        parser, default="by default its single words, without a grid also pairs of them"
    )
    options.add_learner(parser, default=TRIED)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Tune, write the model, tell what was tried."""
    start = perf_counter()
    check_model_output(args.output, args.data, args.recipe, args.save_recipe)
    if args.save_recipe is not None:
        check_output(args.save_recipe, args.data, args.recipe)
    if args.report is not None:
        check_report(args.report, args.output, args.data)
        if not args.reserve and args.outer_folds is None:
            raise SettingError(
                "a report shows the honest estimate; got a search without one. Reserve some documents."
            )
    documents, tuned = _tuned(args)
    if args.no_record:
        tuned = replace(tuned, classifier=tuned.classifier.with_record(None))
    tuned.classifier.save(args.output)
    if args.report is not None:
        _write_report(args, documents, tuned)
    if args.save_recipe is not None:
        with written_whole(args.save_recipe) as file:
            file.write(tuned.recipe.to_toml().encode())
    if args.json:
        print_json(
            {**tuned.as_json(), "model": args.output, "seconds": round(perf_counter() - start, 6)}
        )
    else:
        _print(tuned, named=options.names_learner(args) or _has_learner(grids_of(args.grid)))
        _print_written(tuned, args, perf_counter() - start)


def _write_report(args: Namespace, documents: Any, tuned: "Tuned") -> None:
    """Write what the estimate comes from, what was tried, suspects and curves."""
    from linnet.cli.judged import Judged
    from linnet.tuning.curves import DOCUMENTS, curve
    from linnet.validation.label_suspects import suspects
    from linnet.validation.training_documents import with_columns_of

    if tuned.held is None:
        say("no report: it shows the honest estimate, and there is none.")
        return
    held, recipe = tuned.held, replace(tuned.recipe, calibration="none", cutoff=None, unsure=False)
    documents = with_columns_of(recipe, documents)
    settings: dict[str, Any] = {"threads": args.threads, "tokenizer": tokenizer_of(args.tokenizer)}
    along = [
        name
        for name in ("smoothing", "strength")
        if getattr(recipe.learner, name, None) is not None
    ]
    with progress("drawing curves") as moved:
        found = suspects(documents, recipe, folds=args.folds, progress=moved, **settings)
        curves = [
            curve(documents, recipe, along=name, metric=tuned.metric, **settings)
            for name in [*along, DOCUMENTS]
        ]
    files = Namespace(report=args.report, model=args.output, data=args.data)
    said = {
        "tuning": {**tuned.as_json(), "tried": [one.as_json() for one in best_first(tuned)]},
        **sections_of(found),
        "curves": [one.as_json() for one in curves],
        "leaks": held.leaks and held.leaks.as_json(),
        "answered": held.answered,
        "without_leaks": held.without_leaks and held.without_leaks.as_json(),
    }
    write_report(
        files,
        held.classifier,
        held.documents,
        Judged(held.answers, held.evaluation, (), {}, None),
        **said,
    )


def _tuned(args: Namespace) -> "tuple[Documents, Tuned]":
    recipe, grids = _asked(args)
    tokenizer = tokenizer_of(args.tokenizer)
    from linnet.evaluation.metrics.multilabel_metrics import metric_named
    from linnet.tuning.tune import tune
    from linnet.validation.folds import Folds

    folds = Folds(args.folds, args.repeats, recipe.seed, recipe.group, recipe.time)
    documents, _ = read_documents(args, recipe=recipe, aside=[*folds.columns, *args.aside])
    metric = metric_named(args.metric, multilabel=documents.multilabel).name
    with search_progress() as told:
        return documents, tune(
            documents,
            recipe,
            grids,
            metric=metric,
            folds=folds,
            search=args.search,
            draws=args.draws,
            budget=args.budget,
            one_standard_error=args.one_standard_error,
            reserve=args.reserve,
            outer_folds=args.outer_folds,
            calibration=vars(args).get("calibration"),
            threads=args.threads,
            tokenizer=tokenizer,
            told=told,
        )


def _asked(args: Namespace) -> "tuple[Recipe, Sequence[Grid] | None]":
    """Return the recipe and the grid; settings of learners go to those of the grid that take them."""
    from linnet.tuning.choose import restricted
    from linnet.tuning.grid import default_grid

    grids = grids_of(args.grid)
    settings = options.learner_settings(args)
    alone = options.names_learner(args) or (grids is not None and not _has_learner(grids))
    if alone or not settings:
        return options.recipe_of(args), grids
    recipe = options.recipe_of(args, learner=False)
    if grids is None:
        return recipe, restricted(default_grid(recipe), settings)
    fixed = {name: [value] for name, value in settings.items()}
    return recipe, [{**fixed, **grid} for grid in grids]


def _has_learner(grids: "Sequence[Grid] | None") -> bool:
    return any("learner" in grid for grid in grids or ())


def _print(tuned: "Tuned", *, named: bool) -> None:
    tried = [one for one in best_first(tuned) if one.value is not None]
    print(
        f"{counted(len(tried), 'recipe')} tried on documents that their models had not learned, the best first."
    )
    names = list(dict.fromkeys(name for one in tuned.tried for name in one.settings))
    halved = len({one.documents for one in tried}) > 1
    columns = (
        *names,
        tuned.metric,
        "standard error",
        "features",
        *(["documents"] if halved else []),
    )
    rows = [_row(one, names, halved=halved) for one in tried[:MOST_ROWS]]
    Table(tuple(name.replace("_", " ") for name in columns), rows, left=len(names)).show()
    if len(tried) > MOST_ROWS:
        print(f"… and {counted(len(tried) - MOST_ROWS, 'more recipe')}; --json has all of them.")
    if not named:
        learners = dict.fromkeys(one.recipe.learner.name for one in tuned.tried)
        print(f"No learner is named; tried: {', '.join(learners)}.")
    print_left_out(tuned)


def _row(tried: "Tried", names: list[str], *, halved: bool) -> tuple[str, ...]:
    error = "-" if tried.standard_error is None else f"{tried.standard_error:.4f}"
    cells = [shown(tried.settings[name]) if name in tried.settings else "" for name in names]
    more = [f"{tried.documents:,}"] if halved else []
    return (*cells, f"{tried.value:.4f}", error, f"{tried.features:,}", *more)


def _print_written(tuned: "Tuned", args: Namespace, taken: float) -> None:
    why = (
        "the simplest within a standard error of the best"
        if args.one_standard_error
        else "the best"
    )
    print(f"Chosen, as {why}: {settings_in_words(tuned.best)}.")
    print(f"Its {tuned.metric} above is optimistic: it was chosen on these very documents.")
    print_estimate(tuned)
    features = counted(tuned.classifier.model.features.n_columns, "feature")
    print(f"Then learned all {counted(tuned.documents, 'document')}; {taken:.1f} s in all.")
    print(f"Wrote {args.output} ({size_of(args.output)}, {features}).")
