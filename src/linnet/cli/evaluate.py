"""linnet evaluate: how good a model is on labelled documents it has not seen."""

from argparse import ArgumentParser, Namespace
from math import isfinite
from typing import Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.model_path import load_model
from linnet.cli.progress import progress
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import add_tokenizer

NAME = "evaluate"
HELP = "measure how good a model is on labelled documents"
EXAMPLES = """
  linnet evaluate messages.linnet held-out.csv
  linnet evaluate messages.linnet held-out.csv --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    parser.add_argument("data", metavar="DATA", help="labelled documents that the model has not learned")
    said = "tell the joint log-likelihood of the documents too: log P(label) + log P(features given label)"
    parser.add_argument("--likelihood", action="store_true", help=said)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Evaluate and tell the measures."""
    from linnet.cli.measures import print_evaluation, print_several
    from linnet.sampling import log_likelihood
    from linnet.tuning.evaluate import evaluate, evaluate_several

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    documents, tally = read_documents(args, classifier=classifier)
    judge, show = (evaluate_several, print_several) if classifier.several else (evaluate, print_evaluation)
    with progress("evaluating") as moved:
        evaluation: Any = judge(classifier, documents, threads=args.threads, progress=moved)
    likelihood = log_likelihood(classifier, documents, threads=args.threads) if args.likelihood else None
    if args.json:
        finite = likelihood if likelihood is not None and isfinite(likelihood) else None
        print_json({**evaluation.as_json(), "log_likelihood": finite, "skipped_rows": tally.skipped_rows})
        return
    show(evaluation, classifier.labels)
    if likelihood is not None:
        print(f"\nlog-likelihood  {likelihood:.4f}")
