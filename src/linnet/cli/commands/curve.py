"""linnet curve: how good a recipe is on its training documents and on others, along a setting or more documents."""

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

NAME = "curve"
HELP = "show training and held-out scores along a setting, or with more documents"
EXAMPLES = """
  linnet curve messages.csv
  linnet curve messages.csv --along smoothing --values 0.01,0.1,1,10
  linnet curve messages.csv --along most-frequent --learner svm --weighting tfidf --metric macro-f1
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("data", metavar="DATA", help="labelled documents")
    said = "documents (default), smoothing, strength, most-frequent or another setting of a recipe"
    parser.add_argument("--along", metavar="SETTING", default="documents", help=said)
    said = "where to look, with commas between; along documents, shares of them"
    parser.add_argument("--values", metavar="V,V,…", help=said)
    said = "what is measured: accuracy (default), macro-f1…; with several labels per document micro-f1 (default)…"
    parser.add_argument("--metric", metavar="NAME", help=said)
    said = "parts of the documents, each left out once; along documents, how often parts are drawn; 5 by default"
    parser.add_argument(
        "--folds", metavar="N", type=partial(options.whole, least=2), default=5, help=said
    )
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, weight=True)
    options.add_features(parser)
    options.add_learner(parser)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Make the curve and show it."""
    recipe, tokenizer = options.recipe_of(args), tokenizer_of(args.tokenizer)
    documents, _ = read_documents(args, recipe=recipe)
    from linnet.tuning.curves import curve

    along = args.along.replace("-", "_")
    found = curve(
        documents,
        recipe,
        along=along,
        values=None if args.values is None else _values(along, args.values),
        metric=args.metric,
        folds=args.folds,
        threads=args.threads,
        tokenizer=tokenizer,
    )
    if args.json:
        print_json(
            {**found.as_json(), "learner": None if along == "learner" else recipe.learner.name}
        )
        return
    _print(found)
    if along != "learner" and not options.names_learner(args):
        from linnet.cli.model import unnamed_in_words

        print(unnamed_in_words(recipe, documents, [along]))


def _values(along: str, text: str) -> list[Any]:
    from linnet.tuning.curves import DOCUMENTS
    from linnet.tuning.grid import typed

    return [
        options.number_of("--values", one) if along == DOCUMENTS else typed(along, one.strip())
        for one in text.split(",")
    ]


def _print(found: "Curve") -> None:
    print(f"{found.metric}; in brackets the lowest and the highest.")
    rows = [(_at(one.at), _band(one.training), _band(one.held_out)) for one in found.points]
    Table(
        (found.along.replace("_", " "), "on training documents", "on others"), rows, left=0
    ).show()


def _at(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else "none" if value is None else str(value)


def _band(band: "Band") -> str:
    return "-" if band.mean is None else f"{band.mean:.3f} ({band.low:.3f} to {band.high:.3f})"
