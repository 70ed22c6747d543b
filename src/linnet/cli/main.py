"""The command `linnet`: which commands there are, and what becomes of what they raise.

Only the file of the command that runs is imported, and it imports neither NumPy nor Arrow before it
runs, so that help comes at once.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from linnet import __version__
from linnet.cli.advice import sentence_for_command
from linnet.cli.terminal import Voice, say_error, speak_as, speak_plainly, warn
from linnet.errors import LinnetError, quoted

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from linnet.cli.parser import Parser


class Command(Protocol):
    """What the file of a command offers."""

    EXAMPLES: str

    def add_arguments(self, parser: "ArgumentParser") -> None:
        """Declare the arguments, importing nothing heavy."""

    def run(self, args: "Namespace") -> None:
        """Do the work; what goes wrong is raised."""


# Name → help line. The file of cross-validate is commands/cross_validate.py.
COMMANDS = {
    "split": (
        "divide documents into a training, a development and a test part, and look for leaks "
        "between them"
    ),
    "train": "learn from labelled documents and write a model file",
    "predict": "label documents with a model",
    "evaluate": "measure how good a model is on labelled documents",
    "drift": "tell whether new documents are like those that a model was trained on",
    "compare": "tell which of two models is better on labelled documents, and how sure that is",
    "explain": "show what each feature of a text adds to each label",
    "inspect": "show what a model is made of and which features speak for which label",
    "cross-validate": (
        "estimate accuracy and choose smoothing and strength, exactly as if refitted on every fold"
    ),
    "suspects": "find documents whose label may be wrong, the least plausible first",
    "tune": "try many recipes, learn the best one, and tell honestly how good it is",
    "curve": "show training and held-out scores along a setting, or with more documents",
    "calibrate": "give a model probabilities that mean what they say, and cutoffs",
    "learn": "add documents to a model",
    "retrain": "learn old and new documents by the same recipe, if the model gets no worse by it",
    "forget": "take documents out of a model that it has learned",
    "merge": "put models of the same recipe together, as if trained on all their documents",
    "convert": "turn a fitted scikit-learn pipeline into a model file, or a model file into one",
    "sample": "draw documents from a model: labels and bags of features, as JSON lines",
    "vectors": "write labelled documents as the features of a model, in svmlight format",
    "completion": "print a script that completes commands and options in bash, zsh or fish",
    "man": "print or write the manual pages of linnet and its commands",
    "demo": "train, evaluate and explain on a small corpus that comes with linnet",
}

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
# What NumPy says of a sum or a quotient that is no number: a command that goes on from there would
# print a wrong one.
NO_NUMBER = "(overflow|invalid value|divide by zero) encountered"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0 done, 1 our fault, 2 a mistake to correct, 130 stopped.
    """
    speak_plainly()
    words = list(sys.argv[1:] if argv is None else argv)
    # Mistakes in the words themselves are said as the words ask for, too.
    speak_as(Voice(as_json="--json" in words, log_json="--log-json" in words))
    if not words or words[0] in ("-h", "--help", "help"):
        return _print_page(overview())
    if words[0] in ("-V", "--version"):
        return _print_page(f"linnet {__version__}\n")
    if words[0] not in COMMANDS:
        return _refuse_command(words[0])
    # NumPy's BLAS would start threads that spin beside ours; no command multiplies large matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with warnings.catch_warnings():
        # A sentence, not a line of our code.
        warnings.showwarning = lambda message, kind, *_: warn(str(message), kind.__name__)
        warnings.filterwarnings("error", NO_NUMBER, RuntimeWarning)
        return _run(words[0], words[1:])


def overview() -> str:
    """Return the page of `linnet --help`."""
    width = max(len(name) for name in COMMANDS)
    commands = [f"  {name:<{width}}  {help_line}" for name, help_line in COMMANDS.items()]
    return OVERVIEW.format(commands="\n".join(commands))


def command_named(name: str) -> Command:
    """Return the file of a command."""
    module = import_module(f"linnet.cli.commands.{name.replace('-', '_')}")
    return cast("Command", module)


def parser_of(name: str) -> "Parser":
    """Return the parser of one command."""
    from linnet.cli.parser import Parser

    command = command_named(name)
    parser = Parser(name, COMMANDS[name], command.EXAMPLES)
    command.add_arguments(parser)
    parser.add_common_options()
    return parser


def _run(name: str, words: Sequence[str]) -> int:
    """Run a command and turn what it raises into one sentence and an exit code."""
    try:
        args = parser_of(name).parse(words)
        speak_as(Voice(quiet=args.quiet, as_json=args.json, log_json=args.log_json))
        command_named(name).run(args)
        sys.stdout.flush()
        return DONE
    except BrokenPipeError:
        return _leave_quietly()
    except (KeyboardInterrupt, Exception) as error:
        kind = next(kind for kind in FAULTS if isinstance(error, kind))
        if kind is Exception and os.environ.get("LINNET_DEBUG"):
            raise
        sentence, code = FAULTS[kind]
        problem = sentence_for_command(error, words)
        if kind is Exception:
            problem = f"{type(error).__name__}: {error}"
        say_error(sentence.format(problem), _public_kind(error), code)
        return code


def _public_kind(error: BaseException) -> str:
    """Return the name of an error as programs know it: that of linnet.errors, for one of ours."""
    kinds = type(error).__mro__
    public = [kind for kind in kinds if kind.__module__ == LinnetError.__module__]
    return (public or kinds)[0].__name__


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
        sentence = f"standard output must be writable; got: {error}. Check where it goes."
        say_error(sentence, type(error).__name__, OURS)
        return OURS


def _leave_quietly() -> int:
    """Leave quietly when nobody reads on; nothing may be flushed into the closed pipe at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _refuse_command(name: str) -> int:
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), COMMANDS, n=1)
    advice = f"Choose one of {', '.join(COMMANDS)}."
    if close:
        advice = f"Did you mean linnet {close[0]}?"
    sentence = f"a command must be one that linnet has; got {quoted(name)}. {advice}"
    say_error(sentence, "UsageError", YOURS)
    return YOURS
