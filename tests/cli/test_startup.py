"""What each command imports: nothing that it does not use, so that it starts at once."""

import json
import subprocess
import sys

import pytest

CODE = """
import json, sys
from linnet.cli.main import main
try:
    code = main(sys.argv[2:])
except SystemExit as stop:
    code = stop.code
with open(sys.argv[1], "w") as file:
    json.dump([code, sorted(sys.modules)], file)
"""
THIRD_PARTY = {
    "numpy", "pandas", "plotly", "polars", "pyarrow", "rich", "safetensors", "scipy", "sklearn",
    "nltk", "joblib",
}  # fmt: skip
NETWORK = {"asyncio", "email", "http", "ssl", "unittest", "multiprocessing", "importlib.metadata"}
SLOW_PARTS = {
    "pyarrow.compute", "pyarrow.dataset", "pyarrow.parquet", "pyarrow.json", "numpy.random",
    "numpy.testing", "numpy.ma",
}  # fmt: skip
NEEDED = {"numpy", "pyarrow", "safetensors"}
# Rooms that only some commands need.
SEARCHING = {
    "linnet.calibration", "linnet.evaluation", "linnet.report", "linnet.sklearn", "linnet.nltk",
    "linnet.data_drift", "linnet.validation", "linnet.tuning.choose", "linnet.tuning.grid",
    "linnet.tuning.search",
    "linnet.tuning.small", "linnet.tuning.tune",
}  # fmt: skip
OTHER_READERS = {
    "linnet.reading.arrow_file", "linnet.reading.fasttext", "linnet.reading.folder",
    "linnet.reading.frames", "linnet.reading.json_lines", "linnet.reading.lists",
    "linnet.reading.parquet", "linnet.reading.svmlight", "linnet.reading.tables",
    "linnet.reading.archive", "linnet.reading.database", "linnet.reading.several",
    "linnet.reading.spreadsheet", "linnet.reading.sqlite", "zipfile", "sqlite3",
}  # fmt: skip
LEARNERS = {
    "linnet.learning.by_hand", "linnet.learning.converted", "linnet.learning.full_gaussian",
    "linnet.learning.linear", "linnet.learning.naive_bayes", "linnet.learning.online",
}  # fmt: skip
BAYES = {"linnet.learning.naive_bayes"}
LINEAR = {"linnet.learning.linear"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("startup")
    (folder / "data.csv").write_text("text,label\nwin a prize,spam\nlunch at noon,ham\n")
    return folder


@pytest.fixture(scope="module")
def imported(folder):
    """Return a function that runs a command in its own process and returns what it imported."""

    def run(*words):
        listing = folder / "modules.json"
        command = [sys.executable, "-c", CODE, listing, *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=60)
        code, modules = json.loads(listing.read_text())
        assert code == 0, done.stderr
        return set(modules)

    return run


@pytest.fixture(scope="module")
def trained(imported):
    """What training imports, by learner; the models stay in the folder."""
    learners = {"multinomial": "bayes.linnet", "svm": "linear.linnet"}
    return {
        learner: imported("train", "data.csv", "--learner", learner, "-o", model)
        for learner, model in learners.items()
    }


def packages(modules):
    """Return the third-party packages among modules."""
    return {name.partition(".")[0] for name in modules} & THIRD_PARTY


@pytest.mark.parametrize("words", [("--help",), ("--version",), ()])
def test_the_list_of_commands_imports_no_command(imported, words):
    modules = imported(*words)
    assert not packages(modules)
    assert {name for name in modules if name.startswith("linnet")} == {
        "linnet",
        "linnet.cli",
        "linnet.cli.advice",
        "linnet.cli.main",
        "linnet.cli.terminal",
        "linnet.errors",
    }
    assert not {"argparse", "dataclasses", "inspect", "difflib"} & modules


@pytest.mark.parametrize(
    "name", ["train", "predict", "explain", "tune", "evaluate", "drift", "demo"]
)
def test_help_of_a_command_imports_its_own_file_only(imported, name):
    modules = imported(name, "--help")
    assert not packages(modules)
    commands = {name for name in modules if name.startswith("linnet.cli.commands.")}
    assert commands == {f"linnet.cli.commands.{name}"}


@pytest.mark.parametrize(("learner", "own"), [("multinomial", BAYES), ("svm", LINEAR)])
def test_training_imports_one_learner_and_no_search(trained, learner, own):
    modules = trained[learner]
    assert packages(modules) == NEEDED
    assert not (NETWORK | SLOW_PARTS | SEARCHING | OTHER_READERS) & modules
    assert not {"linnet.explanation", "linnet.model.explanation", "linnet.prediction"} & modules
    assert LEARNERS & modules == own


@pytest.mark.parametrize(
    ("model", "own"), [("bayes.linnet", BAYES), ("linear.linnet", LINEAR)], ids=["bayes", "linear"]
)
def test_predicting_imports_the_learner_of_the_model_and_no_training(imported, trained, model, own):
    modules = imported("predict", model, "data.csv", "-o", "labels.jsonl")
    assert packages(modules) == NEEDED
    assert not (NETWORK | SLOW_PARTS | SEARCHING | OTHER_READERS) & modules
    assert not {"linnet.explanation", "linnet.model.explanation", "linnet.tuning"} & modules
    assert LEARNERS & modules == own


@pytest.mark.parametrize(
    ("model", "own"), [("bayes.linnet", BAYES), ("linear.linnet", LINEAR)], ids=["bayes", "linear"]
)
def test_explaining_imports_the_learner_of_the_model_and_no_reader(imported, trained, model, own):
    modules = imported("explain", model, "win", "--json")
    assert packages(modules) == NEEDED
    assert not (NETWORK | SLOW_PARTS | SEARCHING | OTHER_READERS) & modules
    assert not {"linnet.prediction", "linnet.tuning", "linnet.reading.delimited"} & modules
    assert LEARNERS & modules == own
