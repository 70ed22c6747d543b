"""Giant names and values in data, options and models.

Every sentence stays short and on its line.
"""

import json
import os

import pyarrow as pa
import pyarrow.parquet
import pytest

import linnet
from linnet.cli.main import COMMANDS, main
from linnet.errors import LinnetError
from linnet.reading import read

GIANT = "big\n\x1b[31m" + "x" * 200_000
LONGEST = 1_100  # characters of a line: the sentence, "linnet: " and escapes


@pytest.fixture
def said(capsys):
    """Run one command and return its exit code and what it wrote to standard error."""

    def run(*words):
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        return code, capsys.readouterr().err

    return run


def assert_short(err, lines=8):
    assert err.endswith("\n")
    assert err.count("\n") <= lines
    assert all(len(line) <= LONGEST for line in err.split("\n")), [
        len(line) for line in err.split("\n")
    ]
    assert "\x1b" not in err


def bad_files(folder):
    """Files of every kind with giant names and values where something is wrong."""
    row = {"text": GIANT, "label": GIANT, "age": GIANT}
    plain = GIANT.replace("\n", " ")
    files = {
        "columns.csv": f'"{GIANT}","{GIANT}2"\na,b\n',
        "many.csv": ",".join(f"{plain[:2_000]}{n}" for n in range(300)) + "\n",
        "twice.csv": "text,label,text\na,b,c\n",
        "cells.csv": f"text,label\n{plain},{plain},{plain}\n",
        "empty.csv": f"text,label\n{plain},\n",
        "number.csv": f"text,label,age\na,x,{plain}\n",
        "semicolon.csv": f"{plain};label\n",
        "broken.jsonl": '{"text": "' + plain + "\n",
        "list.jsonl": json.dumps([GIANT]) + "\n",
        "object.jsonl": json.dumps(row | {"text": {GIANT: 1}}) + "\n",
        "number.jsonl": json.dumps({"text": "a", "label": "x", "age": GIANT}) + "\n",
        "keys.jsonl": json.dumps({f"{GIANT}{n}": n for n in range(20)}) + "\n",
        "several.ft": f"__label__{plain[:50]} __label__{'y' * 90_000} text\n",
        "feature.svm": f"x {'z' * 90_000}\n",
        "value.svm": f"x 1:{'z' * 90_000}\n",
        "label.svm": f"{'a,' * 90_000}b 1:1\n",
        "odd.xyz" + "z" * 200: "text\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "bytes.csv").write_bytes(b"text,label\n" + b"\xff" * 90_000 + b",x\n")
    (folder / "header.csv").write_bytes(b"\xff" * 90_000 + b",x\n")
    table = pa.table({GIANT: [1], **{f"{plain[:900]}{n}": [n] for n in range(40)}})
    pa.parquet.write_table(table, folder / "columns.parquet")
    kind = pa.struct([(f"{plain[:900]}{n}", pa.list_(pa.int8())) for n in range(40)])
    pa.parquet.write_table(
        pa.table({"text": pa.array([None], kind), "label": ["x"]}), folder / "type.parquet"
    )
    return sorted(folder.iterdir())


def test_every_reader_refuses_in_a_short_sentence(tmp_path):
    sentences = []
    for path in bad_files(tmp_path):
        for options in (
            {},
            {"text": GIANT},
            {"label": GIANT},
            {"numeric": "age"},
            {"format": GIANT},
        ):
            sentences.append(sentence(path, options))
    refused = [said for said in sentences if said]
    assert len(refused) > 60
    assert max(map(len, refused)) <= 1_000
    assert all(map(str.isprintable, refused))


def sentence(path, options):
    """What reading says, "" where nothing is wrong."""
    try:
        list(read(path, **options).batches())
    except LinnetError as error:
        return str(error)
    return ""


def test_rows_that_are_skipped_are_told_in_short_lines(tmp_path, said):
    for path in bad_files(tmp_path):
        code, err = said(
            "train",
            path,
            "-o",
            tmp_path / "m.linnet",
            "--learner",
            "multinomial",
            "--skip-bad-rows",
        )
        assert code == 2, (path, err)
        assert_short(err)


@pytest.fixture(scope="module")
def giant(tmp_path_factory):
    """A model of giant labels and its data."""
    folder = tmp_path_factory.mktemp("giant")
    labels = [f"{GIANT[:3_000]} {number}" for number in range(60)]
    rows = [
        {"text": f"word{number} film", "label": label} for number, label in enumerate(labels * 2)
    ]
    data, model, linear = folder / "data.jsonl", folder / "m.linnet", folder / "svm.linnet"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows))
    linnet.train(str(data), {"learner": "multinomial"}).save(model)
    linnet.train(str(data), {"learner": "svm", "tolerance": 0.1}).save(linear)
    other = folder / "other.jsonl"
    other.write_text(
        "".join(json.dumps(row) + "\n" for row in [*rows, {"text": "new", "label": GIANT}])
    )
    return data, model, linear, other


