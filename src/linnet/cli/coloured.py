"""A text on the terminal, its pieces coloured by how far they speak for a label."""

import sys
from collections.abc import Sequence

from linnet.errors import escaped

# Least share of the strongest piece → style: for the label, against it. Few steps, so that they
# can be told apart.
STEPS = (
    (0.6, "on dark_cyan", "on dark_red"),
    (0.2, "on deep_sky_blue4", "on deep_pink4"),
    (0.05, "cyan", "red"),
)
LEGEND_FOR, LEGEND_AGAINST = STEPS[1][1:]

Piece = tuple[str, float]


def show_coloured(pieces: Sequence[Piece], label: str) -> None:
    """Write the text in colours, where there are any; elsewhere the table below says it all."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, soft_wrap=True, highlight=False)
    if not console.is_terminal or console.no_color or console.color_system is None:
        return
    strongest = max((abs(value) for _, value in pieces), default=0.0) or 1.0
    text = Text()
    for piece, value in pieces:
        lines = "\n".join(map(escaped, piece.split("\n")))
        text.append(lines, style_of(value / strongest))
    legend = Text("Speaking ")
    legend.append(f"for {escaped(label)}", LEGEND_FOR)
    legend.append(" or ")
    legend.append("against", LEGEND_AGAINST)
    legend.append(":")
    console.print(legend)
    console.print(text)


def style_of(share: float) -> str:
    """Return how a piece looks that speaks by a share of the strongest.

    >>> style_of(1), style_of(-0.1), style_of(0)
    ('on dark_cyan', 'red', '')
    """
    for least, style_for, style_against in STEPS:
        if abs(share) >= least:
            return style_for if share > 0 else style_against
    return ""
