"""Sentences, JSON and sizes on the screen."""

from linnet.cli.terminal import json_line, print_json, size_of
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
