"""linnet split."""

import json

import pytest

from linnet import sample
from linnet.cli import output_file


@pytest.fixture
def messages():
    return sample.path("messages.csv")


def test_the_parts_together_are_the_source(run, messages, tmp_path):
    result = run(
        "split", messages, "--test", "0.2", "--dev", "0.1", "-o", tmp_path / "parts", "--json"
    ).json
    sizes = {name: part["documents"] for name, part in result["parts"].items()}
    assert sizes == {"train": 559, "dev": 80, "test": 160}
    header, *rows = messages.read_text(encoding="utf-8").splitlines()
    found = []
    for part in result["parts"].values():
        with open(part["file"], encoding="utf-8") as file:  # noqa: PTH123
            own, *lines = file.read().splitlines()
        assert own == header
        found += lines
    assert sorted(found) == sorted(row for row in rows if row)


def test_labels_are_shared_out_and_told(run, messages, tmp_path):
    ran = run("split", messages, "-o", tmp_path / "parts")
    assert ran.code == 0
    assert f"Wrote {tmp_path / 'parts' / 'test.csv'}: 160 documents." in ran.out
    assert "ham    390 (61.0%)  97 (60.6%)" in ran.out
    assert "Leak check: none of 160 held-out documents is in an earlier part too." in ran.out
    assert not (tmp_path / "parts" / "dev.csv").exists()


def test_the_same_seed_gives_the_same_files(run, messages, tmp_path):
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        assert run("split", messages, "-o", tmp_path / folder, "--seed", seed).code == 0
    a, b, c = ((tmp_path / folder / "test.csv").read_bytes() for folder in "abc")
    assert a == b != c


def authors(path, n=60):
    rows = [
        {"text": f"text number {i}", "label": "xy"[i % 2], "who": f"w{i // 5}", "day": 100 - i}
        for i in range(n)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def rows_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_groups_stay_whole(run, tmp_path):
    assert (
        run("split", authors(tmp_path / "x.jsonl"), "-o", tmp_path / "p", "--group", "who").code
        == 0
    )
    train, test = (
        {row["who"] for row in rows_of(tmp_path / "p" / f"{part}.jsonl")}
        for part in ("train", "test")
    )
    assert len(train) + len(test) == 12
    assert not train & test


def test_the_latest_are_the_test_part(run, tmp_path):
    assert (
        run("split", authors(tmp_path / "x.jsonl"), "-o", tmp_path / "p", "--time", "day").code == 0
    )
    train, test = (
        [row["day"] for row in rows_of(tmp_path / "p" / f"{part}.jsonl")]
        for part in ("train", "test")
    )
    assert (len(test), min(test) > max(train)) == (12, True)


def test_several_labels_are_shared_out(run, tmp_path):
    path = tmp_path / "x.ft"
    path.write_text("".join(f"__label__a{i % 2} __label__b{i % 5} text {i}\n" for i in range(100)))
    result = run("split", path, "-o", tmp_path / "p", "--several-labels", "--json").json
    assert result["parts"]["test"]["labels"] == {
        "a0": 10,
        "a1": 10,
        "b0": 4,
        "b1": 4,
        "b2": 4,
        "b3": 4,
        "b4": 4,
    }


def test_parts_are_replaced_only_by_force_and_all_together(run, messages, tmp_path):
    folder = tmp_path / "p"
    assert run("split", messages, "-o", folder, "--dev", "0.1").code == 0
    refused = run("split", messages, "-o", folder)
    assert (refused.code, "pass --force" in refused.err) == (2, True)
    assert (folder / "dev.csv").exists()
    assert run("split", messages, "-o", folder, "--force").code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["test.csv", "train.csv"]
    assert run("split", folder / "train.csv", "-o", folder, "--force").code == 2


def test_what_fails_on_the_way_leaves_nothing(run, messages, tmp_path, monkeypatch):
    folder = tmp_path / "p"

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(output_file.os, "fsync", full)
    ran = run("split", messages, "-o", folder)
    assert (ran.code, "No space left" in ran.err) == (2, True)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("--test", "1"),
        ("--test", "0.6", "--dev", "0.4"),
        ("--group", "none"),
        ("--group", "text", "--time", "text"),
    ],
)
def test_what_cannot_be_is_refused(run, messages, tmp_path, words):
    ran = run("split", messages, "-o", tmp_path / "p", *words)
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith("linnet: ")
    assert not (tmp_path / "p").exists()
