"""linnet evaluate."""

import linnet


def test_json_is_the_evaluation_of_python(run, model, data):
    result = run("evaluate", model, data, "--json").json
    assert result.pop("skipped_rows") == 0
    assert result.pop("log_likelihood") is None
    assert result == linnet.evaluate(linnet.load(model), str(data)).as_json()


def test_table_has_intervals_and_the_confusion_matrix(run, model, data):
    out = run("evaluate", model, data).out
    # 6 of 6 right; Wilson: 6 / (6 + 1.96²) = 0.61
    assert "accuracy  1.000 (0.610 to 1.000)" in out
    assert "Rows: predicted labels. Columns: true labels.\npredicted  ham  spam\nham          3     0\n" in out
    assert "\x1b" not in out


def test_labels_the_model_does_not_know_are_named(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("text,label\nwin,scam\nnoon,ham\n")
    ran = run("evaluate", model, data)
    assert "does not know, always wrong: scam." in ran.out
    confusion = run("evaluate", model, data, "--json").json["confusion"]
    assert confusion == {"labels": ["ham", "scam", "spam"], "counts": [[1, 0, 0], [0, 0, 0], [0, 1, 0]]}


def test_many_labels_list_the_largest_mistakes(run, tmp_path):
    data, wrong = tmp_path / "many.csv", tmp_path / "wrong.csv"
    data.write_text("text,label\n" + "".join(f"word{n},label{n}\n" for n in range(20)))
    wrong.write_text("text,label\n" + "word1,label2\n" * 3 + "word3,label3\n")
    model = tmp_path / "many.linnet"
    assert run("train", data, "-o", model).code == 0
    out = run("evaluate", model, wrong).out
    assert "The most frequent mistakes, of 3 mistakes" in out
    assert "label1     label2          3" in out


def test_data_without_labels_is_refused(run, model, tmp_path):
    data = tmp_path / "new.csv"
    data.write_text("text\nwin\n")
    ran = run("evaluate", model, data)
    assert ran.code == 2
    assert "--label" in ran.err
