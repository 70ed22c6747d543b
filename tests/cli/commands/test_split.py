"""linnet split."""

import json
import sqlite3
from contextlib import closing

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


def test_several_files_are_split_together(run, messages, tmp_path):
    header, *rows = messages.read_text().splitlines(keepends=True)
    halves = [tmp_path / "2025-01.csv", tmp_path / "2025-02.csv"]
    for path, part in zip(halves, (rows[:100], rows[100:]), strict=True):
        path.write_text(header + "".join(part))
    assert run("split", messages, "-o", tmp_path / "one").code == 0
    assert run("split", *halves, "-o", tmp_path / "two").code == 0
    assert run("split", tmp_path / "2025-*.csv", "-o", tmp_path / "pattern").code == 0
    for name in ("train.csv", "test.csv"):
        whole = (tmp_path / "one" / name).read_bytes()
        assert (tmp_path / "two" / name).read_bytes() == whole
        assert (tmp_path / "pattern" / name).read_bytes() == whole


def test_a_part_must_replace_none_of_several_files(run, messages, tmp_path):
    other = tmp_path / "train.csv"
    other.write_text("text,label\nsee you at noon,ham\n")
    ran = run("split", messages, other, "-o", tmp_path, "--force")
    assert (ran.code, "must not replace what is split" in ran.err) == (2, True)


def test_the_rows_of_a_query_are_split(run, tmp_path):
    with closing(sqlite3.connect(tmp_path / "x.db")) as connection:
        connection.execute("CREATE TABLE t (id, body, queue)")
        rows = [(n, f"a text about {n}", "ab"[n % 2]) for n in range(20)]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        connection.commit()
    query = "SELECT * FROM t ORDER BY id"
    names = ("--text", "body", "--label", "queue", "--sql", query)
    ran = run("split", f"sqlite:///{tmp_path}/x.db", *names, "-o", tmp_path / "p")
    assert ran.code == 0
    written = []
    for name in ("train.jsonl", "test.jsonl"):
        lines = (tmp_path / "p" / name).read_text().splitlines()
        written += [tuple(json.loads(line).values()) for line in lines]
    assert sorted(written) == rows


@pytest.mark.parametrize(("n_labels", "shown", "more"), [(31, 31, 0), (32, 30, 2)])
def test_one_more_label_is_shown_and_several_are_counted(run, tmp_path, n_labels, shown, more):
    data = tmp_path / "many.csv"
    rows = [f"text {n} of label {label},l{label}" for label in range(n_labels) for n in range(4)]
    data.write_text("\n".join(["text,label", *rows]))
    out = run("split", data, "-o", tmp_path / "parts").out
    assert sum(line.startswith("l") and "%" in line for line in out.splitlines()) == shown
    assert (f"… and {more} more labels; --json has all." in out) == bool(more)


@pytest.mark.parametrize("value", ["", "#N/A"])
def test_a_row_without_a_time_is_a_bad_row(run, tmp_path, value):
    data = tmp_path / "mails.csv"
    rows = [f"text {n} of some mail,{'ab'[n % 2]},2025-04-{n + 1:02}" for n in range(20)]
    data.write_text("\n".join(["text,label,day", *rows, f"one more mail,a,{value}", ""]))
    words = ("split", data, "--time", "day", "-o", tmp_path / "parts")
    ran = run(*words)
    assert ran.code == 2
    assert "row 21: column 'day' must have a time; got " in ran.err
    assert ran.err.endswith("Drop the row or pass --skip-bad-rows.\n")
    ran = run(*words, "--skip-bad-rows", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["skipped_rows"] == 1
    assert sum(part["documents"] for part in ran.json["parts"].values()) == 20
