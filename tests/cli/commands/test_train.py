"""linnet train."""

import json

import pytest

import linnet


def test_says_what_was_learned_and_what_to_try(run, data, tmp_path):
    path = tmp_path / "my model.linnet"
    ran = run("train", data, "-o", path)
    assert ran.code == 0
    assert ran.err == f"linnet: {data}: text column 'text', label column 'label' (found by name).\n"
    assert "Learned 6 documents" in ran.out
    assert "multinomial naive Bayes, smoothing 1, prior learned, on words." in ran.out
    assert "Labels: ham 3, spam 3." in ran.out
    assert f"linnet inspect '{path}'" in ran.out
    assert linnet.load(path).documents == 6


def test_json_counts(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    result = run("train", data, "-o", path, "--json", "--learner", "bernoulli").json
    # win a prize now claim your today cheap pills / lunch at noon see you the report is due, today
    # again
    assert (result["documents"], result["labels"], result["features"]) == (6, 2, 18)
    assert (result["learner"], result["model"], result["exact"]) == ("bernoulli", str(path), True)
    assert len(result["fingerprint"]) == 32


@pytest.mark.parametrize("name", ["missing/m.linnet", "."])
def test_a_place_that_cannot_be_written_is_refused_before_reading(run, tmp_path, name):
    ran = run("train", tmp_path / "not-read.csv", "-o", tmp_path / name)
    assert ran.code == 2
    assert "not-read.csv" not in ran.err
    assert "folder" in ran.err


def test_the_data_is_never_overwritten(run, data, tmp_path):
    before = data.read_bytes()
    link = tmp_path / "link.csv"
    link.symlink_to(data)
    for output in (data, link):
        ran = run("train", data, "-o", output)
        assert ran.code == 2
        assert "must not replace what is read" in ran.err
    assert data.read_bytes() == before


def test_threads_do_not_change_the_file(run, data, tmp_path):
    files = [tmp_path / "one.linnet", tmp_path / "two.linnet"]
    for threads, file in enumerate(files, 1):
        assert run("train", data, "-o", file, "--threads", threads).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_several_fields_and_weights(run, tmp_path):
    data = tmp_path / "reviews.jsonl"
    first = {"title": "good", "body": "I like it", "stars": "5", "n": 2}
    second = {"title": "bad", "body": "no", "stars": "1", "n": 0.5}
    data.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n")
    path = tmp_path / "m.linnet"
    words = ("--text", "title", "--text", "body", "--label", "stars", "--weight", "n")
    result = run("train", data, "-o", path, *words, "--json").json
    assert result["exact"] is False
    assert linnet.load(path).fields == ("title", "body")


def test_one_label_only_is_refused(run, tmp_path):
    data = tmp_path / "one.csv"
    data.write_text("text,label\na,x\nb,x\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet")
    assert ran.code == 2
    assert "at least two labels" in ran.err


def test_weights_beyond_the_memory_are_refused_with_options_to_take(
    run, data, tmp_path, monkeypatch
):
    monkeypatch.setattr("linnet.memory.available_memory", lambda: 100)
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--learner", "svm")
    assert ran.code == 2
    assert "must fit in memory" in ran.err
    assert (
        "(--min-documents, --most-frequent, --hash-bits), or use a naive Bayes learner (--learner"
        in ran.err
    )


def test_weights_next_to_nothing_are_refused(run, tmp_path):
    data, model = tmp_path / "weighted.csv", tmp_path / "m.linnet"
    rows = [f"word{n % 5} film,{'pos' if n % 2 else 'neg'},1e-300\n" for n in range(40)]
    data.write_text("text,label,w\n" + "".join(rows))
    ran = run("train", data, "-o", model, "--weight", "w", "--learner", "svm")
    assert (ran.code, model.exists()) == (2, False)
    assert (
        "row 1: a weight must be 0, or 1e-100 or above; got 1e-300. Scale the weights." in ran.err
    )


def test_a_report_of_a_recipe_that_is_given_is_by_cross_validation(run, messages, tmp_path):
    report = tmp_path / "report.json"
    model = tmp_path / "m.linnet"
    ran = run("train", messages, "-o", model, "--learner", "multinomial", "--report", report)
    assert ran.code == 0
    assert f"report written to {report}" in ran.err
    told = json.loads(report.read_text())
    assert told["data"]["documents"] == 799
    assert told["judged_by"].startswith("Each document was judged by one of 5 models of the same")
    assert told["judged_by"] in told["cautions"]
    assert told["tuning"] is None
    assert [curve["along"] for curve in told["curves"]] == ["smoothing", "documents"]
    assert told["suspects"]
    assert told["on_training_documents"] is None
    # Not what the model says of its own documents, which is better than it is.
    accuracy = told["measures"]["accuracy"]["value"]
    learned = run("evaluate", model, messages, "--no-ledger", "--json").json["accuracy"]["value"]
    assert accuracy < learned


def test_a_report_of_a_choice_is_that_of_documents_without_part_in_it(run, messages, tmp_path):
    report = tmp_path / "report.json"
    few = tmp_path / "few.csv"
    few.write_text("".join(messages.read_text().splitlines(keepends=True)[:101]))
    ran = run("train", few, "-o", tmp_path / "m.linnet", "--report", report, "--json")
    told = json.loads(report.read_text())
    assert told["judged_by"].startswith("These documents played no part in choosing the recipe")
    assert told["tuning"]["outer_folds"] == 5
    estimate = ran.json["choice"]["estimate"]["value"]
    assert told["measures"]["accuracy"]["value"] == pytest.approx(estimate, abs=1e-5)


def test_too_few_documents_to_choose_by_are_judged_by_folds(run, data, tmp_path):
    report = tmp_path / "report.md"
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--report", report)
    assert ran.code == 0
    assert "Each document was judged by one of 5 models" in report.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("{data}", "--report", "report.pdf"), "a report must end in .html, .json, .md"),
        (("{data}", "--report", "nowhere/report.md"), "its folder must be there"),
        (("-", "--report", "report.md"), "a report must read the documents twice"),
        (
            ("--report", "report.md", "--learner", "lexicon", "--lexicon", "pos={data}"),
            "a report shows documents that are judged; got no DATA",
        ),
    ],
)
def test_a_report_that_cannot_be_is_refused_before_any_work(run, data, tmp_path, words, said):
    model = tmp_path / "m.linnet"
    ran = run("train", "-o", model, *(word.format(data=data) for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert not model.exists()


def test_a_report_needs_two_labels_without_each_part(run, tmp_path):
    data = tmp_path / "two.csv"
    data.write_text("text,label\nwin,spam\nlunch,ham\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--report", tmp_path / "r.json")
    assert ran.code == 2
    assert ran.err.endswith("Add documents, or leave --report out.\n")
    assert (tmp_path / "m.linnet").exists()
    assert not (tmp_path / "r.json").exists()
