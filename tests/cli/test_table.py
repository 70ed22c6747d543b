"""Tables and sentences on the screen."""

import re
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


def test_a_long_text_gives_way_to_the_numbers_beside_it(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    rows = [("602", "win a prize " * 10, "0.0001")]
    Table(("row", "text", "P(label)"), rows, left=2, gives_way="text").show()
    drawn = re.sub(r"\x1b\[\d*m", "", screen.text())
    title, _, row = [line for line in drawn.splitlines() if line.strip()]
    assert title.split() == ["row", "text", "P(label)"]
    # 40 columns, less 3 and 8 for the others and 3 beside each of the three: 20
    assert row.split()[0] == "602"
    assert "win a prize win a p…" in row
    assert row.split()[-1] == "0.0001"
    assert len(row) <= 40
