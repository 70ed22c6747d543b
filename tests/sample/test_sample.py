"""The embedded corpus is what its docstring says.

Enough of each label, no row empty, none twice.
"""

import csv
import json
from collections import Counter
from itertools import pairwise

import pytest

from linnet import sample
from linnet.errors import SettingError


def rows_of(name: str) -> list[dict[str, str]]:
    with sample.path(name).open(encoding="utf-8", newline="") as file:
        return (
            list(csv.DictReader(file, strict=True))
            if name.endswith(".csv")
            else [*map(json.loads, file)]
        )


def test_messages_have_the_two_labels_in_a_mixed_order() -> None:
    labels = [row["label"] for row in rows_of("messages.csv")]
    counts = Counter(labels)
    changes = sum(one != next_one for one, next_one in pairwise(labels))
    assert counts.keys() == {"spam", "ham"}
    assert len(labels) >= 640
    assert 0.35 <= counts["spam"] / len(labels) <= 0.45
    assert changes >= len(labels) / 3


def test_topics_have_twelve_sentences_for_each_label_and_language() -> None:
    counts = Counter((row["label"], row["language"]) for row in rows_of("topics.jsonl"))
    labels, languages = ("cooking", "football", "computers"), ("en", "es", "de")
    assert counts.keys() == {(label, language) for label in labels for language in languages}
    assert min(counts.values()) >= 12


@pytest.mark.parametrize(
    ("name", "columns"),
    [("messages.csv", {"text", "label"}), ("topics.jsonl", {"text", "label", "language"})],
)
def test_every_row_is_whole(name: str, columns: set[str]) -> None:
    for row in rows_of(name):
        assert row.keys() == columns
        assert all(cell.strip() for cell in row.values())


@pytest.mark.parametrize("name", sample.NAMES)
def test_no_text_is_there_twice(name: str) -> None:
    texts = Counter(" ".join(row["text"].lower().split()) for row in rows_of(name))
    assert [text for text, times in texts.items() if times > 1] == []


@pytest.mark.parametrize("name", sample.NAMES)
def test_files_are_plain_utf8(name: str) -> None:
    data = sample.path(name).read_bytes()
    assert data.decode("utf-8")
    assert b"\r" not in data
    assert not data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"\n")


def test_an_unknown_name_lists_the_names_there_are() -> None:
    with pytest.raises(
        SettingError, match=r"must be messages\.csv or topics\.jsonl; got 'mails\.csv'"
    ):
        sample.path("mails.csv")
