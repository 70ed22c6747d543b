"""The text of HTML: without tags, comments, scripts and styles, with entities as characters.

A tag starts with a letter, and may be written badly: what is no whole tag stays text. Each text
takes time in proportion to its length: a tag ends at the latest before the next "<" outside quotes,
so that no character is looked at from more than three tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pyarrow as pa

from linnet.errors import quoted
from linnet.reading.documents import Batch, Documents

# Tags that stand inside words; all others end one.
_INLINE = frozenset(
    (
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
        "em", "font", "i", "ins", "kbd", "mark", "q", "ruby", "s", "samp", "small", "span",
        "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    )
)  # fmt: skip
_NAME = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*(?:[-:.][a-zA-Z0-9]+)*)(?=[\s/>])")
_MARK = re.compile("[<>\"']")
_ENDS = {name: re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE) for name in ("script", "style")}
# Python refuses to read a number of so many digits; no character has one.
_LONG_NUMBER = re.compile(r"&#(?:[0-9]{10,}|[xX][0-9a-fA-F]{10,});?")
_FIRST_TEXTS = 1000
_LEAST_SHARE = 0.05
_HTML = re.compile(
    r"</?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|table|tr|td|h[1-6]|img|font|html|body)"
    r"(?:\s[^<>]*)?/?>|&(?:nbsp|amp|lt|gt|quot|#[0-9]{2,6}|#x[0-9a-f]{2,5});",
    re.IGNORECASE,
)


def text_of_html(html: str) -> str:
    """Return the text of HTML; one without "<" and "&" is returned as it is.

    >>> text_of_html("<p>Caf&eacute; <b>old</b>er</p><p>1 &lt; 2<!-- no --></p>")
    ' Café older 1 < 2 '
    """
    if "<" not in html and "&" not in html:
        return html
    parts = list[str]()
    for part in _parts(html):
        is_double_space = part == " " and parts and parts[-1][-1:].isspace()
        if part and not is_double_space:
            parts.append(part)
    return "".join(parts)


def _parts(html: str) -> Iterator[str]:
    """Yield the texts between tags, and a space for each tag that ends a word."""
    start = 0  # of the text that comes next
    place = html.find("<")
    while place >= 0:
        end, part = _tag(html, place)
        if end > place:
            yield _unescaped(html[start:place])
            yield part
            start = end
        place = html.find("<", max(end, place + 1))
    yield _unescaped(html[start:])


def _tag(html: str, place: int) -> tuple[int, str]:
    """Return where the tag or comment at a place ends, and what stands for it.

    It ends where it starts if there is none.
    """
    if html.startswith("<!--", place):
        end = html.find("-->", place + 2)
        return (len(html) if end < 0 else end + 3), ""
    if html.startswith(("<!", "<?"), place):
        return _before_next(html, place), ""
    match = _NAME.match(html, place)
    if match is None:
        return place, ""
    end = _tag_end(html, match.end()) or _before_next(html, place)
    name = match[2].lower()
    is_closed = match[1] or html.endswith("/>", place, end)
    if name in _ENDS and end > place and not is_closed:
        closing = _ENDS[name].search(html, end)
        end = len(html) if closing is None else closing.start()
    return end, "" if name in _INLINE else " "


def _tag_end(html: str, place: int) -> int | None:
    """Return where a tag ends: after a ">" outside quotes; None where there is none."""
    while True:
        mark = _MARK.search(html, place)
        if mark is None or mark[0] == "<":
            return None
        if mark[0] == ">":
            return mark.end()
        place = html.find(mark[0], mark.end()) + 1
        if place == 0:
            return None


def _before_next(html: str, place: int) -> int:
    """Return the end of the next ">" before another "<", the place itself where there is none."""
    following = html.find("<", place + 1)
    end = html.find(">", place, len(html) if following < 0 else following)
    return place if end < 0 else end + 1


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    from html import unescape  # with a table of all entities, which most texts do not need

    return unescape(_LONG_NUMBER.sub("\ufffd", text))


def without_html(documents: Documents) -> Documents:
    """Return the documents with the text of their HTML, taken out once.

    >>> from linnet.reading import read
    >>> documents = without_html(read([("good<br>film", "pos"), ("1 < 2", "pos")]))
    >>> [batch.texts[0].to_pylist() for batch in documents.batches()]
    [['good film', '1 < 2']]
    """
    if documents.html:
        return documents

    def batches() -> Iterator[Batch]:
        for batch in documents.open_batches():
            yield replace(batch, texts=tuple(map(column_without_html, batch.texts)))

    return replace(documents, open_batches=batches, html=True)


def column_without_html(column: pa.Array) -> pa.Array:
    """Return a column of strings with the text of its HTML; itself where it has none."""
    from pyarrow import compute

    opens = compute.match_substring(column, "<")
    mask = compute.or_(opens, compute.match_substring(column, "&")).fill_null(False)
    if not compute.any(mask).as_py():
        return column
    texts = map(text_of_html, column.filter(mask).to_pylist())
    return compute.replace_with_mask(column, mask, pa.array(texts, column.type))


def fields_without_html(fields: Any) -> list[list[Any]]:
    """Return texts by field with the text of their HTML; what is no str stays.

    >>> fields_without_html([["<b>a</b>", None]])
    [['a', None]]
    """
    clean = []
    for field in fields:
        texts = field if isinstance(field, list) else field.to_pylist()
        clean.append([text_of_html(text) if isinstance(text, str) else text for text in texts])
    return clean


def html_sentence(batch: Batch) -> str:
    """Return in words how many of the first texts of a batch have HTML, "" where few have.

    >>> from linnet.reading import read
    >>> [batch] = read([("good<br>film", "pos"), ("1 < 2", "pos")]).batches()
    >>> html_sentence(batch)
    "1 of the first 2 texts has HTML, such as '<br>'"
    """
    texts = batch.first_texts(_FIRST_TEXTS)
    found = [match for match in map(_HTML.search, texts) if match is not None]
    if not found or len(found) < _LEAST_SHARE * len(texts):
        return ""
    have = "has" if len(found) == 1 else "have"
    example = quoted(found[0][0])
    return f"{len(found):,} of the first {len(texts):,} texts {have} HTML, such as {example}"
