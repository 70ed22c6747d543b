"""linnet drift: whether new documents are like those that a model was trained on."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import data_in_words
from linnet.cli.model_path import load_model
from linnet.cli.table import Table
from linnet.cli.terminal import print_json, say, warn
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linnet.data_drift.domain import DomainTest, TellingWord
    from linnet.data_drift.drift import Drift

EXAMPLES = """
  linnet drift messages.linnet new.csv
  linnet drift messages.linnet new.csv --json
  linnet drift messages.linnet new.csv --training messages.csv
"""
DATA_HELP = "new documents; their labels are compared too, if they have any"
TRAINING_HELP = (
    "what the model was trained on: needed where the model file has no profile of it, and to find "
    "the words that tell both apart"
)
UNLABELLED_HELP = "do not read labels: compare those that the model predicts"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    options.add_data(parser, DATA_HELP)
    options.add_training(parser, TRAINING_HELP)
    parser.add_argument("--unlabelled", action="store_true", help=UNLABELLED_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Compare the documents with the training documents and print what differs."""
    from linnet.data_drift.find_drift import drift

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    labelled = False if args.unlabelled else None
    documents, tally = read_documents(args, labelled=labelled, classifier=classifier)
    training = None
    if args.training:
        of_training = Namespace(**{**vars(args), "data": args.training})
        training, _ = read_documents(of_training, labelled=False, classifier=classifier)

    found = drift(classifier, documents, training, threads=args.threads)
    if args.training and found.other_training:
        say(f"{data_in_words(args.training)}: {found.other_training}.")
    if not found.is_compared:
        warn(found.sentence, kind="NothingCompared")
    if args.json:
        print_json({**found.as_json(), **tally.as_json()})
    else:
        _print(found)


def _print(found: "Drift") -> None:
    from linnet.data_drift.drift_display import HEAD, not_compared, shift_row

    documents = counted(found.documents, "document")
    training = counted(found.training_documents, "training document")
    print(f"{documents} against {training}.\n{found.sentence}")
    if found.shifts:
        print()
        Table(HEAD, [shift_row(shift) for shift in found.shifts]).show()
    if found.domain is not None:
        _print_domain(found.domain)
    for sentence in not_compared(found):
        print(f"{sentence}.")


def _print_domain(domain: "DomainTest") -> None:
    from linnet.data_drift.drift_display import domain_sentence

    print(f"\n{domain_sentence(domain)}.")
    if domain.is_found:
        _print_words("new documents", domain.new_words)
        _print_words("training documents", domain.training_words)


def _print_words(side: str, words: "Sequence[TellingWord]") -> None:
    from linnet.data_drift.drift_display import word_row, words_head

    if words:
        print()
        Table(words_head(side), list(map(word_row, words))).show()
