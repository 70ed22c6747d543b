"""linnet calibrate, and what other commands make of its models."""

import csv

import pytest

from linnet import load, sample
from linnet.cli.commands.calibrate import costs_of
from linnet.errors import SettingError


@pytest.fixture(scope="module")
def halves(tmp_path_factory):
    """The messages, half to learn and half to calibrate on."""
    folder = tmp_path_factory.mktemp("halves")
    with sample.path("messages.csv").open(encoding="utf-8", newline="") as opened:
        head, *rows = csv.reader(opened)
    for name, part in (("mine.csv", rows[::2]), ("other.csv", rows[1::2])):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([head, *part])
    return folder / "mine.csv", folder / "other.csv"


@pytest.fixture
def svm(halves, run, tmp_path):
    assert run("train", halves[0], "-o", tmp_path / "svm.linnet", "--learner", "svm").code == 0
    return tmp_path / "svm.linnet"


def test_a_model_is_calibrated_and_tells_what_changed(run, svm, halves, tmp_path):
    output = tmp_path / "calibrated.linnet"
    ran = run("calibrate", svm, halves[1], "-o", output, "--cutoff", "spam=f1", "--method", "platt")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Calibration: platt.\nCutoffs: ")
    assert "log loss" in ran.out
    assert ran.out.endswith(f"Wrote {output}.\n")
    assert load(output).model.calibration.method == "platt"


def test_a_calibration_on_the_training_documents_begins_with_saying_so(run, svm, halves, tmp_path):
    output = tmp_path / "calibrated.linnet"
    ran = run("calibrate", svm, halves[0], "-o", output)
    assert ran.out.startswith(
        "The model was trained on exactly these documents: its probabilities will be too sure."
    )
    assert (
        run("calibrate", svm, halves[0], "-o", output, "--json").json["on_training_documents"]
        is True
    )
    assert (
        run("calibrate", svm, halves[1], "-o", output, "--json").json["on_training_documents"]
        is False
    )


def test_the_model_itself_stays_as_it_is(run, svm, halves, tmp_path):
    before = svm.read_bytes()
    run("calibrate", svm, halves[1], "-o", tmp_path / "other.linnet")
    assert svm.read_bytes() == before
    assert run("calibrate", svm, halves[1], "-o", svm).code == 0
    assert load(svm).model.calibration is not None


def test_predict_says_unsure_and_tells_calibrated_probabilities(run, svm, halves, tmp_path):
    output = tmp_path / "unsure.linnet"
    assert run("calibrate", svm, halves[1], "-o", output, "--cutoff", "0.9", "--unsure").code == 0
    lines = run("predict", output, halves[1], "--probabilities", "--top", "1").lines
    assert {line["label"] for line in lines} == {"ham", "spam", None}
    for line in lines:
        top = line["top"][0]
        assert (
            (top["probability"] > 0.9)
            == (line["label"] == top["label"])
            == (line["probability"] is not None)
        )
        assert ("unsure" in line.get("flags", [])) == (line["label"] is None)
        assert sum(line["probabilities"].values()) == pytest.approx(1)
    summary = run("predict", output, halves[1], "-o", tmp_path / "labels.csv", "--json").json
    assert summary["flags"]["unsure"] + sum(summary["labels"].values()) == summary["documents"]


def test_bad_rows_are_not_called_unsure(run, svm, halves, tmp_path):
    output = tmp_path / "unsure.linnet"
    run("calibrate", svm, halves[1], "-o", output, "--cutoff", "0.99999", "--unsure")
    bad = tmp_path / "bad.csv"
    bad.write_text("text\nwin\nbad,row\n")
    for name in ("out.jsonl", "out.csv"):
        assert (
            run("predict", output, bad, "--skip-bad-rows", "--top", "1", "-o", tmp_path / name).code
            == 0
        )
    lines = run("predict", output, bad, "--skip-bad-rows", "--top", "1").lines
    assert [line.get("flags") for line in lines] == [["unsure"], ["bad row"]]
    assert [line["top"] is None for line in lines] == [False, True]


