"""Whether a score deserves trust, on the terminal.

Leaks from training speak against it, and many uses of the test set.
"""

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.leaks import print_leaks
from linnet.cli.measures import measured
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.evaluation.splits.ledger import UseCount
    from linnet.validation.checks import Checks

TRAIN_HELP = (
    "what the model has learned from: measures on it stand beside the others, and leaks are "
    "looked for; repeat it for several files"
)
NO_LEDGER_HELP = "neither note nor tell how often these documents have been looked at"


def add_checks(parser: ArgumentParser) -> None:
    """Add what is to be checked."""
    parser.add_argument("--train", metavar="DATA", action="append", help=TRAIN_HELP)
    options.add_metadata(parser)
    parser.add_argument("--no-ledger", action="store_true", help=NO_LEDGER_HELP)


def print_caution(checks: "Checks") -> None:
    """Print what a reader must know before the measures."""
    from linnet.evaluation.metrics.training_facts import ON_TRAINING_DOCUMENTS

    if checks.on_training_documents:
        print(f"{ON_TRAINING_DOCUMENTS}\n")


def print_checks(checks: "Checks") -> None:
    """Print what was found."""
    if checks.leaks is not None:
        print()
        print_leaks(checks.leaks)
    measures = checks.measures_without_leaks()
    if measures:
        accuracy = measured(measures["accuracy"])
        macro_f1 = measured(measures["macro_f1"])
        print(f"Without them: accuracy {accuracy}, macro F1 {macro_f1}.")
    if checks.uses is not None:
        print(f"\n{uses_sentence(checks.uses)}")


def uses_sentence(uses: "UseCount") -> str:
    """Return how often a test set has been looked at."""
    times = counted(uses.times, "time")
    models = counted(uses.models, "model")
    return f"This test set has been looked at {times} with {models}."
