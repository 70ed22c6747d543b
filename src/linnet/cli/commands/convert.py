"""linnet convert: a fitted pipeline of scikit-learn into a model file, and back."""

from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.model_path import check_model_output, is_model, load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.terminal import print_json, say, size_of
from linnet.errors import InputError, SettingError, counted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

NAME = "convert"
HELP = "turn a fitted scikit-learn pipeline into a model file, or a model file into one"
EXAMPLES = """
  linnet convert pipeline.joblib model.linnet --trust
  linnet convert model.linnet pipeline.joblib
  linnet convert model.linnet pipeline.pkl --json
"""
PICKLES = (".joblib", ".pkl", ".pickle")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "source", metavar="IN", help="a model file, or a pickle or joblib file of a fitted pipeline"
    )
    parser.add_argument(
        "output", metavar="OUT", help=f"the file to write: a model file, or {', '.join(PICKLES)}"
    )
    parser.add_argument(
        "--trust",
        action="store_true",
        help="read the pickle, which runs whatever code its author put into it",
    )
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Convert one into the other."""
    check_output(args.output, args.source)
    classifier = _to_pipeline(args) if is_model(args.source) else _to_model(args)
    result = {
        "source": args.source,
        "output": args.output,
        "features": classifier.model.features.n_columns,
        "labels": len(classifier.labels),
        "probabilities": classifier.model.has_probabilities,
    }
    if args.json:
        print_json(result)
    else:
        _print(classifier, args.output)


def _to_model(args: Namespace) -> "Classifier":
    check_model_output(args.output)
    if not args.trust:
        raise SettingError(
            f"{args.source}: reading a pickle runs whatever code its author put into it, so you must trust it; got no "
            "--trust. Pass --trust if you know where the file comes from."
        )
    pipeline = _opened(args.source)
    from linnet.sklearn.convert import to_classifier

    classifier = to_classifier(pipeline)
    classifier.save(args.output)
    return classifier


def _opened(path: str) -> Any:
    """Return what is in a pickle."""
    joblib = _joblib()
    try:
        return joblib.load(path)
    except Exception as error:  # whatever the code in it does
        said = " ".join(str(error).split()) or type(error).__name__
        raise InputError(
            f"{path}: a pickle or joblib file of a fitted pipeline must be readable here; got: {said:.200}. Check the "
            "path, and that the same packages are installed."
        ) from None


def _to_pipeline(args: Namespace) -> "Classifier":
    if Path(args.output).suffix.lower() not in PICKLES:
        raise SettingError(
            f"{args.output}: a pipeline must be written to a file that ends in {', '.join(PICKLES)}; got another name."
        )
    joblib, classifier = _joblib(), load_model(args.source, reads=False)
    pipeline = _estimator(classifier)
    with written_whole(args.output) as file:
        if Path(args.output).suffix.lower() == ".joblib":
            joblib.dump(pipeline, file)
        else:
            import pickle

            pickle.dump(pipeline, file)
    return classifier


def _estimator(classifier: "Classifier") -> Any:
    """Return a pipeline of scikit-learn's own classes, or where these cannot do it, one of ours."""
    from linnet.sklearn.converted_pipeline import to_pipeline
    from linnet.sklearn.text_classifier import TextClassifier

    try:
        return to_pipeline(classifier)
    except SettingError as error:
        made = TextClassifier.of(classifier)
        why = str(error).split(";")[0]
        say(
            f"{why}: so this is a linnet.sklearn.TextClassifier, which needs linnet where it is opened."
        )
        return made


def _joblib() -> Any:
    """Return joblib, which comes with scikit-learn."""
    if find_spec("sklearn") is None:
        raise SettingError(
            "converting needs scikit-learn; got none. Install it, or linnet with its extra sklearn."
        )
    import joblib

    return joblib


def _print(classifier: "Classifier", output: str) -> None:
    from linnet.cli.model import next_commands
    from linnet.recipe.words import in_words

    n = counted(classifier.model.features.n_columns, "feature")
    print(f"Wrote {output} ({size_of(output)}, {n}, {counted(len(classifier.labels), 'label')}).")
    if Path(output).suffix.lower() not in PICKLES:
        print(f"It is {in_words(classifier.recipe)}.")
        print(next_commands(output, classifier.fields))
