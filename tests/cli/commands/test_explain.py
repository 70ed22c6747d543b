"""linnet explain."""

import io
import sys

import pytest

from linnet.cli.document_argument import texts_of
from linnet.errors import InputError, SettingError


def test_offset_and_features_sum_to_the_score(run, model):
    result = run("explain", model, "win a prize at noon at home", "--json").json
    for label, numbers in result["labels"].items():
        added = [feature["scores"][label] for feature in result["features"]]
        assert numbers["offset"] + sum(added) == pytest.approx(numbers["score"])
    assert {feature["feature"]: feature["count"] for feature in result["features"]}["at"] == 2
    assert result["text"] == "win a prize at noon at home"
    assert sum(numbers["probability"] for numbers in result["labels"].values()) == pytest.approx(1)


def test_table_shows_the_strongest_features_and_sums_the_rest(run, model):
    out = run("explain", model, "win a prize at noon", "--top", "2").out
    assert "Label: spam." in out or "Label: ham." in out
    assert "(3 other features)" in out
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines()}
    shown = [row for line, row in rows.items() if line and line not in ("(sum)", "feature")]
    numbers = [float(row[-1]) for row in shown if _is_number(row[-1])]
    assert sum(numbers) == pytest.approx(float(rows["(sum)"][-1]), abs=0.01)


def _is_number(text):
    return text.lstrip("-").replace(".", "", 1).isdigit() and "." in text and not text.endswith(".")


def test_vetoes_are_null_and_listed(run, data, tmp_path):
    path = tmp_path / "strict.linnet"
    run("train", data, "-o", path, "--smoothing", "0")
    result = run("explain", path, "win lunch today", "--json").json
    assert result["vetoed"] == ["ham", "spam"]
    assert result["labels"]["ham"]["score"] is None
    scores = {feature["feature"]: feature["scores"] for feature in result["features"]}
    assert scores["win"]["ham"] is None
    assert scores["win"]["spam"] < 0
    assert "veto" in run("explain", path, "win lunch today").out


def test_standard_input_is_one_text(run, model, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"win\na prize\n")))
    assert run("explain", model, "-", "--json").json["text"] == "win\na prize"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert run("explain", model, "-").code == 2


def test_fields_by_name():
    assert texts_of(None, ["b=2=3", "a="], ("a", "b")) == ("", "2=3")
    assert texts_of(None, ["text=hi"], ("text",)) == ("hi",)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (None, []),
        ("hi", ["a=1", "b=2"]),
        (None, ["a=1"]),
        (None, ["a=1", "a=2", "b=3"]),
        ("hi", []),
    ],
)
def test_every_field_needs_one_text(text, named):
    with pytest.raises(SettingError, match="each field of the model must have one text"):
        texts_of(text, named, ("a", "b"))


def test_text_that_is_no_unicode_is_refused():
    with pytest.raises(InputError, match="UTF-8"):
        texts_of("\udcff", [], ("text",))


