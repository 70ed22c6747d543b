"""linnet evaluate: how good a model is on labelled documents it has not seen."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.checks import add_checks, print_caution, print_checks
from linnet.cli.documents import read_documents
from linnet.cli.drift_check import check_drift, print_drift, watched_documents
from linnet.cli.inputs import names_shown
from linnet.cli.measures import print_evaluation
from linnet.cli.model_path import load_model
from linnet.cli.progress import progress
from linnet.cli.record import estimate_line
from linnet.cli.report import check_report, write_report
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import SettingError

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.data_drift.score_warning import DriftCheck
    from linnet.evaluation.metrics.evaluation import Evaluation
    from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
    from linnet.reading import Documents
    from linnet.validation.checks import Checks
    from linnet.validation.detailed_evaluation import DetailedEvaluation, Details

EXAMPLES = """
  linnet evaluate messages.linnet held-out.csv
  linnet evaluate messages.linnet 'held-out/*.csv' --json
  linnet evaluate messages.linnet held-out.csv --spam spam --slice-length
  linnet evaluate reviews.linnet held-out.csv --group author --slice year --train train.csv
  linnet evaluate messages.linnet held-out.csv --min-probability 0.8
  linnet evaluate messages.linnet held-out.csv --report report.html
"""
DATA_HELP = "labelled documents that the model has not learned"
LIKELIHOOD_HELP = (
    "tell the joint log-likelihood of the documents too: log P(label) + log P(features given label)"
)
GROUP_HELP = (
    "documents with the same value (an author, a thread) belong together; "
    "intervals are wider for it"
)
SLICE_HELP = "measures for each value of a column too; may be repeated"
SLICE_LENGTH_HELP = "measures for short to long texts too, in four parts"
COST_HELP = "what mistakes cost: a table of true × predicted labels, .csv or .json"
SPAM_HELP = "the label of spam: tell what matters in a spam filter too"
HIERARCHY_HELP = "what stands between the parts of labels such as sport/tennis: measure these too"
MIN_PROBABILITY_HELP = (
    "judge the model as if a label that is less probable were not given: "
    "how many documents get one, and how right these are"
)
REPORT_HELP = "write a report too: a page (.html), all numbers (.json) or a model card (.md)"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    options.add_data(parser, DATA_HELP)
    parser.add_argument("--likelihood", action="store_true", help=LIKELIHOOD_HELP)
    add_checks(parser)
    parser.add_argument("--group", metavar="COLUMN", help=GROUP_HELP)
    parser.add_argument("--slice", metavar="COLUMN", action="append", default=[], help=SLICE_HELP)
    parser.add_argument("--slice-length", action="store_true", help=SLICE_LENGTH_HELP)
    parser.add_argument("--cost", metavar="FILE", help=COST_HELP)
    parser.add_argument("--spam", metavar="LABEL", help=SPAM_HELP)
    parser.add_argument("--hierarchy", metavar="MARK", help=HIERARCHY_HELP)
    options.add_min_probability(parser, MIN_PROBABILITY_HELP)
    parser.add_argument("--report", metavar="FILE", help=REPORT_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Evaluate and print the measures."""
    if args.report:
        check_report(args.report, args.model, args.data, args.format)
    from linnet.validation.checks import check, recognise

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    classifier = classifier.with_min_probability(args.min_probability)
    columns = [*args.slice, *_metadata_columns(args)]
    documents, tally = read_documents(args, classifier=classifier, metadata=columns)
    recognised = recognise(documents, classifier, args.threads)
    documents = recognised.documents
    training = _read_training(args, classifier)

    evaluation, drift = _evaluate_watching(args, classifier, documents, training)
    checks = check(
        classifier,
        recognised,
        model_file=None if args.no_ledger else args.model,
        training=training,
        group=args.group,
        threads=args.threads,
    )
    if args.report:
        sections = {**_suspects(args, classifier, training), **checks.as_json()}
        write_report(
            args.report,
            classifier,
            documents,
            evaluation,
            model=args.model,
            data=names_shown(args.data, args.format),
            sections=sections | drift.as_json(),
        )
    likelihood = _log_likelihood(args, classifier, documents)

    if args.json:
        finite = likelihood if likelihood is not None and isfinite(likelihood) else None
        rest = {"log_likelihood": finite, **checks.as_json(), **_of_training(classifier)}
        print_json({**evaluation.as_json(), **rest, **tally.as_json(), **drift.as_json()})
        return
    _print(classifier, evaluation, checks, likelihood)
    print_drift(drift)


def _of_training(classifier: "Classifier") -> dict[str, Any]:
    """Return what the model file remembers of its training, for `--json`."""
    from linnet.validation.estimates import estimates_of

    record = None if classifier.record is None else classifier.record.as_json()
    if classifier.multilabel:
        return {"record": record}
    estimated = estimates_of(classifier).get("accuracy")
    accuracy = None if estimated is None else estimated.as_json()
    return {"estimated_accuracy": accuracy, "record": record}


