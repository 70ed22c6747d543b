"""A text on the terminal, its pieces coloured by how far they speak for a label."""

import sys
from collections.abc import Sequence

from linnet.errors import escaped

# Least share of the strongest piece → background: for the label, against it. Few steps, so that they can be told apart.
STEPS = ((0.6, "on dark_cyan", "on dark_red"), (0.2, "on deep_sky_blue4", "on deep_pink4"))
FAINT = ((0.05, "cyan", "red"),)

Piece = tuple[str, float]


def show_coloured(pieces: Sequence[Piece], label: str) -> None:
    """Write the text in colours, where there are any; elsewhere the table below says it all."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, soft_wrap=True, highlight=False)
    if not console.is_terminal or console.no_color or console.color_system is None:
        return
    strongest = max((abs(value) for _, value in pieces), default=0.0)
    text = Text()
    for piece, value in pieces:
        text.append(
            "\n".join(map(escaped, piece.split("\n"))),
            style_of(value / strongest if strongest else 0.0),
        )
    console.print(
        Text.assemble(
            "Speaking ",
            (f"for {escaped(label)}", STEPS[1][1]),
            " or ",
            ("against", STEPS[1][2]),
            ":",
        )
    )
    console.print(text)


def style_of(share: float) -> str:
    """Return how a piece looks that speaks by a share of the strongest.

    >>> style_of(1), style_of(-0.1), style_of(0)
    ('on dark_cyan', 'red', '')
    """
    for least, good, bad in (*STEPS, *FAINT):
        if abs(share) >= least:
            return good if share > 0 else bad
    return ""
