"""The honest estimate of a search, in words."""


def test_twins_of_reserved_documents_are_told(run, tmp_path):
    rows = [
        f"{word} number {n},{label}"
        for n in range(30)
        for word, label in (("win", "spam"), ("noon", "ham"))
    ]
    data = tmp_path / "twice.csv"
    data.write_text("\n".join(["text,label", *rows, *rows]) + "\n")
    ran = run("tune", data, "-o", tmp_path / "m.linnet", "--grid", "smoothing=1,2")
    assert "of them have a twin among the documents that the recipe was chosen on" in ran.out
    assert (
        run("tune", data, "-o", tmp_path / "m.linnet", "--grid", "smoothing=1,2", "--json").json[
            "leaking"
        ]
        > 0
    )


def test_calibration_is_told_before_and_after_and_can_be_left_out(run, messages, tmp_path):
    model = tmp_path / "m.linnet"
    assert (
        "Calibrated by parts that models had not learned"
        in run("tune", messages, "-o", model, "--grid", "words=1").out
    )
    found = run(
        "tune", messages, "-o", model, "--grid", "words=1", "--calibration", "none", "--json"
    ).json
    assert found["uncalibrated"] is None
    assert "calibration" not in found["recipe"]
