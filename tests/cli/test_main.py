"""The command itself: help, unknown words, what becomes of errors."""

import warnings
from pathlib import Path

import numpy as np
import pytest

from linnet import __version__
from linnet import train as train_in_python
from linnet.cli import commands
from linnet.cli import main as command_line
from linnet.cli.commands import train
from linnet.cli.main import COMMANDS, FAULTS, main
from linnet.errors import InputError, LinnetError

NAMES = list(COMMANDS)


def test_help_lists_every_command(run):
    for words in ([], ["--help"], ["-h"]):
        page = run(*words)
        assert page.code == 0
        assert all(f"\n  {name} " in page.out for name in NAMES)


def test_every_command_has_a_file_and_every_file_a_command():
    files = {path.stem for path in Path(commands.__path__[0]).glob("[!_]*.py")}
    assert files == {name.replace("-", "_") for name in COMMANDS}


@pytest.mark.parametrize("name", NAMES)
def test_the_line_of_a_command_is_the_start_of_its_help(run, name):
    line = COMMANDS[name]
    page = " ".join(run(name, "--help").out.split())
    assert f"[options] {line[0].upper()}{line[1:]}." in page


def test_version(run):
    assert run("--version").out == f"linnet {__version__}\n"


@pytest.mark.parametrize("name", NAMES)
def test_help_of_every_command_has_description_json_and_examples(run, name):
    page = run(name, "--help")
    assert page.code == 0
    assert "--json" in page.out
    examples = page.out.split("examples:\n")[1].splitlines()
    assert examples
    assert any(f"linnet {name}" in line for line in examples)


def test_unknown_command_suggests_the_closest(run):
    wrong = run("trian")
    assert wrong.code == 2
    assert wrong.out == ""
    assert (
        wrong.err == "linnet: a command must be one that linnet has; got 'trian'. "
        "Did you mean linnet train?\n"
    )


def test_unknown_command_without_a_close_one_lists_all(run):
    assert ", ".join(NAMES) in run("xyzzy").err


def test_unknown_option_suggests_the_closest(run, data, tmp_path):
    wrong = run("train", data, "-o", tmp_path / "m.linnet", "--smothing", "1")
    assert wrong.code == 2
    assert (
        wrong.err == "linnet: '--smothing' is not understood. Did you mean --smoothing? "
        "See linnet train --help.\n"
    )


def test_only_a_close_option_is_suggested(run, data, tmp_path):
    wrong = run("train", data, "-o", tmp_path / "m.linnet", "--id", "key")
    assert wrong.err == "linnet: '--id' is not understood. See linnet train --help.\n"
    assert "Did you mean --seed?" in run("train", data, "-o", tmp_path / "m.linnet", "--sede=3").err


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "text,label\na,\n", "Drop the row or pass --skip-bad-rows."),
        ("a.csv", "a,label\na,x\n", "Pass --text COLUMN."),
        ("a.csv", "text,b\na,x\n", "Pass --label COLUMN."),
        ("a.csv", "text\tlabel\na\tx\ty\nb\n", "Pass --delimiter CHARACTER."),
        (
            "a.doc",
            "text,label\na,x\n",
            "Pass --format csv|tsv|jsonl|parquet|arrow|spreadsheet|folder|fasttext|svmlight|lines.",
        ),
    ],
)
def test_advice_of_the_library_becomes_options(run, tmp_path, name, content, said):
    data = tmp_path / name
    data.write_text(content)
    assert run("train", data, "-o", tmp_path / "m.linnet").err.endswith(f" {said}\n")
    with pytest.raises(LinnetError) as caught:
        train_in_python(data)
    assert "--" not in str(caught.value)


def test_missing_arguments_are_one_line(run):
    wrong = run("train")
    assert wrong.code == 2
    assert wrong.err.count("\n") == 1
    assert "the following arguments are required" in wrong.err


