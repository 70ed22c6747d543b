"""What a command tells of the documents it reads."""


def test_bad_rows_are_skipped_on_request_only(run, data, tmp_path):
    data.write_text(data.read_text() + "one cell too many,ham,3\n")
    path = tmp_path / "m.linnet"
    refused = run("train", data, "-o", path)
    assert refused.code == 2
    assert "row 7" in refused.err
    assert not path.exists()
    ran = run("train", data, "-o", path, "--skip-bad-rows", "--json")
    assert (ran.json["documents"], ran.json["skipped_rows"]) == (6, 1)
    notes = [entry["note"]["message"] for entry in ran.said if "note" in entry]
    (said,) = [note for note in notes if "skipped because" in note]
    rule = "a row must have 2 cells as the header has"
    assert said.startswith(f"1 row skipped because {rule}; the first is {data}, row 7: got 3")


def test_bad_rows_are_told_once_however_often_they_are_read(run, tmp_path):
    data = tmp_path / "bad.csv"
    good = [f"{('win a prize', 'lunch at noon')[n % 2]} {n},{'ab'[n % 2]}" for n in range(20)]
    data.write_text("\n".join(["text,label", *good, "one more,", "one,too,many", ""]))
    report = tmp_path / "r.html"
    words = ("train", data, "-o", tmp_path / "m.linnet", "--learner", "multinomial")
    for command in ((*words, "--report", report), ("split", data, "-o", tmp_path / "parts")):
        ran = run(*command, "--skip-bad-rows")
        assert ran.code == 0, ran.err
        assert ran.err.count("2 bad rows skipped.") == 1
        assert ran.err.count("skipped because") == 2


def test_a_file_in_another_encoding_says_which_labels_it_loses(run, tmp_path):
    data = tmp_path / "cp1252.csv"
    rows = [
        ("the invoice", "billing"),
        ("a parcel", "delivery"),
        ("schöne Grüße", "greeting"),
        ("ach", "rückgabe"),
    ] * 5
    rows += [("für die Rechnung", "billing")] * 2 + [("ein Päckchen", "delivery")]
    text = "text,label\n" + "".join(f"{text},{label}\n" for text, label in rows)
    data.write_bytes(text.encode("cp1252"))
    ran = run(
        "train",
        data,
        "-o",
        tmp_path / "m.linnet",
        "--learner",
        "multinomial",
        "--skip-bad-rows",
        "--encoding=utf-8",
    )
    first = rf"{data}, row 3: got byte 0xf6 in b'sch\xf6ne Gr\xfc\xdfe"
    assert f"13 rows skipped because text must be UTF-8; the first is {first}" in ran.err
    gone = r"greeting (5 skipped), r\xfcckgabe (5 skipped, label not UTF-8)"
    assert f"linnet: warning: no document is left of 2 labels: {gone}." in ran.err
    # billing lost 2 of 7; delivery lost 1 of 6, which is less than a fifth
    assert (
        "linnet: 1 label lost more than a fifth of the documents: billing (2 of 7 skipped)."
        in ran.err
    )
    words = ("train", data, "-o", tmp_path / "m.linnet", "--skip-bad-rows", "--encoding=utf-8")
    same = run(*words, "--json")
    assert same.json["skipped"]["reasons"][0]["rows"] == same.json["skipped_rows"] == 13
    assert [one["label"] for one in same.json["skipped"]["labels"]] == [
        "greeting",
        r"r\xfcckgabe",
        "billing",
    ]
    warning = {"kind": "Warning", "message": f"no document is left of 2 labels: {gone}."}
    assert {"warning": warning} in same.said


def test_skipped_rows_are_told_even_if_too_little_is_left(run, tmp_path):
    data = tmp_path / "bad.csv"
    data.write_text("text,label\nwin,spam\nlunch,\nnoon,ham,3\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--skip-bad-rows")
    assert ran.code == 2
    assert "2 bad rows skipped" in ran.err
    assert "at least two labels" in ran.err


def test_empty_texts_are_told(run, tmp_path):
    data = tmp_path / "gaps.jsonl"
    data.write_text(
        '{"text": "win", "label": "a"}\n{"text": null, "label": "b"}\n{"text": "", "label": "b"}\n'
    )
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--json")
    assert ran.json["empty_texts"] == 2
    assert "2 of 3 documents with no text." in ran.err


def test_a_text_in_one_of_two_fields_is_not_empty(run, tmp_path):
    data = tmp_path / "two.csv"
    data.write_text("title,body,label\nwin,,a\n,noon,b\n,,b\n")
    ran = run(
        "train", data, "-o", tmp_path / "m.linnet", "--json", "--text", "title", "--text", "body"
    )
    assert ran.json["empty_texts"] == 1


