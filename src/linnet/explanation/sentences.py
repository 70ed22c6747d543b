"""An explanation in sentences: for a terminal, a page, a chat."""

from linnet.errors import escaped, shown
from linnet.explanation.counterfactuals import MOST_WORDS, Counterfactual
from linnet.model.explanation import Explanation

MOST_LABELS = 6


def answer_sentence(explanation: Explanation) -> str:
    """Return the label, and how probable the labels are, without a full stop.

    >>> from linnet import train
    >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
    >>> answer_sentence(classifier.explain("pills"))
    'Label: spam. Probabilities: spam 0.6667, ham 0.3333'
    """
    return f"{_label(explanation)}. {_probabilities(explanation)}"


def _label(explanation: Explanation) -> str:
    if explanation.unsure:
        return "Unsure: no label"
    labels = explanation.answer if explanation.chosen is not None else [explanation.answer]
    if not labels:
        return "No label"
    noun = "Labels" if len(labels) > 1 else "Label"
    return f"{noun}: {', '.join(map(shown, labels))}"


def _probabilities(explanation: Explanation) -> str:
    """Return the most probable labels with their probabilities, or scores where there are none."""
    if None in explanation.probabilities:
        kind = "Margins"
        numbers = explanation.scores
    else:
        kind = "Probabilities"
        numbers = tuple(number or 0.0 for number in explanation.probabilities)

    pairs = zip(explanation.labels, numbers, strict=True)
    highest = sorted(pairs, key=lambda pair: -pair[1])[:MOST_LABELS]
    values = [f"{shown(label)} {number:.4g}" for label, number in highest]
    return f"{kind}: {', '.join(values)}"


def counterfactual_sentence(explanation: Explanation, change: Counterfactual | None) -> str:
    """Return which words would change the answer; "" where no feature stands in the text.

    >>> from linnet import train
    >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
    >>> counterfactual = Counterfactual(("my", "pills"), None)
    >>> counterfactual_sentence(classifier.explain("my pills"), counterfactual)
    "Without 'my' and 'pills' the answer would be no label."
    """
    if change is not None:
        return f"Without {_words(change)} the answer would be {_other_answer(change)}."
    if not any(text.spans for text in explanation.texts):
        return ""
    return (
        f"Without up to {MOST_WORDS} of its words, taken away one after another, "
        "the answer stays the same."
    )


def _words(change: Counterfactual) -> str:
    words = [f"'{escaped(word)}'" for word in change.words]
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _other_answer(change: Counterfactual) -> str:
    labels = change.answer if isinstance(change.answer, list) else [change.answer]
    answer = ", ".join(shown(label) for label in labels if label is not None)
    if change.probability is None:
        return answer or "no label"
    return f"{answer or 'no label'} ({change.probability:.2g})"
