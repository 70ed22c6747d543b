"""linnet learn."""

from tests.cli.people import MORE


def test_an_output_leaves_the_model_as_it_is(run, model, more, tmp_path):
    before, out = model.read_bytes(), tmp_path / "out.linnet"
    result = run("learn", model, more, "-o", out, "--json").json
    assert (result["documents_before"], result["documents"], result["new_labels"]) == (
        6,
        8,
        ["news"],
    )
    # new words here
    assert result["features"] - result["features_before"] == 3
    assert (result["model"], result["exact"]) == (str(out), True)
    assert model.read_bytes() == before


def test_learning_is_training_on_all(run, data, model, more, tmp_path):
    whole, all_data = tmp_path / "whole.linnet", tmp_path / "all.csv"
    all_data.write_text(data.read_text() + "".join(MORE.splitlines(keepends=True)[1:]))
    run("train", all_data, "-o", whole)
    run("learn", model, more)
    assert model.read_bytes() == whole.read_bytes()


def test_a_private_model_says_what_is_no_longer_exact(run, data, more, tmp_path):
    path = tmp_path / "private.linnet"
    run("train", data, "-o", path, "--private", "2")
    ran = run("learn", path, more)
    assert ran.code == 0
    assert "no longer exact: a private model keeps no rare words" in ran.err
    assert run("inspect", path, "--json").json["exact"] is False


def test_fractional_weights_say_what_is_no_longer_exact(run, model, tmp_path):
    data = tmp_path / "weighted.csv"
    data.write_text("text,label,n\nwin,spam,0.5\n")
    ran = run("learn", model, data, "--weight", "n")
    assert "fractional" in ran.err


def test_the_data_is_never_overwritten(run, model, more):
    ran = run("learn", model, more, "-o", more)
    assert ran.code == 2
    assert more.read_text() == MORE


def test_a_linear_model_learns_online_and_says_that_it_is_approximate(run, linear, tmp_path):
    more = tmp_path / "known.csv"
    more.write_text("text,label\nlunch today,spam\nlunch zyzzyva,spam\n")
    assert run("predict", linear, more).lines[0]["label"] == "ham"
    ran = run("learn", linear, more)
    assert (
        "Documents: 6 before, 8 now.\nFeatures: 18 before, 18 now.\nLabels: 2 labels.\n" in ran.out
    )
    assert (
        "linear.linnet is only approximate: its weights went on to the new documents one by one"
        in ran.err
    )
    assert run("predict", linear, more).lines[0]["label"] == "spam"
    assert run("inspect", linear, "--json").json["exact"] is False


def test_words_that_will_not_count_are_told_before_it_starts(run, linear, data, tmp_path):
    known = tmp_path / "known.csv"
    known.write_text("text,label\nlunch today,spam\n")
    sentence = (
        "linnet: new words will not count: this model keeps its 18 features; linnet retrain learns "
        "them.\n"
    )
    err = run("learn", linear, known).err
    assert sentence in err
    assert err.index(sentence) < err.index("only approximate")
    weighed = tmp_path / "weighed.linnet"
    run("train", data, "-o", weighed, "--learner", "multinomial", "--weighting", "tfidf")
    assert sentence in run("learn", weighed, known).err


def test_where_new_words_count_nothing_is_told_of_them(run, model, data, more, tmp_path):
    assert "new words" not in run("learn", model, more).err
    hashed = tmp_path / "hashed.linnet"
    run("train", data, "-o", hashed, "--learner", "svm", "--hash-bits", "10")
    known = tmp_path / "known.csv"
    known.write_text("text,label\nlunch zyzzyva,spam\n")
    assert "new words" not in run("learn", hashed, known).err
