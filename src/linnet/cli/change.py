"""What learn and forget share: a model and documents in, the changed model out."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.model_path import STALE, check_model_output, load_model
from linnet.cli.progress import progress
from linnet.cli.terminal import print_json, say
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import InputError, counted, shortened, shown

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
    from linnet.classifier.facts import change_facts

    before = load_model(args.model, args.data, tokenizer=args.tokenizer, changes=True)
    mark = _mark(args.model)
    output = args.output or args.model
    check_model_output(output, args.data)
    known = None if before.adds_labels else before.labels
    documents, tally = read_documents(args, classifier=before, known=known)
    with progress(doing) as moved:
        after = change(before, documents, threads=args.threads, progress=moved)
    if not args.output and _mark(args.model) != mark:
        raise InputError(
            f"{args.model} must stay as it is meanwhile; got another program that wrote it. "
            "Run the command again; nothing was changed."
        )
    after.save(output)
    tell_change(args, {**change_facts(before, after), "model": output, **tally.as_json()}, after)


def _mark(model: str) -> tuple[int, int] | None:
    """Return what becomes another when somebody writes the model."""
    with suppress(OSError):
        found = Path(model).stat()
        return found.st_ino, found.st_mtime_ns
    return None


def tell_change(args: Namespace, result: dict[str, Any], after: "Classifier") -> None:
    """Print the result, and what is no longer exact."""
    from linnet.classifier.facts_in_words import inexactness
    from linnet.cli.model import tell_alike

    if args.json:
        print_json(result)
    else:
        print(f"Documents: {result['documents_before']:,} before, {result['documents']:,} now.")
        print(f"Features: {result['features_before']:,} before, {result['features']:,} now.")
        print(f"Labels: {counted(result['labels'], 'label')}{_changed_labels(result)}.")
        print(f"Wrote {result['model']}.")
    tell_alike(after.labels)
    if inexactness(after) and not after.retrains:
        say(f"{result['model']} is {inexactness(after)}.")
    if after.stale:
        say(f"{result['model']}: {STALE}")


def _changed_labels(result: dict[str, Any]) -> str:
    new, lost = (
        shortened(map(shown, result[key]), len(result[key]))
        for key in ("new_labels", "lost_labels")
    )
    return (f"; new: {new}" if new else "") + (f"; gone: {lost}" if lost else "")
