"""linnet retrain."""

import pytest

from linnet import load
from linnet.tuning import retrain as retraining
from tests.cli.conftest import write_csv


def rows(n, start, good="good", bad="bad"):
    """Texts of a telling word and eight others."""
    found = []
    for number in range(start, start + n):
        others = " ".join(f"w{(number * 7919 + i * i * 31) % 997}" for i in range(8))
        is_good = number % 2
        found.append((f"{good if is_good else bad} {others}", "pos" if is_good else "neg"))
    return found


@pytest.fixture
def old(tmp_path):
    return write_csv(tmp_path / "old.csv", rows(40, 0))


@pytest.fixture
def new(tmp_path):
    return write_csv(tmp_path / "new.csv", rows(40, 100, good="lovely", bad="awful"))


@pytest.fixture
def svm(run, old, tmp_path):
    path = tmp_path / "svm.linnet"
    assert run("train", old, "-o", path, "--learner", "svm").code == 0
    return path


def test_the_model_is_replaced_by_that_of_all_documents(run, svm, old, new, tmp_path):
    ran = run("retrain", svm, new, "--training", old)
    assert ran.code == 0
    assert "Documents: 40 old and 40 new documents.\n" in ran.out
    assert "Labels: 2 labels.\n" in ran.out
    assert (
        "Compared on 40 new documents, by models that had not learned them (5 folds): accuracy 0."
    ) in ran.out
    assert " before, 1.0000 now.\nThe new model is right for " in ran.out
    assert "(exact McNemar).\n" in ran.out
    assert f"Wrote {svm} (" in ran.out
    both = write_csv(tmp_path / "both.csv", rows(40, 0) + rows(40, 100, good="lovely", bad="awful"))
    run("train", both, "-o", tmp_path / "both.linnet", "--learner", "svm")
    assert svm.read_bytes() == (tmp_path / "both.linnet").read_bytes()


def test_an_output_leaves_the_model_as_it_is(run, svm, old, new, tmp_path):
    before = svm.read_bytes()
    out = tmp_path / "out.linnet"
    result = run("retrain", svm, new, "--training", old, "-o", out, "--json").json
    assert svm.read_bytes() == before
    assert (result["written"], result["worse"], result["model"]) == (True, False, str(out))
    assert (result["documents_before"], result["documents"]) == (40, 80)
    assert result["comparison"]["measures"]["accuracy"]["better"] == "B"
    assert load(out).documents == 80


def worse(tmp_path, run):
    """A model, documents like those it knows, and training documents that mislead."""
    wrong = [(text, "neg" if label == "pos" else "pos") for text, label in rows(200, 300)]
    model = tmp_path / "m.linnet"
    good = write_csv(tmp_path / "good.csv", rows(60, 0))
    assert run("train", good, "-o", model, "--learner", "svm").code == 0
    new = write_csv(tmp_path / "more.csv", rows(40, 600))
    return model, new, write_csv(tmp_path / "wrong.csv", wrong)


def test_a_worse_model_is_not_written_and_the_exit_code_says_so(run, tmp_path):
    model, new, wrong = worse(tmp_path, run)
    before = model.read_bytes()
    ran = run("retrain", model, new, "--training", wrong)
    assert ran.code == 2
    assert model.read_bytes() == before
    assert "The old model is right for" in ran.out
    assert "Wrote" not in ran.out
    assert (
        f"linnet: {model}: a retrained model must not be worse than the one before; got one that "
        "is, and nothing was written. Look at the new documents, or pass --force.\n"
    ) in ran.err
    assert (
        f"warning: {wrong}: these are not exactly the documents that {model} was trained on"
        in ran.err
    )

    out = tmp_path / "out.linnet"
    ran = run("retrain", model, new, "--training", wrong, "-o", out, "--json")
    assert ran.code == 2
    assert (ran.json["written"], ran.json["worse"]) == (False, True)
    assert not out.exists()


def test_force_writes_a_worse_model(run, tmp_path):
    model, new, wrong = worse(tmp_path, run)
    ran = run("retrain", model, new, "--training", wrong, "--force")
    assert ran.code == 0
    assert f"Wrote {model}" in ran.out
    assert load(model).documents == 240


def test_kept_documents_take_the_place_of_the_option(run, old, new, tmp_path):
    model = tmp_path / "kept.linnet"
    run("train", old, "-o", model, "--learner", "svm", "--keep-documents")
    ran = run("retrain", model, new)
    assert ran.code == 0
    assert len(load(model).kept) == 80
    ran = run("learn", model, new)
    assert ran.code == 2
    assert "Use linnet retrain: it learns old and new documents together." in ran.err


