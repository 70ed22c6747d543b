"""linnet learn: more documents into a model.

Naive Bayes of counts is then exactly as if it had been trained on all at once. Features that were
learned from all documents stay as they are, and other learners go on online: both approximately,
and the command says so.
"""

from argparse import ArgumentParser, Namespace

from linnet.cli import change

EXAMPLES = """
  linnet learn messages.linnet more.csv
  linnet learn messages.linnet more.csv -o bigger.linnet --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    change.add_arguments(parser, "labelled documents to learn")


def run(args: Namespace) -> None:
    """Learn the documents."""
    from linnet.classifier.classifier import Classifier

    change.change_model(args, "learning", Classifier.learn)
