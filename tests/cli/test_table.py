"""Tables and sentences on the screen."""

import io
import sys

from linnet.cli.progress import progress
from linnet.cli.table import Table
from linnet.cli.terminal import json_line, print_json, size_of
from linnet.errors import escaped, shown


class Terminal(io.TextIOWrapper):
    """A screen that remembers what was written on it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        return self.buffer.getvalue().decode()


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
