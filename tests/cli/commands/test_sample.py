"""linnet sample."""


def test_documents_are_json_lines(run, model):
    drawn = run("sample", model).lines
    assert len(drawn) == 5
    assert all(
        list(one) == ["label", "features"] and one["label"] in ("ham", "spam") for one in drawn
    )


def test_the_seed_decides(run, model):
    words = ("sample", model, "--documents", "20", "--length", "4")
    first = run(*words, "--seed", "1")
    assert first.out == run(*words, "--seed", "1").out
    assert first.out != run(*words, "--seed", "2").out
    assert all(sum(one["features"].values()) == 4 for one in first.lines)


def test_json_is_one_object(run, model):
    result = run("sample", model, "--documents", "3", "--json").json
    assert result["documents"] == run("sample", model, "--documents", "3").lines
    assert result["seed"] == 0


def test_complement_is_refused(run, data, tmp_path):
    path = tmp_path / "c.linnet"
    run("train", data, "-o", path, "--learner", "complement")
    ran = run("sample", path)
    assert ran.code == 2
    assert "complement" in ran.err