def _print(
    classifier: "Classifier",
    evaluation: "DetailedEvaluation",
    checks: "Checks",
    likelihood: float | None,
) -> None:
    """Print the measures, between what speaks against them."""
    from linnet.validation.estimates import estimates_of

    print_caution(checks)
    print_evaluation(evaluation, classifier.labels, estimates_of(classifier))
    estimate = estimate_line(classifier, evaluation.evaluation.measures)
    if estimate is not None:
        print(f"\n{estimate}")
    print_checks(checks)
    if likelihood is not None:
        print(f"\nlog-likelihood  {likelihood:.4f}")


def _metadata_columns(args: Namespace) -> list[str]:
    if args.group:
        return [*args.metadata, args.group]
    return list(args.metadata)


def _read_training(args: Namespace, classifier: "Classifier") -> "Documents | None":
    """Return what the model has learned from, where that is named."""
    if not args.train:
        return None
    of_training = Namespace(**{**vars(args), "data": args.train})
    documents, _ = read_documents(
        of_training, classifier=classifier, metadata=_metadata_columns(args)
    )
    return documents


def _evaluate_watching(
    args: Namespace,
    classifier: "Classifier",
    documents: "Documents",
    training: "Documents | None",
) -> "tuple[DetailedEvaluation, DriftCheck]":
    """Return the evaluation, and how the documents differ from those of training."""
    watched = watched_documents(args, classifier, documents, training)
    evaluation = _evaluate(args, classifier, watched.documents(), training)
    return evaluation, check_drift(classifier, evaluation, watched)


def _evaluate(
    args: Namespace,
    classifier: "Classifier",
    documents: "Documents",
    training: "Documents | None",
) -> "DetailedEvaluation":
    from linnet.validation.detailed_evaluation import evaluate_in_detail
    from linnet.validation.labelled_predictions import predictions_with_metadata

    details = _details(args, classifier)
    with progress("evaluating") as show_progress:
        predictions, metadata = predictions_with_metadata(
            classifier,
            documents,
            lengths=args.slice_length,
            threads=args.threads,
            progress=show_progress,
        )
    evaluation = evaluate_in_detail(predictions, metadata, details, threads=args.threads)
    if training is None:
        return evaluation
    on_training = _evaluate_training(args, classifier, training, details)
    return replace(evaluation, training=on_training)


def _details(args: Namespace, classifier: "Classifier") -> "Details":
    from linnet.evaluation.metrics.costs import read_costs
    from linnet.validation.detailed_evaluation import Details

    if classifier.multilabel:
        _refuse_for_multilabel("--cost", args.cost)
        _refuse_for_multilabel("--spam", args.spam)
    return Details(
        group=args.group,
        slices=args.slice,
        by_length=args.slice_length,
        costs=read_costs(args.cost) if args.cost else None,
        spam=args.spam or None,
        hierarchy=args.hierarchy,
    )


def _refuse_for_multilabel(option: str, value: str | None) -> None:
    if value:
        raise SettingError(
            f"{option} is for documents of one label each; got a model that gives several. "
            "Leave it out."
        )


def _evaluate_training(
    args: Namespace, classifier: "Classifier", documents: "Documents", details: "Details"
) -> "Evaluation | MultilabelEvaluation":
    """Return the same measures on what was learned."""
    from linnet.validation.evaluate import evaluate_any_predictions
    from linnet.validation.labelled_predictions import labelled_predictions

    with progress("evaluating on the training documents") as show_progress:
        predictions = labelled_predictions(
            classifier, documents, threads=args.threads, progress=show_progress
        )
    return evaluate_any_predictions(
        predictions, details.metrics, hierarchy=details.hierarchy, threads=args.threads
    )


def _suspects(
    args: Namespace, classifier: "Classifier", training: "Documents | None"
) -> dict[str, Any]:
    """Return suspects among the training documents for the report, where these are named."""
    from linnet.report.sections import suspect_sections
    from linnet.validation.label_suspects import suspects

    if training is None or classifier.recipe.learner.needs == "nothing":
        return {}
    with progress("looking for suspects") as show_progress:
        found_suspects = suspects(
            training,
            classifier.recipe,
            folds=min(10, classifier.documents),
            threads=args.threads,
            progress=show_progress,
            tokenizer=classifier.tokenizer,
        )
    return suspect_sections(found_suspects)


def _log_likelihood(
    args: Namespace, classifier: "Classifier", documents: "Documents"
) -> float | None:
    from linnet.classifier.sampling import log_likelihood

    if not args.likelihood:
        return None
    return log_likelihood(classifier, documents, threads=args.threads)
