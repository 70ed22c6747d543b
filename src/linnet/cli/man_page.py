"""Manual pages in roff, from the same data as `--help`."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from linnet import __version__
from linnet.cli.described_command import Argument, DescribedCommand

# What roff would take for something else; a hyphen stays the character that can be copied.
ESCAPES = {
    "\\": "\\e",
    "-": "\\-",
    "'": "\\(aq",
    '"': "\\(dq",
    "`": "\\(ga",
    "^": "\\(ha",
    "~": "\\(ti",
}
SUMMARY = "labelled text in, a classifier you can trust out"
EXIT_CODES = {
    "0": "all is done",
    "1": "a fault of linnet or of the system: the disk, the memory",
    "2": "something to correct; the sentence on standard error says what",
    "130": "stopped with Ctrl-C",
}
ENVIRONMENT = {"LINNET_DEBUG": "if set, an error of linnet shows where in the program it is"}


def man_pages(commands: Sequence[DescribedCommand]) -> dict[str, str]:
    """Return name of the file → the page, for linnet and for each of its commands."""
    pages = {"linnet.1": overview_page(commands)}
    for command in commands:
        pages[f"linnet-{command.name}.1"] = command_page(command)
    return pages


def overview_page(commands: Sequence[DescribedCommand]) -> str:
    """Return the page of linnet itself."""
    lines = [_title("linnet"), ".SH NAME", f"linnet \\- {text(SUMMARY)}"]
    lines += [".SH SYNOPSIS", ".B linnet", "\\fICOMMAND\\fR [\\fIargument\\fR ...]"]
    lines += [".SH COMMANDS"]
    for command in commands:
        lines += _entry(f"\\fBlinnet\\-{text(command.name)}\\fR(1)", command.help_line)
    lines += [".SH OPTIONS"]
    lines += _entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "list the commands")
    lines += _entry("\\fB\\-V\\fR, \\fB\\-\\-version\\fR", "tell which linnet this is")
    lines += _exit_codes()
    lines += [".SH ENVIRONMENT"]
    for name, meaning in ENVIRONMENT.items():
        lines += _entry(f"\\fB{text(name)}\\fR", meaning)
    return "\n".join(lines) + "\n"


def command_page(command: DescribedCommand) -> str:
    """Return the page of a command."""
    name = f"linnet-{command.name}"
    sentence = f"{command.help_line[0].upper()}{command.help_line[1:]}."
    lines = [_title(name), ".SH NAME", f"{text(name)} \\- {text(command.help_line)}"]
    lines += [".SH SYNOPSIS", f".B linnet {text(command.name)}", text(command.usage)]
    lines += [".SH DESCRIPTION", text(sentence)]
    lines += _arguments(command)
    lines += [".SH EXAMPLES", ".EX", *(text(example) for example in command.examples), ".EE"]
    lines += _exit_codes()
    lines += [".SH SEE ALSO", "\\fBlinnet\\fR(1)"]
    return "\n".join(lines) + "\n"


def _title(name: str) -> str:
    return f'.TH "{text(name.upper())}" 1 "" "linnet {text(__version__)}" "linnet"'


def _arguments(command: DescribedCommand) -> Iterator[str]:
    """Yield what can be given, under the headings of the help."""
    if command.words:
        yield ".SH ARGUMENTS"
    for word in command.words:
        yield from _entry(f"\\fI{text(word.metavar)}\\fR", word.help)
    yield ".SH OPTIONS"
    for heading, options in groupby(command.options, key=lambda option: option.group):
        if heading not in ("options", "optional arguments", "positional arguments"):
            yield f'.SS "{text(heading)}"'
        for option in options:
            yield from _entry(_flags(option), option.help)


def _flags(option: Argument) -> str:
    """Return the names of an option and what it takes."""
    names = ", ".join(f"\\fB{text(flag)}\\fR" for flag in option.flags)
    return f"{names} \\fI{text(option.metavar)}\\fR" if option.metavar else names


def _entry(term: str, meaning: str) -> list[str]:
    return [".TP", term, text(meaning)]


def _exit_codes() -> list[str]:
    lines = [".SH EXIT STATUS"]
    for code, meaning in EXIT_CODES.items():
        lines += _entry(f"\\fB{code}\\fR", meaning)
    return lines


def text(plain: str) -> str:
    """Return a text, on one line, that roff prints as it is.

    >>> print(text(".5 of C:\\\\new's … $x"))
    \\&.5 of C:\\enew\\(aqs \\[u2026] $x
    """
    line = " ".join(plain.split())
    escaped = "".join(_character(character) for character in line)
    return f"\\&{escaped}" if escaped.startswith((".", "\\(aq")) else escaped


def _character(character: str) -> str:
    if not character.isascii():
        return f"\\[u{ord(character):04X}]"
    return ESCAPES.get(character, character)
