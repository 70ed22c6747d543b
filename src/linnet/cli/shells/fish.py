"""Completion in fish: commands, options and values with their help; files elsewhere."""

from collections.abc import Iterator, Sequence

from linnet.cli.described_command import Argument, DescribedCommand

START = """# Completion of linnet in fish. Write it to ~/.config/fish/completions/linnet.fish, or
# read it with: linnet completion fish | source
function __linnet_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __linnet_no_command
    set -l words (commandline -opc)
    test (count $words) -eq 1
end
complete -c linnet -e
complete -c linnet -n __linnet_no_command -f
"""


def fish_script(commands: Sequence[DescribedCommand]) -> str:
    """Return the script."""
    lines = [START.rstrip("\n")]
    for command in commands:
        name = _quoted(command.name)
        help_line = _quoted(command.help_line)
        lines.append(f"complete -c linnet -n __linnet_no_command -a {name} -d {help_line}")
    for command in commands:
        lines += _lines_of(command)
    return "\n".join(lines) + "\n"


def _lines_of(command: DescribedCommand) -> Iterator[str]:
    """Yield a line for each option, and for words of which the values are known."""
    condition = _quoted(f"__linnet_command {_quoted(command.name)}")
    start = f"complete -c linnet -n {condition}"
    for option in command.options:
        flags = " ".join(_flag(flag) for flag in option.flags)
        parts = [start, flags, _value(option), "-d", _quoted(option.help)]
        yield " ".join(part for part in parts if part)
    for word in command.words:
        if word.values:
            yield f"{start} -f -a {_values(word)}"


def _flag(flag: str) -> str:
    if flag.startswith("--"):
        return f"-l {_quoted(flag[2:])}"
    return f"-s {_quoted(flag[1:])}"


def _value(option: Argument) -> str:
    """Return what follows the option: nothing, values, a file, or something else."""
    if not option.metavar:
        return ""
    if option.values:
        return f"-x -a {_values(option)}"
    return "-r -F" if option.takes_file else "-x"


def _values(argument: Argument) -> str:
    """Return values, quoted twice: fish reads them when the script is read and at each Tab.

    After a tab comes the help of a value: none, since that of the option is not its own.
    """
    return _quoted(" ".join(_quoted(f"{value}\t") for value in argument.values))


def _quoted(text: str) -> str:
    """Return a text as fish reads it back.

    >>> print(_quoted("it's a \\\\"))
    'it\\'s a \\\\'
    """
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
