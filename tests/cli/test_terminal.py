"""Sentences, JSON and sizes on the screen."""

import json
from datetime import datetime, timedelta

import pytest

from linnet.cli.terminal import (
    Voice,
    json_line,
    print_json,
    say,
    say_error,
    size_of,
    speak_as,
    voice,
    warn,
)
from linnet.errors import escaped, shown


def test_names_are_shown_on_one_line():
    assert escaped("a\tb\x1b\u202e") == "a\\tb\\x1b\\u202e"
    assert shown("x" * 100).endswith("…")


def test_json_of_a_file_name_that_is_no_unicode(capsys):
    print_json({"model": "\udcff.linnet"})
    assert capsys.readouterr().out == '{"model": "\\udcff.linnet"}\n'
    assert json_line({"a": 1}) == b'{"a": 1}\n'


def test_sizes_in_words(tmp_path):
    file = tmp_path / "file"
    for size, said in (
        (999, "999 bytes"),
        (1500, "1.5 kB"),
        (95_000, "95 kB"),
        (2_500_000, "2.5 MB"),
    ):
        file.write_bytes(b"x" * size)
        assert size_of(file) == said


@pytest.fixture
def said(capsys):
    """Return a function: a voice → what it says of a note, a warning, an error and progress."""

    def lines(**options):
        speak_as(Voice(**options))
        say("columns found")
        warn("no document is left", "LostLabel")
        say_error("a file must be there; got none.", "InputError", 2)
        voice().say("progress", "half done", share=0.5)
        speak_as(Voice())
        captured = capsys.readouterr()
        assert captured.out == ""
        return captured.err.splitlines()

    return lines


def test_a_voice_speaks_in_words(said):
    assert said() == [
        "linnet: columns found",
        "linnet: warning: no document is left",
        "linnet: a file must be there; got none.",
        "linnet: half done",
    ]


def test_a_quiet_voice_says_warnings_and_errors_only(said):
    assert said(quiet=True) == [
        "linnet: warning: no document is left",
        "linnet: a file must be there; got none.",
    ]
    assert len(said(quiet=True, as_json=True)) == 2
    assert len(said(quiet=True, log_json=True)) == 2


def test_a_voice_for_programs_says_one_object_a_line(said):
    error = {"kind": "InputError", "exit_code": 2, "message": "a file must be there; got none."}
    assert [json.loads(line) for line in said(as_json=True)] == [
        {"note": {"message": "columns found"}},
        {"warning": {"kind": "LostLabel", "message": "no document is left"}},
        {"error": error},
        {"progress": {"share": 0.5, "message": "half done"}},
    ]


@pytest.mark.parametrize("as_json", [False, True])
def test_a_log_has_the_time_the_level_and_the_message_of_each_line(said, as_json):
    lines = [json.loads(line) for line in said(log_json=True, as_json=as_json)]
    assert [line["level"] for line in lines] == ["note", "warning", "error", "progress"]
    assert lines[0]["message"] == "columns found"
    times = [datetime.fromisoformat(line["time"]) for line in lines]
    assert times == sorted(times)
    assert all(time.utcoffset() == timedelta(0) for time in times)
    assert "note" not in lines[0]
    assert lines[2]["error"]["exit_code"] == 2
    assert lines[3]["progress"]["share"] == 0.5


def test_json_on_standard_error_is_ascii_and_one_line(capsys):
    speak_as(Voice(as_json=True))
    say("süß\n\udcff \x1b[31m")
    speak_as(Voice())
    line = capsys.readouterr().err
    assert line.isascii()
    assert line.count("\n") == 1
    assert json.loads(line)["note"]["message"].startswith("süß")
