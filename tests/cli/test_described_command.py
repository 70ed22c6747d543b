"""Commands as data: what completion and manual pages are made of."""

import pytest

from linnet.cli.described_command import Argument, described_command, described_commands
from linnet.cli.main import COMMANDS
from linnet.learning.learners import learner_names
from linnet.recipe.table import rows
from linnet.settings.kinds import Choice

COMMANDS_BY_NAME = {command.name: command for command in described_commands()}


def option(command, flag):
    """Return the option of a command with this flag."""
    found = [one for one in COMMANDS_BY_NAME[command].options if flag in one.flags]
    return found[0]


def test_all_commands_are_described_in_their_order():
    assert list(COMMANDS_BY_NAME) == list(COMMANDS)


def test_words_and_options():
    train = described_command("train")
    assert [word.metavar for word in train.words] == ["DATA"]
    assert train.words[0].optional
    assert train.usage == "[DATA …] -o MODEL [options]"
    output = option("train", "-o")
    assert (output.flags, output.metavar, output.optional) == (("-o", "--output"), "MODEL", False)
    assert option("train", "--text").repeated
    assert option("merge", "--json").metavar == ""
    assert COMMANDS_BY_NAME["merge"].words[0].repeated


def test_values_come_from_the_settings_and_the_registers():
    assert option("train", "--learner").values == tuple(learner_names())
    assert option("suspects", "--weighting").values[:2] == ("counts", "presence")
    assert "macro-f1" in option("compare", "--metric").values
    assert "sample-f1" in option("tune", "--metric").values
    assert option("tune", "--search").values == ("grid", "random", "halving", "kinds")
    assert "parquet" in option("predict", "--format").values
    assert "isotonic" in option("calibrate", "--method").values


@pytest.mark.parametrize("table", ["reading", "features", "learner", "recipe"])
def test_every_choice_among_the_settings_is_offered(table):
    for row in rows(table):
        if not isinstance(row.kind, Choice) or not row.options or row.name == "learner":
            continue
        for command in COMMANDS_BY_NAME.values():
            for one in command.options:
                if row.options[0] in one.flags and one.metavar == row.metavar:
                    assert set(row.kind.names) <= set(one.values)


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        (Argument((), "DATA", ""), True),
        (Argument((), "A", ""), True),
        (Argument((), "TEXT", ""), False),
        (Argument(("--threads",), "N", ""), False),
        (Argument(("--label",), "COLUMN", ""), False),
        (Argument(("--report",), "FILE", ""), True),
        (Argument(("--json",), "", ""), False),
        (Argument(("--learner",), "NAME", "", values=("svm",)), False),
    ],
)
def test_files_are_offered_where_they_may_be_meant(argument, expected):
    assert argument.takes_file is expected


def test_help_is_that_of_the_help_page(run):
    page = "".join(run("tune", "--help").out.split())  # lines may end at any hyphen
    for one in COMMANDS_BY_NAME["tune"].options:
        assert "".join(one.help.split()) in page
