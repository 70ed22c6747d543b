"""What learn and forget share: a model and documents in, the changed model out."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.model_path import STALE, check_model_output, load_model
from linnet.cli.progress import progress
from linnet.cli.terminal import print_json, say
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import counted, shortened, shown
from linnet.files import FileState

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Change = Callable[..., "Classifier"]


def add_arguments(parser: ArgumentParser, data: str) -> None:
    """Declare the arguments of a command that changes a model by documents."""
    parser.add_argument(
        "model", metavar="MODEL", help="a model file; changed in place unless -o is given"
    )
    parser.add_argument("data", metavar="DATA", help=data)
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="write the changed model here, leave MODEL as it is"
    )
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser, weight=True)


def change_model(args: Namespace, doing: str, change: "Change") -> None:
    """Open the model, change it by the documents, write it, tell what is different."""
    read_state = FileState.of(args.model)
    before = load_model(args.model, args.data, tokenizer=args.tokenizer, changes=True)
    output = args.output or args.model
    check_model_output(output, args.data)
    known = None if before.adds_labels else before.labels
    documents, tally = read_documents(args, classifier=before, known=known)
    with progress(doing) as moved:
        after = change(before, documents, threads=args.threads, progress=moved)
    after.save(output, unchanged=None if args.output else read_state)
    tell_change(args, {**difference(before, after), "model": output, **tally.as_json()}, after)


def difference(before: "Classifier", after: "Classifier") -> dict[str, Any]:
    """Return what a change did to a model."""
    from linnet.cli.model import fingerprint_of

    return {
        "documents_before": before.documents,
        "documents": after.documents,
        "features_before": before.model.features.n_columns,
        "features": after.model.features.n_columns,
        "labels": len(after.labels),
        "new_labels": [label for label in after.labels if label not in before.labels],
        "lost_labels": [label for label in before.labels if label not in after.labels],
        "fingerprint": fingerprint_of(after),
        "exact": after.exact,
    }


def tell_change(args: Namespace, result: dict[str, Any], after: "Classifier") -> None:
    """Print the result, and what is no longer exact."""
    from linnet.cli.model import inexact, tell_alike

    if args.json:
        print_json(result)
    else:
        print(f"Documents: {result['documents_before']:,} before, {result['documents']:,} now.")
        print(f"Features: {result['features_before']:,} before, {result['features']:,} now.")
        print(f"Labels: {counted(result['labels'], 'label')}{_changed_labels(result)}.")
        print(f"Wrote {result['model']}.")
    tell_alike(after.labels)
    if inexact(after) and not after.retrains:
        say(f"{result['model']} is {inexact(after)}.")
    if after.stale:
        say(f"{result['model']}: {STALE}")


def _changed_labels(result: dict[str, Any]) -> str:
    new, lost = (
        shortened(map(shown, result[key]), len(result[key]))
        for key in ("new_labels", "lost_labels")
    )
    return (f"; new: {new}" if new else "") + (f"; gone: {lost}" if lost else "")