def test_without_old_documents_it_says_what_to_do(run, svm, new):
    ran = run("retrain", svm, new)
    assert ran.code == 2
    assert ran.err.endswith("Pass --training DATA, or add documents with linnet learn.\n")


def test_new_labels_and_copies_are_told(run, svm, old, tmp_path):
    news = [(text, "news") for text, _ in rows(10, 700, good="vote", bad="minister")]
    copies = [(text.upper(), label) for text, label in rows(6, 0)]
    new = write_csv(tmp_path / "mixed.csv", rows(20, 100) + news + copies)
    ran = run("retrain", svm, new, "--training", old)
    assert ran.code == 0
    assert "Labels: 3 labels; new: news.\n" in ran.out
    assert (
        "6 of 36 new documents are exact or near duplicates of old ones: they are learned, but "
        "not compared.\n"
    ) in ran.out
    assert (
        "10 documents among them with new labels, for which the old model must be wrong.\n"
        in ran.out
    )


def test_too_few_documents_are_learned_without_a_comparison(run, svm, old, tmp_path):
    one = write_csv(tmp_path / "one.csv", rows(1, 500))
    ran = run("retrain", svm, one, "--training", old)
    assert ran.code == 0
    assert "The models are not compared: too few new documents are left for that.\n" in ran.out
    assert load(svm).documents == 41


def test_a_calibration_from_elsewhere_is_told_to_be_lost(run, svm, old, new, tmp_path):
    others = write_csv(tmp_path / "others.csv", rows(60, 900))
    assert run("calibrate", svm, others, "-o", svm).code == 0
    ran = run("retrain", svm, new, "--training", old)
    assert ran.code == 0
    assert "Calibrate the new one." in ran.err


def test_a_model_that_another_program_wrote_meanwhile_is_left_alone(
    run, svm, old, new, monkeypatch
):
    def retrain_while_another_writes(classifier, *given, **settings):
        classifier.learn([("their words", "pos")]).save(svm)
        return retrain(classifier, *given, **settings)

    retrain = retraining.retrain
    monkeypatch.setattr(retraining, "retrain", retrain_while_another_writes)
    ran = run("retrain", svm, new, "--training", old)
    assert ran.code == 2
    assert "got another program that wrote it" in ran.err
    assert load(svm).documents == 41  # theirs


@pytest.mark.parametrize("name", ["new", "old"])
def test_what_is_read_is_never_overwritten(run, svm, old, new, name):
    target = {"new": new, "old": old}[name]
    before = target.read_bytes()
    ran = run("retrain", svm, new, "--training", old, "-o", target)
    assert ran.code == 2
    assert target.read_bytes() == before


def test_a_bad_row_leaves_the_model_as_it_is(run, svm, old, tmp_path):
    before = svm.read_bytes()
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"text,label\ngood,pos\n\xff\xfe,neg\n")
    ran = run("retrain", svm, bad, "--training", old)
    assert ran.code == 2
    assert "row" in ran.err
    assert svm.read_bytes() == before
    ran = run("retrain", svm, bad, "--training", old, "--skip-bad-rows", "--json")
    assert (ran.code, ran.json["skipped_rows"]) == (0, 1)


def test_old_and_new_must_be_there(run, svm, old, new, tmp_path):
    missing = tmp_path / "missing.csv"
    for more, training in ((missing, old), (new, missing)):
        ran = run("retrain", svm, more, "--training", training)
        assert ran.code == 2
        assert "missing.csv" in ran.err


def test_standard_input_is_old_or_new_and_not_both(run, svm):
    ran = run("retrain", svm, "-", "--training", "-")
    assert ran.code == 2
    assert "got standard input for both" in ran.err


def test_quiet_leaves_the_summary_out(run, svm, old, new):
    ran = run("retrain", svm, new, "--training", old, "--quiet")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_new_documents_that_belong_together_are_said_to(run, svm, old, tmp_path):
    same = write_csv(tmp_path / "same.csv", [("a long enough text of many letters", "pos")] * 10)
    out = run("retrain", svm, same, "--training", old).out
    assert "not compared: the 10 new documents that are left belong together (" in out


def test_weights_are_asked_for(run, tmp_path):
    rows = "".join(f"good film {n},pos,2\nbad film {n},neg,1\n" for n in range(9))
    weighted = tmp_path / "weighted.csv"
    weighted.write_text(f"text,label,w\n{rows}")
    model = tmp_path / "m.linnet"
    assert run("train", weighted, "-o", model, "--learner", "svm", "--weight", "w").code == 0
    ran = run("retrain", model, weighted, "--training", weighted)
    assert ran.code == 2
    assert ran.err.endswith("got documents without. Pass --weight COLUMN.\n")
