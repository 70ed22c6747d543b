"""linnet predict: a model and new documents in, one labelled row for each out."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import from_terminal, read_documents, say_reasons, typed_documents
from linnet.cli.inputs import STANDARD_INPUT, files_read
from linnet.cli.model_path import load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import progress
from linnet.cli.terminal import is_quiet, print_json, say
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import SettingError, counted, listed, shortened, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.prediction.output_columns import OutputColumns
    from linnet.prediction.writers import PredictionFile, Writer
    from linnet.reading.documents import Documents
    from linnet.reading.tally import Tally

EXAMPLES = """
  linnet predict messages.linnet new.csv -o labels.csv
  linnet predict messages.linnet april.csv may.csv -o labels.csv
  echo 'You have won a prize' | linnet predict messages.linnet
  linnet predict messages.linnet new.jsonl --id key --top 3 -o labels.jsonl --json
  linnet predict messages.linnet new.csv --min-probability 0.8 --keep-columns all -o labels.csv
  linnet predict messages.linnet new.csv --keep-columns all --excel -o labels.csv
"""
DATA_HELP = (
    "documents: files, patterns, folders or a database; standard input if left out or -, "
    "one text per line unless --format says otherwise"
)
OUTPUT_HELP = "file to write: .jsonl, .csv or .parquet; JSON lines to standard output if left out"
PROBABILITIES_HELP = "tell the probability of every label"
TOP_HELP = "tell the K most probable labels"
MIN_PROBABILITY_HELP = (
    "a label that is less probable is not given: the row is unsure, with its best guess beside"
)
EXCEL_HELP = (
    "write CSV for spreadsheets: with comma if your Excel writes 0.5, with semicolon if it writes "
    "0,5; without a value, with semicolon if DATA has semicolons"
)
EXCEL_SEPARATORS = ("auto", "comma", "semicolon")  # those of linnet.prediction.csv_file
MOST_LABELS = 10  # in the summary


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    options.add_data(parser, DATA_HELP, default=STANDARD_INPUT)
    parser.add_argument("-o", "--output", metavar="OUT", help=OUTPUT_HELP)
    parser.add_argument("--probabilities", action="store_true", help=PROBABILITIES_HELP)
    parser.add_argument("--top", metavar="K", type=options.whole, default=0, help=TOP_HELP)
    options.add_min_probability(parser, MIN_PROBABILITY_HELP)
    options.add_choice_or_alone(parser, "--excel", EXCEL_SEPARATORS, EXCEL_HELP)
    options.add_threads(parser)
    options.add_json(parser, "print a summary as one JSON object; needs -o")
    add_tokenizer(parser)
    options.add_reading(parser, label=False, id=True, keep=True)


def run(args: Namespace) -> None:
    """Label every document and write the labels, batch by batch."""
    start = perf_counter()
    _check_output(args)
    from linnet.prediction.output_columns import OutputColumns

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    _check_probabilities(args, classifier)
    classifier = classifier.with_min_probability(args.min_probability)
    documents, tally = _read_documents(args, classifier)
    several = bool(documents.parts)
    columns = OutputColumns(args.probabilities, args.top, documents.kept_columns, several)

    # Labels on the screen show well enough how it goes.
    bar = progress("labelling", wanted=args.output is not None)
    opened = _open_output(args, documents.delimiter, classifier, columns)
    with opened as output, bar as show_progress:
        for predictions in classifier.predict_batches(documents, threads=args.threads):
            output.write(predictions)
            show_progress(predictions.share, tally.documents)

    result = {
        "documents": tally.documents,
        "labels": output.summary.labels,
        **tally.as_json(),
        "flags": dict(sorted(output.summary.flags.items())),
        "seconds": round(perf_counter() - start, 6),
        "output": args.output,
    }
    _print_result(result, as_json=args.json)
    if args.excel == "auto" and documents.delimiter != ";":
        say("cells have commas between them. Pass --excel semicolon if your Excel writes 0,5.")
    _report_bad_rows(tally, documents)


def _check_output(args: Namespace) -> None:
    """Refuse an output that cannot be, before any work."""
    if args.output is not None:
        check_output(args.output, args.model, *files_read(args.data, args.format))
        _writer_of(args)
    elif args.excel:
        raise SettingError(
            "--excel is for CSV in a file; got no -o. Pass -o OUT.csv, or leave it out."
        )
    elif args.json:
        raise SettingError(
            "--json prints a summary, so the labels must go to a file; got no -o. Pass -o OUT."
        )


def _check_probabilities(args: Namespace, classifier: "Classifier") -> None:
    wanted = {
        "--probabilities": args.probabilities,
        "--min-probability": args.min_probability,
    }
    option = next((name for name, value in wanted.items() if value), None)
    if option is not None and not classifier.model.has_probabilities:
        learner = classifier.recipe.learner.name
        raise SettingError(
            f"{option} needs a model that has some; got {learner}, whose scores are margins."
            " Calibrate the model, train a logistic or naive Bayes learner, or leave it out."
        )


def _read_documents(args: Namespace, classifier: "Classifier") -> "tuple[Documents, Tally]":
    if (
        len(classifier.fields) > 1
        and args.data == STANDARD_INPUT
        and args.format in (None, "lines")
    ):
        raise SettingError(
            f"standard input: the model needs the fields {listed(classifier.fields)}; "
            "got one text per line. Pass --format jsonl or csv and name them there."
        )
    if from_terminal(args) and not (args.text or args.id or args.keep_columns):
        return typed_documents()
    return read_documents(args, labelled=False, classifier=classifier)


def _writer_of(args: Namespace, delimiter: str = "") -> "type[Writer]":
    """Return the format of the output, for an input with this delimiter."""
    from linnet.prediction.csv_file import excel_writer
    from linnet.prediction.writers import writer_for

    if args.excel:
        return excel_writer(args.output, args.excel, delimiter)
    return writer_for(args.output)


@contextmanager
def _open_output(
    args: Namespace, delimiter: str, classifier: "Classifier", columns: "OutputColumns"
) -> "Iterator[PredictionFile]":
    """Give what writes predictions to a file, or to standard output."""
    from linnet.prediction.writers import PredictionFile

    if args.output is None:
        yield PredictionFile(sys.stdout.buffer, classifier.model, columns)
        return
    writer = _writer_of(args, delimiter)
    with (
        written_whole(args.output) as file,
        PredictionFile(file, classifier.model, columns, writer) as output,
    ):
        yield output


def _print_result(result: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(result)
    elif result["output"] is not None and not is_quiet():
        _print_summary(result)


def _print_summary(result: dict[str, Any]) -> None:
    documents = counted(result["documents"], "document")
    summary = f"Wrote {result['output']}: {documents} in {result['seconds']:.2f} s"
    by_size = sorted(result["labels"].items(), key=lambda label: -label[1])
    labels = [f"{shown(label)} {n:,}" for label, n in by_size if n]
    if labels:
        summary += f": {shortened(labels, len(labels), most=MOST_LABELS)}"
    print(f"{summary}.")

    flags = [f"{flag} {n:,}" for flag, n in result["flags"].items()]
    if flags:
        print(f"Flagged: {', '.join(flags)}.")


def _report_bad_rows(tally: "Tally", documents: "Documents") -> None:
    if tally.skipped_rows:
        say(f"{counted(tally.skipped_rows, 'bad row')} skipped: label null in the output.")
        say_reasons(tally, documents)
