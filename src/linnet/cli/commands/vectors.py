"""linnet vectors: documents as a model sees them, for other programs."""

from argparse import ArgumentParser, Namespace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.model_path import load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import progress
from linnet.cli.terminal import print_json
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import InputError, counted, quoted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading.documents import Batch

NAME = "vectors"
HELP = "write labelled documents as the features of a model, in svmlight format"
EXAMPLES = """
  linnet vectors messages.linnet messages.csv -o messages.svm
  linnet vectors messages.linnet messages.csv -o messages.svm --names features.txt --label-numbers
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "model", metavar="MODEL", help="a model file, whose features and weighting are used"
    )
    parser.add_argument("data", metavar="DATA", help="labelled documents")
    parser.add_argument(
        "-o", "--output", metavar="OUT.svm", required=True, help="the file to write"
    )
    parser.add_argument(
        "--names",
        metavar="FILE",
        help="write the names of the features too, one a line, from index 1",
    )
    said = "write labels as numbers from 0 on, in the order in which linnet inspect shows them, as LIBLINEAR needs them"
    parser.add_argument("--label-numbers", action="store_true", help=said)
    options.add_threads(parser)
    options.add_json(parser)
    add_tokenizer(parser)
    options.add_reading(parser)


def run(args: Namespace) -> None:
    """Write `label index:value …` for each document."""
    start = perf_counter()
    for path in filter(None, (args.output, args.names)):
        check_output(path, args.model, args.data)
    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    known = classifier.labels if args.label_numbers else None
    documents, tally = read_documents(args, classifier=classifier, known=known)
    with written_whole(args.output) as file, progress("writing") as moved:
        for batch in documents.batches():
            _write(file, classifier, batch, args)
            moved(batch.share, tally.documents)
    if args.names:
        _write_names(args.names, classifier)
    result = {
        "documents": tally.documents,
        "features": classifier.model.features.n_columns,
        **tally.as_json(),
        "seconds": round(perf_counter() - start, 6),
        "output": args.output,
    }
    if args.json:
        print_json(result)
    else:
        said = (
            f"{counted(result['documents'], 'document')}, {counted(result['features'], 'feature')}"
        )
        print(f"Wrote {args.output}: {said}.")


def _write(file: Any, classifier: "Classifier", batch: "Batch", args: Namespace) -> None:
    import pyarrow as pa

    from linnet.reading.svmlight import write_svmlight
    from linnet.threads import threads_of

    rows = classifier.rows(batch, threads_of(args.threads))
    labels = _numbers(batch, classifier.labels) if args.label_numbers else batch.labels
    if batch.label_starts is not None:
        labels = pa.LargeListArray.from_arrays(batch.label_starts, labels)
    write_svmlight(file, rows.starts, rows.columns, rows.values, labels)


def _numbers(batch: "Batch", known: tuple[str, ...]) -> Any:
    """Return the place of each label among those of the model."""
    import pyarrow as pa

    place = {label: str(number) for number, label in enumerate(known)}
    labels = [] if batch.labels is None else batch.labels.to_pylist()
    new = next((label for label in labels if label not in place), None)
    if new is not None:
        raise InputError(
            f"a label must be one that the model knows to have a number; got {quoted(new)}. Leave it out."
        )
    return pa.array([place[label] for label in labels], pa.string())


def _write_names(path: str, classifier: "Classifier") -> None:
    features = classifier.model.features
    with written_whole(path) as file:
        for column in range(features.n_columns):
            file.write(features.name(column).replace("\n", " ").encode() + b"\n")
