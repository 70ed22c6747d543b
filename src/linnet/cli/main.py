"""The command `linnet`: which commands there are, and what becomes of what they raise.

Nothing here or in the command files imports numpy or Arrow before a command runs, so that help comes at once.
"""

import os
import sys
import warnings
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn, Protocol

from linnet import __version__
from linnet.cli.advice import sentence_for_command
from linnet.cli.commands import (
    calibrate,
    compare,
    convert,
    cross_validate,
    curve,
    demo,
    evaluate,
    explain,
    forget,
    inspect,
    learn,
    merge,
    predict,
    sample,
    split,
    train,
    tune,
    vectors,
)
from linnet.cli.terminal import say, speak_plainly
from linnet.errors import LinnetError, quoted


class Command(Protocol):
    """What the file of a command offers."""

    NAME: str
    HELP: str
    EXAMPLES: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments, importing nothing heavy."""

    def run(self, args: Namespace) -> None:
        """Do the work; what goes wrong is raised."""


COMMANDS: tuple[Command, ...] = (
    split,
    train,
    predict,
    evaluate,
    compare,
    explain,
    inspect,
    cross_validate,
    tune,
    curve,
    calibrate,
    learn,
    forget,
    merge,
    convert,
    sample,
    vectors,
    demo,
)

OVERVIEW = """usage: linnet COMMAND …

Labelled text in, a classifier you can trust out.

commands:
{commands}

examples:
  linnet demo
  linnet train messages.csv -o messages.linnet
  linnet predict messages.linnet new.csv -o labels.csv

linnet COMMAND --help tells more about a command, linnet --version which linnet this is.
"""
DONE, OURS, YOURS, STOPPED = 0, 1, 2, 130  # exit codes
# What NumPy says of a sum or a quotient that is no number: a command that goes on from there would print a wrong one.
NO_NUMBER = "(overflow|invalid value|divide by zero) encountered"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 our fault, 2 a mistake to correct, 130 stopped."""
    speak_plainly()
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help", "help"):
        return _print_page(overview())
    if words[0] in ("-V", "--version"):
        return _print_page(f"linnet {__version__}\n")
    command = {command.NAME: command for command in COMMANDS}.get(words[0])
    if command is None:
        return _refuse_command(words[0])
    # NumPy's BLAS would start threads that spin beside ours; no command multiplies large matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with warnings.catch_warnings():
        # A sentence, not a line of our code.
        warnings.showwarning = lambda message, *_: say(str(message))
        warnings.filterwarnings("error", NO_NUMBER, RuntimeWarning)
        return _run(command, words[1:])


def overview() -> str:
    """Return the page of `linnet --help`."""
    width = max(len(command.NAME) for command in COMMANDS)
    commands = [f"  {command.NAME:<{width}}  {command.HELP}" for command in COMMANDS]
    return OVERVIEW.format(commands="\n".join(commands))


def parser_of(command: Command) -> "_Parser":
    """Return the parser of one command."""
    examples = command.EXAMPLES.strip("\n")
    parser = _Parser(
        prog=f"linnet {command.NAME}",
        description=f"{command.HELP[0].upper()}{command.HELP[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    needed = []
    for action in parser._actions:
        if action.required or not action.option_strings:
            needed.append(_usage_of(action))
    parser.usage = " ".join(["%(prog)s", *needed, "[options]"])  # the options come one by one below
    return parser


def _usage_of(action: Action) -> str:
    name = str(action.metavar)
    if action.option_strings:
        return f"{action.option_strings[0]} {name}"
    if action.nargs == "?":
        return f"[{name}]"
    if action.nargs == "+":
        return f"{name} …"
    return name


class _Parser(ArgumentParser):
    """A parser that says what is wrong in one line, and which option was perhaps meant."""

    def error(self, message: str) -> NoReturn:
        if not message.endswith("?"):
            message = f"{message.rstrip('.')}."
        say(f"{message} See {self.prog} --help.")
        sys.exit(YOURS)

    def parse(self, words: Sequence[str]) -> Namespace:
        """Return the arguments; positional ones may stand anywhere."""
        args, rest = self.parse_known_intermixed_args(words)
        if rest:
            self._refuse_word(rest[0])
        return args

    def _refuse_word(self, word: str) -> NoReturn:
        # Without the dashes, which all options have in common.
        options = {option.lstrip("-"): option for option in self._option_string_actions}
        name = word.lstrip("-").partition("=")[0]
        close = get_close_matches(name, options, n=1)
        problem = f"{quoted(word)} is not understood"
        if close:
            self.error(f"{problem}. Did you mean {options[close[0]]}?")
        self.error(problem)


def _run(command: Command, words: Sequence[str]) -> int:
    """Run a command and turn what it raises into one sentence and an exit code."""
    try:
        command.run(parser_of(command).parse(words))
        sys.stdout.flush()
        return DONE
    except BrokenPipeError:
        return _leave_quietly()
    except (KeyboardInterrupt, Exception) as error:
        kind = next(kind for kind in FAULTS if isinstance(error, kind))
        if kind is Exception and os.environ.get("LINNET_DEBUG"):
            raise
        sentence, code = FAULTS[kind]
        if kind is Exception:
            say(sentence.format(f"{type(error).__name__}: {error}"))
        else:
            say(sentence.format(sentence_for_command(error, words)))
        return code


# The first that fits: what to say of an error, and the exit code.
FAULTS: dict[type[BaseException], tuple[str, int]] = {
    LinnetError: ("{}", YOURS),
    KeyboardInterrupt: ("stopped.", STOPPED),
    MemoryError: (
        "there must be enough memory; got too little. Ask for fewer features: --hash-bits 20.",
        OURS,
    ),
    OSError: ("files must be readable and writable; got: {}. Check the disk and the paths.", OURS),
    Exception: ("an error of ours: {}. Please report it; LINNET_DEBUG=1 shows where it is.", OURS),
}


def _print_page(page: str) -> int:
    try:
        print(page, end="", flush=True)
        return DONE
    except BrokenPipeError:
        return _leave_quietly()
    except OSError as error:
        say(f"standard output must be writable; got: {error}. Check where it goes.")
        return OURS


def _leave_quietly() -> int:
    """Leave quietly when nobody reads on; nothing may be flushed into the closed pipe at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _refuse_command(name: str) -> int:
    names = [command.NAME for command in COMMANDS]
    close = get_close_matches(name.lower(), names, n=1)
    advice = f"Choose one of {', '.join(names)}."
    if close:
        advice = f"Did you mean linnet {close[0]}?"
    say(f"a command must be one that linnet has; got {quoted(name)}. {advice}")
    return YOURS