def test_explain_says_that_scores_are_not_calibrated(run, svm, halves, tmp_path):
    output = tmp_path / "calibrated.linnet"
    run("calibrate", svm, halves[1], "-o", output, "--cutoff", "0.999999", "--unsure")
    ran = run("explain", output, "win a prize")
    assert ran.out.startswith("Unsure: no label. Probabilities: ")
    assert (
        "The probabilities are calibrated; the scores below are what they were made from."
        in ran.out
    )
    told = run("explain", output, "win a prize", "--json").json
    assert (told["label"], told["calibrated"]) == (None, True)


def test_inspect_shows_calibration_and_cutoffs_and_whether_they_are_stale(run, halves, tmp_path):
    model = tmp_path / "bayes.linnet"
    run("train", halves[0], "-o", model, "--learner", "multinomial")
    rules = ["--cutoff", "spam=budget:ham:0.05"]
    assert run("calibrate", model, halves[1], "-o", model, *rules).code == 0
    shown = run("inspect", model).out
    assert "calibration  temperature\n" in shown
    assert "(budget:ham:0.05)\n" in shown
    assert (
        "budget       guaranteed for this very model on documents it has not seen, with 95% "
        "confidence" in shown
    )
    assert run("inspect", model, "--json").json["stale"] is False
    changed = run("learn", model, halves[1])
    assert changed.err.count("Calibrate it again.") == 1
    shown = run("inspect", model)
    assert "found before the model changed" in shown.out
    assert "guaranteed for" not in shown.out
    assert run("inspect", model, "--json").json["stale"] is True
    assert (
        run("predict", model, halves[1], "-o", tmp_path / "out.csv").err.count(
            "Calibrate it again."
        )
        == 1
    )


def test_costs_are_read_with_the_labels_of_the_model(run, svm, halves, tmp_path):
    given = ["--cutoff", "cost", "--cost", "ham:spam=10"]
    result = run("calibrate", svm, halves[1], "-o", tmp_path / "c.linnet", *given, "--json").json
    assert result["decision"]["cutoffs"]["spam"]["cutoff"] > 0.6
    assert costs_of(["a:b:c=2"], ("a", "b:c")) == {("a", "b:c"): 2.0}
    for wrong in ("ham:eggs=1", "ham=1", "ham:spam=x"):
        with pytest.raises(SettingError, match="--cost"):
            costs_of([wrong], ("ham", "spam"))


def test_what_cannot_be_is_one_sentence(run, svm, halves, tmp_path):
    output = tmp_path / "no.linnet"
    for rule, said in (
        ("spam=budget:ham:0.001", "needs 2,995 documents of 'ham'"),
        ("eggs=f1", "got 'eggs=f1'"),
    ):
        ran = run("calibrate", svm, halves[1], "-o", output, "--cutoff", rule)
        assert (ran.code, said in ran.err, output.exists()) == (2, True, False)


def test_auto_says_what_it_chose_and_why(run, halves, tmp_path):
    model, few = tmp_path / "bayes.linnet", tmp_path / "few.csv"
    run("train", halves[0], "-o", model, "--learner", "multinomial")
    with halves[1].open(encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened))
    with few.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows[:25])
    for data in (halves[1], few):
        result = run("calibrate", model, data, "-o", tmp_path / "c.linnet", "--json").json
        before, after = result["before"]["log_loss"], result["after"]["log_loss"]
        assert (result["calibration"] is None) == (before == after)
        assert after <= before
        forced = run(
            "calibrate",
            model,
            data,
            "-o",
            tmp_path / "t.linnet",
            "--method",
            "temperature",
            "--json",
        ).json
        assert forced["why"] is None
        said = f"log loss {before:.4f} without, {forced['after']['log_loss']:.4f} with temperature"
        assert result["why"].startswith(said)
        assert ", each document judged by the others" in result["why"]
        ran = run("calibrate", model, data, "-o", tmp_path / "c.linnet")
        assert ran.out.startswith(
            f"Calibration: {result['calibration'] or 'none'}.\nThe calibration was chosen by "
            f"auto: {said}"
        )


