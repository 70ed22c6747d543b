"""linnet predict."""

import csv
import io
import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import linnet
from linnet.prediction.writers import WRITERS


@pytest.fixture
def typed(monkeypatch):
    """Put bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))

    return put


def test_one_line_per_row_in_order(run, model, data):
    ran = run("predict", model, data)
    assert [line["row"] for line in ran.lines] == [1, 2, 3, 4, 5, 6]
    assert [line["label"] for line in ran.lines] == ["spam"] * 3 + ["ham"] * 3
    assert all(list(line) == ["row", "id", "label", "probability"] for line in ran.lines)
    assert all(line["id"] is None for line in ran.lines)


def test_probabilities_are_those_of_python(run, model, data):
    classifier = linnet.load(model)
    line = run("predict", model, data, "--probabilities").lines[0]
    assert line["probabilities"] == classifier.probabilities("win a prize now")
    assert line["probability"] == line["probabilities"]["spam"]


def test_standard_input_is_one_text_per_line(run, model, typed):
    typed("win a prize\r\n\nübrigens noon".encode())
    lines = run("predict", model).lines
    assert [line["label"] for line in lines] == ["spam", "ham", "ham"]
    assert lines[1]["flags"] == ["no text"]
    typed(b'{"text": "win"}\n{"text": null}\n')
    lines = run("predict", model, "-", "--format", "jsonl").lines
    assert [line.get("flags") for line in lines] == [None, ["no text"]]


def test_top_lists_the_most_probable_labels_first(run, model, data):
    for asked, there in ((1, 1), (2, 2), (9, 2)):
        top = run("predict", model, data, "--top", asked).lines[0]["top"]
        assert len(top) == there
        assert top[0]["label"] == "spam"
    assert top[0]["probability"] + top[1]["probability"] == pytest.approx(1)


def test_ids_are_copied(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text('key,text\n007,win\n"say ""hi""",noon\n')
    assert [line["id"] for line in run("predict", model, data, "--id", "key").lines] == [
        "007",
        'say "hi"',
    ]


def test_bad_rows_keep_their_place(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("key,text\na,win\nb,too,many\nc,noon\n")
    ran = run(
        "predict", model, data, "--skip-bad-rows", "--id", "key", "--probabilities", "--top", "1"
    )
    first, bad, last = ran.lines
    assert (first["id"], last["id"], last["label"]) == ("a", "c", "ham")
    nothing = {"id": None, "label": None, "probability": None, "probabilities": None, "top": None}
    assert bad == {"row": 2, **nothing, "flags": ["bad row"]}
    assert "1 bad row skipped" in ran.err
    out = tmp_path / "out.csv"
    run("predict", model, data, "--skip-bad-rows", "--top", "1", "-o", out)
    assert csv_rows(out)[1] == {
        "row": "2", "id": "", "label": "", "probability": "", "label_1": "", "probability_1": "",
            "flags": "bad row",
    }  # fmt: skip


def test_a_text_that_every_label_vetoes_is_flagged(run, data, tmp_path, typed):
    path = tmp_path / "strict.linnet"
    run("train", data, "-o", path, "--smoothing", "0")
    typed(b"prize lunch\n")
    (line,) = run("predict", path).lines
    assert line["flags"] == ["vetoed"]
    assert line["probability"] == pytest.approx(0.5)


def csv_rows(path):
    """The rows of a CSV file as dicts of strings."""
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode(), newline="")))


