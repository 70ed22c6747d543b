"""The progress bar: on a terminal, after a moment."""

import sys

from linnet.cli.progress import progress
from tests.cli.screen import Terminal


def test_progress_is_silent_unless_on_a_terminal_and_slow(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress("learning") as moved:
        moved(0.5, 10)
    assert screen.text() == ""
    monkeypatch.setattr("linnet.cli.progress.PATIENCE", 0.0)
    with progress("learning", wanted=False) as moved:
        moved(0.5, 10)
    assert screen.text() == ""
    monkeypatch.setenv("TERM", "xterm")
    with progress("learning") as moved:
        moved(0.5, 1234)
        moved(None, 2345)
    assert "learning" in screen.text()
    assert "2,345 documents" in screen.text()
