"""Tables and sentences on the screen."""

import sys

from linnet.cli.table import Table
from tests.cli.screen import Terminal


def test_wide_characters_take_two_columns():
    lines = Table(("label", "n"), [("垃圾", "1"), ("ham", "22")]).plain().splitlines()
    assert lines == ["label   n", "垃圾    1", "ham    22"]


def test_a_terminal_gets_a_drawn_table(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "xterm")
    Table(("label", "n"), [("[red]ham", "1")]).show()
    assert "[red]ham" in screen.text()
    assert "─" in screen.text()


def test_no_color_is_respected(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    Table(("label", "n"), [("ham", "1")]).show()
    assert "\x1b[3" not in screen.text()
