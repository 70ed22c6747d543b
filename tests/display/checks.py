"""What holds for every result that is shown: a short line, and a small safe piece of HTML."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

TAGS = {
    "div", "style", "p", "strong", "bdi", "span", "table", "caption", "thead", "tbody", "tr", "th",
    "td",
}  # fmt: skip
ATTRIBUTES = {"class", "style", "dir", "scope", "title"}
LONGEST_LINE = 450
LONGEST_HTML = 200_000


class _Collector(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = set()
        self.attributes = set()
        self.styles = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.styles += [value for name, value in attrs if name == "style"]


def check_html(html):
    """Check that a browser and an XML parser read the same few harmless elements."""
    assert len(html) <= LONGEST_HTML
    html.encode()  # as a notebook saves it
    collected = _Collector()
    collected.feed(html)
    collected.close()
    assert collected.tags <= TAGS
    assert collected.attributes <= ATTRIBUTES
    assert not any("url" in style or "http" in style for style in collected.styles)
    root = ET.fromstring(f"<body>{html}</body>")
    assert {element.tag for element in root.iter()} - {"body"} == collected.tags
    return "".join(element.text or "" for element in root.iter("bdi"))


def check_line(line):
    """Check that a result is one line of bounded length."""
    assert line.isprintable() or all(c.isprintable() or c in "\u200c\u200d" for c in line)
    assert 0 < len(line) <= LONGEST_LINE


def check_shown(result):
    """Check both forms of a result."""
    check_line(repr(result))
    if hasattr(result, "_repr_html_"):
        check_html(result._repr_html_())
