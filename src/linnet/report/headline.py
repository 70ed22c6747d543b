"""What came out, in one sentence, and what each measure means."""

from collections.abc import Mapping, Sequence
from typing import Any

from linnet.display import words

Measures = Mapping[str, Mapping[str, Any]]

# Of the measures a reader meets first; the docs tell of all.
MEANINGS = {
    "accuracy": "share of documents with the right label",
    "balanced-accuracy": "recall averaged over the labels",
    "macro-f1": "F1 averaged over the labels: small ones count as much as large ones",
    "micro-f1": "F1 over all pairs of document and label",
    "weighted-f1": "F1 averaged over the labels, weighted by their documents",
    "weighted-precision": "precision averaged over the labels, weighted by their documents",
    "macro-precision": "precision averaged over the labels",
    "macro-recall": "recall averaged over the labels",
    "mcc": "correlation of predicted and true labels: 0 is chance, 1 perfect",
    "kappa": "agreement beyond chance: 0 is chance, 1 perfect",
    "log-loss": "mean of −log P(true label): lower is better",
    "brier": "mean squared error of the probabilities: lower is better",
    "calibration-error": "mean gap between probability and share right: lower is better",
    "top-2-accuracy": "share of documents whose label is among the two likeliest",
    "top-3-accuracy": "share of documents whose label is among the three likeliest",
    "top-5-accuracy": "share of documents whose label is among the five likeliest",
    "macro-roc-area": "chance that a document of a label scores above one without it, "
    "averaged over the labels",
    "macro-average-precision": "area under the precision-recall curve, averaged over the labels",
    "1-auc-percent": "how often, in 100 pairs, ham looks more like spam than spam does: "
    "lower is better",
    "ham-misclassification-percent": "of 100 ham, how many are taken for spam",
    "spam-misclassification-percent": "of 100 spam, how many are let through",
    "lam-percent": "both kinds of mistakes in one number, their mean on the scale of log-odds",
    "unsure": "share of documents that got no label",
    "coverage": "share of documents that got a label",
    "answered-accuracy": "of the documents that got a label, the share with the right one",
    "subset-accuracy": "share of documents with exactly the right labels",
    "micro-precision": "of all labels given, the share that is right",
    "micro-recall": "of all labels that documents have, the share that was given",
    "precision-at-1": "how often the label that scores highest is right",
    "precision-at-3": "of the three labels that score highest, the share that is right",
    "precision-at-5": "of the five labels that score highest, the share that is right",
    "hamming-loss": "share of all pairs of document and label that are wrong: lower is better",
    "sample-f1": "F1 averaged over the documents",
}


def percent(share: float) -> str:
    """Return a share as a percentage, never rounded up to all or down to none.

    >>> percent(0.9123), percent(1.0), percent(0.99999), percent(0.0001)
    ('91.2 %', '100 %', '>99.9 %', '<0.1 %')
    """
    if share == 0:
        return "0 %"
    if share == 1:
        return "100 %"
    number = f"{100 * share:.1f}"
    bound_of = {"100.0": ">99.9", "0.0": "<0.1"}
    return f"{bound_of.get(number, number)} %"


def within(measure: Mapping[str, Any] | None) -> str:
    """Return the interval of a share in brackets, "" where there is none.

    >>> within({"value": 0.9, "interval": [0.85, 0.95]})
    ' (85.0 to 95.0 %)'
    """
    interval = measure and measure.get("interval")
    if not interval:
        return ""
    low, high = interval
    return f" ({percent(low)[:-2]} to {percent(high)})"


def headline(measures: Measures, documents: int, *, multilabel: bool = False) -> str:
    """Return how good it is, with intervals where there are some.

    >>> headline({"accuracy": {"value": 0.75, "interval": None}, "macro-f1": {"value": 0.7333}}, 4)
    'Right for 75.0 % of 4 documents, macro F1 0.733.'
    """
    right = "All labels right" if multilabel else "Right"
    accuracy = measures["subset-accuracy" if multilabel else "accuracy"]
    share = accuracy["value"]
    if documents == 1:
        outcome = "right" if share == 1 else "wrong"
        return (
            f"The only document was told {outcome}. "
            "One document says next to nothing: evaluate on more."
        )
    f1 = _f1_clause("micro" if multilabel else "macro", measures)
    return f"{right} for {percent(share)} of {documents:,} documents{within(accuracy)}{f1}."