def rows_of(path):
    """The rows of an output file in any format, as the CSV columns have them."""
    if path.suffix == ".parquet":
        return pq.read_table(path).to_pylist()
    if path.suffix == ".csv":
        return [{name: _value(name, cell) for name, cell in row.items()} for row in csv_rows(path)]
    return [_flat(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _value(name, cell):
    if name == "flags":
        return cell
    if name == "row":
        return int(cell)
    return (float(cell) if name.startswith("probability") else cell) if cell else None


def _flat(line):
    row = {name: line[name] for name in ("row", "id", "label", "probability")}
    row |= {f"probability:{label}": p for label, p in line["probabilities"].items()}
    for rank, one in enumerate(line["top"], 1):
        row |= {f"label_{rank}": one["label"], f"probability_{rank}": one["probability"]}
    return row | {"flags": ";".join(line.get("flags", []))}


def test_all_formats_say_the_same(run, tmp_path):
    data = tmp_path / "odd.jsonl"
    rows = [('win, "now"', 'sp"am,\n'), ("lunch", "häm"), ("win", 'sp"am,\n'), ("🙂", "häm")]
    data.write_text(
        "".join(json.dumps({"text": t, "label": n, "key": f"k{t}"}) + "\n" for t, n in rows)
    )
    model = tmp_path / "odd.linnet"
    assert run("train", data, "-o", model).code == 0
    found = []
    for extension in WRITERS:
        out = tmp_path / f"out{extension}"
        ran = run("predict", model, data, "-o", out, "--id", "key", "--probabilities", "--top", "2")
        assert ran.code == 0, ran.err
        found.append(rows_of(out))
    assert found[0] == found[1] == found[2]
    assert [row["label"] for row in found[0]] == [label for _, label in rows]


def test_an_empty_input_gives_an_empty_output(run, model, tmp_path):
    data = tmp_path / "empty.csv"
    data.write_text("text\n")
    for extension in WRITERS:
        out = tmp_path / f"out{extension}"
        assert run("predict", model, data, "-o", out).code == 0
        assert rows_of(out) == []
    assert pq.read_table(tmp_path / "out.parquet").column_names == [
        "row",
        "id",
        "label",
        "probability",
        "flags",
    ]


def test_summary_needs_a_file(run, model, data, tmp_path):
    ran = run("predict", model, data, "--json")
    assert ran.code == 2
    assert "-o" in ran.err
    out = tmp_path / "out.csv"
    result = run("predict", model, data, "-o", out, "--json").json
    assert result["labels"] == {"ham": 3, "spam": 3}
    assert (result["documents"], result["skipped_rows"], result["flags"]) == (6, 0, {})
    assert result["output"] == str(out)


def test_the_column_the_model_has_learned_from_comes_first(run, tmp_path):
    data = tmp_path / "data.jsonl"
    data.write_text(
        '{"note": "win", "text": "x", "label": "spam"}\n'
        '{"note": "noon", "text": "x", "label": "ham"}\n'
    )
    model = tmp_path / "note.linnet"
    assert run("train", data, "-o", model, "--text", "note").code == 0
    assert [line["label"] for line in run("predict", model, data).lines] == ["spam", "ham"]
    other = tmp_path / "other.csv"
    other.write_text("id,body\n1,win\n")
    assert run("predict", model, other).lines[0]["label"] == "spam"


def test_several_fields_must_be_there(run, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("title,body,label\ngood,like it,pos\nbad,hate it,neg\n")
    model = tmp_path / "two.linnet"
    assert run("train", data, "-o", model, "--text", "title", "--text", "body").code == 0
    assert [line["label"] for line in run("predict", model, data).lines] == ["pos", "neg"]
    renamed = tmp_path / "renamed.csv"
    renamed.write_text("t,b\ngood,like it\n")
    refused = run("predict", model, renamed)
    assert refused.code == 2
    assert "'title'" in refused.err
    assert run("predict", model, renamed, "--text", "t", "--text", "b").lines[0]["label"] == "pos"
    refused = run("predict", model, renamed, "--text", "t")
    assert refused.code == 2
    assert "2 columns" in refused.err


def test_lines_of_text_do_not_suit_several_fields(run, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("title,body,label\ngood,like it,pos\nbad,hate it,neg\n")
    model = tmp_path / "two.linnet"
    run("train", data, "-o", model, "--text", "title", "--text", "body")
    ran = run("predict", model)
    assert ran.code == 2
    assert ran.err == (
        "linnet: standard input: the model needs the fields 'title', 'body'; "
        "got one text per line. "
        "Pass --format jsonl or csv and name them there.\n"
    )


def test_labels_that_are_not_probable_enough_are_flagged_with_their_best_guess(
    run, model, data, tmp_path
):
    certain = run("predict", model, data).lines
    least = sorted(line["probability"] for line in certain)[3]
    lines = run("predict", model, data, "--min-probability", repr(least)).lines
    for before, line in zip(certain, lines, strict=True):
        assert (line["best_guess"], line["best_guess_probability"]) == (
            before["label"],
            before["probability"],
        )
        is_unsure = before["probability"] < least
        assert (line["label"] is None) == ("unsure" in line.get("flags", [])) == is_unsure
    out = tmp_path / "out.csv"
    summary = run("predict", model, data, "--min-probability", least, "-o", out, "--json").json
    assert summary["flags"] == {"unsure": 3}
    assert sum(summary["labels"].values()) == 3
    unsure = [row for row in csv_rows(out) if row["flags"] == "unsure"]
    assert [(row["label"], row["probability"]) for row in unsure] == [("", "")] * 3
    assert all(row["best_guess"] and row["best_guess_probability"] for row in unsure)


def test_a_lowest_probability_of_0_changes_nothing(run, model, data):
    assert (
        run("predict", model, data, "--min-probability", "0").out == run("predict", model, data).out
    )


def test_margins_have_no_lowest_probability(run, data, tmp_path):
    svm = tmp_path / "svm.linnet"
    run("train", data, "-o", svm, "--learner", "svm", "--calibration", "none")
    ran = run("predict", svm, data, "--min-probability", "0.8")
    assert ran.code == 2
    assert (
        "--min-probability needs a model that has some; got svm, whose scores are margins"
        in ran.err
    )
    assert run("predict", svm, data, "--min-probability", "0").code == 0


@pytest.mark.parametrize("odd", ["1.1", "-0.1", "nan", "x"])
def test_a_lowest_probability_is_from_0_to_1(run, model, data, odd):
    ran = run("predict", model, data, f"--min-probability={odd}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


ODD = """\
{"n": 1, "text": "win", "label": "?", "x": [1.50]}
{"n": 2, "text": {}}
{"n": 3, "text": "noon"}
"""


def test_kept_columns_say_the_same_in_every_format(run, model, tmp_path):
    data = tmp_path / "odd.jsonl"
    data.write_text(ODD)
    found = {}
    for extension in WRITERS:
        out = tmp_path / f"out{extension}"
        ran = run(
            "predict",
            model,
            data,
            "-o",
            out,
            "--keep-columns",
            "all",
            "--skip-bad-rows",
            "--id",
            "n",
        )
        assert ran.code == 0, ran.err
        found[extension] = out
    names = ["n", "text", "label", "x", "row", "id", "linnet_label", "probability", "flags"]
    lines = [json.loads(line) for line in found[".jsonl"].read_text().splitlines()]
    assert list(lines[1]) == names
    assert [(line["n"], line["text"], line["row"], line["id"]) for line in lines] == [
        (1, "win", 1, 1),
        (2, {}, 2, 2),
        (3, "noon", 3, 3),
    ]
    assert '"x": [1.50]' in found[".jsonl"].read_text()
    table = pq.read_table(found[".parquet"])
    assert table.column_names == names
    assert (table["n"].to_pylist(), table["id"].to_pylist()) == ([1, 2, 3], [1, 2, 3])
    assert table["x"].to_pylist() == ["[1.50]", None, None]
    assert table["linnet_label"].to_pylist() == [line["linnet_label"] for line in lines]
    rows = csv_rows(found[".csv"])
    assert list(rows[0]) == names
    assert [row["text"] for row in rows] == ["win", "{}", "noon"]
    assert [row["flags"] for row in rows] == ["", "bad row", ""]


def test_integers_of_parquet_stay_integers(run, model, tmp_path):
    data = tmp_path / "new.parquet"
    table = pa.table({"key": pa.array([7, None], pa.int32()), "text": ["win", "noon"]})
    pq.write_table(table, data)
    out = tmp_path / "out.parquet"
    assert run("predict", model, data, "--id", "key", "-o", out).code == 0
    assert pq.read_table(out)["id"].type == pa.int32()
    assert [line["id"] for line in run("predict", model, data, "--id", "key").lines] == [7, None]


def test_several_ids_keep_their_names(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("a,text,b\n1,win,x\n2,noon,y\n")
    lines = run("predict", model, data, "--id", "b", "--id", "a").lines
    assert [list(line) for line in lines] == [["b", "a", "row", "label", "probability"]] * 2
    assert [(line["a"], line["b"]) for line in lines] == [("1", "x"), ("2", "y")]


def test_a_column_to_keep_that_is_not_there(run, model, data):
    ran = run("predict", model, data, "--keep-columns", "day")
    assert ran.code == 2
    assert ran.err.endswith("got columns 'text', 'label'. Name one of these with --keep-columns.\n")


def test_texts_of_standard_input_can_be_kept(run, model, typed):
    typed(b"win a prize\nnoon\n")
    lines = run("predict", model, "--keep-columns", "all").lines
    assert [line["text"] for line in lines] == ["win a prize", "noon"]


def test_csv_for_excel(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text('text,note\nwin,"=HYPERLINK(""http://x"")"\nnoon,-5.2\n', encoding="utf-8")
    out = tmp_path / "out.csv"
    ran = run("predict", model, data, "--keep-columns", "all", "--excel", "semicolon", "-o", out)
    assert ran.code == 0, ran.err
    written = out.read_bytes()
    assert written.startswith(b"\xef\xbb\xbftext;note;row;label;probability;flags\r\n")
    assert b'win;"\'=HYPERLINK(""http://x"")";1;spam;0,' in written
    assert b"noon;-5.2;2;ham;0," in written


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_for_excel_has_the_semicolons_of_the_input(run, model, tmp_path, delimiter):
    data = tmp_path / "new.csv"
    data.write_text(f"text{delimiter}note\nwin{delimiter}x\n", encoding="utf-8")
    out = tmp_path / "out.csv"
    expected = ";" if delimiter == ";" else ","
    for words in (("--excel", data), (data, "--excel"), (data, "--excel=auto")):
        ran = run("predict", model, *words, "--keep-columns", "note", "-o", out)
        assert ran.code == 0, ran.err
        assert out.read_text("utf-8-sig").startswith(expected.join(["note", "row", "label"]))
    ran = run("predict", model, data, "--excel", "comma", "-o", out)
    assert out.read_text("utf-8-sig").startswith("row,id,label")


def test_excel_needs_csv_in_a_file(run, model, data, tmp_path):
    for words in ([], ["-o", tmp_path / "out.jsonl"], ["-o", tmp_path / "out.parquet"]):
        ran = run("predict", model, data, "--excel", "comma", *words)
        assert ran.code == 2
        assert ".csv" in ran.err


def test_the_summary_has_the_largest_labels_first(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("text\nwin\nwin\nnoon\n")
    ran = run("predict", model, data, "-o", tmp_path / "out.csv")
    assert "s: spam 2, ham 1." in ran.out


def test_commas_that_nobody_chose_are_said(run, model, tmp_path):
    data = tmp_path / "new.jsonl"
    data.write_text('{"text": "win"}\n')
    out = tmp_path / "out.csv"
    said = "cells have commas between them. Pass --excel semicolon if your Excel writes 0,5."
    assert said in run("predict", model, data, "-o", out, "--excel").err
    assert said not in run("predict", model, data, "-o", out, "--excel", "comma").err
