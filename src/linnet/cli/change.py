"""What learn, forget and merge share: a model and documents in, the changed model out."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import files_read
from linnet.cli.model_path import STALE, check_model_output, load_model
from linnet.cli.progress import progress
from linnet.cli.terminal import is_quiet, print_json, say
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import counted, shortened, shown
from linnet.files import FileState

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

Change = Callable[..., "Classifier"]  # Classifier.learn or Classifier.forget

MODEL_HELP = "a model file; changed in place unless -o is given"
OUTPUT_HELP = "write the changed model here, leave MODEL as it is"


def add_arguments(parser: ArgumentParser, data_help: str) -> None:
    """Declare the arguments of a command that changes a model by documents."""
    parser.add_argument("model", metavar="MODEL", help=MODEL_HELP)
    options.add_data(parser, data_help)
    parser.add_argument("-o", "--output", metavar="OUT", help=OUTPUT_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser, weight=True)


def change_model(args: Namespace, doing: str, change: "Change") -> None:
    """Open the model, change it by the documents, write it, tell what is different."""
    from linnet.classifier.facts import change_facts

    state_when_read = FileState.of(args.model)
    before = load_model(args.model, args.data, tokenizer=args.tokenizer, changes=True)
    output = args.output or args.model
    check_model_output(output, *files_read(args.data, args.format))
    known_labels = None if before.adds_labels else before.labels
    documents, tally = read_documents(args, classifier=before, known=known_labels)

    with progress(doing) as show_progress:
        after = change(before, documents, threads=args.threads, progress=show_progress)
    after.save(output, unchanged=None if args.output else state_when_read)

    result = {**change_facts(before, after), "model": output, **tally.as_json()}
    print_change(result, after, as_json=args.json)


def print_change(result: dict[str, Any], after: "Classifier", *, as_json: bool) -> None:
    """Print what has changed, and say what is no longer exact."""
    from linnet.classifier.facts_in_words import inexactness

    if as_json:
        print_json(result)
    elif not is_quiet():
        print(f"Documents: {result['documents_before']:,} before, {result['documents']:,} now.")
        print(f"Features: {result['features_before']:,} before, {result['features']:,} now.")
        print(f"Labels: {labels_in_words(result)}.")
        print(f"Wrote {result['model']}.")

    problem = inexactness(after)
    if problem and not after.retrains:
        say(f"{result['model']} is {problem}.")
    if after.stale:
        say(f"{result['model']}: {STALE}")


def labels_in_words(result: dict[str, Any]) -> str:
    """Return how many labels there are, and which are new or gone."""
    words = counted(result["labels"], "label")
    for kind, labels in (("new", result["new_labels"]), ("gone", result["lost_labels"])):
        if labels:
            words += f"; {kind}: {shortened(map(shown, labels), len(labels))}"
    return words
