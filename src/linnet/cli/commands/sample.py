"""linnet sample: documents as the model imagines them."""

from argparse import ArgumentParser, Namespace
from typing import Any

from linnet.cli import options
from linnet.cli.model_path import load_model
from linnet.cli.terminal import json_line, print_json, write_bytes

NAME = "sample"
HELP = "draw documents from a model: labels and bags of features, as JSON lines"
EXAMPLES = """
  linnet sample messages.linnet
  linnet sample messages.linnet --documents 100 --length 20 --seed 7 > made-up.jsonl
"""
DOCUMENTS = 5


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "model", metavar="MODEL", help="a model file; not one of the complement learner"
    )
    said = f"how many; {DOCUMENTS} by default"
    parser.add_argument(
        "--documents", metavar="N", type=options.whole, default=DOCUMENTS, help=said
    )
    said = "features per document; by default drawn around the mean of its label"
    parser.add_argument("--length", metavar="L", type=options.whole, help=said)
    said = "another seed gives other documents; 0 by default"
    parser.add_argument("--seed", metavar="N", type=options.whole, default=0, help=said)
    options.add_json(parser, "print one JSON object instead of JSON lines")


def run(args: Namespace) -> None:
    """Draw documents and print them."""
    from linnet.classifier.sampling import sample

    drawn = sample(
        load_model(args.model, reads=False), args.documents, length=args.length, seed=args.seed
    )
    documents: list[dict[str, Any]] = [
        {"label": label, "features": dict(features)} for label, features in drawn
    ]
    if args.json:
        print_json({"documents": documents, "seed": args.seed})
    else:
        write_bytes(b"".join(map(json_line, documents)))
