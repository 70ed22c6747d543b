"""linnet inspect: what is in a model file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.model_path import load_model
from linnet.cli.table import Table
from linnet.cli.terminal import print_json, size_of
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

NAME = "inspect"
HELP = "show what a model is made of and which features speak for which label"
EXAMPLES = """
  linnet inspect messages.linnet
  linnet inspect messages.linnet --top 20 --json
  linnet inspect messages.linnet --recipe > again.toml
"""
TOP = 10


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    said = f"features to show per label; {TOP} by default"
    parser.add_argument("--top", metavar="N", type=options.whole, default=TOP, help=said)
    parser.add_argument("--recipe", action="store_true", help="print only the recipe, as TOML")
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Tell what is in the model."""
    classifier = load_model(args.model, reads=False)
    if args.recipe and not args.json:
        print(classifier.recipe.to_toml(), end="")
        return
    result = _result(classifier, args.model, args.top)
    if args.json:
        print_json(result)
    else:
        _print(classifier, result)


def _result(classifier: "Classifier", model: str, top: int) -> dict[str, Any]:
    from linnet.cli.model import documents_of, fingerprint_of, tuning_json
    from linnet.report.strongest import strongest
    from linnet.storage.classifier_file import NEEDS
    from linnet.storage.container import open_file

    header = open_file(model, known_needs=NEEDS).metadata
    weights = classifier.totals.weights
    return {
        "model": model,
        "bytes": Path(model).stat().st_size,
        "documents": classifier.documents,
        "weight": float(weights[0] if classifier.multilabel else weights.sum()),
        "features": classifier.model.features.n_columns,
        "features_used": classifier.model.n_used,
        "fields": list(classifier.fields),
        "labels": documents_of(classifier),
        "fingerprint": fingerprint_of(classifier),
        "exact": classifier.exact,
        "kept_documents": 0 if classifier.kept is None else len(classifier.kept),
        **tuning_json(classifier),
        "record": None if classifier.record is None else classifier.record.as_json(),
        "linnet": header.get("linnet"),
        "unicode": header["unicode"],
        "recipe": classifier.recipe.to_dict(),
        "strongest": {
            label: [one.as_json() for one in features]
            for label, features in strongest(classifier, top).items()
        },
    }


def _print(classifier: "Classifier", result: dict[str, Any]) -> None:
    from linnet.cli.model import tuning_lines
    from linnet.cli.record import record_lines
    from linnet.recipe.words import in_words

    lines = {
        "model": f"{result['model']} ({size_of(result['model'])})",
        "recipe": in_words(classifier.recipe, multilabel=classifier.multilabel),
        "fields": ", ".join(map(shown, result["fields"])),
        "documents": f"{result['documents']:,}{_weight(result)}",
        "features": f"{result['features']:,}{_used(result)}",
        "fingerprint": result["fingerprint"]
        + ("" if result["exact"] else " (totals are not exact)"),
        **_kept(result),
        **tuning_lines(classifier),
        **record_lines(classifier.record),
        "written by": f"linnet {result['linnet']}, Unicode {result['unicode']}",
    }
    print("\n".join(f"{name:<12} {value}" for name, value in lines.items()))
    print()
    Table(
        ("label", "documents"), [(shown(label), f"{n:,}") for label, n in result["labels"].items()]
    ).show()
    for label, features in result["strongest"].items():
        _print_strongest(label, features)


def _kept(result: dict[str, Any]) -> dict[str, str]:
    """Return the line that tells whether training texts are in the file."""
    n = result["kept_documents"]
    return (
        {"kept": f"{counted(n, 'document')}: this model file contains its training texts"}
        if n
        else {}
    )


def _used(result: dict[str, Any]) -> str:
    """Return how many features have a weight other than 0, where not all have."""
    used = result["features_used"]
    return "" if used == result["features"] else f", of which {used:,} have a weight"


def _weight(result: dict[str, Any]) -> str:
    """Return what the documents weigh together, where they do not all weigh 1."""
    return "" if result["weight"] == result["documents"] else f", of weight {result['weight']:,g}"


def _print_strongest(label: str, features: list[dict[str, Any]]) -> None:
    if not features:
        return
    print(f"\nSpeaking for {shown(label)} ({counted(len(features), 'feature')}):")
    columns = {
        "feature": [shown(one["feature"]) for one in features],
        "documents": [f"{one['documents']:,}" for one in features],
        "of the label": [_number(one["of_label"], ",g") for one in features],
        "lead": [_number(one["lead"], ".3f", "veto") for one in features],
        "odds ×": [_number(one["odds"], ".3g") for one in features],
    }
    if all(one["of_label"] is None for one in features):  # which only totals know
        del columns["of the label"]
    Table(tuple(columns), list(zip(*columns.values(), strict=True))).show()


def _number(value: float | None, form: str, none: str = "–") -> str:
    return none if value is None else f"{value:{form}}"
