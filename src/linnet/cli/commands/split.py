"""linnet split: documents to learn from, to tune by and to judge by, each in a file of its own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.inputs import files_read
from linnet.cli.leaks import print_leaks
from linnet.cli.output_file import written_together
from linnet.cli.table import Table
from linnet.cli.terminal import is_quiet, print_json, say
from linnet.errors import SettingError, counted, shown

if TYPE_CHECKING:
    from linnet.reading.documents import Documents

EXAMPLES = """
  linnet split messages.csv -o parts
  linnet split messages.csv --test 0.2 --dev 0.1 -o parts --group author
  linnet split messages.csv --test 0.2 -o parts --time date
  linnet split 2025-01.csv 2025-02.csv -o parts
"""
TEST_SHARE = 0.2
MOST_LABELS = 30
OUTPUT_HELP = "the folder to write train, dev and test into, in the format of DATA if possible"
TEST_HELP = f"the share of documents to judge by in the end; {TEST_SHARE} by default"
DEV_HELP = "the share of documents to tune by; none by default"
TIME_HELP = "the latest documents by this column are the test part"
SEED_HELP = "another seed gives another split; 0 by default"
FORCE_HELP = "replace parts that are there already"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    share = options.number
    options.add_data(parser)
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help=OUTPUT_HELP)
    parser.add_argument("--test", metavar="SHARE", type=share, default=TEST_SHARE, help=TEST_HELP)
    parser.add_argument("--dev", metavar="SHARE", type=share, default=0.0, help=DEV_HELP)
    options.add_group(parser)
    parser.add_argument("--time", metavar="COLUMN", help=TIME_HELP)
    options.add_metadata(parser)
    parser.add_argument("--seed", metavar="N", type=options.whole, default=0, help=SEED_HELP)
    parser.add_argument("--force", action="store_true", help=FORCE_HELP)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, time=True)


def run(args: Namespace) -> None:
    """Split, write the parts and print what is in them."""
    from linnet.evaluation.splits.document_split import split_documents
    from linnet.reading.copying import copier_of, copy_rows

    start = perf_counter()
    copier = copier_of(args.data, args.format)
    paths = _paths(args, copier.extension)
    columns = [name for name in (args.group, args.time, *args.metadata) if name]
    kept = ("all",) if copier.needs_columns else ()
    documents, tally = read_documents(args, metadata=columns, keep_columns=kept)
    split = split_documents(
        documents,
        test=args.test,
        development=args.dev,
        group=args.group,
        time=args.time,
        seed=args.seed,
        threads=args.threads,
    )
    if _is_transcoded(documents):
        say("the parts are written as UTF-8.")
    outputs = [paths[name] for name in split.parts]
    with written_together(outputs, list(paths.values())) as files:
        copy_rows(args.data, args.format, documents, split.part_of_row(), files)

    parts = {name: {"file": str(paths[name]), **split.part_facts(name)} for name in split.parts}
    if args.json:
        rest = {"seed": args.seed, **tally.as_json(), "seconds": round(perf_counter() - start, 6)}
        print_json({"parts": parts, "leaks": split.leaks.as_json(), **rest})
    elif not is_quiet():
        _print_parts(parts)
        print_leaks(split.leaks, "an earlier part")


def _is_transcoded(documents: Documents) -> bool:
    """Return whether a file has another encoding than UTF-8."""
    parts = [documents]
    if documents.part_documents is not None:
        parts = [part for part, _ in documents.part_documents()]
    files = [part.text_file for part in parts]
    return any(file is not None and file.encoding != "utf-8" for file in files)


def _paths(args: Namespace, extension: str) -> dict[str, Path]:
    """Return the files of the parts, or refuse to replace any."""
    from linnet.evaluation.splits.document_split import PARTS

    folder = Path(args.output)
    paths = {name: folder / f"{name}{extension}" for name in PARTS}
    if folder.exists() and not folder.is_dir():
        raise SettingError(f"{folder}: the parts must go into a folder; got a file. Name another.")
    existing = [path for path in paths.values() if path.exists()]
    if existing and not args.force:
        raise SettingError(
            f"{existing[0]}: a split must replace no file; got one. "
            "Name another folder or pass --force."
        )
    targets = {path.resolve() for path in paths.values()}
    for file in files_read(args.data, args.format):
        if Path(file).resolve() in targets:
            raise SettingError(
                f"{file}: the parts must not replace what is split; got its folder. Name another."
            )
    return paths


def _print_parts(parts: dict[str, dict[str, Any]]) -> None:
    for part in parts.values():
        print(f"Wrote {part['file']}: {counted(part['documents'], 'document')}.")
    labels = list(parts["train"]["labels"])
    n_more = len(labels) - MOST_LABELS
    if n_more == 1:  # a line about it would take as much room as the label
        n_more = 0
    rows = []
    for label in labels[: len(labels) - max(0, n_more)]:
        rows.append((shown(label), *(_share(part, label) for part in parts.values())))
    print()
    Table(("label", *parts), rows).show()
    if n_more > 0:
        print(f"… and {n_more:,} more labels; --json has all.")
    print()


def _share(part: dict[str, Any], label: str) -> str:
    """Return the number of documents of a label and their share in the part."""
    n = part["labels"][label]
    return f"{n:,} ({n / part['documents']:.1%})"
