"""Completion in bash (3.2 or newer): commands, options, values; files where nothing else fits."""

from collections.abc import Sequence
from shlex import quote

from linnet.cli.described_command import DescribedCommand

SCRIPT = """# Completion of linnet in bash. Read it with: source <(linnet completion bash)
_linnet() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}}
    local prev=${{COMP_WORDS[COMP_CWORD - 1]}}
    local command=${{COMP_WORDS[1]}}
    local word
    local -a words=()
    local -a values=()  # of the option before
    local -a places=()  # of words given by their place
    COMPREPLY=()

    # --option=value comes as three words.
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi

    if (( COMP_CWORD == 1 )); then
        words=({commands})
    else
        case $command in
{cases}
        esac
    fi
    if (( ${{#values[@]}} )); then
        words=("${{values[@]}}")
    elif (( COMP_CWORD > 1 )) && [[ $cur != -* ]]; then
        words=(${{places[@]+"${{places[@]}}"}})
    fi
    for word in ${{words[@]+"${{words[@]}}"}}; do
        if [[ $word == "$cur"* ]]; then
            COMPREPLY+=("$word")
        fi
    done
}}
complete -o bashdefault -o default -F _linnet linnet
"""


def bash_script(commands: Sequence[DescribedCommand]) -> str:
    """Return the script."""
    names = [command.name for command in commands]
    cases = "\n".join(_case(command) for command in commands)
    return SCRIPT.format(commands=_array([*names, "--help", "--version"]), cases=cases)


def _case(command: DescribedCommand) -> str:
    """Return what a command adds: its options, and the values of the option before."""
    flags = [flag for option in command.options for flag in option.flags]
    places = [value for word in command.words for value in word.values]
    lines = [f"{quote(command.name)})", f"    words=({_array(flags)})"]
    if places:
        lines.append(f"    places=({_array(places)})")
    branches = _value_branches(command)
    if branches:
        lines += ["    case $prev in", *branches, "    esac"]
    lines.append("    ;;")
    return "\n".join(f"            {line}" for line in lines)


def _value_branches(command: DescribedCommand) -> list[str]:
    branches = []
    for option in command.options:
        if option.values:
            pattern = "|".join(quote(flag) for flag in option.flags)
            branches.append(f"        {pattern}) values=({_array(option.values)}) ;;")
    return branches


def _array(words: Sequence[str]) -> str:
    return " ".join(quote(word) for word in words)
