"""A command as data: its words, what each may be, and their help.

Completion scripts and man pages are made of it, so that they say what `--help` says.
"""

from argparse import Action
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linnet.cli.parser import Parser

# What an option takes that is no file, where no values are known; single letters are numbers.
NO_FILES = ("COLUMN", "LABEL", "N-M", "RULE", "SETTING", "SHARE", "TEXT", "TIME", "TRUE:", "V,V")


@dataclass(frozen=True)
class Argument:
    """An option, or a word that is given by its place."""

    flags: tuple[str, ...]  # none: it is given by its place
    metavar: str  # what it takes; "": nothing
    help: str
    values: tuple[str, ...] = ()  # what it may be; none: anything
    repeated: bool = False
    optional: bool = True
    group: str = ""

    @property
    def takes_file(self) -> bool:
        """Whether a file or folder may be meant."""
        if not self.metavar or self.values:
            return False
        is_number = bool(self.flags) and len(self.metavar) == 1
        return not is_number and not self.metavar.startswith(NO_FILES)


@dataclass(frozen=True)
class DescribedCommand:
    """A command, its arguments in the order of its help, and examples."""

    name: str
    help_line: str
    usage: str  # without the name of the program
    arguments: tuple[Argument, ...]
    examples: tuple[str, ...]

    @property
    def options(self) -> tuple[Argument, ...]:
        """Those that have flags."""
        return tuple(one for one in self.arguments if one.flags)

    @property
    def words(self) -> tuple[Argument, ...]:
        """Those that are given by their place."""
        return tuple(one for one in self.arguments if not one.flags)


def described_commands() -> list[DescribedCommand]:
    """Return all commands."""
    from linnet.cli.main import COMMANDS

    known = known_values()
    return [described_command(name, known) for name in COMMANDS]


def described_command(
    name: str, known: Mapping[str, Sequence[str]] | None = None
) -> DescribedCommand:
    """Return a command; `known` are the values that options may have, by what they set."""
    from linnet.cli.main import COMMANDS, command_named, parser_of

    parser = parser_of(name)
    if known is None:
        known = known_values()
    usage = parser.short_usage().removeprefix("%(prog)s ")
    examples = command_named(name).EXAMPLES.strip("\n").splitlines()
    return DescribedCommand(
        name=name,
        help_line=COMMANDS[name],
        usage=usage,
        arguments=tuple(_arguments(parser, known)),
        examples=tuple(line.strip() for line in examples),
    )


def _arguments(parser: "Parser", known: Mapping[str, Sequence[str]]) -> list[Argument]:
    """Return the arguments of a parser, in the order of its help."""
    formatter = parser._get_formatter()
    found = []
    for group in parser._action_groups:
        for action in group._group_actions:
            help_text = formatter._expand_help(action)
            found.append(_argument(action, help_text, str(group.title or ""), known))
    return found


def _argument(
    action: Action, help_text: str, group: str, known: Mapping[str, Sequence[str]]
) -> Argument:
    has_flags = bool(action.option_strings)
    metavar = ""
    values: Sequence[str] = ()
    if action.nargs != 0:
        metavar = str(action.metavar or action.dest.upper())
        values = tuple(action.choices or ()) or known.get(action.dest, ())
    is_optional_word = action.nargs in ("?", "*")
    is_appended = type(action).__name__ == "_AppendAction"
    return Argument(
        flags=tuple(action.option_strings),
        metavar=metavar,
        help=help_text,
        values=tuple(values),
        repeated=is_appended or action.nargs in ("+", "*"),
        optional=is_optional_word or (has_flags and not action.required),
        group=group,
    )


def known_values() -> dict[str, Sequence[str]]:
    """Return what options may be, by what they set: from the settings and the other registers."""
    from linnet.recipe.table import rows

    values: dict[str, Sequence[str]] = {}
    for table in ("reading", "features", "learner", "recipe"):
        for row in rows(table):
            names = getattr(row.kind, "names", ())  # of Choice, and of kinds that have some
            values[row.name] = tuple(dict.fromkeys([*values.get(row.name, ()), *names]))
    return {**values, "method": values["calibration"], **_other_values()}


def _other_values() -> dict[str, Sequence[str]]:
    """Return what options may be that are no settings, or whose values have a register."""
    from linnet.evaluation.metrics.multilabel_metrics import MULTILABEL_METRICS
    from linnet.evaluation.metrics.register import METRICS
    from linnet.learning.learners import learner_names
    from linnet.reading.readers import READERS
    from linnet.tuning.curves import VALUES
    from linnet.tuning.search_plan import KINDS

    metrics = tuple(dict.fromkeys([*METRICS, *MULTILABEL_METRICS]))
    return {
        "along": tuple(VALUES),
        "format": tuple(READERS),
        "learner": tuple(learner_names()),
        "metric": metrics,
        "metrics": metrics,
        "search": KINDS,
    }
