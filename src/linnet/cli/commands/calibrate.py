"""linnet calibrate: a model whose probabilities mean what they say, with cutoffs that hold what is asked of them."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.model_path import check_model_output, load_model
from linnet.cli.progress import progress
from linnet.cli.table import Table
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import LONGEST_VALUE, SettingError, bounded, counted, quoted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

NAME = "calibrate"
HELP = "give a model probabilities that mean what they say, and cutoffs"
EXAMPLES = """
  linnet calibrate messages.linnet other.csv -o calibrated.linnet
  linnet calibrate messages.linnet other.csv -o careful.linnet --cutoff spam=budget:ham:0.001
  linnet calibrate messages.linnet other.csv -o careful.linnet --cutoff cost --cost ham:spam=10 --json
  linnet calibrate topics.linnet other.csv -o topics.linnet --cutoff 0.8 --unsure
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "model", metavar="MODEL", help="a model file, which stays as it is unless it is the output"
    )
    parser.add_argument(
        "data", metavar="DATA", help="labelled documents that the model has not learned"
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="the model file to write"
    )
    said = (
        "auto (default), temperature, shared-platt, platt, isotonic or none; auto takes the best one that makes "
        "neither accuracy, log loss nor Brier score worse"
    )
    parser.add_argument("--method", metavar="NAME", default="auto", help=said)
    said = (
        "LABEL=0.8, LABEL=f1 or another measure, LABEL=budget:OTHER:0.001 (at most this share of OTHER is taken for "
        "LABEL), cost, or a number for all labels; repeat it for several"
    )
    parser.add_argument("--cutoff", metavar="RULE", action="append", default=[], help=said)
    said = "what it costs to give a document of label TRUE the label GIVEN, for --cutoff cost; 1 if left out; repeat it"
    parser.add_argument("--cost", metavar="TRUE:GIVEN=C", action="append", default=[], help=said)
    said = "give no label where none is above its cutoff, instead of the most probable one"
    parser.add_argument("--unsure", action="store_true", help=said)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Calibrate the model, and tell what that does to other documents."""
    from linnet.calibration.calibrate import Development
    from linnet.calibration.cutoffs import CutoffRules
    from linnet.classifier.facts import calibration_facts
    from linnet.threads import threads_of
    from linnet.validation.fingerprints import compared_with_training

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    check_model_output(args.output, args.data)
    wishes = CutoffRules(tuple(args.cutoff), costs_of(args.cost, classifier.labels), args.unsure)
    documents, tally = read_documents(args, classifier=classifier, known=classifier.labels)
    documents, are_learned = compared_with_training(documents, classifier, threads_of(args.threads))
    with progress("calibrating") as moved:
        found = Development.of(classifier, documents, args.threads, moved)
    chosen = found.chosen(args.method)
    calibrated = found.calibrated(chosen.method, wishes)
    before, after = found.gain(chosen.method)
    calibrated.save(args.output)
    result = {
        "documents": len(found.truth),
        "before": _named(before),
        "after": _named(after),
        "why": chosen.why or None,
        **calibration_facts(calibrated),
        "on_training_documents": are_learned(),
        "model": args.output,
        **tally.as_json(),
    }
    if args.json:
        print_json(result)
    else:
        _print(calibrated, result)


def costs_of(given: list[str], labels: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """Return (true, given) → cost of what was written as TRUE:GIVEN=C.

    >>> costs_of(["ham:spam=10"], ("ham", "spam"))
    {('ham', 'spam'): 10.0}
    """
    pairs = {
        f"{true}:{other}": (true, other) for true in labels for other in labels if true != other
    }
    costs = {}
    for text in given:
        names, _, cost = text.rpartition("=")
        if names not in pairs:
            raise SettingError(
                f"--cost must be TRUE:GIVEN=C with labels of the model; got {quoted(text)}. "
                f"Write {bounded(next(iter(pairs)), LONGEST_VALUE)}=10."
            )
        costs[pairs[names]] = options.number_of("--cost", cost)
    return costs


def _named(quality: dict[str, float | None]) -> dict[str, float | None]:
    return {name.replace("-", "_"): value for name, value in quality.items()}


def _print(classifier: "Classifier", result: dict[str, Any]) -> None:
    from linnet.classifier.facts_in_words import calibration_lines

    if result["on_training_documents"]:
        print(
            "The model was trained on exactly these documents: its probabilities will be too sure. Use others.\n"
        )
    for name, line in ({"calibration": "none"} | calibration_lines(classifier)).items():
        print(f"{name.capitalize()}: {line}.")
    if result["why"]:
        print(f"The calibration was chosen by auto: {result['why']}.")
    print(
        f"How good probabilities are, on {counted(result['documents'], 'document')}, each judged by the others:"
    )
    before, after = result["before"], result["after"]
    rows = [(name.replace("_", " "), _shown(before[name]), _shown(after[name])) for name in before]
    Table(("", "before", "after"), rows).show()
    print(f"Wrote {result['model']}.")


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
