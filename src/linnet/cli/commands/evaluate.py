"""linnet evaluate: how good a model is on labelled documents it has not seen."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.checks import add_checks, check, training_documents, watched
from linnet.cli.documents import read_documents
from linnet.cli.model_path import load_model
from linnet.cli.progress import progress
from linnet.cli.report import check_report, write_report
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import SettingError

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.cli.judged import Judged
    from linnet.evaluation.metrics.evaluation import Evaluation
    from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
    from linnet.evaluation.metrics.slices import Slices

NAME = "evaluate"
HELP = "measure how good a model is on labelled documents"
EXAMPLES = """
  linnet evaluate messages.linnet held-out.csv
  linnet evaluate messages.linnet held-out.csv --json
  linnet evaluate messages.linnet held-out.csv --spam spam --slice-length
  linnet evaluate reviews.linnet held-out.csv --group author --slice year --train train.csv
  linnet evaluate messages.linnet held-out.csv --report report.html
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    parser.add_argument(
        "data", metavar="DATA", help="labelled documents that the model has not learned"
    )
    said = "tell the joint log-likelihood of the documents too: log P(label) + log P(features given label)"
    parser.add_argument("--likelihood", action="store_true", help=said)
    add_checks(parser)
    said = "documents with the same value (an author, a thread) belong together; intervals are wider for it"
    parser.add_argument("--group", metavar="COLUMN", help=said)
    said = "measures for each value of a column too; may be repeated"
    parser.add_argument("--slice", metavar="COLUMN", action="append", default=[], help=said)
    said = "measures for short to long texts too, in four parts"
    parser.add_argument("--slice-length", action="store_true", help=said)
    said = "what mistakes cost: a table of true × predicted labels, .csv or .json"
    parser.add_argument("--cost", metavar="FILE", help=said)
    said = "the label of spam: tell what matters in a spam filter too"
    parser.add_argument("--spam", metavar="LABEL", help=said)
    said = "write a report too: a page (.html), all numbers (.json) or a model card (.md)"
    parser.add_argument("--report", metavar="FILE", help=said)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Evaluate and tell the measures."""
    if args.report:
        check_report(args.report, args.model, args.data)
    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    aside = (*args.slice, *args.aside, *([args.group] if args.group else []))
    documents, tally = read_documents(args, classifier=classifier, aside=aside)
    seen = watched(args, classifier, documents)
    documents = seen.documents
    training = training_documents(args, classifier)
    found = _judged(args, classifier, documents, training)
    checks = check(args, classifier, seen, training)
    if args.report:
        sections = {**_suspects(args, classifier, training), **checks.as_json()}
        write_report(args, classifier, documents, found, **sections)
    likelihood = _likelihood(args, classifier, documents)
    if args.json:
        finite = likelihood if likelihood is not None and isfinite(likelihood) else None
        record = None if classifier.record is None else classifier.record.as_json()
        rest = {"log_likelihood": finite, **checks.as_json(), "record": record, **tally.as_json()}
        print_json({**found.as_json(), **rest})
        return
    checks.show_first()
    _show(found, classifier)
    _show_estimate(found, classifier)
    checks.show()
    if likelihood is not None:
        print(f"\nlog-likelihood  {likelihood:.4f}")


def _suspects(args: Namespace, classifier: "Classifier", training: Any) -> dict[str, Any]:
    """Return suspects among the training documents for the report, where these are named."""
    from linnet.cli.suspects import sections_of
    from linnet.validation.label_suspects import suspects

    if training is None or classifier.recipe.learner.needs == "nothing":
        return {}
    settings: dict[str, Any] = {
        "folds": min(10, classifier.documents),
        "tokenizer": classifier.tokenizer,
    }
    with progress("looking for suspects") as moved:
        found = suspects(
            training, classifier.recipe, threads=args.threads, progress=moved, **settings
        )
    return sections_of(found)


def _show(found: Any, classifier: "Classifier") -> None:
    from linnet.cli.measures import print_judged, print_several

    (print_several if classifier.multilabel else print_judged)(found, classifier.labels)


def _show_estimate(found: Any, classifier: "Classifier") -> None:
    """Print the estimate that the model was trained with, where its file has one."""
    from linnet.cli.record import estimate_line

    line = estimate_line(classifier.record, found.evaluation.measures)
    if line is not None:
        print(f"\n{line}")


def _likelihood(args: Namespace, classifier: "Classifier", documents: Any) -> float | None:
    from linnet.classifier.sampling import log_likelihood

    return log_likelihood(classifier, documents, threads=args.threads) if args.likelihood else None


def _judged(args: Namespace, classifier: "Classifier", documents: Any, training: Any) -> "Judged":
    from linnet.cli.judged import Judged
    from linnet.evaluation.metrics.costs import cost_metric, read_costs
    from linnet.evaluation.metrics.spam import spam_measures
    from linnet.validation.evaluate import evaluate_any_predictions, predictions_with_metadata

    _check_several(args, classifier)
    extra = [cost_metric(read_costs(args.cost))] if args.cost else []
    settings = {"lengths": args.slice_length, "threads": args.threads}
    answers: Any
    with progress("evaluating") as moved:
        answers, metadata = predictions_with_metadata(
            classifier, documents, **settings, progress=moved
        )
    if args.group:
        answers = replace(answers, groups=metadata.groups(args.group))
    evaluation: Any = evaluate_any_predictions(answers, extra, threads=args.threads)
    spam = spam_measures(evaluation, answers, args.spam) if args.spam else {}
    learned = None if training is None else _learned(args, classifier, training, extra)
    return Judged(answers, evaluation, _slices(args, answers, metadata), spam, learned)


def _slices(args: Namespace, answers: Any, metadata: Any) -> "tuple[Slices, ...]":
    from linnet.evaluation.metrics.slices import length_quarters, slices_of

    found = [slices_of(answers, column, *metadata.slices(column)) for column in args.slice]
    return (
        *found,
        *(
            [slices_of(answers, "words", *length_quarters(metadata.words))]
            if args.slice_length
            else ()
        ),
    )


def _check_several(args: Namespace, classifier: "Classifier") -> None:
    for option in ("cost", "spam") if classifier.multilabel else ():
        if getattr(args, option):
            raise SettingError(
                f"--{option} is for documents of one label each; got a model that gives several. Leave it out."
            )


def _learned(
    args: Namespace, classifier: "Classifier", documents: Any, extra: Any = ()
) -> "Evaluation | MultilabelEvaluation":
    """Return the same measures on what was learned."""
    from linnet.validation.evaluate import evaluate_any_predictions, labelled_predictions

    with progress("evaluating on the training documents") as moved:
        found = labelled_predictions(classifier, documents, threads=args.threads, progress=moved)
    return evaluate_any_predictions(found, extra, threads=args.threads)