def test_every_command_that_meets_giant_labels_says_little(giant, said, tmp_path):
    data, model, linear, other = giant
    out, bad = tmp_path / "out.linnet", GIANT.replace("\n", " ")[:3_000]
    commands = [
        ("calibrate", model, other, "-o", out),
        ("calibrate", model, other, "-o", out, "--skip-bad-rows"),
        ("calibrate", model, data, "-o", out, "--cutoff", f"{bad}=f1"),
        ("calibrate", model, data, "-o", out, "--cutoff", f"{GIANT[:3_000]} 1={bad}"),
        ("calibrate", model, data, "-o", out, "--cost", f"{bad}=1"),
        ("calibrate", model, data, "-o", out, "--method", bad),
        ("learn", linear, other, "-o", out),
        ("learn", linear, other, "-o", out, "--skip-bad-rows"),
        ("forget", model, other, "-o", out),
        ("forget", linear, other, "-o", out),
        ("evaluate", model, other, "--spam", bad),
        ("evaluate", model, data, "--slice", bad),
        ("evaluate", model, data, "--text", bad),
        ("compare", model, linear, data, "--metric", bad),
        ("vectors", model, other, "-o", tmp_path / "o.svm", "--label-numbers"),
        ("vectors", model, other, "-o", tmp_path / "o.svm"),
        ("explain", model, "--field", bad),
        ("explain", model, "--field", f"{bad}=x"),
        ("inspect", model, "--label", bad),
        ("predict", model, data, "--text", bad),
        ("predict", model, data, "-o", tmp_path / f"out.{'z' * 200}"),
        ("train", data, "-o", out, "--prior", f"{bad}=0.5", "--learner", "multinomial"),
        ("train", data, "-o", out, "--class-weights", f"{bad}=0.5", "--learner", "svm"),
        ("train", data, "-o", out, "--learner", bad),
        ("tune", data, "-o", out, "--grid", f"{bad}=1"),
        ("tune", data, "-o", out, "--grid", f"smoothing={bad}"),
        ("cross-validate", data, "--group", bad),
        ("split", data, "-o", tmp_path / "parts", "--group", bad),
        ("curve", data, "--along", bad),
        ("sample", linear),
        ("merge", linear, linear, "-o", out),
        ("convert", data, out, "--trust"),
    ]
    for words in commands:
        code, err = said(*words)
        assert code in (0, 2), (words[0], err[:2_000])
        assert_short(err)


@pytest.mark.parametrize("command", COMMANDS)
def test_giant_words_on_the_command_line_are_cut(command, said):
    giant = "z" * 20_000
    for words in (
        [giant],
        [f"--{giant}"],
        [f"--{giant}={giant}"],
        ["--threads", giant],
        ["--threads", "1\n2"],
    ):
        code, err = said(command, *words)
        assert code in (1, 2), err[:2_000]
        assert_short(err)
    assert said(giant)[0] == 2


@pytest.mark.skipif(os.name == "nt", reason="names of files are shorter there")
def test_a_path_of_any_length_is_cut_in_the_middle(said, tmp_path):
    code, err = said(
        "train", "/".join(["d" * 200] * 15) + "/missing.csv", "-o", tmp_path / "m.linnet"
    )
    assert code == 2
    assert "missing.csv" in err
    assert_short(err)
