"""Manual pages that the programs which show them read without a warning."""

import shutil
import subprocess

import pytest

from linnet.cli.described_command import described_commands
from linnet.cli.main import COMMANDS
from linnet.cli.man_page import command_page, man_pages, text
from tests.cli.shells.scripts import HELP, NASTY

PAGES = man_pages([*described_commands(), NASTY])
NO_DATE = 'WARNING: missing date, using "": TH'


def run(program, *options, page):
    """Return what a program prints and what it complains about; skip where it is missing."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run(
        [program, *options], input=page.encode(), capture_output=True, check=False, timeout=60
    )
    return done.stdout.decode(), done.stderr.decode()


def shown(page):
    """Return a page as a reader sees it, with one blank between words."""
    printed, _ = run("groff", "-man", "-Tutf8", "-P-cbou", "-rLL=500n", page=page)
    return " ".join(printed.split())


def test_there_is_a_page_for_linnet_and_for_each_command():
    assert list(PAGES) == ["linnet.1", *(f"linnet-{name}.1" for name in COMMANDS), "linnet-sort.1"]


@pytest.mark.parametrize("name", list(PAGES))
def test_groff_has_no_warnings(name):
    printed, complaints = run("groff", "-man", "-ww", "-Tutf8", page=PAGES[name])
    assert complaints == ""
    assert name.removesuffix(".1").upper() in printed


@pytest.mark.parametrize("name", list(PAGES))
def test_mandoc_misses_nothing_but_the_date(name):
    printed, complaints = run("mandoc", "-T", "lint", "-W", "warning", page=PAGES[name])
    lines = [line for line in (printed + complaints).splitlines() if NO_DATE not in line]
    assert lines == []


def test_every_option_and_its_help_are_on_the_page():
    for command in described_commands():
        page = shown(command_page(command))
        for argument in command.arguments:
            assert " ".join(argument.help.split()) in page, argument
            assert all(flag in page for flag in argument.flags)
        assert all(" ".join(example.split()) in page for example in command.examples)


def test_any_text_is_printed_as_it_is():
    page = shown(command_page(NASTY))
    assert page.count(HELP) == 7  # the line of the name, and six arguments
    assert r"linnet sort 'C:\new' --how '$HOME' .hidden 'quoted'" in page


@pytest.mark.parametrize(
    ("plain", "roff"),
    [
        (".TH is no macro here", "\\&.TH is no macro here"),
        ("'tis", "\\&\\(aqtis"),
        ("two\nlines", "two lines"),
        ("\\fB", "\\efB"),
        ("é…", "\\[u00E9]\\[u2026]"),
        ("--no-record", "\\-\\-no\\-record"),
    ],
)
def test_what_means_something_to_roff_is_escaped(plain, roff):
    assert text(plain) == roff
