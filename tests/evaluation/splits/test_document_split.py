"""Documents divided into parts."""

import linnet
from linnet.evaluation.splits.document_split import split_documents

PAIRS = [(f"some words about {n}", "ham" if n % 2 else "spam") for n in range(20)]


def test_parts_have_their_share_of_each_label():
    parts = split_documents(linnet.read(PAIRS), test=0.2, development=0.2)
    assert parts.parts == ["train", "dev", "test"]
    assert parts.part_facts("train") == {"documents": 12, "labels": {"ham": 6, "spam": 6}}
    assert parts.part_facts("test") == {"documents": 4, "labels": {"ham": 2, "spam": 2}}


def test_a_part_without_documents_is_not_there():
    parts = split_documents(linnet.read(PAIRS), test=0.2)
    assert parts.parts == ["train", "test"]
    assert set(parts.part_of_row()[1:].tolist()) == {0, 1}


def test_bad_rows_go_nowhere(tmp_path):
    path = tmp_path / "data.csv"
    lines = ["text,label", *(f"{text},{label}" for text, label in PAIRS), "too,many,cells"]
    path.write_text("\n".join(lines), encoding="utf-8")
    parts = split_documents(linnet.read(path, skip_bad_rows=True), test=0.2)
    assert len(parts.part_of_row()) == 21  # rows from 1 to 20, not 21
    assert parts.part_of_row()[0] == -1


def test_leaks_between_the_parts_are_found():
    parts = split_documents(linnet.read(PAIRS + PAIRS), test=0.5)
    assert len(parts.leaks.rows) > 0
