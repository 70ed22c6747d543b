"""Model files named on the command line."""

import os

import pytest


@pytest.mark.parametrize("command", ["predict", "evaluate", "learn", "forget"])
def test_swapped_arguments_are_told(run, model, data, command):
    before = data.read_bytes()
    ran = run(command, data, model)
    assert ran.code == 2
    assert ran.err == (
        f"linnet: {data}: a model file must come first; got another kind of file. "
        f"Name {model} first.\n"
    )
    assert data.read_bytes() == before


@pytest.mark.parametrize(
    "words", [("inspect",), ("sample",), ("explain", "some text"), ("predict", "-")]
)
def test_what_is_no_model_is_told(run, data, words):
    ran = run(words[0], data, *words[1:])
    assert ran.code == 2
    assert (
        "a model file must come first; got another kind of file. Name a file that linnet train"
        in ran.err
    )


def test_a_missing_model_is_told_without_words_of_the_system(run, tmp_path):
    ran = run("inspect", tmp_path / "none.linnet")
    assert ran.code == 2
    assert "must be a model file that can be read; got nothing. Check the path." in ran.err


def test_a_damaged_model_is_called_so(run, model):
    model.write_bytes(model.read_bytes()[:100])
    assert "damaged" in run("inspect", model).err


def test_nothing_but_a_model_is_replaced(run, model, data, tmp_path):
    precious = tmp_path / "precious.csv"
    for words in (("train", data), ("learn", model, data), ("merge", model, model)):
        precious.write_text("years of work")
        ran = run(*words, "-o", precious)
        assert ran.code == 2
        assert f"{precious}: a model must replace nothing but a model" in ran.err
        assert precious.read_text() == "years of work"


def test_a_model_of_any_name_an_empty_file_and_a_damaged_model_are_replaced(run, data, tmp_path):
    output, damaged = tmp_path / "model", tmp_path / "damaged.linnet"
    output.touch()
    damaged.write_bytes(b"cut off")
    for path in (output, output, damaged):
        assert run("train", data, "-o", path).code == 0


def test_a_pipe_is_not_waited_for(run, data, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "device or pipe" in run("predict", pipe, data).err