def test_positional_arguments_may_stand_after_options(run, model, data):
    assert len(run("predict", "--top", "1", model, "--probabilities", data).lines) == 6
    assert len(run("predict", model, "--top", "1", data).lines) == 6


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            InputError("a.csv, row 3: a label must not be empty; got ''."),
            2,
            "a.csv, row 3: a label must not be empty; got ''.",
        ),
        (KeyboardInterrupt(), 130, "stopped."),
        (MemoryError(), 1, "there must be enough memory"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (
            ZeroDivisionError("division by zero"),
            1,
            "an error of ours: ZeroDivisionError: division by zero. Please report",
        ),
    ],
)
def test_what_is_raised_becomes_one_line_and_an_exit_code(
    run, monkeypatch, data, error, code, said
):
    def fail(args):
        raise error

    monkeypatch.setattr(train, "run", fail)
    ran = run("train", data, "-o", "never.linnet")
    assert ran.code == code
    assert ran.err.startswith("linnet: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_sum_that_overflows_ends_a_command(run, monkeypatch, data):
    def overflow(args):
        print(np.float64(1e308) * 10)

    monkeypatch.setattr(train, "run", overflow)
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # as for whoever runs the command
        ran = run("train", data, "-o", "never.linnet")
    assert ran.code == 1
    assert ran.out == ""
    assert "an error of ours: RuntimeWarning: overflow encountered" in ran.err


@pytest.mark.parametrize("weight", ["1e300", "1e308"])
@pytest.mark.parametrize(
    "words",
    [
        ("train", "-o", "m.out"),
        ("train", "-o", "m.out", "--learner", "bernoulli"),
        ("tune", "-o", "m.out"),
        ("cross-validate", "--suspects", "suspects.csv"),
        ("cross-validate", "--leave-one-out", "--learner", "logistic"),
        ("curve",),
        ("learn",),
        ("forget",),
    ],
    ids=" ".join,
)
def test_weights_that_no_sum_can_hold_are_one_sentence(run, data, model, words, weight):
    header, *rows = data.read_text().splitlines()
    heavy = data.with_name("heavy.csv")
    heavy.write_text(
        "\n".join([f"{header},weight", *(f"{row},{weight}" for row in rows * 4)]) + "\n"
    )
    name, *options = [data.with_name(word) if "." in word else word for word in words]
    inputs = [model, heavy] if name in ("learn", "forget") else [heavy]
    before = set(data.parent.iterdir())
    with warnings.catch_warnings():
        warnings.simplefilter("default")  # as for whoever runs the command
        ran = run(name, *inputs, "--weight", "weight", *options)
    assert (ran.code, ran.out) == (2, "")
    *notes, last = ran.err.splitlines()
    assert all("found by name" in note for note in notes)
    assert last == (
        f"linnet: {heavy}, row 1: the weights of all documents must sum to less than "
        "9007199254740992, up to which "
        f"sums are exact; got the weight {float(weight):g} here. Scale the weights."
    )
    assert set(data.parent.iterdir()) == before


def test_an_error_with_line_breaks_stays_one_line(run, monkeypatch, data):
    def fail(args):
        raise InputError("odd\nname: \x1b[31mred")

    monkeypatch.setattr(train, "run", fail)
    assert run("train", data, "-o", "never.linnet").err == "linnet: odd\\nname: \\x1b[31mred\n"


def test_debugging_shows_where_an_error_of_ours_is(monkeypatch, data):
    def fail(args):
        raise ZeroDivisionError

    monkeypatch.setattr(train, "run", fail)
    monkeypatch.setenv("LINNET_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["train", str(data), "-o", "never.linnet"])


def test_braces_in_an_error_are_kept(run, monkeypatch, data):
    def fail(args):
        raise InputError("got {0} and {}")

    monkeypatch.setattr(train, "run", fail)
    assert "got {0} and {}" in run("train", data, "-o", "never.linnet").err


def test_every_error_has_an_exit_code_of_the_three():
    assert {code for _, code in FAULTS.values()} == {
        command_line.OURS,
        command_line.YOURS,
        command_line.STOPPED,
    }


@pytest.mark.parametrize(
    "words",
    [
        "train {data} -o {out}.linnet",
        "train {data} -o {out}.linnet --learner svm",
        "tune {data} -o {out}.linnet --folds 2 --grid smoothing=0.1,1",
        "predict {model} {data} -o {out}.csv",
        "split {data} -o {out} --force",
        "learn {model} {data} -o {out}.linnet",
        "forget {model} {few} -o {out}.linnet",
        "merge {model} {model} -o {out}.linnet",
        "calibrate {model} {data} -o {out}.linnet",
        "vectors {model} {data} -o {out}.svm",
        "suspects {data} --folds 3 -o {out}.csv",
        "man -o {out}",
    ],
)
def test_a_quiet_command_whose_result_is_a_file_prints_nothing(run, data, model, tmp_path, words):
    few = tmp_path / "few.csv"
    few.write_text("".join(data.read_text().splitlines(keepends=True)[:2]))
    paths = {"data": data, "few": few, "model": model, "out": tmp_path / "out"}
    asked = [word.format(**paths) for word in words.split()]
    quiet = run(*asked, "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    assert list(tmp_path.glob("out*"))
    assert run(*asked, "--quiet", "--json").json
    assert run(*asked).out


@pytest.mark.parametrize(
    "words",
    [
        "predict {model} {data}",
        "evaluate {model} {data} --no-ledger",
        "compare {model} {model} {data} --no-ledger",
        "inspect {model}",
        "explain {model} win",
        "cross-validate {data} --folds 3",
        "curve {data} --folds 2 --along smoothing --values 1",
        "sample {model}",
    ],
)
def test_a_quiet_command_whose_result_is_printed_prints_it(run, data, model, words):
    asked = [word.format(data=data, model=model) for word in words.split()]
    quiet = run(*asked, "-q")
    assert quiet.out == run(*asked).out
    assert quiet.out
    assert quiet.err == ""


def test_errors_are_json_for_programs(run, tmp_path):
    ran = run("train", tmp_path / "none.csv", "-o", tmp_path / "m.linnet", "--json")
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.said
    assert line["error"]["kind"] == "InputError"
    assert line["error"]["exit_code"] == 2
    assert line["error"]["message"].endswith("Check the path.")


def test_advice_in_json_names_options(run, tmp_path):
    data = tmp_path / "a.csv"
    data.write_text("text,label\na,\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--json")
    assert ran.said[-1]["error"]["message"].endswith("Drop the row or pass --skip-bad-rows.")


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (KeyboardInterrupt(), "KeyboardInterrupt", 130),
        (MemoryError(), "MemoryError", 1),
        (OSError(28, "No space left on device"), "OSError", 1),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError", 1),
    ],
)
def test_whatever_is_raised_is_json_for_programs(run, monkeypatch, data, error, kind, code):
    def fail(args):
        raise error

    monkeypatch.setattr(train, "run", fail)
    ran = run("train", data, "-o", "never.linnet", "--json")
    assert ran.code == code
    assert (ran.said[-1]["error"]["kind"], ran.said[-1]["error"]["exit_code"]) == (kind, code)


def test_an_unknown_command_is_json_for_programs(run):
    assert run("trian", "--json").said[0]["error"]["kind"] == "UsageError"
    assert run("trian", "--log-json").said[0]["level"] == "error"


def test_a_voice_lasts_for_one_command(run, data, tmp_path):
    run("train", data, "-o", tmp_path / "m.linnet", "--quiet", "--json", "--log-json")
    assert run("train", data, "-o", tmp_path / "m.linnet").err.startswith("linnet: ")


def test_a_log_of_training_has_notes_and_progress(run, messages, tmp_path):
    ran = run("train", messages, "-o", tmp_path / "m.linnet", "--log-json")
    levels = [line["level"] for line in ran.said]
    assert levels[0] == "note"
    assert "progress" in levels
    assert all(line["time"] and line["message"] for line in ran.said)
    assert "Wrote " in ran.out


def test_an_error_has_the_kind_that_programs_know(run, tmp_path):
    data = tmp_path / "a.csv"
    data.write_text("text,label\nwin,spam\n")
    words = ("train", data, "--text", "body", "--label", "class", "-o", tmp_path / "m.linnet")
    (said,) = run(*words, "--json").said
    assert said["error"]["kind"] == "InputError"
    assert "columns 'body', 'class' must be there" in said["error"]["message"]
