"""Several labels per document from the command line."""

import json

import linnet
from tests.films import FILMS


def test_from_the_command_line(tmp_path, run):
    data = tmp_path / "films.jsonl"
    data.write_text("".join(json.dumps({"text": text, "label": labels}) + "\n" for text, labels in FILMS * 4))
    model = str(tmp_path / "films.linnet")
    assert run("train", str(data), "-o", model, "--learner", "logistic", "--json").json["labels"] == 3
    assert run("train", str(data), "-o", model, "--cutoff", "neg=0.4").code == 0
    evaluated = run("evaluate", model, str(data), "--json").json
    assert set(evaluated) >= {"subset_accuracy", "hamming_loss", "micro_f1", "macro_f1", "sample_f1", "precision_at"}
    assert "subset accuracy" in run("evaluate", model, str(data)).out
    out = tmp_path / "out.jsonl"
    run("predict", model, str(data), "-o", str(out), "--json")
    first = json.loads(out.read_text().splitlines()[0])
    assert first["label"] == ["funny", "pos"]
    assert len(first["probability"]) == 2
    assert run("train", str(out), "--label", "label", "--text", "row", "-o", str(tmp_path / "again.linnet")).code == 0
    for name in ("out.csv", "out.parquet"):
        assert run("predict", model, str(data), "-o", str(tmp_path / name)).code == 0
    assert '"[""funny"", ""pos""]"' in (tmp_path / "out.csv").read_text()
    assert linnet.read(tmp_path / "out.parquet", text="row").several
    assert "Labels: funny, pos." in run("explain", model, "good jokes").out
    assert run("inspect", model, "--json").json["labels"] == {"funny": 12, "neg": 8, "pos": 8}
    assert run("cross-validate", str(data), "--json").json["documents"] == 24
    lines = tmp_path / "x.ft"
    lines.write_text("__label__a __label__b good\n__label__a bad\nnone\n")
    assert run("train", str(lines), "--format", "fasttext", "-o", model).code == 2
    assert run("train", str(lines), "--format", "fasttext", "--several-labels", "-o", model).code == 0
    assert run("evaluate", model, str(lines), "--format", "fasttext", "--json").json["documents"] == 3
