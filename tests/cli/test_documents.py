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
    assert {"note": {"message": "1 bad row skipped."}} in ran.said


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
    same = run("train", data, "-o", tmp_path / "m.linnet", "--skip-bad-rows", "--json")
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
    assert "2 of 3 documents without any text." in ran.err


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
