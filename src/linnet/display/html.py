"""A result as a piece of HTML for a notebook: small tables, no scripts, nothing from elsewhere.

Colours are those of the notebook, light or dark, with washes of half-transparent colour over them.
Whatever labels and texts hold, they are shown as mere text, and cut where they are long.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from linnet.errors import counted

# Characters that cannot be seen, or that HTML cannot hold; a line end is one that can be seen.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
LONGEST_TEXT = 120  # characters of a cell
FOR, AGAINST = "0, 140, 200", "225, 110, 20"  # red, green and blue of the two washes
STRONGEST_WASH = 0.45  # how much of a colour the strongest cell or word gets

STYLE = """
.linnet-result { max-width: 72em; line-height: 1.4; }
.linnet-result p { margin: .3em 0; }
.linnet-result table { border-collapse: collapse; margin: .4em 0; font-size: .92em; }
.linnet-result caption { caption-side: top; text-align: left; font-weight: 600; padding: .2em 0; }
.linnet-result th, .linnet-result td { padding: .15em .6em; text-align: right; border: 0;
  border-bottom: 1px solid rgba(128, 128, 128, .3); vertical-align: top;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; max-width: 34em; }
.linnet-result th { font-weight: 600; }
.linnet-result .text { text-align: left; }
.linnet-result tbody th { font-weight: 400; }
.linnet-result .note { opacity: .75; font-size: .9em; }
.linnet-result .side { display: flex; flex-wrap: wrap; gap: 0 2em; align-items: flex-start; }
.linnet-result .document { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.7; }
.linnet-result .hidden-character { font: .75em monospace; opacity: .7; padding: 0 .2em;
  border: 1px solid rgba(128, 128, 128, .6); border-radius: 3px; unicode-bidi: isolate; }
""".strip()


class Cell(NamedTuple):
    """A cell of a table with a wash of colour, from none at 0 to the strongest at 1."""

    text: str
    share: float = 0.0
    colour: str = FOR


def result(title: str, *parts: str, about: str = "") -> str:
    """Return a result: its title, a few words about it, and its parts, which are HTML."""
    heading = f"<p><strong>{text(title)}</strong> {text(about, 500) if about else ''}</p>"
    return (
        f'<div class="linnet-result"><style>{STYLE}</style>{heading}'
        f"{''.join(part for part in parts if part)}</div>"
    )


def side_by_side(*parts: str) -> str:
    """Return parts beside each other, below each other where there is no room."""
    there = "".join(f"<div>{part}</div>" for part in parts if part)
    return f'<div class="side">{there}</div>' if there else ""


def note(sentence: str) -> str:
    """Return a sentence in smaller type; nothing for an empty one."""
    return f'<p class="note">{text(sentence, 600)}</p>' if sentence else ""


def caution(sentence: str) -> str:
    """Return what a reader must know first; nothing for an empty sentence."""
    return f"<p><strong>Mind:</strong> {text(sentence, 600)}</p>" if sentence else ""


def more(left_out: int, thing: str, where: str = "") -> str:
    """Return how many more things there are than were shown, and where; "" for none.

    >>> more(0, "label"), more(3, "label", "per_label")
    ('', '<p class="note"><bdi dir="auto">… and 3 labels more: see .per_label</bdi></p>')
    """
    if left_out <= 0:
        return ""
    there = f": see .{where}" if where else ""
    return note(f"… and {counted(left_out, thing)} more{there}")


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str | Cell]],
    *,
    caption: str = "",
    texts: Sequence[int] = (0,),
) -> str:
    """Return a table of plain texts, with the columns at `texts` to the left.

    >>> table(("label", "documents"), [("<b>", "12")]).count("&lt;b&gt;")
    1
    """
    scope = ' scope="col"'
    heading = "".join(_cell("th", name, at in texts, scope) for at, name in enumerate(head))
    body = "".join(_row(row, texts) for row in rows)
    title = f"<caption>{text(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table>"


def _row(cells: Sequence[str | Cell], texts: Sequence[int]) -> str:
    first = _cell("th", cells[0], 0 in texts, ' scope="row"')
    others = [_cell("td", cell, at in texts) for at, cell in enumerate(cells) if at]
    return f"<tr>{first}{''.join(others)}</tr>"


def _cell(tag: str, cell: str | Cell, is_text: bool, scope: str = "") -> str:
    kind = ' class="text"' if is_text else ""
    if isinstance(cell, Cell):
        style = f' style="{wash(cell.share, cell.colour)}"' if cell.share else ""
        return f"<{tag}{scope}{kind}{style}>{text(cell.text)}</{tag}>"
    return f"<{tag}{scope}{kind}>{text(cell)}</{tag}>"


def wash(share: float, colour: str = FOR) -> str:
    """Return the style of a background with a share of the strongest wash.

    >>> wash(1.0, FOR)
    'background-color: rgba(0, 140, 200, 0.45)'
    """
    strength = STRONGEST_WASH * min(1.0, max(0.0, share))
    return f"background-color: rgba({colour}, {strength:.2f})"


def text(value: str, most: int = LONGEST_TEXT) -> str:
    """Return a text as HTML, cut where it is long, alone in its direction; a blank one in quotes.

    >>> text("<b>\u202e")
    '<bdi dir="auto">&lt;b&gt;<span class="hidden-character">U+202E</span></bdi>'
    """
    if value.isspace():
        value = f"'{value}'"
    return f'<bdi dir="auto">{plain(cut(value, most))}</bdi>'


def cut(value: str, most: int) -> str:
    """Return the start of a text that is longer than that.

    >>> cut("a long text", 6), cut("short", 6)
    ('a lon…', 'short')
    """
    return value if len(value) <= most else f"{value[: most - 1]}…"


def plain(value: str) -> str:
    """Return a text as HTML, with a sign for each character that cannot be seen."""
    parts = re.split(f"({HIDDEN.pattern})", value.replace("\r\n", "\n"))
    return "".join(_sign(part) if HIDDEN.fullmatch(part) else escape(part) for part in parts)


def _sign(character: str) -> str:
    return f'<span class="hidden-character">U+{ord(character):04X}</span>'
