"""Results as HTML: mere text, whatever labels and texts hold."""

import pytest

from linnet.display.html import (
    AGAINST,
    Cell,
    cut,
    more,
    note,
    plain,
    result,
    side_by_side,
    table,
    text,
    wash,
)
from tests.display.checks import check_html
from tests.display.hostile import NAMES, SCRIPT


@pytest.mark.parametrize("name", [*NAMES, "a lone surrogate \udc80"])
def test_hostile_names_are_mere_text_everywhere(name):
    cells = [(name, Cell(name, 0.5), name)]
    html = result(name, table((name, name, name), cells, caption=name), note(name), about=name)
    check_html(html)
    assert "<script>alert" not in html


def test_a_script_is_shown_as_it_was_written():
    assert check_html(result("x", text(SCRIPT))).count(SCRIPT) == 1


def test_characters_that_cannot_be_seen_are_shown_by_their_number():
    sign = '<span class="hidden-character">U+202E</span>'
    assert plain("a\u202eb\r\nc") == f"a{sign}b\nc"
    assert "U+DC80" in plain("\udc80")


def test_a_blank_text_is_quoted():
    assert text(" ") == '<bdi dir="auto">&#x27; &#x27;</bdi>'
    assert text("") == '<bdi dir="auto"></bdi>'


def test_long_texts_are_cut():
    assert cut("abcdef", 4) == "abc…"
    assert len(text("w" * 1_000_000)) < 200


def test_numbers_are_to_the_right_and_texts_to_the_left():
    html = table(("label", "n"), [("ham", "2")])
    assert html.count('class="text"') == 2  # of the head and of the row
    assert table(("n",), [("2",)], texts=()).count('class="text"') == 0


def test_a_cell_has_a_wash_of_its_share():
    assert wash(2.0, AGAINST) == "background-color: rgba(225, 110, 20, 0.45)"
    assert wash(-1.0).endswith("0.00)")
    html = table(("a", "b"), [("x", Cell("1", 0.5))])
    assert 'style="background-color: rgba(0, 140, 200, 0.23)"' in html or "0.22" in html
    assert "style" not in table(("a", "b"), [("x", Cell("1", 0.0))])


def test_what_is_empty_is_left_out():
    assert side_by_side("", "") == note("") == more(0, "row") == ""
    assert "… and 1 row more" in more(1, "row")
    assert side_by_side("<p>a</p>", "").count("<div>") == 1


def test_the_style_is_scoped_and_sets_no_colour_of_its_own():
    html = result("x")
    rules = html.partition("<style>")[2].partition("</style>")[0].split("}")
    selectors = [rule.partition("{")[0] for rule in rules if rule.strip()]
    for selector in selectors:
        assert all(part.strip().startswith(".linnet-result") for part in selector.split(","))
    assert "background" not in html.partition("</style>")[0]
    assert " color:" not in html
