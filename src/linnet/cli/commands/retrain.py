"""linnet retrain: the recipe of a model on its old documents and on new ones.

The new model takes the place of the old one unless it is worse on the new documents, each of which
is predicted by a model that has not learned it.
"""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.change import MODEL_HELP, labels_in_words
from linnet.cli.documents import read_documents
from linnet.cli.inputs import STANDARD_INPUT, data_in_words, files_read
from linnet.cli.model_path import check_model_output, load_model
from linnet.cli.progress import progress
from linnet.cli.terminal import is_quiet, print_json, say, size_of, warn
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import SettingError, counted, escaped
from linnet.files import FileState

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading import Documents
    from linnet.reading.tally import Tally
    from linnet.tuning.retrained import Retrained

EXAMPLES = """
  linnet retrain messages.linnet more.csv --training messages.csv
  linnet retrain messages.linnet more.csv --training messages.csv -o newer.linnet --json
  linnet train messages.csv -o messages.linnet --keep-documents
  linnet retrain messages.linnet more.csv
"""
MORE_HELP = "new labelled documents, which may have new labels"
TRAINING_HELP = (
    "the documents that MODEL was trained on; not needed where it was trained with --keep-documents"
)
OUTPUT_HELP = "write the new model here, leave MODEL as it is"
FORCE_HELP = "write the new model even if it is worse than the old one"
METRIC_HELP = (
    "what both models are compared by; by default what the recipe was chosen by, or accuracy"
)
OLD, NEW = "the old model", "the new model"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help=MODEL_HELP)
    options.add_data(parser, MORE_HELP)
    options.add_training(parser, TRAINING_HELP)
    parser.add_argument("-o", "--output", metavar="OUT", help=OUTPUT_HELP)
    parser.add_argument("--force", action="store_true", help=FORCE_HELP)
    parser.add_argument("--metric", metavar="NAME", help=METRIC_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser, learns=True, weight=True)


def run(args: Namespace) -> None:
    """Retrain, write the model unless it is worse, print how both compare."""
    from linnet.tuning.retrain import retrain

    if args.data == args.training == STANDARD_INPUT:
        raise SettingError(
            "old and new documents must come from two places; got standard input for both. "
            "Name a file for one of them."
        )
    output = args.output or args.model
    state_when_read = FileState.of(args.model)
    before = load_model(args.model, args.data, tokenizer=args.tokenizer, changes=True)
    check_model_output(output, *files_read([*args.data, *args.training], args.format))
    more, tally = _read(args, args.data, before)
    training = None
    if args.training:
        training, _ = _read(args, args.training, before)

    with progress("retraining") as show_progress:
        retrained = retrain(
            before,
            more,
            training,
            metric=args.metric,
            threads=args.threads,
            progress=show_progress,
        )
    written = args.force or not retrained.worse
    if written:
        unchanged = None if args.output else state_when_read
        retrained.classifier.save(output, unchanged=unchanged)
    _print(args, retrained, tally, written=written)
    if not written:
        raise SettingError(
            f"{output}: a retrained model must not be worse than the one before; got one that is, "
            "and nothing was written. Look at the new documents, or pass --force."
        )


def _read(args: Namespace, data: list[str], before: "Classifier") -> "tuple[Documents, Tally]":
    settings = Namespace(**{**vars(args), "data": data})
    metadata = before.recipe.metadata_columns
    return read_documents(settings, classifier=before, metadata=metadata)


def _print(args: Namespace, retrained: "Retrained", tally: "Tally", *, written: bool) -> None:
    from linnet.classifier.facts import change_facts

    output = args.output or args.model
    result = {
        **change_facts(retrained.before, retrained.classifier),
        **retrained.as_json(),
        "written": written,
        "model": output,
        **tally.as_json(),
    }
    if args.json:
        print_json(result)
    elif not is_quiet():
        _print_documents(result)
        _print_comparison(retrained)
    _say_cautions(args, retrained)
    if written and not args.json and not is_quiet():
        features = counted(result["features"], "feature")
        print(f"Wrote {escaped(output)} ({size_of(output)}, {features}).")


def _print_documents(result: dict[str, Any]) -> None:
    before = result["documents"] - result["new_documents"]
    new = counted(result["new_documents"], "new document")
    print(f"Documents: {before:,} old and {new}.")
    print(f"Features: {result['features_before']:,} before, {result['features']:,} now.")
    print(f"Labels: {labels_in_words(result)}.")


def _print_comparison(retrained: "Retrained") -> None:
    """Print which model is better on the new documents, and what these are."""
    if retrained.copies_in_words:
        print(retrained.copies_in_words)
    difference = retrained.difference
    comparison = retrained.comparison
    if difference is None or comparison is None:
        print(f"The models are not compared: {_why_not_compared(retrained)}.")
        return
    documents = counted(comparison.documents, "new document")
    values = f"{_value(difference.a)} before, {_value(difference.b)} now"
    print(
        f"Compared on {documents}, by models that had not learned them ({retrained.folds} folds): "
        f"{difference.metric} {values}."
    )
    sentence = difference.sentence_about(OLD, NEW)
    print(sentence[0].upper() + sentence[1:])
    if retrained.new_labels_in_words:
        print(retrained.new_labels_in_words)


def _why_not_compared(retrained: "Retrained") -> str:
    left = retrained.new_documents - retrained.n_copies
    if left < 2:
        return "too few new documents are left for that"
    return (
        f"the {left:,} new documents that are left belong together (one group, one time or copies "
        "of one another), so that none can be judged by a model of the others"
    )


def _value(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def _say_cautions(args: Namespace, retrained: "Retrained") -> None:
    from linnet.cli.model import say_similar_labels

    say_similar_labels(retrained.classifier.labels)
    if retrained.same_training is False:
        warn(
            f"{data_in_words(args.training)}: these are not exactly the documents that "
            f"{args.model} was trained on; new documents that it has learned already would favour "
            "it."
        )
    if retrained.loses_calibration:
        say(
            "calibration and cutoffs of the old model are not part of its recipe. "
            "Calibrate the new one."
        )
