"""What holds for every command: the options they share, and how mistakes are said."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout

import pytest

from linnet.cli.main import COMMANDS, main, parser_of

NAMES = list(COMMANDS)
COMMON = ("--json", "--quiet", "--log-json")


def run(*words):
    """Return the exit code, and what went to standard output and to standard error."""
    out = io.StringIO()
    err = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as leaving:
            code = leaving.code
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", COMMON)
def test_every_command_takes_the_common_options(name, option):
    options = parser_of(name)._option_string_actions
    assert option in options
    assert options[option].nargs == 0
    assert options[option].help


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_word_is_one_json_object_on_standard_error(name):
    code, out, err = run(name, "--no-such-option", "--json")
    assert (code, out) == (2, "")
    error = json.loads(err)["error"]
    assert list(error) == ["kind", "exit_code", "message"]
    assert (error["kind"], error["exit_code"]) == ("UsageError", 2)
    assert f"See linnet {name} --help." in error["message"]


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_word_is_one_line_of_a_log(name):
    code, out, err = run(name, "--no-such-option", "--log-json")
    assert (code, out) == (2, "")
    line = json.loads(err)
    assert line["level"] == "error"
    assert line["error"]["exit_code"] == 2
    assert line["message"] == line["error"]["message"]


@pytest.mark.parametrize("name", NAMES)
def test_a_quiet_command_still_says_what_is_wrong(name):
    code, out, err = run(name, "--quiet", "--no-such-option")
    assert (code, out) == (2, "")
    assert err.startswith("linnet: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_command_has_help(name):
    for action in parser_of(name)._actions:
        assert action.help, action.option_strings
