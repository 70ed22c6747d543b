"""linnet man: manual pages in roff, on standard output or as files."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from linnet.cli import options
from linnet.cli.terminal import is_quiet, print_json, write_bytes
from linnet.errors import SettingError, counted

EXAMPLES = """
  linnet man train | man -l -
  linnet man -o ~/.local/share/man/man1
"""
COMMAND_HELP = "the command whose page is wanted; that of linnet itself if left out"
OUTPUT_HELP = (
    "write pages to this folder, as linnet.1, linnet-train.1 and so on; all where none is named"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    from linnet.cli.main import COMMANDS

    parser.add_argument(
        "command", metavar="COMMAND", nargs="?", choices=list(COMMANDS), help=COMMAND_HELP
    )
    parser.add_argument("-o", "--output", metavar="DIR", help=OUTPUT_HELP)
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Print a page, or write pages."""
    from linnet.cli.described_command import described_commands
    from linnet.cli.man_page import man_pages

    pages = man_pages(described_commands())
    name = f"linnet-{args.command}.1" if args.command else "linnet.1"
    if args.command or args.output is None:
        pages = {name: pages[name]}
    if args.output is not None:
        _write(args.output, pages)
    if args.json:
        print_json({"pages": pages, "output": args.output})
    elif args.output is None:
        write_bytes(pages[name].encode())
    elif not is_quiet():
        print(f"Wrote {counted(len(pages), 'page')} to {args.output}.")


def _write(folder: str, pages: dict[str, str]) -> None:
    """Write the pages, all of them or none."""
    from linnet.cli.output_file import written_together

    if Path(folder).exists() and not Path(folder).is_dir():
        raise SettingError(f"{folder}: a folder must come here; got a file. Name another place.")
    paths = [Path(folder) / name for name in pages]
    with written_together(paths, ()) as opened:
        for file, page in zip(opened, pages.values(), strict=True):
            file.write(page.encode())
