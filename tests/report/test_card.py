"""The model card."""

import json
import re

from linnet.report.card import card
from tests.report.reports import HELD_OUT, report_of

HEADINGS = [
    "Model Details",
    "Uses",
    "Bias, Risks, and Limitations",
    "How to Get Started with the Model",
    "Training Details",
    "Evaluation",
    "Technical Specifications",
]


def test_header_and_sections_of_the_hub(report):
    text = card(report)
    assert text.startswith("---\nlibrary_name: linnet\npipeline_tag: text-classification\n")
    assert '    - type: "accuracy"\n      value: 0.5\n' in text
    assert re.findall(r"^## (.*)$", text, re.M) == HEADINGS
    assert "| accuracy | 0.500 (0.150 to 0.850) |" in text
    assert "not checked" in text


def test_labels_cannot_break_the_table(classifier):
    label = "a|b\n# <script>"
    text = card(report_of(classifier, [*HELD_OUT, ("lunch", label)]))
    row = next(line for line in text.splitlines() if line.startswith(r"| a\|"))
    assert row.startswith(r"| a\|b \# \<script\> | 1 | ")


def test_files_are_told_by_name_and_hash(classifier):
    files = {
        "model": {"name": "messages.linnet", "sha256": "12ab"},
        "data": {"name": "-", "sha256": None},
    }
    text = card(report_of(classifier, HELD_OUT, files=files, words="naive Bayes"))
    assert "# Model Card for messages\n" in text
    assert f"- name: {json.dumps('messages')}" in text
    assert "- SHA-256 of messages.linnet: `12ab`" in text
    assert "- **Model type:** naive Bayes" in text


def test_the_card_has_the_baseline_beside_accuracy(classifier):
    text = card(report_of(classifier, HELD_OUT))
    assert "Always giving ham, the most frequent label here: 50.0 %." in text
