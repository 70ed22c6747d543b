"""The words of a command line: where they may stand, and what is said of those that are wrong."""

import pytest

from linnet.cli.parser import WRONG_WORDS, Parser


@pytest.fixture
def parser():
    parser = Parser("sort", "sort the mail", "\n  linnet sort model mail\n")
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("data", metavar="DATA", nargs="+")
    parser.add_argument("-o", "--output", metavar="OUT", required=True)
    parser.add_argument("--threads", metavar="N", type=int)
    return parser


def said(parser, words, capsys):
    """Return what is said of words that are wrong."""
    with pytest.raises(SystemExit) as leaving:
        parser.parse(words)
    assert leaving.value.code == WRONG_WORDS
    return capsys.readouterr().err


def test_positional_words_may_stand_anywhere(parser):
    args = parser.parse(["m", "-o", "out", "a", "--threads", "2", "b"])
    assert (args.model, args.data, args.output, args.threads) == ("m", ["a", "b"], "out", 2)


def test_help_tells_what_must_be_given_and_shows_examples(parser, capsys):
    with pytest.raises(SystemExit) as leaving:
        parser.parse(["--help"])
    assert not leaving.value.code
    shown = capsys.readouterr().out
    assert shown.startswith("usage: linnet sort MODEL DATA … -o OUT [options]\n\nSort the mail.\n")
    assert shown.endswith("examples:\n  linnet sort model mail\n")


def test_words_that_may_be_left_out_stand_in_brackets(capsys):
    parser = Parser("sort", "sort", "")
    parser.add_argument("data", metavar="DATA", nargs="?")
    with pytest.raises(SystemExit):
        parser.parse(["-h"])
    assert "usage: linnet sort [DATA] [options]\n" in capsys.readouterr().out


def test_an_option_that_was_perhaps_meant_is_named(parser, capsys):
    words = ["m", "a", "-o", "out"]
    assert said(parser, [*words, "--thread=2"], capsys) == (
        "linnet: '--thread=2' is not understood. Did you mean --threads? See linnet sort --help.\n"
    )
    assert said(parser, [*words, "--zebra"], capsys) == (
        "linnet: '--zebra' is not understood. See linnet sort --help.\n"
    )


def test_what_is_wrong_is_one_line(parser, capsys):
    assert said(parser, ["m", "a", "-o", "out", "--threads", "x"], capsys) == (
        "linnet: argument --threads: invalid int value: 'x'. See linnet sort --help.\n"
    )
    missing = said(parser, ["m", "a"], capsys)
    assert missing == (
        "linnet: the following arguments are required: -o/--output. See linnet sort --help.\n"
    )
