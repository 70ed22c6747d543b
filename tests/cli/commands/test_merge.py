"""linnet merge."""

from tests.cli.people import NEWCOMER


def test_merging_parts_is_training_on_all(run, data, tmp_path):
    header, *lines = data.read_text().splitlines(keepends=True)
    parts = {
        "a": [lines[0], lines[3]],
        "b": [lines[1], lines[4], lines[5]],
        "c": [lines[2], lines[3]],
    }
    parts["whole"] = [line for part in parts.values() for line in part]
    for name, part in parts.items():
        (tmp_path / f"{name}.csv").write_text(header + "".join(part))
        assert run("train", tmp_path / f"{name}.csv", "-o", tmp_path / f"{name}.linnet").code == 0
    a, b, c, whole = (tmp_path / f"{name}.linnet" for name in parts)
    merged = tmp_path / "merged.linnet"
    result = run("merge", a, b, c, "-o", merged, "--json").json
    assert (result["documents_before"], result["documents"]) == (2, 7)
    assert merged.read_bytes() == whole.read_bytes()


def test_merge_needs_two_models_of_one_recipe(run, data, model, tmp_path):
    out, other = tmp_path / "out.linnet", tmp_path / "other.linnet"
    alone = run("merge", model, "-o", out)
    assert alone.code == 2
    assert "two models" in alone.err
    run("train", data, "-o", other, "--smoothing", "2")
    assert "same recipe" in run("merge", model, other, "-o", out).err
    assert not out.exists()


def test_merging_the_same_documents_is_told(run, model, tmp_path):
    ran = run("merge", model, model, "-o", tmp_path / "out.linnet")
    assert ran.code == 0
    assert "have learned the same documents, which now count twice" in ran.err


def test_frozen_models_of_other_documents_do_not_merge(run, people, tmp_path):
    options = ("--numeric", "age", "--learner", "mixed")
    (tmp_path / "two.csv").write_text(NEWCOMER + "win now,zoe,20,spam\n")
    model, _ = people(*options)
    half, _ = people(*options, data="two.csv", model="two.linnet")
    ran = run("merge", model, half, "-o", tmp_path / "merged.linnet")
    assert (ran.code, "can be merged when these are the same; got different ones" in ran.err) == (
        2,
        True,
    )
    assert not (tmp_path / "merged.linnet").exists()
