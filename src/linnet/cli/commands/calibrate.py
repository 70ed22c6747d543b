"""linnet calibrate: a model whose probabilities mean what they say, with the cutoffs asked for."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import files_read
from linnet.cli.model_path import check_model_output, load_model
from linnet.cli.progress import progress
from linnet.cli.table import Table
from linnet.cli.terminal import is_quiet, print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import LONGEST_VALUE, SettingError, bounded, counted, quoted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

EXAMPLES = """
  linnet calibrate messages.linnet other.csv -o calibrated.linnet
  linnet calibrate messages.linnet other.csv -o careful.linnet --cutoff spam=budget:ham:0.001
  linnet calibrate messages.linnet other.csv -o careful.linnet \
--cutoff cost --cost ham:spam=10 --json
  linnet calibrate topics.linnet other.csv -o topics.linnet --cutoff 0.8 --unsure
"""
MODEL_HELP = "a model file, which stays as it is unless it is the output"
DATA_HELP = "labelled documents that the model has not learned"
OUTPUT_HELP = "the model file to write"
METHOD_HELP = (
    "auto (default), temperature, shared-platt, platt, isotonic or none; auto takes the best one "
    "that makes neither accuracy, log loss nor Brier score worse"
)
CUTOFF_HELP = (
    "LABEL=0.8, LABEL=f1 or another measure, LABEL=budget:OTHER:0.001 (at most this share of "
    "OTHER is taken for LABEL), cost, or a number for all labels; repeat it for several"
)
COST_HELP = (
    "what it costs to give a document of label TRUE the label GIVEN, for --cutoff cost; "
    "1 if left out; repeat it"
)
UNSURE_HELP = "give no label where none is above its cutoff, instead of the most probable one"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help=MODEL_HELP)
    options.add_data(parser, DATA_HELP)
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help=OUTPUT_HELP)
    parser.add_argument("--method", metavar="NAME", default="auto", help=METHOD_HELP)
    parser.add_argument("--cutoff", metavar="RULE", action="append", default=[], help=CUTOFF_HELP)
    parser.add_argument(
        "--cost", metavar="TRUE:GIVEN=C", action="append", default=[], help=COST_HELP
    )
    parser.add_argument("--unsure", action="store_true", help=UNSURE_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Calibrate the model, and print what that does to other documents."""
    from linnet.calibration.calibrate import Development
    from linnet.calibration.cutoff_rules import CutoffRules
    from linnet.calibration.summary import calibration_summary
    from linnet.classifier.facts import calibration_facts
    from linnet.threads import threads_of
    from linnet.validation.fingerprints import compared_with_training

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    check_model_output(args.output, *files_read(args.data, args.format))
    costs = costs_of(args.cost, classifier.labels)
    rules = CutoffRules(tuple(args.cutoff), costs, args.unsure)
    documents, tally = read_documents(args, classifier=classifier, known=classifier.labels)
    documents, are_learned = compared_with_training(documents, classifier, threads_of(args.threads))

    with progress("calibrating") as show_progress:
        development = Development.of(classifier, documents, args.threads, show_progress)
    chosen = development.chosen(args.method)
    calibrated = development.calibrated(chosen.method, rules)
    summary = calibration_summary(development, chosen)
    calibrated.save(args.output)

    result = {
        **summary,
        **calibration_facts(calibrated),
        "on_training_documents": are_learned(),
        "model": args.output,
        **tally.as_json(),
    }
    if args.json:
        print_json(result)
    elif not is_quiet():
        _print_result(calibrated, result)


def costs_of(pairs: list[str], labels: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """Return (true, given) → cost of what was written as TRUE:GIVEN=C.

    >>> costs_of(["ham:spam=10"], ("ham", "spam"))
    {('ham', 'spam'): 10.0}
    """
    known_pairs = {}
    for true in labels:
        for other in labels:
            if true != other:
                known_pairs[f"{true}:{other}"] = (true, other)
    costs = {}
    for pair in pairs:
        names, _, cost = pair.rpartition("=")
        if names not in known_pairs:
            example = bounded(next(iter(known_pairs)), LONGEST_VALUE)
            raise SettingError(
                f"--cost must be TRUE:GIVEN=C with labels of the model; got {quoted(pair)}. "
                f"Write {example}=10."
            )
        costs[known_pairs[names]] = options.number_of("--cost", cost)
    return costs


def _print_result(classifier: "Classifier", result: dict[str, Any]) -> None:
    from linnet.calibration.calibrate import ON_TRAINING_DOCUMENTS
    from linnet.classifier.facts_in_words import calibration_lines

    if result["on_training_documents"]:
        print(f"{ON_TRAINING_DOCUMENTS}\n")
    lines = {"calibration": "none"} | calibration_lines(classifier)
    for name, line in lines.items():
        print(f"{name.capitalize()}: {line}.")
    if result["why"]:
        print(f"The calibration was chosen by auto: {result['why']}.")
    documents = counted(result["documents"], "document")
    print(f"How good probabilities are, on {documents}, each judged by the others:")
    rows = []
    for name, before in result["before"].items():
        rows.append(
            (name.replace("_", " "), _four_digits(before), _four_digits(result["after"][name]))
        )
    Table(("", "before", "after"), rows).show()
    print(f"Wrote {result['model']}.")


def _four_digits(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
