"""A command run in this process, and a small corpus with a model of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from linnet import sample
from linnet.cli.main import main
from tests.cli.people import MORE, NEWCOMER, PEOPLE

MESSAGES = [
    ("win a prize now", "spam"),
    ("claim your prize today", "spam"),
    ("cheap pills now", "spam"),
    ("lunch at noon today", "ham"),
    ("see you at lunch", "ham"),
    ("the report is due at noon", "ham"),
]


@dataclass(frozen=True)
class Ran:
    """What a command gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object that was printed."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The objects that were printed, one per line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def said(self) -> list[dict[str, Any]]:
        """What went to standard error, one JSON object per line."""
        return [json.loads(line) for line in self.err.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one command and return exit code and output."""

    def run_command(*words: object) -> Ran:
        capsys.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_command


def write_csv(path: Path, rows: list[tuple[str, str]]) -> Path:
    """Write texts without commas and their labels."""
    path.write_text(
        "text,label\n" + "".join(f"{text},{label}\n" for text, label in rows), encoding="utf-8"
    )
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Six messages, half of them spam."""
    return write_csv(tmp_path / "messages.csv", MESSAGES)


@pytest.fixture
def model(tmp_path: Path, data: Path, run: Run) -> Path:
    """The default model of the six messages."""
    path = tmp_path / "messages.linnet"
    assert run("train", data, "-o", path).code == 0
    return path


@pytest.fixture
def messages() -> Path:
    """The embedded corpus."""
    return sample.path("messages.csv")


@pytest.fixture
def more(tmp_path: Path) -> Path:
    """Two more messages, one of a new label."""
    path = tmp_path / "more.csv"
    path.write_text(MORE)
    return path


@pytest.fixture
def linear(run: Run, data: Path, tmp_path: Path) -> Path:
    """A passive-aggressive model."""
    path = tmp_path / "linear.linnet"
    options = ("--learner", "passive-aggressive", "--weighting", "tfidf")
    assert run("train", data, "-o", path, *options).code == 0
    return path


@pytest.fixture
def people(run: Run, tmp_path: Path) -> Callable[..., tuple[Path, Path]]:
    """A function: options → the path of a model of people and their texts, and that of one more."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "newcomer.csv").write_text(NEWCOMER)

    def trained(
        *options: str, data: str = "people.csv", model: str = "people.linnet"
    ) -> tuple[Path, Path]:
        ran = run("train", tmp_path / data, "-o", tmp_path / model, "--label", "label", *options)
        assert ran.code == 0, ran.err
        return tmp_path / model, tmp_path / "newcomer.csv"

    return trained


@pytest.fixture
def judged(tmp_path: Path, run: Run) -> tuple[Path, Path, Path]:
    """Training data, forty held-out messages with an author, one in four wrong, and a model."""
    train = tmp_path / "train.csv"
    train.write_text("text,label\n" + "win prize,spam\nlunch noon,ham\n" * 5)

    messages = ["win a big prize,spam", "lunch at noon,ham", "noon,ham", "lunch,spam"] * 10
    authors = ["ann"] * 24 + ["bob"] * 16
    lines = [",".join(pair) for pair in zip(messages, authors, strict=True)]
    held_out = tmp_path / "held-out.csv"
    held_out.write_text("text,label,author\n" + "\n".join(lines) + "\n")

    model = tmp_path / "m.linnet"
    assert run("train", train, "-o", model).code == 0
    return train, held_out, model
