"""A model card: Markdown under a YAML header, laid out as the Hugging Face hub reads it."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

MOST_LABELS = 50
# What would be read as Markdown or HTML.
SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")

USES = """## Uses

It gives labels to texts of the kind it has learned.

### Out-of-Scope Use

Texts of another kind, language or time than those it was judged by: the numbers below do not speak for them.

## Bias, Risks, and Limitations

It knows words, not meanings, and repeats what its training labels say, mistakes included. Labels with few documents
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
    parts = [_header(report), f"# Model Card for {plain(_name(report))}", plain(report["headline"])]
    parts += [
        *map(plain, report["cautions"]),
        _details(report),
        USES,
        _training(report),
        _evaluation(report),
    ]
    return "\n\n".join([*parts, _technical(report)]) + "\n"


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
    data, results = json.dumps(report["data"]["name"]), []
    for name, measure in report["measures"].items():
        if measure["value"] is not None:
            results.append(f"    - type: {json.dumps(name)}\n      value: {measure['value']}")
    lines = [
        "---",
        "library_name: linnet",
        "pipeline_tag: text-classification",
        "tags:",
        "- text-classification",
    ]
    lines += ["model-index:", f"- name: {json.dumps(_name(report))}", "  results:", "  - task:"]
    lines += [
        "      type: text-classification",
        "    dataset:",
        f"      name: {data}",
        f"      type: {data}",
    ]
    return "\n".join([*lines, "    metrics:", *results, "---"])


def _details(report: Report) -> str:
    learned, made = report["reproduce"]["learned"], report["words"]
    lines = [
        f"- **Model type:** {plain(made) if made else 'see the recipe below'}",
        f"- **Labels:** {len(report['labels']) - len(report['unknown']):,}"
        + (", any number of them per document" if report["several"] else ", one per document"),
        f"- **Features:** {learned['features']:,}",
        f"- **Made with:** linnet {report['reproduce']['versions']['linnet']}",
    ]
    return "\n".join(["## Model Details", "", "### Model Description", "", *lines])


def _training(report: Report) -> str:
    learned, recipe = report["reproduce"]["learned"], report["reproduce"]["recipe"].strip()
    data = f"{learned['documents']:,} documents, fingerprint `{learned['fingerprint']}`."
    return "\n\n".join(
        [
            "## Training Details",
            "### Training Data",
            data,
            "### Training Procedure",
            f"```toml\n{recipe}\n```",
        ]
    )


def _evaluation(report: Report) -> str:
    data, training = report["data"], report["training"]
    checked = "Leak check: " + (
        "not checked." if report["leaks"] is None else "done; the HTML report tells of it."
    )
    columns = ["measure", "value (95 % interval)", *(["on the training part"] if training else [])]
    rows = [
        [
            name.replace("-", " "),
            measured(one),
            *([measured(training.get(name))] if training else []),
        ]
        for name, one in report["measures"].items()
    ]
    return "\n\n".join(
        [
            f"## Evaluation\n\n### Testing Data\n\n{data['documents']:,} documents of {plain(data['name'])}. {checked}",
            f"### Results\n\n{_table(columns, rows)}{_reasons(report['measures'])}",
            f"### Results by Label\n\n{_labels(report)}",
        ]
    )


def _reasons(measures: Mapping[str, Any]) -> str:
    """Return why some measures have no interval, where this is known."""
    known = {one["reason"]: None for one in measures.values() if one and one.get("reason")}
    return "".join(f"\n\nNo interval for some: {reason}." for reason in known)


def _labels(report: Report) -> str:
    names = ["precision", "recall", "f1"]
    rows = [
        [
            plain(report["labels"][one["label"]]),
            f"{one['documents']:,}",
            *(measured(one.get(name)) for name in names),
        ]
        for one in report["per_label"][:MOST_LABELS]
    ]
    more = len(report["labels"]) - len(rows)
    return _table(["label", "documents", *names], rows) + (
        f"\n\nand {more:,} smaller labels." if more else ""
    )


def measured(measure: Mapping[str, Any] | None) -> str:
    """Return a measure and its interval.

    >>> measured({"value": 0.9, "interval": [0.85, 0.95]}), measured(None)
    ('0.900 (0.850 to 0.950)', '-')
    """
    if measure is None or measure["value"] is None:
        return "-"
    ends = measure.get("interval")
    return f"{measure['value']:.3f}" + (f" ({ends[0]:.3f} to {ends[1]:.3f})" if ends else "")


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _technical(report: Report) -> str:
    versions = ", ".join(
        f"{name} {version}" for name, version in report["reproduce"]["versions"].items()
    )
    lines = [f"- Versions: {versions}", f"- Seed: {report['reproduce']['seed']}"]
    lines += [
        f"- SHA-256 of {plain(file['name'])}: `{file['sha256']}`"
        for file in (report["files"] or {}).values()
        if file["sha256"]
    ]
    return "\n".join(["## Technical Specifications", "", *lines])
