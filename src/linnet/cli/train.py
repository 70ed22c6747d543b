"""linnet train: a file of labelled text in, a model file out."""

from argparse import ArgumentParser, Namespace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import Tally, read_documents
from linnet.cli.model_path import check_model_output
from linnet.cli.progress import progress
from linnet.cli.terminal import counted, print_json, size_of

if TYPE_CHECKING:
    from linnet.classifier import Classifier

NAME = "train"
HELP = "learn from labelled documents and write a model file"
EXAMPLES = """
  linnet train messages.csv -o messages.linnet
  linnet train reviews.jsonl --text title --text body --label stars -o reviews.linnet --words 1-2
  linnet train mail/ -o mail.linnet --learner complement --min-documents 2 --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("data", metavar="DATA", help="a file, a folder with one sub-folder per label, or -")
    parser.add_argument("-o", "--output", metavar="MODEL", required=True, help="the model file to write")
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, weight=True)
    options.add_features(parser)
    options.add_learner(parser)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Train, write the model, tell what was done."""
    start = perf_counter()
    check_model_output(args.output, args.data, args.recipe)
    recipe = options.recipe_of(args)
    documents, tally = read_documents(args, recipe=recipe)
    from linnet.cli.model import tell_alike
    from linnet.tuning.train import train

    with progress("learning") as moved:
        classifier = train(documents, recipe, threads=args.threads, progress=moved)
    classifier.save(args.output)
    tell_alike(classifier.labels)
    result = _result(classifier, args.output, tally, perf_counter() - start)
    if args.json:
        print_json(result)
    else:
        _print(classifier, result)


def _result(classifier: "Classifier", model: str, tally: Tally, seconds: float) -> dict[str, Any]:
    from linnet.cli.model import fingerprint_of

    return {
        "documents": classifier.documents,
        "features": classifier.model.features.n_columns,
        "labels": len(classifier.labels),
        "seconds": round(seconds, 6),
        "model": model,
        "learner": classifier.recipe.learner.learner,
        "fingerprint": fingerprint_of(classifier),
        "skipped_rows": tally.skipped_rows,
        "empty_texts": tally.empty_texts,
        "exact": classifier.exact,
    }


def _print(classifier: "Classifier", result: dict[str, Any]) -> None:
    from linnet.cli.model import in_words, label_counts, next_commands

    learned = counted(result["documents"], "document")
    print(f"Learned {learned} in {result['seconds']:.2f} s: {in_words(classifier.recipe)}.")
    print(f"Labels: {label_counts(classifier)}.")
    print(f"Wrote {result['model']} ({size_of(result['model'])}, {counted(result['features'], 'feature')}).")
    print(next_commands(result["model"]))
