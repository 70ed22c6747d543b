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
    # win a prize now claim your today cheap pills / lunch at noon see you the report is due, today again
    assert (result["documents"], result["labels"], result["features"]) == (6, 2, 18)
    assert (result["learner"], result["model"], result["exact"]) == ("bernoulli", str(path), True)
    assert len(result["fingerprint"]) == 32


def test_bad_rows_are_skipped_on_request_only(run, data, tmp_path):
    data.write_text(data.read_text() + "one cell too many,ham,3\n")
    path = tmp_path / "m.linnet"
    refused = run("train", data, "-o", path)
    assert refused.code == 2
    assert "row 7" in refused.err
    assert not path.exists()
    ran = run("train", data, "-o", path, "--skip-bad-rows", "--json")
    assert (ran.json["documents"], ran.json["skipped_rows"]) == (6, 1)
    assert "linnet: 1 bad row skipped." in ran.err


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
        "--json",
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
    assert ran.json["skipped"]["reasons"][0]["rows"] == ran.json["skipped_rows"] == 13
    assert [one["label"] for one in ran.json["skipped"]["labels"]] == [
        "greeting",
        r"r\xfcckgabe",
        "billing",
    ]


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


def test_labels_that_look_like_one_are_told(run, tmp_path):
    data = tmp_path / "alike.csv"
    data.write_text("text,label\na,ham\nb, Ham\nc,spam\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet")
    assert "labels ' Ham', 'ham' differ only in case or white space" in ran.err


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
