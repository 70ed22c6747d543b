"""What a classifier is, in words."""

from linnet.classifier.classifier import Classifier
from linnet.classifier.facts import documents_by_label
from linnet.errors import shortened, shown
from linnet.model.calibration import name_of
from linnet.model.decision import Decision

MOST_LABELS = 10


def label_counts(classifier: Classifier) -> str:
    """Return the labels with their documents, the most frequent first.

    >>> from linnet import train
    >>> label_counts(train([("cheap pills", "spam"), ("my lunch", "ham"), ("noon", "ham")], {}))
    'ham 2, spam 1'
    """
    counts = sorted(documents_by_label(classifier).items(), key=lambda pair: -pair[1])
    words = (f"{shown(label)} {n:,}" for label, n in counts)
    return shortened(words, len(counts), most=MOST_LABELS)


def inexactness(classifier: Classifier) -> str:
    """Return what is no longer exact about a changed classifier, "" when nothing is."""
    if classifier.exact:
        return ""
    if classifier.recipe.learner.needs != "totals":
        return (
            "only approximate: its weights went on to the new documents one by one, "
            "with features and weighting as they were. Train on all documents for the best weights"
        )
    if classifier.recipe.private:
        return (
            "no longer exact: a private model keeps no rare words, "
            "so that it may lack words that training on all documents at once would keep"
        )
    if not classifier.recipe.adds_up:
        return (
            "no longer exact: its features, and what they are worth "
            "(rarity, bins, means, selection), stay as they were trained, "
            "so that new words are left out. "
            "Train on all documents to learn these anew"
        )
    return (
        "no longer exact: with fractions, of weights or of features, "
        "totals are sums of rounded numbers"
    )


def calibration_lines(classifier: Classifier) -> dict[str, str]:
    """Return calibration and cutoffs as lines by name; none where there is nothing to tell."""
    calibration = classifier.model.calibration
    decision = classifier.model.decision
    stale = ", found before the model changed: calibrate it again" if classifier.stale else ""
    lines = {}
    if calibration is not None:
        lines["calibration"] = name_of(calibration) + stale
    if decision is not None and decision.chosen:
        lines["cutoffs"] = _cutoffs(decision, classifier.labels) + stale
    if decision is not None and decision.guarantee and not classifier.stale:
        lines["budget"] = f"{decision.guarantee}, with 95% confidence"
    return lines


def _cutoffs(decision: Decision, labels: tuple[str, ...]) -> str:
    cutoffs = []
    for label, cutoff, rule in zip(labels, decision.cutoffs.tolist(), decision.rules, strict=True):
        if rule:
            cutoffs.append(f"{shown(label)} above {cutoff:.6g} ({shown(rule)})")
    words = shortened(cutoffs, len(cutoffs), most=MOST_LABELS)
    return f"{words}, else unsure" if decision.unsure else words


def uncalibrated_sentence(classifier: Classifier) -> str:
    """Return why a classifier, just trained, has no calibration; "" if it has, or wants none."""
    if classifier.recipe.calibration != "auto" or classifier.model.calibration is not None:
        return ""
    if classifier.model.has_probabilities:
        return (
            "Calibration: none, since by parts that models had not learned "
            "probabilities are no better with one."
        )
    return (
        "Calibration: none, since every label has only one document. So there are no probabilities."
    )
