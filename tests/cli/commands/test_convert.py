"""linnet convert, there and back."""

import json
import pickle
from pathlib import Path

import joblib
import pytest
from sklearn.feature_extraction.text import (
    TfidfVectorizer,
)
from sklearn.linear_model import (
    LogisticRegression,
)

from linnet.cli.main import main
from linnet.tuning.train import train
from tests.sklearn.convert_cases import (
    LABELS,
    TEXTS,
    pipeline_of,
)


def test_the_command_there_and_back(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pipeline = pipeline_of(TfidfVectorizer(), LogisticRegression())
    joblib.dump(pipeline, "p.joblib")
    assert main(["convert", "p.joblib", "m.linnet"]) == 2
    said = capsys.readouterr().err
    assert "reading a pickle runs whatever code its author put into it" in said
    assert "Pass --trust" in said
    assert not Path("m.linnet").exists()
    assert main(["convert", "p.joblib", "m.linnet", "--trust"]) == 0
    assert "converted from LogisticRegression, on words" in capsys.readouterr().out
    for back in ("back.joblib", "back.pkl"):
        assert main(["convert", "m.linnet", back, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert (result["output"], result["labels"], result["probabilities"]) == (back, 3, True)
    pickled = pickle.loads(Path("back.pkl").read_bytes())  # noqa: S301
    for again in (joblib.load("back.joblib"), pickled):
        assert again.predict_proba(TEXTS) == pytest.approx(pipeline.predict_proba(TEXTS), abs=1e-6)
    for command in ("inspect m.linnet", "inspect m.linnet --recipe", "explain m.linnet good"):
        assert main(command.split()) == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["missing.pkl", "m.linnet", "--trust"], "must be readable here"),
        (["text.pkl", "m.linnet", "--trust"], "must be readable here"),
        (["list.pkl", "m.linnet", "--trust"], "the steps of a pipeline must be"),
        (["list.pkl", "list.pkl", "--trust"], "the output must not replace what is read"),
        (
            ["ok.linnet", "m.linnet"],
            "a pipeline must be written to a file that ends in .joblib, .pkl, .pickle",
        ),
    ],
)
def test_the_command_refuses(words, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("text.pkl").write_text("no pickle")
    Path("list.pkl").write_bytes(pickle.dumps([]))
    train({"text": TEXTS, "label": LABELS}, {"learner": "multinomial"}).save("ok.linnet")
    assert main(["convert", *words]) == 2
    assert sentence in capsys.readouterr().err
