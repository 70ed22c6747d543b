"""Leaks between parts, in words."""

import pytest


def test_leaks_between_the_parts_are_told(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text(
        "text,label\n" + "".join(f"Buy now! {i // 2},{'ab'[i % 2]}\n" for i in range(40))
    )
    result = run("split", path, "-o", tmp_path / "p", "--test", "0.5", "--json").json
    found = result["leaks"]
    assert found["exact"]["documents"] > 0
    assert found["exact"]["same_label"] == 0
    out = run("split", path, "-o", tmp_path / "q", "--test", "0.5").out
    assert f"Leak check: {found['leaking']} of 20 held-out documents in an earlier part too." in out
    assert "exact duplicates: row " in out


@pytest.fixture
def telling(tmp_path):
    """Messages with a number that is small for ham and large for spam."""
    data = tmp_path / "telling.csv"
    words = ["one", "two", "three", "four", "five", "six"]
    rows = [
        f"{words[i % 6]} {words[i % 5]} w{i},"
        f"{'spam' if i % 2 else 'ham'},{i + 1000 * (i % 2)},{i % 7}"
        for i in range(200)
    ]
    data.write_text("\n".join(["text,label,bytes,day", *rows]) + "\n")
    return data


def test_a_column_that_tells_the_label_is_found_where_asked(run, telling, tmp_path):
    model, aside = tmp_path / "m.linnet", ("--aside", "bytes", "--aside", "day")
    said = "Column bytes gives the label away: right for "
    assert run("train", telling, "-o", model).code == 0
    for words in (
        ("split", telling, "-o", tmp_path / "parts"),
        ("cross-validate", telling),
        ("tune", telling, "-o", model, "--grid", "smoothing=1"),
        ("evaluate", model, telling, "--train", telling),
    ):
        ran = run(*words, *aside)
        assert ran.code == 0, ran.err
        assert ran.out.count("gives the label away") == ran.out.count(said) == 1
