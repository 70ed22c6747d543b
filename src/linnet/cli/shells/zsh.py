"""Completion in zsh: commands, options and values with their help; files elsewhere."""

from collections.abc import Iterator, Sequence
from shlex import quote

from linnet.cli.described_command import Argument, DescribedCommand

SCRIPT = """#compdef linnet
# Completion of linnet in zsh. Put it as _linnet into a folder of $fpath, or read it with:
# source <(linnet completion zsh)
_linnet() {{
    local -a commands
    commands=(
{commands}
    )
    if (( CURRENT == 2 )); then
        _describe -t commands 'command' commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}
    esac
}}
if [[ $funcstack[1] == _linnet ]]; then
    _linnet "$@"
else
    compdef _linnet linnet
fi
"""


def zsh_script(commands: Sequence[DescribedCommand]) -> str:
    """Return the script."""
    entries = []
    for command in commands:
        entry = f"{_with_colons_escaped(command.name)}:{_with_colons_escaped(command.help_line)}"
        entries.append(f"        {quote(entry)}")
    cases = "\n".join(_case(command) for command in commands)
    return SCRIPT.format(commands="\n".join(entries), cases=cases)


def _case(command: DescribedCommand) -> str:
    """Return the branch of a command."""
    specs = [spec for option in command.options for spec in _option_specs(option)]
    specs += [_word_spec(word) for word in command.words]
    lines = [f"        {quote(command.name)})", "            _arguments -s -S \\"]
    lines += [f"                {quote(spec)} \\" for spec in specs[:-1]]
    lines += [f"                {quote(specs[-1])}", "            ;;"]
    return "\n".join(lines)


def _option_specs(option: Argument) -> Iterator[str]:
    """Yield a line for each flag; one that is given leaves no other name to be given."""
    first = "*" if option.repeated else f"({' '.join(option.flags)})"
    for flag in option.flags:
        value = ""
        if option.metavar:
            value = f":{_with_colons_escaped(option.metavar)}:{_action(option)}"
        with_equals = "=" if option.metavar and flag.startswith("--") else ""
        yield f"{first}{flag}{with_equals}[{_in_brackets(option.help)}]{value}"


def _word_spec(word: Argument) -> str:
    colons = "::" if word.optional else ":"
    start = "*:" if word.repeated else colons
    return f"{start}{_with_colons_escaped(word.metavar)}:{_action(word)}"


def _action(argument: Argument) -> str:
    """Return what is offered: values, files, or nothing but the name of what must come."""
    if argument.values:
        return f"({' '.join(_value(value) for value in argument.values)})"
    return "_files" if argument.takes_file else " "


def _value(value: str) -> str:
    """Return a value with a backslash before all that could mean something."""
    plain = "-_.,/+"
    return "".join(c if c.isalnum() or c in plain else f"\\{c}" for c in value)


def _in_brackets(text: str) -> str:
    """Return help that ends neither its brackets nor its part of the line."""
    for special in "\\[]:":
        text = text.replace(special, f"\\{special}")
    return text


def _with_colons_escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")
