"""An explanation as a page."""

import re

import linnet
from linnet.report.explanation_page import explanation_page

PAIRS = [("free prize", "spam"), ("lunch at noon", "ham"), ("<script>", "<i>")]


def page_of(text, **chosen):
    return explanation_page(linnet.train(PAIRS, chosen).explain(text), "Label: <b>")


def test_texts_and_labels_are_nothing_but_text():
    page = page_of('prize <script>alert(1)</script> & "\u202egnp\x00')
    assert "<script" not in page
    assert "<i>" not in page
    assert "<b>" not in page
    assert "\u202e" not in page
    assert "\x00" not in page
    assert "U+202E" in page
    assert "&amp;" in page


def test_words_are_marked_for_and_against():
    page = page_of("Free lunch, FREE\r\nprize")
    assert re.findall(
        r'<mark class="(\w+)" style="--share: \d+%" title="[^"]+">([^<]+)</mark>', page
    ) == [
        ("for", "Free"),
        ("against", "lunch"),
        ("for", "FREE"),
        ("for", "prize"),
    ]


def test_a_page_asks_for_nothing():
    page = page_of("prize")
    assert "default-src &#x27;none&#x27;" in page
    assert not re.search(r"(src|href)=", page)


def test_names_with_spaces_can_be_told_apart():
    page = page_of("at noon", words=None, chars_in_words="3-3")
    assert "&#x27; at&#x27;" in page
    assert "&#x27;at &#x27;" in page
