"""linnet compare: which of two models is better on the same labelled documents, and how sure that is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.checks import test_set_uses, uses_in_words
from linnet.cli.documents import Tally, tallied
from linnet.cli.model_path import is_model, load_model
from linnet.cli.progress import progress
from linnet.cli.table import Table
from linnet.cli.terminal import print_json, say
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import counted, escaped

if TYPE_CHECKING:
    from linnet.evaluation.metrics.difference import Comparison, Difference
    from linnet.reading.documents import Documents
    from linnet.validation.compare import LabelSource

NAME = "compare"
HELP = "tell which of two models is better on labelled documents, and how sure that is"
EXAMPLES = """
  linnet compare first.linnet second.linnet held-out.csv
  linnet compare first.linnet second.linnet held-out.csv --metric macro-f1 --metric log-loss --group author
  linnet compare first.linnet labels-of-another-tool.csv held-out.csv --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    said = "a model file; any other file holds labels, one for each row of DATA in the same order"
    parser.add_argument("a", metavar="A", help=said)
    parser.add_argument("b", metavar="B", help="another one")
    parser.add_argument("data", metavar="DATA", help="labelled documents that no model has learned")
    said = "what to compare by; repeat it for several; accuracy by default"
    parser.add_argument(
        "--metric", dest="metrics", action="append", metavar="NAME", default=[], help=said
    )
    parser.add_argument(
        "--group", metavar="COLUMN", help="documents with the same value there belong together"
    )
    said = "label column of a file of labels; label by default, as predict writes it"
    parser.add_argument("--predicted", metavar="COLUMN", default="label", help=said)
    said = "neither note nor tell how often these documents have been looked at"
    parser.add_argument("--no-ledger", action="store_true", help=said)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Compare and tell which is better."""
    from linnet.evaluation.metrics.comparison import compare_predictions, metrics_named
    from linnet.validation.compare import predictions_of_both

    both = [_opened(path, args) for path in (args.a, args.b)]
    documents, tally = _documents(args, both)
    metrics_named(args.metrics, multilabel=documents.multilabel)  # refused before any work
    models = {path: one for path, one in zip((args.a, args.b), both, strict=True) if is_model(path)}
    documents, looks = test_set_uses(args, models, documents)
    documents, trained = _compared_with_training(args, both, documents)
    with progress("comparing") as moved:
        answers = predictions_of_both(both, documents, args.group, args.threads, moved)
    found, seen = compare_predictions(*answers, args.metrics, args.threads), looks()
    on_training = {side: are_learned() for side, are_learned in trained.items()}
    if args.json:
        uses = seen and seen.as_json()
        rest = {"looks": uses, "on_training_documents": on_training, **tally.as_json()}
        print_json({**found.as_json(), **rest})
    else:
        for side in (side for side, learned in on_training.items() if learned):
            print(
                f"{side.upper()} was trained on exactly these documents, which favours it. Compare on others.\n"
            )
        _print(found, args)
        if seen is not None:
            print(f"\n{uses_in_words(seen)}")


def _opened(path: str, args: Namespace) -> "LabelSource":
    """Return a model, or the labels of a file that is none."""
    if is_model(path):
        needs = load_model(path, reads=False).recipe.features.tokenizer
        return load_model(path, tokenizer=args.tokenizer if needs else None)
    from linnet.validation.external_labels import ExternalLabels

    return ExternalLabels.read(path, args.predicted)


def _documents(args: Namespace, both: "list[LabelSource]") -> "tuple[Documents, Tally]":
    from linnet.validation.compare import read_for

    documents = read_for(
        both,
        args.data,
        text=args.text,
        label=args.label,
        format=args.format,
        skip_bad_rows=args.skip_bad_rows,
        metadata=args.group or (),
    )
    if documents.note:
        say(f"{documents.name}: {documents.note}.")
    return tallied(documents)


def _compared_with_training(
    args: Namespace, both: "list[LabelSource]", documents: "Documents"
) -> "tuple[Documents, dict[str, Callable[[], bool | None]]]":
    """Return the documents, and for a and b a function that says, once they were read, whether it learned them."""
    from linnet.classifier.classifier import Classifier
    from linnet.threads import threads_of
    from linnet.validation.fingerprints import compared_with_training

    trained: dict[str, Callable[[], bool | None]] = {}
    for side, one in zip("ab", both, strict=True):
        trained[side] = lambda: None
        if isinstance(one, Classifier):
            documents, trained[side] = compared_with_training(
                documents, one, threads_of(args.threads)
            )
    return documents, trained


def _print(found: "Comparison", args: Namespace) -> None:
    from linnet.cli.measures import print_reasons

    groups = "" if found.groups is None else f" in {counted(found.groups, 'group')}"
    print(f"{counted(found.documents, 'document')}{groups}; in brackets 95% intervals.")
    print(f"A is {escaped(args.a)}, B is {escaped(args.b)}.\n")
    Table(
        ("measure", "A", "B", "B - A", "p-value"), [_row(one) for one in found.differences.values()]
    ).show()
    print_reasons({name: one.difference for name, one in found.differences.items()})
    print()
    for difference in found.differences.values():
        print(difference.sentence)


def _row(one: "Difference") -> tuple[str, ...]:
    from linnet.cli.measures import measured
    from linnet.evaluation.metrics.measures import Measure

    values = (Measure(one.a), Measure(one.b), one.difference)
    p_value = "-" if one.adjusted is None else f"{one.adjusted:.4f}"
    return (one.metric, *map(measured, values), p_value)
