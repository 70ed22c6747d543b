"""linnet convert: a fitted pipeline of scikit-learn into a model file, and back."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.model_path import check_model_output, is_model, load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.terminal import is_quiet, print_json, say, size_of
from linnet.errors import SettingError, counted
from linnet.storage.formats import FORMATS, SUFFIXES, format_of, suffix_of

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

EXAMPLES = """
  linnet convert pipeline.joblib model.linnet --trust
  linnet convert model.linnet pipeline.joblib
  linnet convert model.linnet pipeline.pkl --json
"""
SOURCE_HELP = "a model file, or a pickle or joblib file of a fitted pipeline"
OUTPUT_HELP = f"the file to write: a model file, or {', '.join(SUFFIXES)}"
TRUST_HELP = "read the pickle, which runs whatever code its author put into it"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("source", metavar="IN", help=SOURCE_HELP)
    parser.add_argument("output", metavar="OUT", help=OUTPUT_HELP)
    parser.add_argument("--trust", action="store_true", help=TRUST_HELP)
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Convert one into the other."""
    check_output(args.output, args.source)
    classifier = _to_foreign(args) if is_model(args.source) else _to_model(args)
    result = {
        "source": args.source,
        "output": args.output,
        "features": classifier.model.features.n_columns,
        "labels": len(classifier.labels),
        "probabilities": classifier.model.has_probabilities,
    }
    if args.json:
        print_json(result)
    elif not is_quiet():
        _print_written(classifier, args.output)


def _to_model(args: Namespace) -> "Classifier":
    """Write a foreign model as a model file; a name of no format is tried as the first."""
    check_model_output(args.output)
    foreign = format_of(args.source) or FORMATS[0]
    if foreign.runs_code and not args.trust:
        raise SettingError(
            f"{args.source}: reading a pickle runs whatever code its author put into it, so you "
            "must trust it; got no --trust. Pass --trust if you know where the file comes from."
        )
    classifier = foreign.read(args.source)
    classifier.save(args.output)
    return classifier


def _to_foreign(args: Namespace) -> "Classifier":
    foreign = format_of(args.output)
    if foreign is None:
        raise SettingError(
            f"{args.output}: a pipeline must be written to a file that ends in "
            f"{', '.join(SUFFIXES)}; got another name."
        )
    classifier = load_model(args.source, reads=False)
    with written_whole(args.output) as file:
        note = foreign.write(classifier, file, suffix_of(args.output))
    if note:
        say(note)
    return classifier


def _print_written(classifier: "Classifier", output: str) -> None:
    from linnet.cli.model import next_commands
    from linnet.recipe.words import in_words

    features = counted(classifier.model.features.n_columns, "feature")
    labels = counted(len(classifier.labels), "label")
    print(f"Wrote {output} ({size_of(output)}, {features}, {labels}).")
    if format_of(output) is None:
        print(f"It is {in_words(classifier.recipe)}.")
        print(next_commands(output, classifier.fields))
