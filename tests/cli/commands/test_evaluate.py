"""linnet evaluate."""

import pytest

import linnet


def test_json_is_the_evaluation_of_python(run, model, data):
    result = run("evaluate", model, data, "--json").json
    assert result.pop("skipped_rows") == 0
    assert result.pop("skipped")["reasons"] == []
    assert result.pop("log_likelihood") is None
    assert result.pop("looks") == {"times": 1, "models": 1}
    assert result["on_training_documents"] is True
    assert result.pop("record") is None
    assert result.pop("drift")["shifted"] is None
    assert result.pop("warning") is None
    assert result == linnet.evaluate(linnet.load(model), str(data)).as_json()


def test_data_without_labels_is_refused(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("text\nwin\n")
    ran = run("evaluate", model, data)
    assert ran.code == 2
    assert "--label" in ran.err


def test_slices_by_column_and_by_length(run, judged):
    _, held_out, model = judged
    author, length = run(
        "evaluate", model, held_out, "--slice", "author", "--slice-length", "--json"
    ).json["slices"]
    assert [
        (one["name"], one["documents"], one["accuracy"]["value"]) for one in author["slices"]
    ] == [
        ("ann", 24, 0.75),
        ("bob", 16, 0.75),
    ]
    assert (author["by"], author["left_out"], author["left_out_documents"]) == ("author", 0, 0)
    assert [
        (one["name"], one["documents"], one["accuracy"]["value"]) for one in length["slices"]
    ] == [
        ("up to 1", 20, 0.5),
        ("2 to 3", 10, 1.0),
        ("4 or more", 10, 1.0),
    ]
    assert "author  documents  " in run("evaluate", model, held_out, "--slice", "author").out


def test_groups_are_drawn_together(run, judged):
    _, held_out, model = judged
    found = run("evaluate", model, held_out, "--group", "author", "--json").json
    assert found["groups"] == 2
    assert found["accuracy"] == {"value": 0.75, "interval": None}
    assert "40 documents in 2 groups;" in run("evaluate", model, held_out, "--group", "author").out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.csv", "true,ham,spam\nham,0,9\nspam,2,0\n"),
        ("c.json", '{"ham": {"spam": 9}, "spam": {"ham": 2}}'),
    ],
)
def test_costs_of_mistakes(run, judged, tmp_path, name, text):
    _, held_out, model = judged
    (tmp_path / name).write_text(text)
    # Ten of forty documents are spam called ham, for 2 each.
    found = run("evaluate", model, held_out, "--cost", tmp_path / name, "--json").json["measures"][
        "cost"
    ]
    assert found["value"] == 0.5
    assert found["interval"][0] < 0.5 < found["interval"][1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("true,ham\nham,0\nspam,1\n", "got none for 'ham' predicted as 'spam'"),
        ("true,ham,spam\nham,0,1\n", "got none for 'spam' predicted as 'ham'"),
        ("true,ham,spam\nham,0,x\nspam,1,0\n", "could not convert string to float: 'x'"),
        ("true,ham,spam\nham,0,inf\nspam,1,0\n", "the cost 'inf'"),
        ("true,ham,spam\nham,0\n", "must be a table"),
        ("", "must be a table"),
    ],
)
def test_costs_must_be_whole_and_finite(run, judged, tmp_path, text, sentence):
    _, held_out, model = judged
    (tmp_path / "c.csv").write_text(text)
    ran = run("evaluate", model, held_out, "--cost", tmp_path / "c.csv")
    assert ran.code == 2
    assert sentence in ran.err


def test_a_spam_filter_has_measures_of_its_own(run, judged):
    _, held_out, model = judged
    found = run("evaluate", model, held_out, "--spam", "spam", "--json").json["spam"]
    assert found["ham-misclassification-percent"]["value"] == 0
    assert found["spam-misclassification-percent"]["value"] == 50
    assert found["lam-percent"]["value"] == 0
    # "lunch" ranks above "lunch at noon", below "win a big prize", and as "noon".
    assert 0 < found["1-auc-percent"]["value"] < 50
    assert "lam-percent" in run("evaluate", model, held_out, "--spam", "spam").out
    ran = run("evaluate", model, held_out, "--spam", "eggs")
    assert ran.code == 2
    assert "must be one of 'ham', 'spam'; got 'eggs'" in ran.err


def test_the_training_part_stands_beside_the_held_out_one(run, judged):
    train, held_out, model = judged
    found = run("evaluate", model, held_out, "--train", train, "--json").json
    assert found["training"]["documents"] == 10
    assert found["training"]["measures"]["accuracy"]["value"] == 1
    assert found["measures"]["accuracy"]["value"] == 0.75
    out = run("evaluate", model, held_out, "--train", train, "--no-ledger").out
    [table] = [part for part in out.split("\n\n") if part.startswith("measure ")]
    assert table.splitlines()[0].split() == ["measure", "held", "out", "training"]
    assert table.splitlines()[1].split()[:2] == ["accuracy", "0.750"]