def test_a_label_column_of_almost_as_many_values_as_rows_is_asked_about(run, tmp_path):
    data = tmp_path / "ids.csv"
    data.write_text(
        "text,category\n" + "".join(f"word{row % 99},id{row % 1100}\n" for row in range(2_200))
    )
    words = ("train", data, "-o", tmp_path / "m.linnet", "--learner", "multinomial")
    ran = run(*words)
    assert ran.code == 2
    assert "1,100 different labels in 2,200 rows: is 'category' the label?" in ran.err
    assert ran.err.endswith("Pass --label COLUMN, or --many-labels.\n")
    assert not (tmp_path / "m.linnet").exists()
    assert run(*words, "--many-labels", "--json").json["labels"] == 1_100


def write_rows(path, header, rows):
    path.write_text("\n".join([header, *(",".join(row) for row in rows)]) + "\n")
    return path


def test_columns_found_by_content_are_said_with_examples(run, tmp_path):
    rows = [(f"my printer {n} is broken", ["it", "sales"][n % 2]) for n in range(6)]
    data = write_rows(tmp_path / "a.csv", "Was,Wer", rows)
    ran = run("train", data, "--learner", "multinomial", "-o", tmp_path / "m.linnet")
    assert "text column 'Was' (found by content, e.g. 'my printer 0 is broken', " in ran.err
    assert "label column 'Wer' (found by content, e.g. 'it', 'sales')." in ran.err
    # The model knows them now.
    ran = run("evaluate", tmp_path / "m.linnet", data)
    assert "text column 'Was', label column 'Wer' (found by name)." in ran.err


def test_html_is_noticed_once_and_read_as_text_on_request(run, tmp_path):
    rows = [(f"<p>word{n} film</p>", ["pos", "neg"][n % 2]) for n in range(6)]
    data = write_rows(tmp_path / "a.csv", "text,label", rows)
    model = tmp_path / "m.linnet"
    ran = run("cross-validate", data, "--learner", "svm", "--folds", "2")
    assert ran.err.count("6 of the first 6 texts have HTML, such as '<p>'. Pass --html to") == 1
    ran = run("train", data, "--learner", "svm", "--html", "-o", model)
    assert "have HTML" not in ran.err
    assert "text of HTML" in ran.out
    assert "HTML" not in run("evaluate", model, data).err


def test_labels_are_folded_to_those_of_the_model(run, tmp_path):
    rows = [("good film", "Pos"), ("bad film", "Neg")] * 3
    data = write_rows(tmp_path / "a.csv", "text,label", rows)
    other = write_rows(tmp_path / "b.csv", "text,label", [("good", "POS"), ("bad", "neg ")])
    model = tmp_path / "m.linnet"
    run("train", data, "--learner", "multinomial", "-o", model)
    ran = run("evaluate", model, other, "--json")
    assert "'POS' 1, 'Pos' in the model; 'neg ' 1, 'Neg' in the model. Pass --fold" in ran.err
    assert ran.json["accuracy"]["value"] == 0.0
    ran = run("evaluate", model, other, "--json", "--fold-labels")
    assert ran.json["accuracy"]["value"] == 1.0
    learned = run("learn", model, other, "--json", "--fold-labels")
    assert learned.json["labels"] == 2


def test_rare_labels_are_left_out_and_said(run, tmp_path):
    rows = [("good film", "pos"), ("bad film", "neg")] * 3 + [("odd film", "odd")]
    data = write_rows(tmp_path / "a.csv", "text,label", rows)
    options = ("--learner", "multinomial", "--min-label-documents", 2, "--json")
    ran = run("train", data, *options, "-o", tmp_path / "m.linnet")
    said = "1 label with fewer than 2 documents is left out, with 1 of 7 documents: 'odd' 1."
    assert said in ran.err
    assert ran.json["documents"] == 6
    ran = run("train", data, *options, "--rare-labels-into", "else", "-o", tmp_path / "m.linnet")
    assert "is put into 'else', 1 document in all: 'odd' 1." in ran.err
    assert (ran.json["documents"], ran.json["labels"]) == (7, 3)


def test_dates_that_leave_the_month_open_name_the_option(run, tmp_path):
    rows = [(f"word{n}", "ab"[n % 2], f"0{n}/05/2025") for n in range(1, 9)]
    data = write_rows(tmp_path / "a.csv", "text,label,day", rows)
    parts = tmp_path / "parts"
    ran = run("split", data, "--time", "day", "-o", parts)
    assert ran.code == 2
    assert "Pass --date-format '%d/%m/%Y'" in ran.err
    ran = run("split", data, "--time", "day", "-o", parts, "--date-format", "%d/%m/%Y")
    assert (parts / "test.csv").read_text().endswith("word7,b,07/05/2025\nword8,a,08/05/2025\n")
    ran = run("cross-validate", data, "--time", "day", "--folds", "2", "--learner", "svm")
    assert ran.code == 2


def test_measures_of_paths_on_request(run, tmp_path):
    rows = [("good film", "art/film"), ("old bank", "money")] * 3
    data = write_rows(tmp_path / "a.csv", "text,label", rows)
    run("train", data, "--learner", "multinomial", "-o", tmp_path / "m.linnet")
    ran = run("evaluate", tmp_path / "m.linnet", data, "--hierarchy", "/", "--train", data)
    assert "hierarchical-f1" in ran.out
    assert "accuracy-at-depth-2" in ran.out
