"""Grids on the command line."""


def test_a_grid_in_a_file(run, messages, tmp_path):
    file = tmp_path / "grid.toml"
    file.write_text(
        '[[grid]]\nsmoothing = [0.5, 1]\n\n[[grid]]\nlearner = ["svm"]\nstrength = [0.01]\n'
    )
    tried = run("tune", messages, "-o", tmp_path / "m.linnet", "--grid", file, "--json").json[
        "tried"
    ]
    assert [one["settings"] for one in tried] == [
        {"smoothing": 0.5},
        {"smoothing": 1},
        {"learner": "svm", "strength": 0.01},
    ]
    file.write_text("smoothing = [0.5, 1]\n")
    assert (
        len(
            run("tune", messages, "-o", tmp_path / "m.linnet", "--grid", file, "--json").json[
                "tried"
            ]
        )
        == 2
    )
