"""Several inputs on the command line, everywhere a file is taken."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from linnet.cli.inputs import data_in_words, files_read, names_shown, source_of
from linnet.errors import SettingError
from tests.reading.workbooks import xlsx

HEADER = "text,label\n"
FIRST = HEADER + "win a prize now,spam\nlunch at noon today,ham\nclaim your prize,spam\n"
SECOND = HEADER + "cheap pills now,spam\nsee you at lunch,ham\nthe report is due,ham\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("p").mkdir()
    Path("p/a.csv").write_text(FIRST)
    Path("p/b.csv").write_text(SECOND)
    Path("all.csv").write_text(FIRST + SECOND.removeprefix(HEADER))
    return tmp_path


@pytest.fixture
def model(folder, run):
    assert run("train", "all.csv", "--learner", "multinomial", "-o", "m.linnet").code == 0
    return "m.linnet"


@pytest.mark.parametrize("data", [("p/a.csv", "p/b.csv"), ("p/*.csv",), ("p",)])
def test_training_on_parts_is_training_on_all(model, run, data):
    ran = run("train", *data, "--learner", "multinomial", "-o", "n.linnet", "--json")
    assert ran.json["documents"] == 6
    assert Path("n.linnet").read_bytes() == Path(model).read_bytes()


def test_options_may_stand_between_the_inputs(model, run):
    ran = run("train", "p/a.csv", "--learner", "multinomial", "p/b.csv", "-o", "n.linnet", "--json")
    assert ran.json["documents"] == 6


def test_predictions_name_the_file_of_each_row(model, run):
    lines = run("predict", model, "p/a.csv", "p/b.csv").lines
    assert [line["row"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [line["file"] for line in lines] == ["p/a.csv"] * 3 + ["p/b.csv"] * 3
    assert "file" not in run("predict", model, "all.csv").lines[0]
    for output in ("o.csv", "o.parquet"):
        assert run("predict", model, "p", "-o", output).code == 0
    assert Path("o.csv").read_text().splitlines()[0] == "row,file,id,label,probability,flags"


def test_bad_rows_have_a_file_too(model, run):
    Path("p/c.jsonl").write_text('{"text": "a prize"}\n[5]\n')
    ran = run("predict", model, "p/a.csv", "p/c.jsonl", "--skip-bad-rows")
    last = ran.lines[-1]
    assert (last["row"], last["label"], last["file"]) == (5, None, "p/c.jsonl")
    assert "the first is p/c.jsonl, row 2: got" in ran.err


COMMANDS = {
    "evaluate": "evaluate {model} {data} --no-ledger --json",
    "evaluate --train": "evaluate {model} all.csv --train p/a.csv --train p/b.csv --json",
    "compare": "compare {model} {model} {data} --no-ledger --json",
    "calibrate": "calibrate {model} {data} -o out.linnet --json",
    "tune": "tune {data} --learner multinomial --reserve 0 --folds 2 -o out.linnet --json",
    "curve": "curve {data} --along smoothing --values 0.5,1 --folds 2 --json",
    "cross-validate": "cross-validate {data} --folds 3 --json",
    "vectors": "vectors {model} {data} -o out.svm --json",
    "learn": "learn {model} {data} -o out.linnet --json",
    "forget": "forget bigger.linnet {data} -o out.linnet --json",
}
CHANGING = ("seconds", "looks", "fit_seconds")


def plain(value):
    """Return JSON without what changes from run to run."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key not in CHANGING}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_several_inputs(model, run, command):
    assert run("learn", model, "all.csv", "-o", "bigger.linnet").code == 0
    said = {}
    for data in ("all.csv", "p/a.csv p/b.csv"):
        ran = run(*COMMANDS[command].format(model=model, data=data).split())
        assert ran.code == 0, ran.err
        said[data] = plain(ran.json)
    first, second = said.values()
    assert first == second


def test_no_output_replaces_an_input(model, run):
    for data in ("p", "p/*.csv"):
        ran = run("predict", model, data, "-o", "p/b.csv")
        assert ran.err.endswith(
            "p/b.csv: the output must not replace what is read; got the same file. Name another.\n"
        )
    assert Path("p/b.csv").read_text() == SECOND


def test_a_report_has_the_names_and_one_hash_of_all_files(model, run):
    ran = run("evaluate", model, "p/a.csv", "p/b.csv", "--report", "r.json")
    assert ran.code == 0
    data = json.loads(Path("r.json").read_text())["files"]["data"]
    assert data == {
        "name": "a.csv, b.csv",
        "sha256": sha256((FIRST + SECOND).encode()).hexdigest(),
    }


