"""A model card: Markdown under a YAML header, laid out as the Hugging Face hub reads it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from linnet.report.headline import measured

MOST_LABELS = 50
# What would be read as Markdown or HTML.
SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")

USES = """## Uses

It gives labels to texts of the kind it has learned.

### Out-of-Scope Use

Texts of another kind, language or time than those it was judged by: \
the numbers below do not speak for them.

## Bias, Risks, and Limitations

It knows words, not meanings, and repeats what its training labels say, mistakes included. \
Labels with few documents
are told least surely: see the table below.

## How to Get Started with the Model

```python
import linnet

classifier = linnet.load("MODEL.linnet")
classifier.classify("some text")
```"""

Report = Mapping[str, Any]


def card(report: Report) -> str:
    """Return the card."""
    name = plain(_name(report))
    headline = f"{report['headline']} {report['beside']}"
    sentences = [headline, *report["cautions"]]
    parts = [
        _header(report),
        f"# Model Card for {name}",
        *map(plain, sentences),
        _details(report),
        USES,
        _training(report),
        _evaluation(report),
        _technical(report),
    ]
    return "\n\n".join(parts) + "\n"


def plain(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line.

    >>> plain("a|b <i>"), plain("two\\nlines")
    ('a\\\\|b \\\\<i\\\\>', 'two lines')
    """
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _name(report: Report) -> str:
    model = (report["files"] or {}).get("model")
    return PurePath(model["name"]).stem if model else "a linnet classifier"


def _header(report: Report) -> str:
    """Return the YAML that hubs index; JSON strings and numbers are YAML too."""
    data = json.dumps(report["data"]["name"])
    lines = [
        "---",
        "library_name: linnet",
        "pipeline_tag: text-classification",
        "tags:",
        "- text-classification",
        "model-index:",
        f"- name: {json.dumps(_name(report))}",
        "  results:",
        "  - task:",
        "      type: text-classification",
        "    dataset:",
        f"      name: {data}",
        f"      type: {data}",
        "    metrics:",
    ]
    for name, measure in report["measures"].items():
        if measure["value"] is not None:
            lines.append(f"    - type: {json.dumps(name)}")
            lines.append(f"      value: {measure['value']}")
    return "\n".join([*lines, "---"])


def _details(report: Report) -> str:
    reproduce = report["reproduce"]
    model_type = plain(report["words"] or "see the recipe below")
    n_labels = len(report["labels"]) - len(report["unknown"])
    per_document = "any number of them" if report["several"] else "one"
    lines = [
        "## Model Details",
        "",
        "### Model Description",
        "",
        f"- **Model type:** {model_type}",
        f"- **Labels:** {n_labels:,}, {per_document} per document",
        f"- **Features:** {reproduce['learned']['features']:,}",
        f"- **Made with:** linnet {reproduce['versions']['linnet']}",
    ]
    return "\n".join(lines)


def _training(report: Report) -> str:
    learned = report["reproduce"]["learned"]
    recipe = report["reproduce"]["recipe"].strip()
    parts = [
        "## Training Details",
        "### Training Data",
        f"{learned['documents']:,} documents, fingerprint `{learned['fingerprint']}`.",
        "### Training Procedure",
        f"```toml\n{recipe}\n```",
    ]
    return "\n\n".join(parts)


def _evaluation(report: Report) -> str:
    data = report["data"]
    leaks = "not checked." if report["leaks"] is None else "done; the HTML report tells of it."
    parts = [
        "## Evaluation",
        "### Testing Data",
        f"{data['documents']:,} documents of {plain(data['name'])}. Leak check: {leaks}",
        "### Results",
        _measures(report["measures"], report["training"]),
        *_reasons(report["measures"]),
        "### Results by Label",
        _labels(report),
    ]
    return "\n\n".join(parts)


def _measures(measures: Mapping[str, Any], training: Mapping[str, Any] | None) -> str:
    columns = ["measure", "value (95 % interval)"]
    if training:
        columns.append("on the training part")

    rows = []
    for name, measure in measures.items():
        row = [name.replace("-", " "), measured(measure)]
        if training:
            row.append(measured(training.get(name)))
        rows.append(row)
    return _table(columns, rows)


def _reasons(measures: Mapping[str, Any]) -> list[str]:
    """Return why some measures have no interval, where this is known: a sentence per reason."""
    reasons = [measure.get("reason") for measure in measures.values() if measure]
    distinct = dict.fromkeys(filter(None, reasons))
    return [f"No interval for some: {reason}." for reason in distinct]


def _labels(report: Report) -> str:
    names = ["precision", "recall", "f1"]
    rows = []
    for measures in report["per_label"][:MOST_LABELS]:
        label = report["labels"][measures["label"]]
        cells = [measured(measures.get(name)) for name in names]
        rows.append([plain(label), f"{measures['documents']:,}", *cells])

    table = _table(["label", "documents", *names], rows)
    n_more = len(report["labels"]) - len(rows)
    if not n_more:
        return table
    return f"{table}\n\nand {n_more:,} smaller labels."


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _technical(report: Report) -> str:
    reproduce = report["reproduce"]
    versions = [f"{name} {version}" for name, version in reproduce["versions"].items()]
    lines = [
        "## Technical Specifications",
        "",
        f"- Versions: {', '.join(versions)}",
        f"- Seed: {reproduce['seed']}",
    ]
    files = report["files"] or {}
    for file in files.values():
        if file["sha256"]:
            lines.append(f"- SHA-256 of {plain(file['name'])}: `{file['sha256']}`")
    return "\n".join(lines)
