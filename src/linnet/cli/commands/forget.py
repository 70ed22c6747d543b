"""linnet forget: documents out of a model, exactly as if it had never seen them.

Nothing that they alone had stays in the file. Where features were learned from all documents these
stay as they are; a model that keeps its documents is trained again on the others.
"""

from argparse import ArgumentParser, Namespace

from linnet.cli import change

EXAMPLES = """
  linnet forget messages.linnet withdrawn.csv
  linnet forget messages.linnet withdrawn.csv -o smaller.linnet --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    change.add_arguments(parser, "the very documents, with their labels, to forget")


def run(args: Namespace) -> None:
    """Forget the documents."""
    from linnet.classifier.classifier import Classifier

    change.change_model(args, "forgetting", Classifier.forget)
