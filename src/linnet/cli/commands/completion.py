"""linnet completion: a script that lets a shell complete commands, options and their values."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

from linnet.cli import options
from linnet.cli.terminal import print_json, write_bytes

if TYPE_CHECKING:
    from linnet.cli.described_command import DescribedCommand

EXAMPLES = """
  source <(linnet completion bash)
  linnet completion zsh > ~/.zfunc/_linnet
  linnet completion fish > ~/.config/fish/completions/linnet.fish
"""
# Name → module:function, imported when such a script is made.
SHELLS = {
    "bash": "linnet.cli.shells.bash:bash_script",
    "zsh": "linnet.cli.shells.zsh:zsh_script",
    "fish": "linnet.cli.shells.fish:fish_script",
}
SHELL_HELP = f"{', '.join(SHELLS)}"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=list(SHELLS), help=SHELL_HELP)
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Print the script."""
    from linnet.cli.described_command import described_commands

    script = script_maker(args.shell)(described_commands())
    if args.json:
        print_json({"shell": args.shell, "script": script})
    else:
        write_bytes(script.encode())


def script_maker(shell: str) -> "Callable[[Sequence[DescribedCommand]], str]":
    """Return the function that makes the script of a shell."""
    module, _, function = SHELLS[shell].partition(":")
    maker = getattr(import_module(module), function)
    return cast("Callable[[Sequence[DescribedCommand]], str]", maker)