def test_what_cannot_go_together_is_a_sentence(model, run):
    for other in ("-", "sqlite:///x.db"):
        ran = run("train", "all.csv", other, "-o", "n.linnet")
        assert ran.code == 2
        assert "must be read alone; got other DATA too." in ran.err


def test_the_model_is_found_among_several_data(model, run):
    ran = run("predict", "all.csv", "p/a.csv", model)
    assert ran.err.endswith("Name m.linnet first.\n")


def test_data_as_read_takes_it(folder):
    assert source_of(["a.csv"]) == "a.csv"
    assert source_of(["a.csv", "b.csv"]) == [Path("a.csv"), Path("b.csv")]
    with pytest.raises(SettingError, match="standard input must be read alone"):
        source_of(["a.csv", "-"])


def test_files_that_are_read(folder):
    data = ["-", "p", "sqlite:///x.db", "all.csv"]
    assert files_read(data) == ["p/a.csv", "p/b.csv", "x.db", "all.csv"]
    assert files_read(None) == []


def test_names_that_may_be_shown(folder):
    assert names_shown(["postgresql://u:secret@h/x"]) == ["postgresql://u@h/x"]
    assert names_shown(["p"]) == ["p/a.csv", "p/b.csv"]
    assert data_in_words(["a.csv", "b.csv", "c.csv"]) == "a.csv and 2 more"


@pytest.fixture
def database(folder):
    with closing(sqlite3.connect("t.db")) as connection:
        connection.execute("CREATE TABLE tickets (body, queue)")
        rows = [line.split(",") for line in (FIRST + SECOND).splitlines() if "label" not in line]
        connection.executemany("INSERT INTO tickets VALUES (?, ?)", rows)
        connection.commit()
    return "sqlite:///t.db"


QUERY = "SELECT body AS text, queue AS label FROM tickets ORDER BY rowid"


def test_a_database_is_data_too(model, database, run):
    words = ("--learner", "multinomial", "-o", "n.linnet", "--json")
    assert run("train", database, "--sql", QUERY, *words).json["documents"] == 6
    assert Path("n.linnet").read_bytes() == Path(model).read_bytes()
    assert len(run("predict", model, database, "--sql", QUERY).lines) == 6
    ran = run("evaluate", model, database, "--sql", QUERY, "--report", "r.json", "--json")
    assert ran.json["documents"] == 6
    assert json.loads(Path("r.json").read_text())["files"]["data"]["name"] == "t.db"
    ran = run("compare", model, model, database, "--sql", QUERY, "--no-ledger")
    assert ran.code == 0


def test_what_a_database_lacks_is_advised_in_options(model, database, run):
    ran = run("train", database, "-o", "n.linnet")
    assert ran.err.endswith("Pass --sql 'SELECT … AS text, … AS label FROM …'.\n")


def test_no_command_shows_a_password(model, run, own_ledger):
    url = "postgresql://me:s3cret@host/shop?sslpassword=s3cret"
    for words in (
        ("train", url, "-o", "n.linnet"),
        ("train", url, "--sql", "SELECT 1", "-o", "n.linnet"),
        ("train", url, "all.csv", "-o", "n.linnet"),
        ("train", "--learner", "lexicon", "--lexicon", "a=all.csv", url, "-o", "n.linnet"),
        ("predict", model, url, "--sql", "SELECT 1", "-o", "o.csv"),
        ("evaluate", model, url, "--sql", "SELECT 1", "--report", "r.json"),
        ("inspect", model, url),
        ("predict", url, "all.csv"),
        ("split", url, "-o", "parts"),
        ("compare", url, model, "all.csv"),
    ):
        ran = run(*words)
        assert ran.code == 2, words
        assert "s3cret" not in ran.out + ran.err, words


def test_a_sheet_is_named_by_an_option(model, run):
    rows = [line.split(",") for line in FIRST.splitlines()]
    Path("x.xlsx").write_bytes(xlsx({"A": rows, "B": rows[:2]}))
    ran = run("predict", model, "x.xlsx")
    assert ran.err.endswith("got the sheets 'A', 'B'. Pass --sheet with one of them.\n")
    assert len(run("predict", model, "x.xlsx", "--sheet", "B").lines) == 1
    assert len(run("predict", model, "x.xlsx", "--sheet", "1").lines) == 3
    ran = run("split", "x.xlsx", "--sheet", "A", "-o", "parts", "--test", "0.4")
    assert ran.code == 0
    assert Path("parts/train.csv").read_text().startswith("text,label\n")
