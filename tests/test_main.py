"""python -m linnet."""

import runpy
import sys

import pytest

import linnet


def test_it_is_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["linnet", "--version"])
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module("linnet", run_name="__main__")
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"linnet {linnet.__version__}\n"


def test_an_import_runs_nothing(capsys):
    runpy.run_module("linnet.__main__", run_name="linnet.__main__")
    assert capsys.readouterr().out == ""
