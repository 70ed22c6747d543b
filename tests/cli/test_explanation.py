"""An explanation as tables and sentences."""

import pytest


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


def test_a_text_of_which_nothing_is_known(run, model):
    assert "The model knows no feature of this text" in run("explain", model, "zyzzyva").out


def test_one_other_feature_is_singular(run, model):
    assert "(1 other feature)" in run("explain", model, "win prize", "--top", "1").out
    assert "(2 other features)" in run("explain", model, "win prize", "--top", "0").out


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
