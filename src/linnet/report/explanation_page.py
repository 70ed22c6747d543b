"""An explanation as one page without scripts: it opens offline, and shows texts as nothing but text."""

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from math import isinf

from linnet.explanation.explained_document import ExplainedDocument
from linnet.explanation.sentences import answer_sentence, counterfactual_sentence
from linnet.model.explanation import Explanation
from linnet.model.spans import Piece
from linnet.storage.kept_documents import Neighbour

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
# Characters that cannot be seen, as elements.js has them; a line end is one that can.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
LEAST_SHARE = 0.05
FEATURES = 50
OWN_STYLE = """
main { padding: 3rem 0; }
h1 { margin-bottom: 1.5rem; }
.document mark { padding: .05em 0; }
.document { white-space: pre-wrap; max-width: 52rem; font-size: 1.15rem; line-height: 1.9; }
@media print { main { padding: 0; } }
"""


def page_of(explained: ExplainedDocument) -> str:
    """Return the page of a document that was explained: the answer, what would change it, documents like it."""
    explanation = explained.explanation
    notes = [counterfactual_sentence(explanation, explained.counterfactual)]
    return explanation_page(explanation, answer_sentence(explanation), notes, explained.nearest)


def explanation_page(
    explanation: Explanation,
    headline: str,
    notes: Sequence[str] = (),
    nearest: Sequence[Neighbour] = (),
) -> str:
    """Return the page: the answer in a sentence, the text in colours, what each feature adds."""
    title, label = escape(headline), shown(explanation.label)
    texts = "\n".join(
        f'<p class="document" dir="auto">{_coloured(pieces)}</p>' for pieces in explanation.pieces()
    )
    style = (files("linnet.report") / "page" / "page.css").read_text(encoding="utf-8") + OWN_STYLE
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">
<title>linnet explain: {title}</title>
<style>
{style}
</style>
</head>
<body>
<main>
<h1>{shown(headline)}</h1>
<section>
<p class="note">What speaks <mark>for</mark> {label} and <mark class="against">against</mark> it.</p>
{texts}
{"".join(f"<p>{shown(note)}</p>" for note in notes)}
</section>
<section>
<h2>What each feature adds to the score</h2>
{_features(explanation)}
</section>
{_nearest(nearest)}
</main>
</body>
</html>
"""


def shown(text: str) -> str:
    """Return a text as HTML: alone in its direction, with a sign for each character that cannot be seen.

    >>> shown("<b>\u202e")
    '<bdi dir="auto">&lt;b&gt;<span class="hidden-character">U+202E</span></bdi>'
    """
    return f'<bdi dir="auto">{_plain(text)}</bdi>'


def _plain(text: str) -> str:
    parts = re.split(f"({HIDDEN.pattern})", text.replace("\r\n", "\n"))
    return "".join(_sign(part) if HIDDEN.fullmatch(part) else escape(part) for part in parts)


def _sign(character: str) -> str:
    return f'<span class="hidden-character">U+{ord(character):04X}</span>'


def _coloured(pieces: Sequence[Piece]) -> str:
    strongest = max((abs(value) for _, value in pieces), default=0.0) or 1.0
    return "".join(_piece(text, value, abs(value) / strongest) for text, value in pieces)


def _piece(text: str, value: float, share: float) -> str:
    if share < LEAST_SHARE:
        return _plain(text)
    kind = "for" if value > 0 else "against"
    said = (
        f'class="{kind}" style="--share: {10 + 50 * share:.0f}%" title="{kind}: {abs(value):.3g}"'
    )
    return f"<mark {said}>{_plain(text)}</mark>"


def _features(explanation: Explanation) -> str:
    labels = explanation.labels
    head = "".join(f'<th scope="col">{shown(label)}</th>' for label in labels)
    strongest = explanation.strongest()
    rows = [
        _row(_named(one.feature), f"{one.count:.4g}", one.scores) for one in strongest[:FEATURES]
    ]
    if len(strongest) > FEATURES:
        sums = tuple(map(sum, zip(*(one.scores for one in strongest[FEATURES:]), strict=True)))
        rows.append(_row(f"({len(strongest) - FEATURES:,} others)", "", sums))
    rows += [_row("(offset)", "", explanation.offset), _row("(sum)", "", explanation.scores)]
    table = f'<table><thead><tr><th scope="col" class="text">feature</th><th scope="col">count</th>{head}</tr></thead>'
    return f'<div class="scrolling">{table}<tbody>{"".join(rows)}</tbody></table></div>'


def _named(feature: str) -> str:
    """Return the name of a feature, in quotation marks where it begins or ends with a space."""
    return shown(feature if feature.strip() == feature and feature else f"'{feature}'")


def _row(name: str, count: str, scores: Sequence[float]) -> str:
    cells = "".join(f"<td>{'veto' if isinf(score) else f'{score:.3f}'}</td>" for score in scores)
    return f'<tr><th scope="row" class="text">{name}</th><td>{count}</td>{cells}</tr>'


def _nearest(nearest: Sequence[Neighbour]) -> str:
    if not nearest:
        return ""
    documents = "".join(
        f'<li><p class="text">{" · ".join(map(shown, one.texts))}</p>'
        f'<p class="note">{", ".join(map(shown, one.labels)) or "no label"} · likeness {one.likeness:.2f}</p></li>'
        for one in nearest
    )
    return f'<section><h2>The most similar training documents</h2><ol class="documents">{documents}</ol></section>'