def test_training_says_that_a_calibration_would_not_help(run, tmp_path):
    # Right as it is: of what says 3 to 1, three of four are so; and a part more or less is no
    # better.
    data = tmp_path / "even.csv"
    rows = ["a,x"] * 30 + ["a,y"] * 10 + ["b,x"] * 10 + ["b,y"] * 30
    data.write_text("\n".join(["text,label", *rows]) + "\n")
    for words in (["train"], ["tune", "--grid", "smoothing=1", "--reserve", "0"]):
        ran = run(*words, data, "-o", tmp_path / "m.linnet", "--calibration", "auto")
        assert (
            "Calibration: none, since by parts that models had not learned probabilities are no "
            "better" in ran.out
        )
        assert load(tmp_path / "m.linnet").model.calibration is None


def test_labels_that_the_model_does_not_know_are_skipped_where_bad_rows_are(
    run, svm, halves, tmp_path
):
    data = tmp_path / "more.csv"
    data.write_bytes(halves[1].read_bytes() + b"hello there,news\nand again,news\n")
    refused = run("calibrate", svm, data, "-o", tmp_path / "c.linnet")
    assert (
        refused.code,
        "got 'news'" in refused.err,
        "or pass --skip-bad-rows." in refused.err,
    ) == (2, True, True)
    ran = run("calibrate", svm, data, "-o", tmp_path / "c.linnet", "--skip-bad-rows", "--json")
    (reason,) = ran.json["skipped"]["reasons"]
    assert (ran.code, ran.json["skipped_rows"], reason["rows"], reason["got"]) == (
        0,
        2,
        2,
        "'news'",
    )
    assert reason["reason"] == "a label must be one that the model knows"
    assert (
        f"2 rows skipped because {reason['reason']}; "
        f"the first is {data}, row {reason['first_row']}:" in ran.err
    )


def test_a_label_among_hundreds_that_is_not_known_is_refused_in_a_short_sentence(run, tmp_path):
    labels = [f"label number {number} with quite a long name" for number in range(229)]
    data = tmp_path / "many.csv"
    data.write_text(
        "text,label\n" + "".join(f"word{place},{label}\n" for place, label in enumerate(labels))
    )
    run("train", data, "-o", tmp_path / "m.linnet", "--learner", "multinomial")
    data.write_text(data.read_text() + "hello,news\n")
    ran = run("calibrate", tmp_path / "m.linnet", data, "-o", tmp_path / "c.linnet")
    sentence = ran.err.splitlines()[-1].replace(str(tmp_path), "")
    assert ran.code == 2
    assert "more); got 'news'." in sentence
    assert len(sentence) < 600


def test_training_does_what_is_named_while_it_chooses(run, halves, tmp_path):
    for how in ("none", "platt"):
        model = tmp_path / f"{how}.linnet"
        assert (
            run("train", halves[0], "-o", model, "--calibration", how, "--budget", "1s").code == 0
        )
        found = load(model)
        assert found.recipe.calibration == how
        assert (found.model.calibration is None) == (how == "none")


def test_a_method_that_does_not_exist_is_refused_in_a_sentence(run, svm, halves, tmp_path):
    ran = run("calibrate", svm, halves[1], "-o", tmp_path / "c.linnet", "--method", "plat")
    assert (ran.code, "a calibration must be auto, " in ran.err, "got 'plat'" in ran.err) == (
        2,
        True,
        True,
    )


def test_one_sigmoid_for_all_labels_is_called_by_its_name(run, halves, tmp_path):
    model = tmp_path / "m.linnet"
    ran = run("train", halves[0], "-o", model, "--learner", "svm", "--calibration", "shared-platt")
    assert "\nCalibration: shared-platt.\n" in ran.out
    assert run("inspect", model, "--json").json["calibration"] == "shared-platt"
