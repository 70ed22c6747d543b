"""linnet curve."""


def test_curves(run, messages):
    out = run(
        "curve", messages, "--along", "most-frequent", "--values", "10,none", "--folds", "2"
    ).out
    assert out.splitlines()[1].split() == [
        "most",
        "frequent",
        "on",
        "training",
        "documents",
        "on",
        "others",
    ]
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["10", "none"]
    points = run("curve", messages, "--values", "0.1,1", "--folds", "2", "--json").json["points"]
    assert [one["at"] for one in points] == [64, 639]
    assert run("curve", messages, "--values", "a").code == 2