def beside(
    measures: Measures,
    baseline: tuple[str, float] | None = None,
    estimated: Mapping[str, Any] | None = None,
) -> str:
    """Return what the accuracy is to be compared with, as sentences; "" where nothing is known.

    `baseline` is the most frequent label and the share of documents that have it.

    >>> beside({}, ("ham", 0.6), {"value": 0.95, "interval": [0.94, 0.96]})
    'Always giving ham, the most frequent label here: 60.0 %. Estimated when trained: 95.0 % \
(94.0 to 96.0 %).'
    """
    sentences = []
    unsure = measures.get("unsure")
    if unsure and unsure["value"]:
        sentences.append(_answered(measures))
    if baseline is not None:
        label, accuracy = baseline
        share = percent(accuracy)
        sentences.append(f"Always giving {label}, the most frequent label here: {share}.")
    if estimated is not None and estimated["value"] is not None:
        share = percent(estimated["value"])
        sentences.append(f"Estimated when trained: {share}{within(estimated)}.")
    return " ".join(sentences)


def _answered(measures: Measures) -> str:
    """Return how many documents got a label, and how right these are."""
    coverage = measures["coverage"]
    accuracy = measures.get("answered-accuracy")
    answered = f"Answered {percent(coverage['value'])}{within(coverage)}"
    if accuracy is None or accuracy["value"] is None:
        return f"{answered}."
    return f"{answered}, right for {percent(accuracy['value'])}{within(accuracy)} of these."


def _f1_clause(average: str, measures: Measures) -> str:
    measure = measures.get(f"{average}-f1")
    if measure is None or measure["value"] is None:
        return ""
    return f", {average} F1 {measured(measure)}"


def measured(measure: Mapping[str, Any] | None) -> str:
    """Return a measure and its interval.

    >>> measured({"value": 0.9, "interval": [0.85, 0.95]}), measured(None)
    ('0.900 (0.850 to 0.950)', '-')
    """
    if measure is None:
        return words.measured(None)
    return words.measured(measure["value"], measure.get("interval"))


def cautions(
    labels: Sequence[str], counts: Sequence[int], unknown: Sequence[int], documents: int
) -> list[str]:
    """Return what a reader must know before believing the numbers: one sentence each.

    >>> cautions(["ham", "scam", "spam"], [0, 2, 38], [1], 40)
    ['The model does not know the label scam, which 2 documents have: it is always wrong there.']
    """
    sentences = []
    present = [label for label, n in zip(labels, counts, strict=True) if n]
    if len(present) == 1 and sum(counts) == documents > 1:
        only = present[0]
        sentences.append(f"All documents have the label {only}: this says nothing of the others.")
    if unknown:
        names = [labels[place] for place in unknown]
        sentences.append(_unknown_labels(names, sum(counts[place] for place in unknown)))
    if 1 < documents < 20:
        sentences.append("Fewer than 20 documents are too few to say how sure these numbers are.")
    return sentences


def drift_cautions(sections: Mapping[str, Any]) -> list[str]:
    """Return what drift and scores below expectation have to say, if anything.

    >>> drift_cautions({"drift": {"shifted": True, "sentence": "They differ."}, "warning": None})
    ['They differ.']
    """
    drift = sections.get("drift")
    sentences = [drift["sentence"]] if drift and drift["shifted"] else []
    warning = sections.get("warning")
    return [*sentences, warning] if warning else sentences


def _unknown_labels(names: Sequence[str], n: int) -> str:
    listed = ", ".join(names[:3])
    if len(names) > 3:
        listed += " and others"
    plural = "s" if len(names) > 1 else ""
    have = "1 document has" if n == 1 else f"{n:,} documents have"
    return (
        f"The model does not know the label{plural} {listed}, which {have}: "
        "it is always wrong there."
    )
