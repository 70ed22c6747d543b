"""The command `linnet`: which commands there are, and what becomes of what they raise.

Nothing here or in the command files imports numpy or Arrow before a command runs, so that help comes at once.
"""

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn, Protocol

from linnet import __version__
from linnet.cli import (
    cross_validate,
    demo,
    evaluate,
    explain,
    forget,
    inspect,
    learn,
    merge,
    predict,
    sample,
    train,
)
from linnet.cli.terminal import say, speak_plainly
from linnet.errors import LinnetError


class Command(Protocol):
    """What the file of a command offers."""

    NAME: str
    HELP: str
    EXAMPLES: str

    @staticmethod
    def add_arguments(parser: ArgumentParser) -> None:
        """Declare the arguments, importing nothing heavy."""

    @staticmethod
    def run(args: Namespace) -> None:
        """Do the work; what goes wrong is raised."""


COMMANDS: tuple[Command, ...] = (
    train,
    predict,
    evaluate,
    explain,
    inspect,
    cross_validate,
    learn,
    forget,
    merge,
    sample,
    demo,
)

DONE, OURS, YOURS, STOPPED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 our fault, 2 a mistake to correct, 130 stopped."""
    speak_plainly()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        return _written(overview())
    if words[0] in ("-V", "--version"):
        return _written(f"linnet {__version__}\n")
    command = {command.NAME: command for command in COMMANDS}.get(words[0])
    if command is None:
        return _unknown(words[0])
    return _guarded(command, words[1:])


def overview() -> str:
    """Return the page of `linnet --help`."""
    width = max(len(command.NAME) for command in COMMANDS)
    lines = [f"  {command.NAME:<{width}}  {command.HELP}" for command in COMMANDS]
    return "\n".join(
        [
            "usage: linnet COMMAND …",
            "",
            "Labelled text in, a classifier you can trust out.",
            "",
            "commands:",
            *lines,
            "",
            "examples:",
            "  linnet demo",
            "  linnet train messages.csv -o messages.linnet",
            "  linnet predict messages.linnet new.csv -o labels.csv",
            "",
            "linnet COMMAND --help tells more about a command, linnet --version which linnet this is.",
            "",
        ]
    )


def parser_of(command: Command) -> ArgumentParser:
    """Return the parser of one command."""
    parser = _Parser(
        prog=f"linnet {command.NAME}",
        description=command.HELP,
        epilog=f"examples:\n{command.EXAMPLES.strip(chr(10))}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser


class _Parser(ArgumentParser):
    """A parser that says what is wrong in one line, and which option was perhaps meant."""

    def error(self, message: str) -> NoReturn:
        say(f"{message.rstrip('.')}. See {self.prog} --help.")
        sys.exit(YOURS)

    def understood(self, words: Sequence[str]) -> Namespace:
        """Return the arguments; positional ones may stand anywhere."""
        args, rest = self.parse_known_intermixed_args(words)
        if rest:
            close = get_close_matches(rest[0], self._option_string_actions, n=1)
            self.error(f"{rest[0]!r} is not understood" + (f"; did you mean {close[0]}?" if close else ""))
        return args


def _guarded(command: Command, words: Sequence[str]) -> int:
    """Run a command and turn what it raises into one sentence and an exit code."""
    try:
        parser = parser_of(command)
        command.run(parser.understood(words) if isinstance(parser, _Parser) else parser.parse_args(words))
        sys.stdout.flush()
        return DONE
    except LinnetError as error:
        return _said(str(error), YOURS)
    except KeyboardInterrupt:
        return _said("stopped.", STOPPED)
    except BrokenPipeError:
        return _closed()
    except MemoryError:
        return _said("there must be enough memory; got too little. Ask for fewer features: --hash-bits 20.", OURS)
    except OSError as error:
        return _said(f"files must be readable and writable; got: {error}. Check the disk.", OURS)
    except Exception as error:
        if os.environ.get("LINNET_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _said(f"an error of ours: {what}. Please report it; LINNET_DEBUG=1 shows where it is.", OURS)


def _said(sentence: str, code: int) -> int:
    say(sentence)
    return code


def _written(page: str) -> int:
    try:
        print(page, end="", flush=True)
        return DONE
    except BrokenPipeError:
        return _closed()


def _closed() -> int:
    """Leave quietly when nobody reads on; nothing may be flushed into the closed pipe at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _unknown(name: str) -> int:
    names = [command.NAME for command in COMMANDS]
    close = get_close_matches(name.lower(), names, n=1)
    advice = f"Did you mean linnet {close[0]}?" if close else f"Choose one of {', '.join(names)}."
    say(f"a command must be one that linnet has; got {name!r}. {advice}")
    return YOURS