def test_several_labels_refuse_what_is_for_one(run, tmp_path):
    data, model = tmp_path / "films.jsonl", tmp_path / "films.linnet"
    data.write_text(
        '{"text": "good fun", "label": ["pos", "fun"]}\n{"text": "dull", "label": []}\n' * 2
    )
    assert run("train", data, "-o", model).code == 0
    ran = run("evaluate", model, data, "--spam", "fun")
    assert ran.code == 2
    assert "--spam" in ran.err


@pytest.mark.parametrize(
    "words",
    [["--slice", "autor"], ["--slice=nothing"], ["--group", "nothing"], ["--aside", "nothing"]],
)
def test_a_column_that_is_not_there_is_told_by_its_option(run, judged, words):
    _, held_out, model = judged
    option = words[0].partition("=")[0]
    ran = run("evaluate", model, held_out, *words)
    advice = "Did you mean 'author'?" if "autor" in words else f"Name one of these with {option}."
    assert (ran.code, ran.err.splitlines()[-1].endswith(advice)) == (2, True)


def test_a_column_of_values_that_are_no_labels_of_the_model_is_refused(run, model, tmp_path):
    data = tmp_path / "ids.csv"
    data.write_text("text,label\n" + "".join(f"noon,id{n}\n" for n in range(2_000)))
    ran = run("evaluate", model, data)
    assert ran.code == 2
    assert (
        "labels must be those of the model, or a few others; got 2,000 others in 2,000 rows."
        in ran.err
    )


def test_fewer_than_20_groups_are_said_to_have_no_intervals(run, model, tmp_path):
    data = tmp_path / "grouped.csv"
    data.write_text(
        "text,label,author\n" + "".join(f"noon {n},ham,author{n % 3}\n" for n in range(40))
    )
    ran = run("evaluate", model, data, "--group", "author")
    assert ran.out.startswith(
        "40 documents in 3 groups; no intervals, since there are fewer than 20 groups.\n"
    )


def test_the_majority_baseline_stands_below_accuracy(run, judged):
    _, held_out, model = judged
    lines = run("evaluate", model, held_out).out.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("accuracy"))
    baseline = run("evaluate", model, held_out, "--json").json["baseline"]
    assert lines[at + 1] == (
        f"          majority baseline {baseline['accuracy']:.3f}: "
        f"always giving {baseline['label']}, the most frequent label here"
    )


def test_a_lowest_probability_gives_coverage_and_the_accuracy_of_the_answered(run, judged):
    _, held_out, model = judged
    words = ["evaluate", model, held_out, "--no-ledger", "--min-probability", "0.6"]
    found = run(*words, "--json").json
    labels = run("predict", model, held_out, "--min-probability", "0.6").lines
    answered = [line["label"] is not None for line in labels]
    assert found["coverage"]["value"] == sum(answered) / len(answered)
    assert found["unsure"]["value"] == pytest.approx(1 - found["coverage"]["value"])
    python = linnet.evaluate(linnet.load(model), str(held_out), min_probability=0.6)
    assert found["answered_accuracy"] == python.selective.answered_accuracy.as_json()
    if found["unsure"]["value"]:
        assert "coverage" in run(*words).out


def test_everything_unsure_is_still_an_evaluation(run, judged, tmp_path):
    _, held_out, model = judged
    report = tmp_path / "report.html"
    words = ["evaluate", model, held_out, "--no-ledger", "--min-probability", "1"]
    ran = run(*words, "--report", report)
    assert ran.code == 0, ran.err
    assert "coverage  0.000" in ran.out
    assert "accuracy of those -" in ran.out
    found = run(*words, "--json").json
    assert found["answered_accuracy"] == {"value": None, "interval": None}
    assert "Answered 0 %" in report.read_text(encoding="utf-8")


def test_margins_have_a_risk_coverage_curve_but_no_lowest_probability(run, judged, tmp_path):
    learned, held_out, _ = judged
    svm = tmp_path / "svm.linnet"
    run("train", learned, "-o", svm, "--learner", "svm", "--calibration", "none")
    curve = run("evaluate", svm, held_out, "--json").json["risk_coverage"]
    assert curve["coverage"][-1] == 1
    ran = run("evaluate", svm, held_out, "--min-probability", "0.8")
    assert ran.code == 2
    assert "scores that are margins. Calibrate the model" in ran.err


def test_data_without_a_label_of_the_model_is_refused(run, model, tmp_path):
    data = tmp_path / "new.csv"
    rows = [f"you win prize number {n},{('de', 'fr')[n % 2]}" for n in range(12)]
    data.write_text("\n".join(["text,Land", *rows]))
    for command in ("evaluate", "calibrate", "learn"):
        ran = run(command, model, data, *(() if command == "evaluate" else ("-o", tmp_path / "m")))
        assert ran.code == 2
        assert "a label column must be there; the model has learned labels such as " in ran.err
        assert ran.err.endswith("got columns 'text', 'Land'. Pass --label COLUMN.\n")
    assert run("compare", model, model, data).code == 2
