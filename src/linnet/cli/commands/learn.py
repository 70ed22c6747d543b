"""linnet learn: more documents into a model.

Naive Bayes of counts is then exactly as if it had been trained on all at once. Features that were
learned from all documents stay as they are, and other learners go on online: both approximately,
and the command says so.
"""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from linnet.cli import change
from linnet.cli.terminal import say
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

EXAMPLES = """
  linnet learn messages.linnet more.csv
  linnet learn messages.linnet more.csv -o bigger.linnet --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    change.add_arguments(parser, "labelled documents to learn")


def run(args: Namespace) -> None:
    """Learn the documents."""
    change.change_model(args, "learning", _learn)


def _learn(before: "Classifier", documents: Any, **how: Any) -> "Classifier":
    from linnet.classifier.facts import has_fixed_vocabulary

    if has_fixed_vocabulary(before) and before.kept is None:
        features = counted(before.model.features.n_columns, "feature")
        say(
            f"new words will not count: this model keeps its {features}; "
            "linnet retrain learns them."
        )
    return before.learn(documents, **how)
