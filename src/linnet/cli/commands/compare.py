"""linnet compare: which of two models is better on the same documents, and how sure that is."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.checks import NO_LEDGER_HELP, uses_sentence
from linnet.cli.documents import say_note, settings_of_options, tallied_documents
from linnet.cli.inputs import source_of
from linnet.cli.measures import measured, print_reasons
from linnet.cli.model_path import is_model, load_model
from linnet.cli.progress import progress
from linnet.cli.table import Table
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import counted, escaped

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.evaluation.metrics.difference import Comparison, Difference
    from linnet.reading.documents import Documents
    from linnet.reading.tally import Tally
    from linnet.validation.compare import LabelSource

EXAMPLES = """
  linnet compare first.linnet second.linnet held-out.csv
  linnet compare first.linnet second.linnet held-out.csv \
--metric macro-f1 --metric log-loss --group author
  linnet compare first.linnet labels-of-another-tool.csv held-out.csv --json
"""
A_HELP = "a model file; any other file holds labels, one for each row of DATA in the same order"
DATA_HELP = "labelled documents that no model has learned"
METRIC_HELP = "what to compare by; repeat it for several; accuracy by default"
GROUP_HELP = "documents with the same value there belong together"
PREDICTED_HELP = "label column of a file of labels; label by default, as predict writes it"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("a", metavar="A", help=A_HELP)
    parser.add_argument("b", metavar="B", help="another one")
    options.add_data(parser, DATA_HELP)
    parser.add_argument(
        "--metric", dest="metrics", action="append", metavar="NAME", default=[], help=METRIC_HELP
    )
    parser.add_argument("--group", metavar="COLUMN", help=GROUP_HELP)
    parser.add_argument("--predicted", metavar="COLUMN", default="label", help=PREDICTED_HELP)
    parser.add_argument("--no-ledger", action="store_true", help=NO_LEDGER_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Compare and print which is better."""
    from linnet.evaluation.metrics.comparison import compare_predictions, metrics_named
    from linnet.validation.checks import count_uses
    from linnet.validation.compare import compared_with_their_training, predictions_of_both

    both = {path: _open(path, args) for path in (args.a, args.b)}
    sides = [both[args.a], both[args.b]]
    documents, tally = _read_documents(args, sides)
    metrics_named(args.metrics, multilabel=documents.multilabel)  # refused before any work
    models = {} if args.no_ledger else _models(both)
    documents, note_uses = count_uses(documents, models, args.threads)
    documents, are_learned = compared_with_their_training(sides, documents, args.threads)

    with progress("comparing") as show_progress:
        predictions = predictions_of_both(sides, documents, args.group, args.threads, show_progress)
    comparison = compare_predictions(*predictions, args.metrics, args.threads)
    comparison = replace(comparison, on_training_documents=are_learned())
    uses = note_uses()

    if args.json:
        looks = None if uses is None else uses.as_json()
        print_json({**comparison.as_json(), "looks": looks, **tally.as_json()})
        return
    for caution in comparison.cautions:
        print(f"{caution}\n")
    _print_comparison(comparison, args)
    if uses is not None:
        print(f"\n{uses_sentence(uses)}")


def _open(path: str, args: Namespace) -> "LabelSource":
    """Return a model, or the labels of a file that is none."""
    if is_model(path):
        tokenizer = load_model(path, reads=False).recipe.features.tokenizer
        return load_model(path, tokenizer=args.tokenizer if tokenizer else None)
    from linnet.validation.external_labels import ExternalLabels

    return ExternalLabels.read(path, args.predicted)


def _models(both: "dict[str, LabelSource]") -> "dict[str, Classifier]":
    """Return the models of both, by file."""
    from linnet.classifier.classifier import Classifier

    return {path: side for path, side in both.items() if isinstance(side, Classifier)}


def _read_documents(args: Namespace, sides: "list[LabelSource]") -> "tuple[Documents, Tally]":
    from linnet.classifier.classifier import Classifier
    from linnet.validation.compare import read_for

    classifiers = [side for side in sides if isinstance(side, Classifier)]
    labels = [label for classifier in classifiers for label in classifier.labels]
    settings = settings_of_options(args)
    if args.fold_labels:
        settings["fold_labels"] = labels
    documents = read_for(sides, source_of(args.data), **settings, metadata=args.group or ())
    say_note(documents)
    return tallied_documents(documents)


def _print_comparison(comparison: "Comparison", args: Namespace) -> None:
    groups = "" if comparison.groups is None else f" in {counted(comparison.groups, 'group')}"
    print(f"{counted(comparison.documents, 'document')}{groups}; in brackets 95% intervals.")
    print(f"A is {escaped(args.a)}, B is {escaped(args.b)}.\n")
    differences = comparison.differences
    rows = [_row(difference) for difference in differences.values()]
    Table(("measure", "A", "B", "B - A", "p-value"), rows).show()
    print_reasons({name: difference.difference for name, difference in differences.items()})
    print()
    for difference in differences.values():
        print(difference.sentence)


def _row(difference: "Difference") -> tuple[str, ...]:
    from linnet.evaluation.metrics.measures import Measure

    values = (Measure(difference.a), Measure(difference.b), difference.difference)
    p_value = "-" if difference.adjusted is None else f"{difference.adjusted:.4f}"
    return (difference.metric, *map(measured, values), p_value)
