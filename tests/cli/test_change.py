"""linnet learn, forget and merge."""

import pytest

from linnet import Classifier, load

MORE = "text,label\nnew words here,news\nwin noon,spam\n"


@pytest.fixture
def more(tmp_path):
    path = tmp_path / "more.csv"
    path.write_text(MORE)
    return path


def test_learn_then_forget_gives_back_the_same_bytes(run, model, more):
    before = model.read_bytes()
    learned = run("learn", model, more)
    assert "Documents: 6 before, 8 now." in learned.out
    assert "Labels: 3 labels; new: news." in learned.out
    assert model.read_bytes() != before
    forgotten = run("forget", model, more)
    assert "Labels: 2 labels; gone: news." in forgotten.out
    assert model.read_bytes() == before


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


def test_what_was_not_learned_cannot_be_forgotten(run, model, more):
    before = model.read_bytes()
    ran = run("forget", model, more)
    assert ran.code == 2
    assert "nothing was changed" in ran.err
    assert model.read_bytes() == before


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


def test_merge_needs_two_models_of_one_recipe(run, data, model, tmp_path):
    out, other = tmp_path / "out.linnet", tmp_path / "other.linnet"
    alone = run("merge", model, "-o", out)
    assert alone.code == 2
    assert "two models" in alone.err
    run("train", data, "-o", other, "--smoothing", "2")
    assert "same recipe" in run("merge", model, other, "-o", out).err
    assert not out.exists()


def test_the_data_is_never_overwritten(run, model, more):
    ran = run("learn", model, more, "-o", more)
    assert ran.code == 2
    assert more.read_text() == MORE


def test_merging_the_same_documents_is_told(run, model, tmp_path):
    ran = run("merge", model, model, "-o", tmp_path / "out.linnet")
    assert ran.code == 0
    assert "have learned the same documents, which now count twice" in ran.err


def test_a_model_that_another_program_wrote_meanwhile_is_left_alone(run, model, more, monkeypatch):
    learn = Classifier.learn

    def learn_while_another_does(classifier, *given, **settings):
        learn(classifier, [("their words", "ham")]).save(model)
        return learn(classifier, *given, **settings)

    monkeypatch.setattr(Classifier, "learn", learn_while_another_does)
    ran = run("learn", model, more)
    assert ran.code == 2
    assert (
        "must stay as it is meanwhile; got another program that wrote it. Run the command again"
        in ran.err
    )
    assert load(model).documents == 7  # theirs


@pytest.fixture
def linear(run, data, tmp_path):
    """Return the path of a passive-aggressive model."""
    path = tmp_path / "linear.linnet"
    assert (
        run(
            "train", data, "-o", path, "--learner", "passive-aggressive", "--weighting", "tfidf"
        ).code
        == 0
    )
    return path


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


def test_a_linear_model_takes_no_new_label_forgets_nothing_and_does_not_merge(
    run, linear, more, data, tmp_path
):
    before = linear.read_bytes()
    assert (
        "a label must be one that the model knows ('ham', 'spam'); got 'news'"
        in run("learn", linear, more).err
    )
    for words in (
        ("forget", linear, data),
        ("merge", linear, linear, "-o", tmp_path / "out.linnet"),
    ):
        ran = run(*words)
        assert (ran.code, f"learner cannot {words[0]}" in ran.err) == (2, True)
    assert linear.read_bytes() == before
    ran = run("learn", linear, more, "-o", tmp_path / "out.linnet", "--skip-bad-rows", "--json")
    assert ran.json["skipped"]["reasons"][0]["reason"] == "a label must be one that the model knows"


PEOPLE = (
    "text,who,age,label\nwin a prize,ann,31,spam\nlunch today,bob,40,ham\nwin lunch,ann,23,spam\n"
)
NEWCOMER = "text,who,age,label\nprize lunch for zoe,zoe,52,ham\n"


@pytest.fixture
def people(run, tmp_path):
    """Return a function: options → the path of a model of people and their texts, and that of one more."""
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "newcomer.csv").write_text(NEWCOMER)

    def trained(*options, data="people.csv", model="people.linnet"):
        ran = run("train", tmp_path / data, "-o", tmp_path / model, "--label", "label", *options)
        assert ran.code == 0, ran.err
        return tmp_path / model, tmp_path / "newcomer.csv"

    return trained


def test_a_column_of_levels_is_learned_forgotten_and_merged_exactly(run, people, tmp_path):
    options = ("--categorical", "who", "--learner", "mixed")
    model, newcomer = people(*options)
    before = model.read_bytes()
    ran = run("learn", model, newcomer, "--json")
    assert (ran.code, ran.json["exact"], "exact" in ran.err) == (0, True, False)
    # win a prize lunch today, ann bob; then for zoe, and zoe as a level
    assert (ran.json["features_before"], ran.json["features"]) == (7, 10)
    learned = model.read_bytes()
    assert run("forget", model, newcomer).code == 0
    assert model.read_bytes() == before
    (tmp_path / "two.csv").write_text(NEWCOMER + "win now,zoe,20,spam\n")
    (tmp_path / "all.csv").write_text(
        PEOPLE + "".join((tmp_path / "two.csv").read_text().splitlines(True)[1:])
    )
    half, _ = people(*options, data="two.csv", model="two.linnet")
    whole, _ = people(*options, data="all.csv", model="all.linnet")
    assert run("merge", model, half, "-o", tmp_path / "merged.linnet").code == 0
    assert (tmp_path / "merged.linnet").read_bytes() == whole.read_bytes() != learned


@pytest.mark.parametrize(
    "options", [("--numeric", "age", "--learner", "mixed"), ("--weighting", "tfidf")]
)
def test_frozen_features_are_told_in_one_line(run, people, options, tmp_path):
    model, newcomer = people(*options)
    ran = run("learn", model, newcomer)
    assert (ran.code, ran.err.count("exact")) == (0, 1)
    assert "people.linnet is no longer exact: its features, and what they are worth" in ran.err
    assert "Documents: 3 before, 4 now.\n" in ran.out
    assert run("inspect", model, "--json").json["exact"] is False
    ran = run("forget", model, newcomer, "--json")
    assert (ran.json["exact"], ran.json["documents"]) == (False, 3)
    assert (
        run("merge", model, model, "-o", tmp_path / "merged.linnet", "--json").json["documents"]
        == 6
    )


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
