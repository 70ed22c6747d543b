"""linnet merge: models of parts into the model of the whole."""

from argparse import ArgumentParser, Namespace
from functools import reduce

from linnet.cli import options
from linnet.cli.change import print_change
from linnet.cli.model_path import check_model_output, load_model
from linnet.cli.terminal import say
from linnet.errors import SettingError

EXAMPLES = """
  linnet merge monday.linnet tuesday.linnet -o week.linnet
  linnet merge part-*.linnet -o whole.linnet --json
"""
OUTPUT_HELP = "the model file to write"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("models", metavar="MODEL", nargs="+", help="two or more model files")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help=OUTPUT_HELP)
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Merge the models."""
    if len(args.models) < 2:
        raise SettingError(
            f"merge needs two models or more; got {args.models[0]} alone. Name another one."
        )
    check_model_output(args.output)
    from linnet.classifier.classifier import Classifier
    from linnet.classifier.facts import change_facts
    from linnet.cli.model import say_similar_labels

    parts = [load_model(model, reads=False) for model in args.models]
    whole = reduce(Classifier.merge, parts)
    whole.save(args.output)

    fingerprints = {part.totals.fingerprint for part in parts}
    if len(fingerprints) < len(parts):
        say("some of these models have learned the same documents, which now count twice.")
    result = {**change_facts(parts[0], whole), "model": args.output, "models": args.models}
    print_change(result, whole, as_json=args.json)
    say_similar_labels(whole.labels)
