"""A text with its words coloured by what they add to a label's score."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from linnet.display.html import AGAINST, FOR, plain, text, wash

LEAST_SHARE = 0.05  # of the strongest piece: what adds less is not coloured
STEPS = 20  # of a colour, more than the eye can tell apart
LONGEST = 2_000  # characters of a text that are shown
MOST_PIECES = 1_000  # and not more words, or characters of a script without spaces

Piece = tuple[str, float]


def coloured(pieces: Sequence[Piece], most: int = LONGEST) -> str:
    """Return the start of a text as a paragraph, each piece in the colour of what it adds.

    >>> coloured([("good", 2.0), (" film", 0.0)]).count("<span")
    1
    """
    strongest = max((abs(value) for _, value in pieces), default=0.0) or 1.0
    shares = ((piece, value / strongest) for piece, value in start(pieces, most))
    parts = [_run(run, share) for share, run in groupby(shares, _rounded_share)]
    return f'<p class="document" dir="auto">{"".join(parts)}</p>'


def start(pieces: Iterable[Piece], most: int) -> Iterator[Piece]:
    """Yield the pieces of the first characters, with "…" after them where there are more.

    >>> list(start([("good", 1.0), (" film", 0.0)], 6))
    [('good', 1.0), (' f…', 0.0)]
    """
    room = most
    for number, (piece, value) in enumerate(pieces):
        if len(piece) > room or number == MOST_PIECES:
            yield f"{piece[:room]}…", value
            return
        yield piece, value
        room -= len(piece)


def _rounded_share(piece: tuple[str, float]) -> float:
    """Return the share of the strongest piece; 0 for what is not coloured."""
    if abs(piece[1]) < LEAST_SHARE:
        return 0.0
    return round(piece[1] * STEPS) / STEPS


def _run(run: Iterable[tuple[str, float]], share: float) -> str:
    """Return pieces in a row that have the same colour."""
    inside = plain("".join(piece for piece, _ in run))
    if not share:
        return inside
    colour = FOR if share > 0 else AGAINST
    # A line below, so that colour alone need not tell the two apart.
    border = "solid" if share > 0 else "dashed"
    style = f"{wash(abs(share), colour)}; border-bottom: 2px {border} rgb({colour})"
    title = f"{'for' if share > 0 else 'against'}: {abs(share):.0%}"
    return f'<span style="{style}" title="{title}">{inside}</span>'


def legend(label: str) -> str:
    """Return which colour means what."""
    parts = [_run([("for", 1.0)], 0.6), text(label), "or", _run([("against", -1.0)], -0.6), "it"]
    return f'<p class="note">What adds to the score {" ".join(parts)}:</p>'
