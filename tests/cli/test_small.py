"""linnet train --small and --narrow."""

import re

import pytest

from linnet import load, sample

LINE = re.compile(
    r"^Small: [\d.]+ [kM]B → [\d.]+ [kM]B, ([\d,]+) of ([\d,]+) features; "
    r"accuracy 0\.\d{4} → 0\.\d{4} "
    r"\([+-]0\.\d{4}, 95 % -?0\.\d{4} to -?0\.\d{4}\) on 195 documents that played no part\.$",
    re.M,
)


@pytest.fixture
def few(tmp_path):
    """The first 200 lines of the embedded corpus: 195 messages."""
    lines = sample.path("messages.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "few.csv"
    path.write_text("".join(lines[:201]), encoding="utf-8")
    return path


@pytest.mark.parametrize("given", [("--words", "1"), ("--learner", "svm", "--weighting", "tfidf")])
def test_one_line_says_how_small_and_what_is_lost(run, few, tmp_path, given):
    path = tmp_path / "m.linnet"
    ran = run("train", few, "-o", path, "--small", "--no-record", *given)
    assert ran.code == 0
    assert LINE.search(ran.out), ran.out
    (tmp_path / "r.toml").write_text(run("inspect", path, "--recipe").out)
    run("train", few, "-o", tmp_path / "again.linnet", "--recipe", tmp_path / "r.toml")
    assert (tmp_path / "again.linnet").read_bytes() == path.read_bytes()


def test_json_has_the_numbers(run, tmp_path):
    path, data = tmp_path / "m.linnet", sample.path("messages.csv")
    found = run("train", data, "-o", path, "--small", "--learner", "multinomial", "--json").json[
        "small"
    ]
    assert (found["bytes"], found["documents"], found["metric"]) == (
        path.stat().st_size,
        799,
        "accuracy",
    )
    assert found["difference"]["value"] == pytest.approx(found["value"] - found["of_value"])
    assert found["features"] <= found["of_features"] == 2676
    assert (
        run("train", data, "-o", path, "--learner", "multinomial", "--json").json["small"] is None
    )


def test_few_documents_and_lexicons(run, data, tmp_path):
    path = tmp_path / "m.linnet"
    assert (
        "Small: too few documents"
        in run("train", data, "-o", path, "--small", "--learner", "svm").out
    )
    (tmp_path / "good.txt").write_text("good\n")
    (tmp_path / "bad.txt").write_text("bad\n")
    words = ("--lexicon", f"p={tmp_path / 'good.txt'}", "--lexicon", f"n={tmp_path / 'bad.txt'}")
    ran = run("train", "--learner", "lexicon", *words, "-o", path, "--small")
    assert (ran.code, "got --small" in ran.err) == (2, True)


def test_narrow_alone_keeps_all_features(run, data, tmp_path):
    sizes = []
    for name, option in (("wide", "--no-narrow"), ("narrow", "--narrow")):
        run("train", data, "-o", tmp_path / name, option, "--learner", "svm")
        sizes.append((tmp_path / name).stat().st_size)
    assert sizes[1] < sizes[0]
    assert (
        load(tmp_path / "wide").model.features.n_columns
        == load(tmp_path / "narrow").model.features.n_columns
    )
