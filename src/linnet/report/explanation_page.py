"""An explanation as one page without scripts: it opens offline, and shows texts as mere text."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from math import isinf

from linnet.display.html import plain
from linnet.explanation.explained_document import ExplainedDocument
from linnet.explanation.sentences import answer_sentence, counterfactual_sentence
from linnet.model.explanation import Explanation
from linnet.model.spans import Piece
from linnet.storage.kept_documents import Neighbour

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
LEAST_SHARE = 0.05
MOST_FEATURES = 50
OWN_STYLE = """
main { padding: 3rem 0; }
h1 { margin-bottom: 1.5rem; }
.document mark { padding: .05em 0; }
.document { white-space: pre-wrap; max-width: 52rem; font-size: 1.15rem; line-height: 1.9; }
@media print { main { padding: 0; } }
"""


def page_of(explained: ExplainedDocument) -> str:
    """Return the page of an explained document, with counterfactuals and similar documents."""
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
    label = shown(explanation.label)
    texts = "\n".join(map(_text, explanation.pieces()))
    paragraphs = "".join(f"<p>{shown(note)}</p>" for note in notes)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">
<title>linnet explain: {escape(headline)}</title>
<style>
{_style()}
</style>
</head>
<body>
<main>
<h1>{shown(headline)}</h1>
<section>
<p class="note">What speaks <mark>for</mark> {label} \
and <mark class="against">against</mark> it.</p>
{texts}
{paragraphs}
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
    """Return a text as HTML, alone in its direction, with a sign for each hidden character.

    >>> shown("<b>\u202e")
    '<bdi dir="auto">&lt;b&gt;<span class="hidden-character">U+202E</span></bdi>'
    """
    return f'<bdi dir="auto">{plain(text)}</bdi>'


def _style() -> str:
    style = files("linnet.report") / "page" / "page.css"
    return style.read_text(encoding="utf-8") + OWN_STYLE


def _text(pieces: Sequence[Piece]) -> str:
    """Return a text as a paragraph, its pieces coloured by what they add."""
    strengths = [abs(value) for _, value in pieces]
    strongest = max(strengths, default=0.0) or 1.0
    coloured = [_piece(text, value, abs(value) / strongest) for text, value in pieces]
    return f'<p class="document" dir="auto">{"".join(coloured)}</p>'


def _piece(text: str, value: float, share: float) -> str:
    if share < LEAST_SHARE:
        return plain(text)
    kind = "for" if value > 0 else "against"
    colour = f"--share: {10 + 50 * share:.0f}%"
    title = f"{kind}: {abs(value):.3g}"
    return f'<mark class="{kind}" style="{colour}" title="{title}">{plain(text)}</mark>'


def _features(explanation: Explanation) -> str:
    strongest = explanation.strongest()
    others = strongest[MOST_FEATURES:]
    rows = []
    for part in strongest[:MOST_FEATURES]:
        rows.append(_row(_named(part.feature), f"{part.count:.4g}", part.scores))
    if others:
        by_label = zip(*(part.scores for part in others), strict=True)
        rows.append(_row(f"({len(others):,} others)", "", [sum(scores) for scores in by_label]))
    rows.append(_row("(offset)", "", explanation.offset))
    rows.append(_row("(sum)", "", explanation.scores))

    head = _head(explanation.labels)
    body = f"<tbody>{''.join(rows)}</tbody>"
    return f'<div class="scrolling"><table>{head}{body}</table></div>'


def _head(labels: Sequence[str]) -> str:
    cells = [
        '<th scope="col" class="text">feature</th>',
        '<th scope="col">count</th>',
        *(f'<th scope="col">{shown(label)}</th>' for label in labels),
    ]
    return f"<thead><tr>{''.join(cells)}</tr></thead>"


def _named(feature: str) -> str:
    """Return the name of a feature, in quotation marks where it begins or ends with a space."""
    if feature and feature.strip() == feature:
        return shown(feature)
    return shown(f"'{feature}'")


def _row(name: str, count: str, scores: Sequence[float]) -> str:
    values = ["veto" if isinf(score) else f"{score:.3f}" for score in scores]
    cells = "".join(f"<td>{value}</td>" for value in values)
    return f'<tr><th scope="row" class="text">{name}</th><td>{count}</td>{cells}</tr>'


def _nearest(nearest: Sequence[Neighbour]) -> str:
    if not nearest:
        return ""
    documents = "".join(map(_neighbour, nearest))
    return (
        "<section><h2>The most similar training documents</h2>"
        f'<ol class="documents">{documents}</ol></section>'
    )


def _neighbour(neighbour: Neighbour) -> str:
    texts = " · ".join(map(shown, neighbour.texts))
    labels = ", ".join(map(shown, neighbour.labels)) or "no label"
    return (
        f'<li><p class="text">{texts}</p>'
        f'<p class="note">{labels} · likeness {neighbour.likeness:.2f}</p></li>'
    )
