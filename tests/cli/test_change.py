"""linnet learn, forget and merge."""

import pytest

from linnet import Classifier, load
from tests.cli.people import NEWCOMER, PEOPLE


def test_learn_then_forget_gives_back_the_same_bytes(run, model, more):
    before = model.read_bytes()
    learned = run("learn", model, more)
    assert "Documents: 6 before, 8 now." in learned.out
    assert "Labels: 3 labels; new: news." in learned.out
    assert model.read_bytes() != before
    forgotten = run("forget", model, more)
    assert "Labels: 2 labels; gone: news." in forgotten.out
    assert model.read_bytes() == before


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
