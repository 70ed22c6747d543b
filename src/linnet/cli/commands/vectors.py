"""linnet vectors: documents as a model sees them, for other programs."""

from argparse import ArgumentParser, Namespace
from time import perf_counter
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import files_read
from linnet.cli.model_path import load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import progress
from linnet.cli.terminal import is_quiet, print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

EXAMPLES = """
  linnet vectors messages.linnet messages.csv -o messages.svm
  linnet vectors messages.linnet messages.csv -o messages.svm --names features.txt --label-numbers
"""
MODEL_HELP = "a model file, whose features and weighting are used"
NAMES_HELP = "write the names of the features too, one a line, from index 1"
LABEL_NUMBERS_HELP = (
    "write labels as numbers from 0 on, in the order in which linnet inspect shows them, "
    "as LIBLINEAR needs them"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help=MODEL_HELP)
    options.add_data(parser)
    parser.add_argument(
        "-o", "--output", metavar="OUT.svm", required=True, help="the file to write"
    )
    parser.add_argument("--names", metavar="FILE", help=NAMES_HELP)
    parser.add_argument("--label-numbers", action="store_true", help=LABEL_NUMBERS_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Write `label index:value …` for each document."""
    start = perf_counter()
    for path in filter(None, (args.output, args.names)):
        check_output(path, args.model, *files_read(args.data, args.format))
    from linnet.classifier.vectors import write_vectors
    from linnet.threads import threads_of

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    known_labels = classifier.labels if args.label_numbers else None
    documents, tally = read_documents(args, classifier=classifier, known=known_labels)
    threads = threads_of(args.threads)
    with written_whole(args.output) as file, progress("writing") as show_progress:
        for batch in classifier.read(documents).batches():
            write_vectors(
                file, classifier, batch, label_numbers=args.label_numbers, threads=threads
            )
            show_progress(batch.share, tally.documents)
    if args.names:
        _write_names(args.names, classifier)

    n_features = classifier.model.features.n_columns
    if args.json:
        result = {"documents": tally.documents, "features": n_features, **tally.as_json()}
        seconds = round(perf_counter() - start, 6)
        print_json({**result, "seconds": seconds, "output": args.output})
    elif not is_quiet():
        documents_written = counted(tally.documents, "document")
        print(f"Wrote {args.output}: {documents_written}, {counted(n_features, 'feature')}.")


def _write_names(path: str, classifier: "Classifier") -> None:
    from linnet.classifier.vectors import feature_names

    with written_whole(path) as file:
        for name in feature_names(classifier):
            file.write(f"{name}\n".encode())