def test_several_fields(run, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("title,body,label\ngood,like it,pos\nbad,hate it,neg\n")
    model = tmp_path / "two.linnet"
    run("train", data, "-o", model, "--text", "title", "--text", "body")
    result = run("explain", model, "--field", "title=good", "--field", "body=it", "--json").json
    assert result["text"] == {"title": "good", "body": "it"}
    assert [feature["feature"] for feature in result["features"]] == [
        "title.words:good",
        "body.words:it",
    ]
    assert result["label"] == "pos"


def test_odd_features_cannot_trouble_the_screen(run, tmp_path):
    data = tmp_path / "odd.jsonl"
    data.write_text('{"text": "a\\u001b[31m", "label": "x\\ny"}\n{"text": "b", "label": "z"}\n')
    model = tmp_path / "odd.linnet"
    run("train", data, "-o", model, "--words", "none", "--chars", "1-2")
    out = run("explain", model, "a\x1b[31m").out
    assert "\x1b" not in out
    assert "x\\ny" in out


def test_a_text_of_which_nothing_is_known(run, model):
    assert "The model knows no feature of this text" in run("explain", model, "zyzzyva").out


def test_one_other_feature_is_singular(run, model):
    assert "(1 other feature)" in run("explain", model, "win prize", "--top", "1").out
    assert "(2 other features)" in run("explain", model, "win prize", "--top", "0").out


def test_advice_can_be_pasted_into_a_shell():
    with pytest.raises(SettingError, match="--field 'Review Text'=TEXT"):
        texts_of("hi", [], ("title", "Review Text"))


def test_columns_beside_the_text_are_explained(run, tmp_path):
    data = tmp_path / "reviews.csv"
    data.write_text(
        "text,age,shop,label\ngood,3,north,y\nbad,9,south,n\ngood,4,south,y\nbad,8,north,n\n"
    )
    model = tmp_path / "m.linnet"
    options = ("--numeric", "age", "--categorical", "shop", "--learner", "logistic")
    assert run("train", data, "-o", model, *options).code == 0
    told = run("explain", model, "good", "--field", "age=3", "--field", "shop=north", "--json").json
    assert told["text"] == {"text": "good", "age": "3", "shop": "north"}
    names = [one["feature"] for one in told["features"]]
    assert names == ["text.words:good", "shop.categorical:north", "age.numeric:value"]
    missing = run("explain", model, "good", "--json").json
    assert [one["feature"] for one in missing["features"]][-2:] == [
        "age.numeric:missing",
        "age.numeric:value",
    ]
    assert run("explain", model, "good", "--field", "age=old").code == 2


def test_the_words_that_turn_the_answer(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    run("train", data, "-o", path, "--learner", "multinomial")
    assert (
        "\nWithout 'at' the answer would be spam (0.73)."
        in run("explain", path, "lunch prize at cheap").out
    )
    turn = run("explain", path, "lunch prize at cheap", "--json").json["turn"]
    assert (turn["words"], turn["label"]) == (["at"], "spam")
    assert "the answer stays the same" in run("explain", path, "lunch").out
    assert "words" not in run("explain", path, "zyzzyva").out


def test_colours_only_where_there_are_any(run, model, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in run("explain", model, "win lunch").out
    hostile = run("explain", model, "win \x1b[5m\u202e lunch").out
    assert "\\x1b[5m\\u202e" in hostile
    assert "\u202e" not in hostile
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("explain", model, "win lunch").out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.delenv("FORCE_COLOR")
    assert "\x1b" not in run("explain", model, "win lunch").out


def test_html_is_one_page(run, model, tmp_path):
    page = tmp_path / "why.html"
    assert run("explain", model, "win <b>", "--html", page).code == 0
    assert "&lt;" in page.read_text(encoding="utf-8")
    assert run("explain", model, "win", "--html", model).code == 2
    assert run("explain", model, "win", "--html", tmp_path / "no" / "why.html").code == 2


def test_nearest_documents_on_request(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    assert run("train", data, "-o", path, "--learner", "multinomial", "--keep-documents").code == 0
    out = run("explain", path, "see you at noon", "--nearest", "1").out
    assert "see you at lunch  ham" in out
    told = run("explain", path, "see you at noon", "--nearest", "2", "--json").json["nearest"]
    assert [one["labels"] for one in told] == [["ham"], ["ham"]]
    assert run("explain", path, "see you", "--json").json["nearest"] == []
    assert "this model file contains its training texts" in run("inspect", path).out
    assert run("learn", path, data).code == 2


def test_without_kept_documents_a_sentence_says_how(run, model):
    ran = run("explain", model, "win", "--nearest", "2")
    assert ran.code == 0
    assert "--keep-documents" in ran.err


def test_a_private_model_keeps_no_documents(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    assert run("train", data, "-o", path, "--private", "2", "--keep-documents").code == 2
    assert not path.exists()
