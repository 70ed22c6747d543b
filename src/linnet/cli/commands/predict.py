"""linnet predict: a model and new documents in, one labelled row for each out."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import Tally, from_terminal, read_documents, typed_documents
from linnet.cli.model_path import load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import progress
from linnet.cli.terminal import counted, print_json, say, shown
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import SettingError, listed

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.prediction.predictions import OutputColumns, Predictions
    from linnet.prediction.writers import Writer
    from linnet.reading.documents import Documents

NAME = "predict"
HELP = "label documents with a model"
EXAMPLES = """
  linnet predict messages.linnet new.csv -o labels.csv
  echo 'You have won a prize' | linnet predict messages.linnet
  linnet predict messages.linnet new.jsonl --id key --top 3 -o labels.jsonl --json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    said = "documents; standard input if left out or -, one text per line unless --format says otherwise"
    parser.add_argument("data", metavar="DATA", nargs="?", default="-", help=said)
    said = "file to write: .jsonl, .csv or .parquet; JSON lines to standard output if left out"
    parser.add_argument("-o", "--output", metavar="OUT", help=said)
    parser.add_argument(
        "--probabilities", action="store_true", help="tell the probability of every label"
    )
    parser.add_argument(
        "--top", metavar="K", type=options.whole, default=0, help="tell the K most probable labels"
    )
    options.add_threads(parser)
    options.add_json(parser, "print a summary as one JSON object; needs -o")
    add_tokenizer(parser)
    options.add_reading(parser, label=False, id=True)


def run(args: Namespace) -> None:
    """Label every document and write the labels, batch by batch."""
    start = perf_counter()
    _check(args)
    from linnet.prediction.predictions import OutputColumns

    classifier = load_model(args.model, args.data, tokenizer=args.tokenizer)
    documents, tally = _documents(args, classifier)
    if args.probabilities and not classifier.model.has_probabilities:
        raise SettingError(
            f"--probabilities needs a model that has some; got {classifier.recipe.learner.learner}, whose scores are "
            "margins. Calibrate the model, train a logistic or naive Bayes learner, or leave it out."
        )
    asked = OutputColumns(
        classifier.labels,
        args.probabilities,
        args.top,
        classifier.multilabel,
        margins=not classifier.model.has_probabilities,
    )
    summary = _Summary(classifier.labels)
    bar = progress(
        "labelling", wanted=args.output is not None
    )  # labels on the screen show well enough how it goes
    with _opened(args.output, asked) as writer, bar as moved:
        for share, said in _predicted(classifier, documents, args.threads):
            writer.write(said)
            summary.add(said)
            moved(share, tally.documents)
    _tell(args, summary, tally, perf_counter() - start)
    if tally.skipped_rows:
        say(f"{counted(tally.skipped_rows, 'bad row')} skipped: label null in the output.")
        tally.tell_reasons(documents.name)


def _check(args: Namespace) -> None:
    """Refuse an output that cannot be, before any work."""
    if args.output is not None:
        from linnet.prediction.writers import writer_for

        check_output(args.output, args.model, args.data)
        writer_for(args.output)
    elif args.json:
        raise SettingError(
            "--json prints a summary, so the labels must go to a file; got no -o. Pass -o OUT."
        )


def _documents(args: Namespace, classifier: "Classifier") -> "tuple[Documents, Tally]":
    if len(classifier.fields) > 1 and args.data == "-" and args.format in (None, "lines"):
        raise SettingError(
            f"standard input: the model needs the fields {listed(classifier.fields)}; "
            "got one text per line. Pass --format jsonl or csv and name them there."
        )
    if from_terminal(args) and not args.text and not args.id:
        return typed_documents()
    return read_documents(args, labelled=False, classifier=classifier)


def _predicted(
    classifier: "Classifier", documents: "Documents", threads: int | None
) -> "Iterator[tuple[float | None, Predictions]]":
    for batch in documents.batches():
        yield batch.share, classifier.predict_batch(batch, threads)


@contextmanager
def _opened(path: str | None, asked: "OutputColumns") -> "Iterator[Writer]":
    """Give the writer to a file, or to standard output."""
    from linnet.prediction.writers import JsonLines, writer_for

    if path is None:
        yield JsonLines(sys.stdout.buffer, asked)
        return
    with written_whole(path) as file:
        writer = writer_for(path)(file, asked)
        yield writer
        writer.close()


class _Summary:
    """What the labels are, counted while they are written."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self._labels = labels
        self._counts = [0] * len(labels)
        self.flags: Counter[str] = Counter()

    def add(self, said: "Predictions") -> None:
        new = said.label_counts().tolist()
        self._counts = [a + b for a, b in zip(self._counts, new, strict=True)]
        self.flags += said.flag_counts()

    @property
    def labels(self) -> dict[str, int]:
        """Label → rows that got it."""
        return dict(zip(self._labels, self._counts, strict=True))


def _tell(args: Namespace, summary: _Summary, tally: Tally, seconds: float) -> None:
    result = {
        "documents": tally.documents,
        "labels": summary.labels,
        **tally.as_json(),
        "flags": dict(sorted(summary.flags.items())),
        "seconds": round(seconds, 6),
        "output": args.output,
    }
    if args.json:
        print_json(result)
    elif args.output is not None:
        _print(result)


def _print(result: dict[str, Any]) -> None:
    labels = ", ".join(f"{shown(label)} {n:,}" for label, n in result["labels"].items() if n)
    said = f"{counted(result['documents'], 'document')} in {result['seconds']:.2f} s"
    print(f"Wrote {result['output']}: {said}{': ' if labels else ''}{labels}.")
    if result["flags"]:
        print("Flagged: " + ", ".join(f"{flag} {n:,}" for flag, n in result["flags"].items()) + ".")
