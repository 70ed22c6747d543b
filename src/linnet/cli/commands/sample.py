"""linnet sample: documents as the model imagines them."""

from argparse import ArgumentParser, Namespace

from linnet.cli import options
from linnet.cli.model_path import load_model
from linnet.cli.terminal import json_line, print_json, write_bytes

EXAMPLES = """
  linnet sample messages.linnet
  linnet sample messages.linnet --documents 100 --length 20 --seed 7 > made-up.jsonl
"""
DOCUMENTS = 5
MODEL_HELP = "a model file of the multinomial or bernoulli learner"
DOCUMENTS_HELP = f"how many; {DOCUMENTS} by default"
LENGTH_HELP = "features per document; by default drawn around the mean of its label"
SEED_HELP = "another seed gives other documents; 0 by default"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    whole = options.whole
    parser.add_argument("model", metavar="MODEL", help=MODEL_HELP)
    parser.add_argument(
        "--documents", metavar="N", type=whole, default=DOCUMENTS, help=DOCUMENTS_HELP
    )
    parser.add_argument("--length", metavar="L", type=whole, help=LENGTH_HELP)
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help=SEED_HELP)
    options.add_json(parser, "print one JSON object instead of JSON lines")


def run(args: Namespace) -> None:
    """Draw documents and print them."""
    from linnet.classifier.sampling import sample

    classifier = load_model(args.model, reads=False)
    documents = []
    for label, features in sample(classifier, args.documents, length=args.length, seed=args.seed):
        documents.append({"label": label, "features": dict(features)})
    if args.json:
        print_json({"documents": documents, "seed": args.seed})
    else:
        write_bytes(b"".join(map(json_line, documents)))
