"""Files that commands write: refused before any work, whole or not at all."""


def test_an_output_that_cannot_be_is_refused_before_any_work(run, data, tmp_path):
    for name in ("labels.txt", "labels", "missing/labels.csv"):
        ran = run("predict", tmp_path / "no.linnet", data, "-o", tmp_path / name)
        assert ran.code == 2
        assert name in ran.err
    ran = run("predict", tmp_path / "no.linnet", data, "-o", data)
    assert "must not replace what is read" in ran.err


def test_a_failure_leaves_the_old_output_and_no_other_file(run, model, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    out, data = folder / "labels.csv", tmp_path / "new.csv"
    out.write_text("old")
    data.write_text("text\nfine\nnot,fine\n")
    ran = run("predict", model, data, "-o", out)
    assert ran.code == 2
    assert [path.name for path in folder.iterdir()] == ["labels.csv"]
    assert out.read_text() == "old"


def test_a_folder_is_no_output(run, model, data, tmp_path):
    assert "got the name of a folder" in run("predict", model, data, "-o", tmp_path).err
