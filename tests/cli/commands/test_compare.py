"""linnet compare."""

import pytest

import linnet
from tests.cli.conftest import MESSAGES, write_csv

NEW = [
    ("win cheap pills", "spam"),
    ("noon prize", "ham"),
    ("see you", "ham"),
    ("you win at noon", "spam"),
] * 6


@pytest.fixture
def other(run, data, tmp_path):
    path = tmp_path / "other.linnet"
    assert run("train", data, "-o", path, "--learner", "svm", "--chars", "2-3").code == 0
    return path


@pytest.fixture
def new(tmp_path):
    return write_csv(tmp_path / "new.csv", NEW)


def test_json_is_the_comparison_of_python(run, model, other, new):
    result = run(
        "compare", model, other, new, "--metric", "accuracy", "--metric", "macro-f1", "--json"
    ).json
    assert result.pop("skipped_rows") == 0
    assert result.pop("skipped")["reasons"] == []
    assert result.pop("looks") == {"times": 2, "models": 2}
    assert result["on_training_documents"] == {"a": False, "b": False}
    found = linnet.compare(
        linnet.load(model), linnet.load(other), str(new), metrics=["accuracy", "macro-f1"]
    )
    assert result == found.as_json()


def test_text_ends_with_the_sentence(run, model, other, new):
    ran = run("compare", model, other, new)
    assert ran.code == 0
    first, second, _, *table, sentence, _, looks = ran.out.splitlines()
    assert looks == "This test set has been looked at 2 times with 2 models."
    assert first == "24 documents; in brackets 95% intervals."
    assert second == f"A is {model}, B is {other}."
    assert table[0].split() == ["measure", "A", "B", "B", "-", "A", "p-value"]
    assert sentence.endswith("(exact McNemar).") or sentence.endswith("the same accuracy.")


def test_a_model_that_was_trained_on_the_documents_is_named(run, model, new, data, tmp_path):
    other = tmp_path / "new.linnet"
    assert run("train", new, "-o", other, "--learner", "svm").code == 0
    ran = run("compare", model, other, new)
    assert ran.out.startswith(
        "B was trained on exactly these documents, which favours it. Compare on others.\n"
    )
    labels = tmp_path / "labels.csv"
    assert run("predict", model, new, "-o", labels).code == 0
    assert run("compare", labels, other, new, "--json").json["on_training_documents"] == {
        "a": None,
        "b": True,
    }


def test_a_model_against_itself(run, model, new):
    ran = run(
        "compare", model, model, new, "--metric", "log-loss", "--metric", "accuracy", "--no-ledger"
    )
    assert ran.code == 0
    assert ran.out.endswith(
        "A and B have the same log-loss.\nNo difference can be told: A and B have the same "
        "accuracy.\n"
    )


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_what_predict_writes_is_compared(run, model, other, new, tmp_path, ending):
    labels = tmp_path / f"labels.{ending}"
    assert run("predict", other, new, "-o", labels).code == 0
    files, models = (
        run("compare", model, one, new, "--no-ledger", "--json").json for one in (labels, other)
    )
    assert files.pop("on_training_documents") == {"a": False, "b": None}
    assert models.pop("on_training_documents") == {"a": False, "b": False}
    assert files == models


def test_the_column_of_labels_is_named(run, model, new, tmp_path):
    labels = tmp_path / "theirs.csv"
    labels.write_text("n,guess\n" + "".join(f"{n},{label}\n" for n, (_, label) in enumerate(NEW)))
    found = run("compare", model, labels, new, "--predicted", "guess", "--json").json["measures"][
        "accuracy"
    ]
    assert found["b"] == 1
    ran = run("compare", model, labels, new)
    assert (ran.code, ran.err.splitlines()[-1].endswith("Pass --predicted COLUMN.")) == (2, True)


def test_groups(run, model, other, tmp_path):
    data = tmp_path / "authors.csv"
    data.write_text(
        "text,label,author\n"
        + "".join(f"{text},{label},{n // 4}\n" for n, (text, label) in enumerate(NEW))
    )
    ran = run("compare", model, other, data, "--group", "author")
    assert ran.out.startswith("24 documents in 6 groups;")
    result = run("compare", model, other, data, "--group", "author", "--json").json
    assert (result["groups"], result["measures"]["accuracy"]["test"]) == (6, "paired randomisation")


def test_margins_refuse_log_loss(run, model, other, new):
    ran = run("compare", model, other, new, "--metric", "log-loss")
    assert (ran.code, ran.out) == (2, "")
    assert "log-loss needs probabilities; got none from B" in ran.err


def test_other_text_columns(run, model, other, tmp_path):
    data = tmp_path / "mail.csv"
    data.write_text("a,b\n" + "".join(f"{text},{label}\n" for text, label in MESSAGES))
    assert run("compare", model, other, data, "--text", "a", "--label", "b").code == 0
    ran = run("compare", model, other, data, "--text", "a", "--text", "b", "--label", "b")
    assert (ran.code, "as many as both models read ('text'); got 2" in ran.err) == (2, True)


def test_documents_from_standard_input_are_read_once(run, model, other, new, monkeypatch):
    with new.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        piped = run("compare", model, other, "-", "--format", "csv", "--no-ledger", "--json")
    assert piped.json == run("compare", model, other, new, "--no-ledger", "--json").json


@pytest.mark.parametrize(
    "metric", ["accuracy", "macro-f1", "log-loss", "macro-roc-area", "calibration-error"]
)
@pytest.mark.parametrize(
    "rows", [[("win", "spam")], [("win", "scam"), ("noon", "eggs")], [("", "ham")] * 30]
)
def test_few_strange_or_empty_documents(run, model, tmp_path, metric, rows):
    data = write_csv(tmp_path / "odd.csv", rows)
    ran = run("compare", model, model, data, "--metric", metric)
    assert ran.code == 0
    assert "No difference can be told" in ran.out


@pytest.mark.parametrize("content", ["text,label\n", "", "text\nwin\n"])
def test_no_documents_is_a_sentence(run, model, other, tmp_path, content):
    data = tmp_path / "empty.csv"
    data.write_text(content)
    ran = run("compare", model, other, data)
    assert (ran.code, ran.out) == (2, "")
    assert "an error of ours" not in ran.err


def test_a_tokenizer_goes_to_the_model_that_needs_it(run, model, data, tmp_path):
    (tmp_path / "cut.py").write_text("def cut(text):\n    return text.split()\n")
    tokenizer, cut = f"{tmp_path}/cut.py:cut", tmp_path / "cut.linnet"
    assert run("train", data, "-o", cut, "--tokenizer", tokenizer).code == 0
    assert run("compare", model, cut, data, "--tokenizer", tokenizer).code == 0
    assert run("compare", model, cut, data).code == 2


def test_an_unknown_measure_is_refused_before_any_document_is_read(run, model, other, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("text,label\nwin,spam\nonly one cell of two,\n")  # what reading it would refuse
    ran = run("compare", model, other, bad, "--metric", "accuracy", "--metric", "macro-f2")
    assert ran.code == 2
    assert "a measure must be one of accuracy, " in ran.err
    assert "got 'macro-f2'" in ran.err
    assert "must not be empty" in run("compare", model, other, bad).err
