"""linnet suspects: a table on the screen, a file, JSON."""

import csv
import json

import pytest


@pytest.fixture
def mislabelled(tmp_path):
    """Ten messages of each label, and one of prizes that is called ham, in row 21."""
    rows = [f"a{n},win a prize,spam" for n in range(10)]
    rows += [f"b{n},lunch at noon,ham" for n in range(10)]
    path = tmp_path / "mislabelled.csv"
    path.write_text("\n".join(["key,text,label", *rows, "c,win win a prize,ham"]) + "\n")
    return path


def test_the_wrong_label_is_shown_with_its_row_its_id_and_its_text(run, mislabelled):
    ran = run("suspects", mislabelled, "--id", "key")
    assert ran.code == 0
    first, titles, row, used = ran.out.splitlines()
    assert first == (
        "1 suspect label among 21 documents, the least plausible first: models of the other "
        "documents would give another label, the surest ones at the top."
    )
    assert titles.split() == [
        *("row", "id", "label", "likelier", "text"),
        *("P(label)", "P(likelier)"),
    ]
    assert row.split()[:4] == ["21", "c", "ham", "spam"]
    assert "win win a prize" in row
    assert used.startswith("No learner is named; used: multinomial naive Bayes")


def test_only_as_many_as_asked_are_shown_and_all_are_written(run, messages, tmp_path):
    file = tmp_path / "suspects.csv"
    ran = run("suspects", messages, "--top", "2", "-o", file)
    lines = ran.out.splitlines()
    assert lines[0].startswith("77 suspect labels among 799 documents")
    assert lines[4] == "… and 75 more; --top N shows more, -o FILE writes all."
    assert lines[-1] == (
        f"Wrote {file}: 77 suspect labels, the least plausible by probability first."
    )
    with file.open(newline="") as opened:
        written = list(csv.DictReader(opened))
    assert len(written) == 77
    assert written[0]["row"] == lines[2].split()[0]


def test_json_has_all_of_them_or_the_first(run, messages, tmp_path):
    every = run("suspects", messages, "--json").json
    assert len(every["suspects"]) == every["found"] == 77
    first = run("suspects", messages, "--json", "--top", "1").json
    assert first["suspects"] == every["suspects"][:1]
    assert first["found"] == 77
    none = run("suspects", messages, "--json", "--top", "0").json
    assert none["suspects"] == []


def test_the_file_is_that_of_cross_validate(run, messages, tmp_path):
    one = tmp_path / "one.jsonl"
    other = tmp_path / "other.jsonl"
    run("suspects", messages, "-o", one, "--quiet")
    run("cross-validate", messages, "--suspects", other, "--quiet")
    assert one.read_bytes() == other.read_bytes()


def test_margins_are_shown_where_there_are_no_probabilities(run, messages):
    ran = run("suspects", messages, "--learner", "svm", "--top", "1")
    assert ran.out.splitlines()[1].split() == ["row", "label", "likelier", "text", "margin"]
    assert ran.out.splitlines()[-1].startswith("… and ")


def test_several_labels_are_judged_one_by_one(run, tmp_path):
    films = [("good film", ["good"]), ("good jokes", ["funny", "good"]), ("jokes", ["funny"])]
    rows = [*films * 5, ("good jokes", ["funny"])]
    lines = [json.dumps({"text": text, "label": labels}) for text, labels in rows]
    data = tmp_path / "films.jsonl"
    data.write_text("\n".join(lines))
    options = ("--multilabel", "--learner", "logistic", "--folds", "5")
    ran = run("suspects", data, *options)
    _, titles, *found = ran.out.splitlines()
    assert titles.split() == ["row", "label", "status", "text", "P(label)"]
    assert found[0].split()[:3] == ["16", "good", "missing"]


def test_a_quiet_search_prints_the_table_only_where_no_file_has_it(run, mislabelled, tmp_path):
    ran = run("suspects", mislabelled, "-q")
    assert len(ran.out.splitlines()) == 3
    assert ran.err == ""
    ran = run("suspects", mislabelled, "-q", "-o", tmp_path / "s.csv")
    assert (ran.out, ran.err) == ("", "")


def test_texts_that_would_spoil_the_screen_are_shown_on_one_line(run, mislabelled):
    text = mislabelled.read_text().replace("win win a prize", '"win\nwin\t\x1b[31m a prize"')
    mislabelled.write_text(text)
    lines = run("suspects", mislabelled).out.splitlines()
    assert len(lines) == 4
    assert r"win win \x1b[31m a prize" in lines[2]


def test_no_suspects_is_a_sentence(run, data):
    ran = run("suspects", data, "--folds", "3", "--json")
    assert ran.code == 0
    data.write_text("text,label\n" + "win,spam\nlunch,ham\n" * 5)
    ran = run("suspects", data)
    assert ran.out.startswith("0 suspect labels among 10 documents, the least plausible first.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "s.txt"), "suspects are written as .csv or .jsonl"),
        (("--folds", "1"), "a whole number, 2 or above"),
        (("--folds", "50"), "folds must be from 2 to 6"),
        (("--top", "-1"), "a whole number, 0 or above"),
        (("--group", "author"), "author"),
        (("--learner", "zebra"), "zebra"),
    ],
)
def test_what_cannot_be_is_one_sentence(run, data, words, said):
    ran = run("suspects", data, *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err.splitlines()[-1]


def test_the_recipe_of_a_model_can_judge(run, messages, tmp_path):
    model = tmp_path / "m.linnet"
    recipe = ("--learner", "svm", "--words", "1-2")
    assert run("train", messages, "-o", model, *recipe).code == 0
    by_model = run("suspects", messages, "--model", model, "--json").json
    by_options = run("suspects", messages, *recipe, "--json").json
    assert (by_model["learner"], by_model["found"]) == ("svm", by_options["found"])
    assert by_model["suspects"] == by_options["suspects"]
    out = run("suspects", messages, "--model", model).out
    assert "the surest ones at the top." in out
    assert "No learner is named" not in out
    other = run("suspects", messages, "--model", model, "--learner", "multinomial", "--json")
    assert other.json["learner"] == "multinomial"
    refused = run("suspects", messages, "--model", model, "--recipe", tmp_path / "r.toml")
    assert (refused.code, "Leave one of them out." in refused.err) == (2, True)
