"""linnet curve: how good a recipe is on training documents and others, along a setting or size."""

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.table import Table
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import tokenizer_of

if TYPE_CHECKING:
    from linnet.tuning.curves import Band, Curve

EXAMPLES = """
  linnet curve messages.csv
  linnet curve messages.csv --along smoothing --values 0.01,0.1,1,10
  linnet curve messages.csv --along most-frequent --learner svm --weighting tfidf --metric macro-f1
"""
ALONG_HELP = (
    "documents (default), smoothing, strength, most-frequent or another setting of a recipe"
)
VALUES_HELP = "where to look, with commas between; along documents, shares of them"
METRIC_HELP = (
    "what is measured: accuracy (default), macro-f1…; with several labels per document micro-f1 "
    "(default)…"
)
FOLDS_HELP = (
    "parts of the documents, each left out once; along documents, how often parts are drawn; 5 by "
    "default"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    at_least_two = partial(options.whole, least=2)
    options.add_data(parser)
    parser.add_argument("--along", metavar="SETTING", default="documents", help=ALONG_HELP)
    parser.add_argument("--values", metavar="V,V,…", help=VALUES_HELP)
    parser.add_argument("--metric", metavar="NAME", help=METRIC_HELP)
    parser.add_argument("--folds", metavar="N", type=at_least_two, default=5, help=FOLDS_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, weight=True)
    options.add_features(parser)
    options.add_learner(parser)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Make the curve and show it."""
    recipe = options.recipe_of(args)
    tokenizer = tokenizer_of(args.tokenizer)
    documents, _ = read_documents(args, recipe=recipe)
    from linnet.tuning.curves import curve

    along = args.along.replace("-", "_")
    values = None if args.values is None else _values(along, args.values)
    line = curve(
        documents,
        recipe,
        along=along,
        values=values,
        metric=args.metric,
        folds=args.folds,
        threads=args.threads,
        tokenizer=tokenizer,
    )
    if args.json:
        learner = None if along == "learner" else recipe.learner.name
        print_json({**line.as_json(), "learner": learner})
        return
    _print_curve(line)
    if along != "learner" and not options.names_learner(args):
        from linnet.cli.model import unnamed_in_words

        print(unnamed_in_words(recipe, documents, [along]))


def _values(along: str, text: str) -> list[Any]:
    from linnet.recipe.table import parsed
    from linnet.tuning.curves import DOCUMENTS

    parts = text.split(",")
    if along == DOCUMENTS:
        return [options.number_of("--values", part) for part in parts]
    return [parsed(along, part.strip()) for part in parts]


def _print_curve(line: "Curve") -> None:
    print(f"{line.metric}; in brackets the lowest and the highest.")
    rows = []
    for point in line.points:
        rows.append((_place(point.at), _band(point.training), _band(point.held_out)))
    along = line.along.replace("_", " ")
    Table((along, "on training documents", "on others"), rows, left=0).show()


def _place(value: Any) -> str:
    """Return a place along the curve: a value of the setting, or a number of documents."""
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)


def _band(band: "Band") -> str:
    if band.mean is None:
        return "-"
    return f"{band.mean:.3f} ({band.low:.3f} to {band.high:.3f})"
