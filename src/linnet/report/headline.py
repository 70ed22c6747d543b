"""What came out, in one sentence, and what each measure means."""

from collections.abc import Mapping, Sequence
from typing import Any

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
    "macro-roc-area": "chance that a document of a label scores above one without it, averaged over the labels",
    "macro-average-precision": "area under the precision-recall curve, averaged over the labels",
    "1-auc-percent": "how often, in 100 pairs, ham looks more like spam than spam does: lower is better",
    "ham-misclassification-percent": "of 100 ham, how many are taken for spam",
    "spam-misclassification-percent": "of 100 spam, how many are let through",
    "lam-percent": "both kinds of mistakes in one number, their mean on the scale of log-odds",
    "unsure": "share of documents that got no label",
    "subset-accuracy": "share of documents with exactly the right labels",
    "micro-precision": "of all labels given, the share that is right",
    "micro-recall": "of all labels that documents have, the share that was given",
    "precision-at-1": "how often the label that scores highest is right",
    "precision-at-3": "of the three labels that score highest, the share that is right",
    "precision-at-5": "of the five labels that score highest, the share that is right",
    "hamming-loss": "share of all pairs of document and label that are wrong: lower is better",
    "sample-f1": "F1 averaged over the documents",
}


ON_TRAINING_DOCUMENTS = (
    "The model was trained on exactly these documents: on new ones expect lower scores."
)


def percent(share: float) -> str:
    """Return a share as a percentage, never rounded up to all or down to none.

    >>> percent(0.9123), percent(1.0), percent(0.99999), percent(0.0001)
    ('91.2 %', '100 %', '>99.9 %', '<0.1 %')
    """
    ends = {0.0: "0 %", 1.0: "100 %"}
    rounded = {"100.0": ">99.9", "0.0": "<0.1"}
    shown = f"{100 * share:.1f}"
    return ends.get(share, f"{rounded.get(shown, shown)} %")


def within(measure: Mapping[str, Any] | None) -> str:
    """Return the interval of a share in brackets, "" where there is none.

    >>> within({"value": 0.9, "interval": [0.85, 0.95]})
    ' (85.0 to 95.0 %)'
    """
    ends = measure and measure.get("interval")
    return f" ({percent(ends[0])[:-2]} to {percent(ends[1])})" if ends else ""


def headline(measures: Measures, documents: int, *, multilabel: bool = False) -> str:
    """Return how good it is: "Right for 91.2 % of 7,600 documents (90.5 to 91.8 %), macro F1 0.911 (0.904 to 0.918)."

    >>> headline({"accuracy": {"value": 0.75, "interval": None}, "macro-f1": {"value": 0.7333}}, 4)
    'Right for 75.0 % of 4 documents, macro F1 0.733.'
    """
    name, other = ("subset-accuracy", "micro-f1") if multilabel else ("accuracy", "macro-f1")
    right = "All labels right" if multilabel else "Right"
    if documents == 1:
        done = "right" if measures[name]["value"] == 1 else "wrong"
        return f"The only document was told {done}. One document says next to nothing: evaluate on more."
    share = f"{right} for {percent(measures[name]['value'])} of {documents:,} documents{within(measures[name])}"
    return f"{share}{_beside(measures.get(other), other)}."


def _beside(measure: Mapping[str, Any] | None, name: str) -> str:
    if measure is None or measure["value"] is None:
        return ""
    ends = measure.get("interval")
    return f", {name.replace('-f1', ' F1')} {measure['value']:.3f}" + (
        f" ({ends[0]:.3f} to {ends[1]:.3f})" if ends else ""
    )


def cautions(
    labels: Sequence[str], counts: Sequence[int], unknown: Sequence[int], documents: int
) -> list[str]:
    """Return what a reader must know before believing the numbers: one sentence each.

    >>> cautions(["ham", "scam", "spam"], [0, 2, 38], [1], 40)
    ['The model does not know the label scam, which 2 documents have: it is always wrong there.']
    """
    said = []
    there = [label for label, n in zip(labels, counts, strict=True) if n]
    if len(there) == 1 and sum(counts) == documents > 1:
        said.append(f"All documents have the label {there[0]}: this says nothing of the others.")
    if unknown:
        names = ", ".join(labels[place] for place in unknown[:3]) + (
            " and others" if len(unknown) > 3 else ""
        )
        n = sum(counts[place] for place in unknown)
        plural, have = (
            ("s" if len(unknown) > 1 else ""),
            ("1 document has" if n == 1 else f"{n:,} documents have"),
        )
        said.append(
            f"The model does not know the label{plural} {names}, which {have}: it is always wrong there."
        )
    if 1 < documents < 20:
        said.append("Fewer than 20 documents are too few to say how sure these numbers are.")
    return said
