"""The words of a command line, read: help with examples, one line about what is wrong."""

import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from itertools import zip_longest
from typing import NoReturn

from linnet.cli.terminal import say_error
from linnet.errors import quoted

WRONG_WORDS = 2  # the exit code
USAGE = "UsageError"  # the kind of error: words of the command line
QUIET_HELP = "say only results, warnings and errors: no notes, no summary, no progress bar"
LOG_HELP = (
    "say each note, warning, error and how far the work is as a line of JSON with its time, on "
    "standard error"
)


class Parser(ArgumentParser):
    """A parser that says what is wrong in one line, and which option was perhaps meant."""

    def __init__(self, command: str, help_line: str, examples: str) -> None:
        """Take the name of a command, what it does and examples of it."""
        lines = examples.strip("\n")
        super().__init__(
            prog=f"linnet {command}",
            description=f"{help_line[0].upper()}{help_line[1:]}.",
            epilog=f"examples:\n{lines}",
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def add_common_options(self) -> None:
        """Add what every command takes; `--json` is declared by each, since its help differs."""
        group = self.add_argument_group("messages")
        group.add_argument("-q", "--quiet", action="store_true", help=QUIET_HELP)
        group.add_argument("--log-json", action="store_true", help=LOG_HELP)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        if not message.endswith("?"):
            message = f"{message.rstrip('.')}."
        say_error(f"{message} See {self.prog} --help.", USAGE, WRONG_WORDS)
        sys.exit(WRONG_WORDS)

    def parse(self, words: Sequence[str]) -> Namespace:
        """Return the arguments; positional ones may stand anywhere."""
        self.usage = self.short_usage()
        args, rest = self.parse_known_intermixed_args(self._with_values(words))
        if rest:
            self._refuse_word(rest[0])
        return args

    def _with_values(self, words: Sequence[str]) -> list[str]:
        """Return the words with the value of each option that may stand alone.

        Without it, `--excel new.csv` would take the file for the value.
        """
        complete = []
        for word, following in zip_longest(words, words[1:]):
            action = self._option_string_actions.get(word)
            if action is not None and _is_alone(action, following):
                complete.append(f"{word}={action.const}")
            else:
                complete.append(word)
        return complete

    def short_usage(self) -> str:
        """Return what must be given; the options come one by one below."""
        needed = []
        for action in self._actions:
            if action.required or not action.option_strings:
                needed.append(_usage_of(action))
        return " ".join(["%(prog)s", *needed, "[options]"])

    def _refuse_word(self, word: str) -> NoReturn:
        from difflib import get_close_matches

        # Without the dashes, which all options have in common.
        options = {option.lstrip("-"): option for option in self._option_string_actions}
        name = word.lstrip("-").partition("=")[0]
        close = get_close_matches(name, options, n=1)
        problem = f"{quoted(word)} is not understood"
        if close:
            self.error(f"{problem}. Did you mean {options[close[0]]}?")
        self.error(problem)


def _is_alone(action: Action, following: str | None) -> bool:
    """Return whether an option that needs no value has none."""
    return action.nargs == "?" and following not in (action.choices or ())


def _usage_of(action: Action) -> str:
    name = str(action.metavar)
    if action.option_strings:
        return f"{action.option_strings[0]} {name}"
    if action.nargs == "?":
        return f"[{name}]"
    if action.nargs == "+":
        return f"{name} …"
    if action.nargs == "*":
        return f"[{name} …]"
    return name
