"""A model in words: what it was made of, how, and what to do with it next."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli.terminal import say, shown
from linnet.errors import listed
from linnet.recipe.words import in_words

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe

_MOST_LABELS = 10


def fingerprint_of(classifier: "Classifier") -> str:
    """Return the fingerprint of the documents it has learned, as the model file has it."""
    return "".join(f"{part:016x}" for part in classifier.totals.fingerprint)


def documents_of(classifier: "Classifier") -> dict[str, int]:
    """Return how many documents of each label it has learned."""
    documents = classifier.stored_totals.documents.tolist()
    return dict(
        zip(classifier.labels, documents[1:] if classifier.multilabel else documents, strict=True)
    )


def label_counts(classifier: "Classifier") -> str:
    """Return the labels with their documents, the most frequent first."""
    ordered = sorted(documents_of(classifier).items(), key=lambda pair: -pair[1])
    said = ", ".join(f"{shown(label)} {n:,}" for label, n in ordered[:_MOST_LABELS])
    more = len(ordered) - _MOST_LABELS
    return f"{said} and {more} more" if more > 0 else said


def tell_alike(labels: Sequence[str]) -> None:
    """Say which labels may be meant as one: those that differ only in case and the white space around them."""
    grouped_by: dict[str, list[str]] = {}
    for label in labels:
        grouped_by.setdefault(label.strip().casefold(), []).append(label)
    groups = [group for group in grouped_by.values() if len(group) > 1]
    for group in groups[:_MOST_LABELS]:
        say(f"labels {listed(group)} differ only in case or white space: are they one?")
    if len(groups) > _MOST_LABELS:
        say(
            f"{len(groups) - _MOST_LABELS:,} more groups of labels differ only in case or white space."
        )


def unnamed_in_words(recipe: "Recipe", documents: "Documents", varied: Sequence[str] = ()) -> str:
    """Return the sentence of what is used where no learner is named; settings that vary are told elsewhere."""
    from linnet.validation.training_documents import with_columns_read

    words = in_words(with_columns_read(recipe, documents), multilabel=documents.multilabel)
    if "smoothing" in varied:
        words = words.replace(f", smoothing {recipe.learner.regularisation(1.0)[1]:g}", "", 1)
    return f"No learner is named; used: {words}."


def program() -> str:
    """Return how linnet is started here: by its name, where that is found."""
    if shutil.which("linnet"):
        return "linnet"
    start = sys.argv[0]
    return (
        shlex.quote(start)
        if Path(start).name == "linnet"
        else f"{shlex.quote(sys.executable)} -m linnet"
    )


def next_commands(model: str, fields: tuple[str, ...], tokenizer: str | None = None) -> str:
    """Return commands to try with a model."""
    linnet, path = program(), shlex.quote(model)
    text = " 'some text of yours'" if len(fields) == 1 else " --field NAME=VALUE …"
    cut = "" if tokenizer is None else f" --tokenizer {shlex.quote(tokenizer)}"
    return "\n".join(
        [
            "Try next:",
            f"  {linnet} inspect {path}",
            f"  {linnet} explain {path}{text}{cut}",
            f"  {linnet} predict {path} NEW.csv -o labels.csv{cut}",
            f"  {linnet} evaluate {path} OTHER.csv{cut}",
        ]
    )


def inexact(classifier: "Classifier") -> str:
    """Return what is no longer exact about a changed model, "" when nothing is."""
    if classifier.exact:
        return ""
    if classifier.recipe.learner.needs != "totals":
        return (
            "only approximate: its weights went on to the new documents one by one, with features and weighting as "
            "they were. Train on all documents for the best weights"
        )
    if classifier.recipe.private:
        return (
            "no longer exact: a private model keeps no rare words, so that it may lack words that training on all "
            "documents at once would keep"
        )
    if not classifier.recipe.adds_up:
        return (
            "no longer exact: its features, and what they are worth (rarity, bins, means, selection), stay as they "
            "were trained, so that new words are left out. Train on all documents to learn these anew"
        )
    return "no longer exact: with fractions, of weights or of features, totals are sums of rounded numbers"


def tell_uncalibrated(classifier: "Classifier") -> None:
    """Print that a classifier, just trained, was left without a calibration because it would not help."""
    if classifier.recipe.calibration != "auto" or classifier.model.calibration is not None:
        return
    if classifier.model.has_probabilities:
        print(
            "Calibration: none, since by parts that models had not learned probabilities are no better with one."
        )
    else:
        print(
            "Calibration: none, since every label has only one document. So there are no probabilities."
        )


def tuning_json(classifier: "Classifier") -> dict[str, Any]:
    """Return calibration and cutoffs for `--json`."""
    from linnet.model.calibration import name_of

    model = classifier.model
    return {
        "calibration": None if model.calibration is None else name_of(model.calibration),
        "decision": None if model.decision is None else model.decision.as_json(model.labels),
        "stale": classifier.stale,
    }


def tuning_lines(classifier: "Classifier") -> dict[str, str]:
    """Return calibration and cutoffs in words, as lines by name; none where there is nothing to tell."""
    from linnet.model.calibration import name_of

    model, lines = classifier.model, {}
    old = ", found before the model changed: calibrate it again" if classifier.stale else ""
    if model.calibration is not None:
        lines["calibration"] = name_of(model.calibration) + old
    decision = model.decision
    if decision is not None and decision.chosen:
        triples = zip(model.labels, decision.cutoffs.tolist(), decision.rules, strict=True)
        said = [
            f"{shown(label)} above {cutoff:.6g} ({shown(rule)})"
            for label, cutoff, rule in triples
            if rule
        ]
        lines["cutoffs"] = ", ".join([*said, *(["else unsure"] if decision.unsure else [])]) + old
    if decision is not None and decision.guarantee and not classifier.stale:
        lines["budget"] = f"{decision.guarantee}, with 95% confidence"
    return lines
