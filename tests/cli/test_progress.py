"""How far the work is: a bar on a terminal after a moment, lines of a log, or silence."""

import json
import sys

import pytest

from linnet.cli.progress import Log, Promise, note_of, progress, search_progress
from linnet.cli.terminal import Voice, speak_as
from linnet.recipe.recipe import Recipe
from linnet.tuning.tried import SearchProgress, Tried
from tests.cli.screen import Terminal


@pytest.fixture(autouse=True)
def plain_voice():
    """Let each story begin and end with the usual voice."""
    speak_as(Voice())
    yield
    speak_as(Voice())


def terminal(monkeypatch):
    """Return a terminal of 80 columns in the place of standard error."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    return screen


class Clock:
    """A clock that is moved by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_progress_is_silent_unless_on_a_terminal_and_slow(monkeypatch):
    screen = terminal(monkeypatch)
    with progress("learning") as moved:
        moved(0.5, 10)
    assert screen.text() == ""
    monkeypatch.setattr("linnet.cli.progress.PATIENCE", 0.0)
    with progress("learning", wanted=False) as moved:
        moved(0.5, 10)
    assert screen.text() == ""
    with progress("learning") as moved:
        moved(0.5, 1234)
        moved(None, 2345)
    assert "learning" in screen.text()
    assert "2,345 documents" in screen.text()


def test_a_quiet_command_shows_no_bar_and_no_log(monkeypatch):
    screen = terminal(monkeypatch)
    monkeypatch.setattr("linnet.cli.progress.PATIENCE", 0.0)
    for voice in (Voice(quiet=True), Voice(quiet=True, log_json=True)):
        speak_as(voice)
        with progress("learning") as moved:
            moved(0.5, 10)
    assert screen.text() == ""


def test_a_log_has_a_line_every_five_seconds(monkeypatch):
    screen = terminal(monkeypatch)
    speak_as(Voice(log_json=True))
    clock = Clock()
    log = Log("tuning", clock)
    for second in range(12):
        clock.now = float(second)
        log.show(second / 12, f"{second} of 12 recipes", 12.04 - second)
    lines = [json.loads(line) for line in screen.text().splitlines()]
    assert [line["message"] for line in lines] == [
        "tuning: 0 of 12 recipes",
        "tuning: 5 of 12 recipes",
        "tuning: 10 of 12 recipes",
    ]
    assert {line["level"] for line in lines} == {"progress"}
    assert [line["progress"]["seconds_left"] for line in lines] == [12.0, 7.0, 2.0]
    assert lines[1]["progress"]["share"] == 0.4167


def test_the_time_left_goes_down_and_stays_above_nothing():
    clock = Clock()
    promise = Promise(clock)
    assert promise.in_words() == "-:--:--"
    promise.renew(10.0)
    clock.now = 4.0
    assert promise.in_words() == "0:00:06"
    clock.now = 30.0  # twenty seconds late: a tenth of what it took since
    assert promise.seconds_left() == 3.0
    promise.renew(None)
    assert promise.seconds_left() is None


def test_a_search_is_shown_with_its_time_left(monkeypatch):
    screen = terminal(monkeypatch)
    with search_progress() as show:
        show(SearchProgress(3, 8, share=0.25, seconds_left=65.0, doing="comparing recipes"))
    assert "3 of 8 recipes" in screen.text()
    assert "0:01:05" in screen.text()


def test_a_search_that_is_stopped_says_so_once(monkeypatch):
    screen = terminal(monkeypatch)
    with search_progress() as show:
        for _ in range(3):
            show(SearchProgress(3, 8, stopped="interrupted", share=0.5))
    assert screen.text().count("the best recipe so far is kept") == 1


def test_what_is_done_is_told_after_the_search():
    tried = Tried({}, Recipe(), by_part=(0.5, 1.0))
    comparing = SearchProgress(2, 4, best=tried, metric="accuracy", doing="comparing recipes")
    assert note_of(comparing) == "2 of 4 recipes, best accuracy 0.7500"
    judging = SearchProgress(4, 4, doing="learning all documents")
    assert note_of(judging) == "learning all documents"
