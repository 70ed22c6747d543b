"""linnet split: documents to learn from, to tune by and to judge by, each in a file of its own."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.leaks import print_leaks
from linnet.cli.output_file import written_together
from linnet.cli.table import Table
from linnet.cli.terminal import print_json
from linnet.errors import SettingError, counted, shown

if TYPE_CHECKING:
    from linnet.evaluation.splits.split_data import SplitData
    from linnet.evaluation.splits.splits import Codes, Flags

NAME = "split"
HELP = "divide documents into a training, a development and a test part, and look for leaks between them"
EXAMPLES = """
  linnet split messages.csv -o parts
  linnet split messages.csv --test 0.2 --dev 0.1 -o parts --group author
  linnet split messages.csv --test 0.2 -o parts --time date
"""
PARTS = ("train", "dev", "test")  # in the order of TRAINING, DEVELOPMENT and TEST
TEST_SHARE = 0.2
MOST_LABELS = 30


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("data", metavar="DATA", help="labelled documents")
    said = "the folder to write train, dev and test into, in the format of DATA"
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help=said)
    said = f"the share of documents to judge by in the end; {TEST_SHARE} by default"
    parser.add_argument(
        "--test", metavar="SHARE", type=options.number, default=TEST_SHARE, help=said
    )
    said = "the share of documents to tune by; none by default"
    parser.add_argument("--dev", metavar="SHARE", type=options.number, default=0.0, help=said)
    options.add_group(parser)
    parser.add_argument(
        "--time", metavar="COLUMN", help="the latest documents by this column are the test part"
    )
    options.add_aside(parser)
    said = "another seed gives another split; 0 by default"
    parser.add_argument("--seed", metavar="N", type=options.whole, default=0, help=said)
    parser.add_argument("--force", action="store_true", help="replace parts that are there already")
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True)


def run(args: Namespace) -> None:
    """Split, write the parts and tell what is in them."""
    from linnet.evaluation.splits.leaks import leaks_among
    from linnet.evaluation.splits.split_data import split_data_of
    from linnet.evaluation.splits.splits import Parts, split
    from linnet.reading.copying import copier_of, copy_rows
    from linnet.threads import threads_of

    start, threads = perf_counter(), threads_of(args.threads)
    copier = copier_of(args.data, args.format)
    paths = _paths(args, copier.extension)
    columns = [name for name in (args.group, args.time, *args.aside) if name]
    documents, tally = read_documents(args, aside=columns)
    gathered = split_data_of(documents, threads)
    part = split(
        gathered.criteria(args.group, args.time),
        test=args.test,
        development=args.dev,
        seed=args.seed,
    )
    leaks = leaks_among(gathered, Parts(part, forward=True), threads=threads)
    used = {number: paths[number] for number in sorted(set(part.tolist()))}
    with written_together(list(used.values()), paths) as files:
        copy_rows(args.data, documents, copier, _file_of_row(gathered, part, list(used)), files)
    told = {PARTS[number]: _told(gathered, part == number, path) for number, path in used.items()}
    if args.json:
        rest = {"seed": args.seed, **tally.as_json(), "seconds": round(perf_counter() - start, 6)}
        print_json({"parts": told, "leaks": leaks.as_json(), **rest})
    else:
        _print(told)
        print_leaks(leaks, "an earlier part")


def _paths(args: Namespace, extension: str) -> list[Path]:
    """Return the files of the parts, or refuse to replace any."""
    folder = Path(args.output)
    paths = [folder / f"{name}{extension}" for name in PARTS]
    if folder.exists() and not folder.is_dir():
        raise SettingError(f"{folder}: the parts must go into a folder; got a file. Name another.")
    there = next((path for path in paths if path.exists()), None)
    if there is not None and not args.force:
        raise SettingError(
            f"{there}: a split must replace no file; got one. Name another folder or pass --force."
        )
    if Path(args.data).resolve() in [path.resolve() for path in paths]:
        raise SettingError(
            f"{args.data}: the parts must not replace what is split; got its folder. Name another."
        )
    return paths


def _file_of_row(gathered: "SplitData", part: "Codes", used: list[int]) -> "Codes":
    """Return which of the files each row goes into, by its number; -1 for bad rows."""
    import numpy as np

    file = np.full(int(gathered.rows.max()) + 1, -1)
    file[gathered.rows] = np.searchsorted(used, part)
    return file


def _told(gathered: "SplitData", chosen: "Flags", path: Path) -> dict[str, Any]:
    """Return the file, the number of documents and those of each label."""
    import numpy as np

    counts = np.bincount(gathered.criteria().select(chosen).codes, minlength=len(gathered.labels))
    labels = dict(zip(gathered.labels, counts.tolist(), strict=True))
    return {"file": str(path), "documents": int(np.count_nonzero(chosen)), "labels": labels}


def _print(parts: dict[str, dict[str, Any]]) -> None:
    for told in parts.values():
        print(f"Wrote {told['file']}: {counted(told['documents'], 'document')}.")
    labels = list(parts["train"]["labels"])
    rows = [
        (shown(label), *(_share(told, label) for told in parts.values()))
        for label in labels[:MOST_LABELS]
    ]
    print()
    Table(("label", *parts), rows).show()
    if len(labels) > MOST_LABELS:
        print(f"… and {len(labels) - MOST_LABELS:,} more labels; --json has all.")
    print()


def _share(told: dict[str, Any], label: str) -> str:
    """Return the number of documents of a label and their share in the part."""
    return f"{told['labels'][label]:,} ({told['labels'][label] / told['documents']:.1%})"
