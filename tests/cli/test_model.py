"""What a command says of a model, and what to try next."""


def test_labels_that_look_like_one_are_told(run, tmp_path):
    data = tmp_path / "alike.csv"
    data.write_text("text,label\na,ham\nb, Ham\nc,spam\n")
    ran = run("train", data, "-o", tmp_path / "m.linnet")
    said = "labels differ only in case or spaces: 'ham' 1, ' Ham' 1. Pass --fold-labels to make"
    assert said in ran.err
    assert ran.err.count("differ only") == 1


def test_labels_of_merged_models_that_look_like_one_are_told(run, tmp_path):
    for name in ("ham", "Ham"):
        data = tmp_path / f"{name}.csv"
        data.write_text(f"text,label\na,{name}\nb,{name}\nc,spam\n")
        run("train", data, "--learner", "multinomial", "-o", tmp_path / f"{name}.linnet")
    models = [tmp_path / "ham.linnet", tmp_path / "Ham.linnet"]
    ran = run("merge", *models, "-o", tmp_path / "all.linnet")
    assert "labels 'Ham', 'ham' differ only in case or spaces: are they one?" in ran.err
