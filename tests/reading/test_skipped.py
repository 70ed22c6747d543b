"""Bad rows that are skipped: counted by reason, with the first of each, and what labels lose."""

import json

import pyarrow as pa
import pyarrow.parquet
import pytest

from linnet.reading import read
from linnet.reading.faults import Fault
from linnet.reading.skipped import LostLabel, SkippedRows

UMLAUT = "schöne Grüße".encode("cp1252")
# Two good rows of `ham`, two of `spam` whose text is not UTF-8.
LINES = {
    "x.csv": b"text,label\ngood,ham\n%s,spam\nfine,ham\n%s,spam\n" % (UMLAUT, UMLAUT),
    "x.tsv": b"text\tlabel\ngood\tham\n%s\tspam\nfine\tham\n%s\tspam\n" % (UMLAUT, UMLAUT),
    "x.jsonl": b'{"text": "good", "label": "ham"}\n{"text": "%s", "label": "spam"}\n'
    b'{"text": "fine", "label": "ham"}\n{"text": "%s", "label": "spam"}\n' % (UMLAUT, UMLAUT),
    "x.ft": b"__label__ham good\n__label__spam %s\n__label__ham fine\n__label__spam %s\n"
    % (UMLAUT, UMLAUT),
    "x.svm": b"ham 1:1\nspam 1:1 %s\nham 2:1\nspam 2:1 %s\n" % (UMLAUT, UMLAUT),
}


def written(folder, name):
    path = folder / name
    if name == "folder":
        for row, label in enumerate(["ham", "spam", "ham", "spam"]):
            file = path / label / f"{row}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(UMLAUT if label == "spam" else b"good")
    elif name == "x.parquet":
        texts = pa.array([b"good", UMLAUT, b"fine", UMLAUT], pa.binary())
        pa.parquet.write_table(
            pa.table({"text": texts, "label": ["ham", "spam", "ham", "spam"]}), path
        )
    else:
        path.write_bytes(LINES[name])
    return path


@pytest.mark.parametrize("name", [*LINES, "x.parquet", "folder"])
def test_every_format_says_why_rows_were_skipped_and_which_label_they_had(tmp_path, name):
    path = written(tmp_path, name)
    skipped = read(path, skip_bad_rows=True, encoding="utf-8").skipped_rows()
    ((rule, reason),) = skipped.reasons.items()
    assert rule.endswith("must be UTF-8")
    assert reason.rows == len(skipped) == 2
    assert reason.first.number == (3 if name == "folder" else 2)
    assert r"sch\xf6ne Gr\xfc\xdfe" in reason.first.shown()
    assert dict(skipped.labels) == {"spam": 2}
    assert (dict(skipped.unreadable), skipped.unknown) == ({}, 0)


def test_a_label_that_is_not_utf8_is_counted_as_far_as_it_can_be_read(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\ngood,ham\nfine,ham\n" + "ach,grüße\nja,grüße\n".encode("cp1252"))
    skipped = read(path, skip_bad_rows=True, encoding="utf-8").skipped_rows()
    assert dict(skipped.unreadable) == {r"gr\xfc\xdfe": 2}
    assert skipped.lost({"ham": 2}) == [LostLabel(r"gr\xfc\xdfe", 2, 0, readable=False)]


def test_reasons_are_kept_apart(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label,age\na,x,1\nb,,2\nc,y\nd,y,old\ne,y,\xff\nf,x,3\n")
    skipped = read(path, skip_bad_rows=True, numeric="age").skipped_rows()
    found = {rule: (reason.rows, reason.first.number) for rule, reason in skipped.reasons.items()}
    assert found == {
        "a label must not be empty": (1, 2),
        "column 'age' must hold numbers": (1, 4),
        "a row must have 3 cells as the header has": (1, 3),
        "text must be UTF-8": (1, 5),
    }
    assert dict(skipped.labels) == {"y": 2}
    assert skipped.unknown == 1  # of the row with too few cells nobody knows which is the label


def test_rows_of_later_blocks_keep_their_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr("linnet.reading.blocks.BLOCK_BYTES", 64)
    path = tmp_path / "x.csv"
    path.write_bytes(
        b"text,label\n" + b"good,ham\n" * 50 + b"\xff,spam\n" + b"good,ham\n" * 50 + b"\xff,spam\n"
    )
    (reason,) = read(path, skip_bad_rows=True).skipped_rows().reasons.values()
    assert (reason.rows, reason.first.number) == (2, 51)


def test_labels_in_broken_lines_are_not_guessed(tmp_path):
    path = tmp_path / "x.jsonl"
    lines = [{"text": "a", "label": "x"}, {"text": ["b"], "label": "y"}, {"text": "c", "label": 7}]
    path.write_text("\n".join(map(json.dumps, lines)) + '\n{"text": "d", "label": "z"\n[1]\n')
    skipped = read(path, skip_bad_rows=True).skipped_rows()
    assert dict(skipped.labels) == {"y": 1}
    assert skipped.unknown == 2
    assert skipped.reasons["a line must be a JSON object"].rows == 2


def test_lists_of_python_values_say_why_too():
    documents = read([("a", "x"), (7, "y"), ("b", None), ("c", "x")], skip_bad_rows=True)
    skipped = documents.skipped_rows()
    assert set(skipped.reasons) == {"text must be a string", "a label must be there"}
    assert dict(skipped.labels) == {"y": 1}


def test_labels_that_lose_more_than_a_fifth_are_named_those_that_vanish_first():
    skipped = SkippedRows()
    for label, rows in {"few": 2, "half": 5, "gone": 1}.items():
        skipped.add(Fault(1, "text must be UTF-8", "byte 0xff", labels=(label,)), rows)
    lost = skipped.lost({"few": 8, "half": 5, "other": 9})  # 2 of 10 is a fifth, and not more
    assert lost == [LostLabel("gone", 1, 0), LostLabel("half", 5, 5)]


def test_the_tally_stays_small_however_many_rows_are_bad():
    skipped = SkippedRows()
    for number in range(200_000):
        fault = Fault(
            number, "a rule", "x", reason=f"rule {number % 1000}", labels=(f"label {number}",)
        )
        skipped.add(fault)
    skipped.add(Fault(1, "a rule", "x", labels=("x" * 10_000,)))
    assert len(skipped) == 200_001
    assert len(skipped.reasons) <= 21
    assert len(skipped.labels) <= 100_000
    assert skipped.unknown == 100_001
