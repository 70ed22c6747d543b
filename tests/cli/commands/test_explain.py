"""linnet explain."""

import pytest

from linnet.cli.document_argument import texts_of
from linnet.errors import SettingError


def test_offset_and_features_sum_to_the_score(run, model):
    result = run("explain", model, "win a prize at noon at home", "--json").json
    for label, numbers in result["labels"].items():
        added = [feature["scores"][label] for feature in result["features"]]
        assert numbers["offset"] + sum(added) == pytest.approx(numbers["score"])
    assert {feature["feature"]: feature["count"] for feature in result["features"]}["at"] == 2
    assert result["text"] == "win a prize at noon at home"
    assert sum(numbers["probability"] for numbers in result["labels"].values()) == pytest.approx(1)


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


def test_odd_features_cannot_trouble_the_screen(run, tmp_path):
    data = tmp_path / "odd.jsonl"
    data.write_text('{"text": "a\\u001b[31m", "label": "x\\ny"}\n{"text": "b", "label": "z"}\n')
    model = tmp_path / "odd.linnet"
    run("train", data, "-o", model, "--words", "none", "--chars", "1-2")
    out = run("explain", model, "a\x1b[31m").out
    assert "\x1b" not in out
    assert "x\\ny" in out


def test_advice_can_be_pasted_into_a_shell():
    with pytest.raises(SettingError, match="--field 'Review Text'=TEXT"):
        texts_of("hi", [], ("title", "Review Text"))


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


def test_html_is_one_page(run, model, tmp_path):
    page = tmp_path / "why.html"
    assert run("explain", model, "win <b>", "--html", page).code == 0
    assert "&lt;" in page.read_text(encoding="utf-8")
    assert run("explain", model, "win", "--html", model).code == 2
    assert run("explain", model, "win", "--html", tmp_path / "no" / "why.html").code == 2


def test_without_kept_documents_a_sentence_says_how(run, model):
    ran = run("explain", model, "win", "--nearest", "2")
    assert ran.code == 0
    assert "--keep-documents" in ran.err


def test_a_private_model_keeps_no_documents(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    assert run("train", data, "-o", path, "--private", "2", "--keep-documents").code == 2
    assert not path.exists()
