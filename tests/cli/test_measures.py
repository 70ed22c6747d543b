"""Measures of an evaluation as tables and sentences."""

from linnet.evaluation.metrics.measures import ALL_THE_SAME


def test_table_has_intervals_and_the_confusion_matrix(run, model, data):
    out = run("evaluate", model, data).out
    # 6 of 6 right; Wilson: 6 / (6 + 1.96²) = 0.61
    assert "accuracy  1.000 (0.610 to 1.000)" in out
    assert (
        "Rows: predicted labels. "
        "Columns: true labels.\npredicted  ham  spam\nham          3     0\n" in out
    )
    assert "\x1b" not in out


def test_labels_the_model_does_not_know_are_named(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("text,label\nwin,scam\nnoon,ham\n")
    ran = run("evaluate", model, data)
    assert "does not know, always wrong: scam." in ran.out
    confusion = run("evaluate", model, data, "--json").json["confusion"]
    assert confusion == {
        "labels": ["ham", "scam", "spam"],
        "counts": [[1, 0, 0], [0, 0, 0], [0, 1, 0]],
    }


def test_many_labels_list_the_largest_mistakes(run, tmp_path):
    data, wrong = tmp_path / "many.csv", tmp_path / "wrong.csv"
    data.write_text("text,label\n" + "".join(f"word{n},label{n}\n" for n in range(20)))
    wrong.write_text("text,label\n" + "word1,label2\n" * 3 + "word3,label3\n")
    model = tmp_path / "many.linnet"
    assert run("train", data, "-o", model).code == 0
    out = run("evaluate", model, wrong).out
    assert "The most frequent mistakes, of 3 mistakes" in out
    assert "label1     label2          3" in out


def test_labels_with_few_documents_say_so(run, judged):
    _, held_out, model = judged
    assert "too few" not in run("evaluate", model, held_out).out
    held_out.write_text("".join(held_out.read_text().splitlines(True)[:30]))
    assert (
        "Labels with fewer than 20 documents have too few for intervals."
        in run("evaluate", model, held_out).out
    )


def test_macro_measures_without_an_interval_say_why(run, tmp_path):
    data, model = tmp_path / "grouped.csv", tmp_path / "grouped.linnet"
    rows = [
        f"{'win money' if n % 8 else 'noon lunch'} {n},{'spam' if n % 8 else 'ham'},{n // 2}\n"
        for n in range(40)
    ]
    data.write_text("text,label,author\n" + "".join(rows))
    assert run("train", data, "-o", model, "--learner", "multinomial").code == 0
    out = run("evaluate", model, data, "--group", "author").out
    because = (
        "1 of 2 labels occur in fewer than 20 groups, "
        "too few to tell how far means over labels vary."
    )
    assert f"macro-f1, macro-roc-area, macro-average-precision: {because}\n" in out
    found = run("evaluate", model, data, "--group", "author", "--json").json
    assert found["macro_f1"]["interval"] is None
    assert f"{found['macro_f1']['reason']}." == because
    # Every document is right, so that every resample of groups has the same accuracy.
    assert (found["accuracy"]["interval"], found["accuracy"]["reason"]) == (None, ALL_THE_SAME)
    compared = run("compare", model, model, data, "--group", "author", "--metric", "macro-f1").out
    assert f"No interval for macro-f1: {because}\n" in compared
