"""linnet forget."""


def test_what_was_not_learned_cannot_be_forgotten(run, model, more):
    before = model.read_bytes()
    ran = run("forget", model, more)
    assert ran.code == 2
    assert "nothing was changed" in ran.err
    assert model.read_bytes() == before


def test_what_was_never_learned_leaves_the_file_as_it_is(run, people, tmp_path):
    for options in (
        ("--categorical", "who"),
        ("--categorical", "who", "--numeric", "age", "--learner", "mixed"),
    ):
        model, newcomer = people(*options)
        before = model.read_bytes()
        ran = run("forget", model, newcomer)
        assert (ran.code, "only documents that were learned can be forgotten" in ran.err) == (
            2,
            True,
        )
        assert model.read_bytes() == before


def test_a_model_that_keeps_its_texts_forgets_by_training_again(run, data, tmp_path):
    header, first, *rest = data.read_text().splitlines(keepends=True)
    gone, others = tmp_path / "gone.csv", tmp_path / "others.csv"
    gone.write_text(header + first)
    others.write_text(header + "".join(rest))
    options = ("--learner", "logistic", "--weighting", "tfidf", "--keep-documents")
    model, again = tmp_path / "kept.linnet", tmp_path / "again.linnet"
    run("train", data, "-o", model, *options)
    forgotten = run("forget", model, gone)
    assert (forgotten.code, "approximate" in forgotten.err) == (0, False)
    run("train", others, "-o", again, *options)
    assert model.read_bytes() == again.read_bytes()
