"""linnet inspect: what is in a model file."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.model_path import load_model
from linnet.cli.record import record_lines
from linnet.cli.table import Table
from linnet.cli.terminal import print_json, size_of
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

EXAMPLES = """
  linnet inspect messages.linnet
  linnet inspect messages.linnet --top 20 --json
  linnet inspect messages.linnet --recipe > again.toml
"""
TOP = 10
TOP_HELP = f"features to show per label; {TOP} by default"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    parser.add_argument("--top", metavar="N", type=options.whole, default=TOP, help=TOP_HELP)
    parser.add_argument("--recipe", action="store_true", help="print only the recipe, as TOML")
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Print what is in the model."""
    from linnet.explanation.inspection import inspect_model

    classifier = load_model(args.model, reads=False)
    if args.recipe and not args.json:
        print(classifier.recipe.to_toml(), end="")
        return
    facts = inspect_model(args.model, classifier, args.top)
    if args.json:
        print_json(facts)
    else:
        _print_facts(classifier, facts)


def _print_facts(classifier: "Classifier", facts: dict[str, Any]) -> None:
    for name, value in _lines(classifier, facts).items():
        print(f"{name:<12} {value}")
    print()
    rows = [(shown(label), f"{n:,}") for label, n in facts["labels"].items()]
    Table(("label", "documents"), rows).show()
    for label, features in facts["strongest"].items():
        _print_strongest(label, features)


def _lines(classifier: "Classifier", facts: dict[str, Any]) -> dict[str, str]:
    """Return what there is to say about the whole model, by name."""
    from linnet.classifier.facts_in_words import calibration_lines
    from linnet.recipe.words import in_words

    model = facts["model"]
    recipe = in_words(classifier.recipe, multilabel=classifier.multilabel)
    lines = {
        "model": f"{model} ({size_of(model)})",
        "recipe": recipe,
        "fields": ", ".join(map(shown, facts["fields"])),
        "documents": _documents(facts),
        "features": _features(facts),
        "fingerprint": facts["fingerprint"],
    }
    if not facts["exact"]:
        lines["fingerprint"] += " (totals are not exact)"
    if facts["kept_documents"]:
        documents = counted(facts["kept_documents"], "document")
        lines["kept"] = f"{documents}: this model file contains its training texts"
    lines |= calibration_lines(classifier)
    lines |= record_lines(classifier.record)
    lines["written by"] = f"linnet {facts['linnet']}, Unicode {facts['unicode']}"
    return lines


def _documents(facts: dict[str, Any]) -> str:
    """Return how many documents, and what they weigh together where they do not all weigh 1."""
    documents = f"{facts['documents']:,}"
    if facts["weight"] == facts["documents"]:
        return documents
    return f"{documents}, of weight {facts['weight']:,g}"


def _features(facts: dict[str, Any]) -> str:
    """Return how many features, and how many have a weight other than 0 where not all have."""
    features = f"{facts['features']:,}"
    if facts["features_used"] == facts["features"]:
        return features
    return f"{features}, of which {facts['features_used']:,} have a weight"


def _print_strongest(label: str, features: list[dict[str, Any]]) -> None:
    if not features:
        return
    print(f"\nSpeaking for {shown(label)} ({counted(len(features), 'feature')}):")
    # How many documents of the label have a feature, only totals know.
    by_label = any(feature["of_label"] is not None for feature in features)
    names = ["feature", "documents", "of the label", "contrast", "odds ×"]
    if not by_label:
        names.remove("of the label")
    Table(tuple(names), [_strongest_row(feature, by_label) for feature in features]).show()


def _strongest_row(feature: dict[str, Any], by_label: bool) -> tuple[str, ...]:
    contrast = _number(feature["lead"], ".3f", if_none="veto")
    cells = [shown(feature["feature"]), f"{feature['documents']:,}"]
    if by_label:
        cells.append(_number(feature["of_label"], ",g"))
    return (*cells, contrast, _number(feature["odds"], ".3g"))


def _number(value: float | None, form: str, if_none: str = "–") -> str:
    return if_none if value is None else f"{value:{form}}"
