"""An explained document in a line, and as a coloured text with what would change its answer."""

from linnet.display.html import note, result, table
from linnet.display.words import line
from linnet.explanation.explained_document import ExplainedDocument
from linnet.explanation.sentences import answer_sentence, counterfactual_sentence
from linnet.model.explanation_display import explanation_parts

MOST_NEAREST = 5


def explained_line(explained: ExplainedDocument) -> str:
    """Return the answer, and which words would change it."""
    explanation = explained.explanation
    change = counterfactual_sentence(explanation, explained.counterfactual)
    return line("ExplainedDocument", f"{answer_sentence(explanation)}. {change}".strip())


def explained_html(explained: ExplainedDocument) -> str:
    """Return the explanation, which words would change the answer, and the nearest documents."""
    explanation = explained.explanation
    change = counterfactual_sentence(explanation, explained.counterfactual)
    parts = (explanation_parts(explanation), note(change), _nearest(explained))
    return result("Explanation", *parts, about=answer_sentence(explanation))


def _nearest(explained: ExplainedDocument) -> str:
    if not explained.nearest:
        return ""
    rows = []
    for neighbour in explained.nearest[:MOST_NEAREST]:
        labels = ", ".join(neighbour.labels)
        rows.append((" · ".join(neighbour.texts), labels, f"{neighbour.likeness:.2f}"))
    head = ("nearest training document", "label", "likeness")
    return table(head, rows, texts=(0, 1))
