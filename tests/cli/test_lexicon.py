"""Lexicons on the command line."""

import pytest

import linnet


@pytest.fixture
def files(tmp_path):
    """Words that speak for spam, with one that is none, and words for ham."""
    (tmp_path / "spam.txt").write_text("; shady\nprize\ncheap pills\na+\n")
    (tmp_path / "ham.txt").write_text("lunch\t2\nnoon\t1\n")
    return f"spam={tmp_path / 'spam.txt'}", f"ham={tmp_path / 'ham.txt'}"


def by_hand(files, path, *more):
    return (
        "train",
        "--learner",
        "lexicon",
        "--lexicon",
        files[0],
        "--lexicon",
        files[1],
        "-o",
        path,
        *more,
    )


def test_a_classifier_without_data(run, files, tmp_path):
    path = tmp_path / "m.linnet"
    ran = run(*by_hand(files, path, "--offset", "ham=0.5"))
    assert ran.code == 0
    assert ran.err == "linnet: lexicon spam: 1 of 3 entries are no words and left out.\n"
    assert "Made without documents in" in ran.out
    assert "weights by hand, offsets ham 0.5, on words 1-2, lexicons ham, spam." in ran.out
    assert linnet.load(path).score(["cheap pills at noon"]).values.tolist() == [[1.5, 1]]


def test_it_is_explained_inspected_and_evaluated_like_others(run, files, tmp_path, data):
    path = tmp_path / "m.linnet"
    result = run(*by_hand(files, path, "--json")).json
    assert (result["documents"], result["features"], result["labels"]) == (0, 4, 2)
    explained = run("explain", path, "a prize for lunch")
    assert (explained.code, "ham" in explained.out) == (0, True)
    inspected = run("inspect", path, "--json").json
    assert inspected["labels"] == {"ham": 0, "spam": 0}
    assert [one["feature"] for one in inspected["strongest"]["ham"]] == ["lunch", "noon"]
    assert run("inspect", path).code == 0
    # Six messages; "the report is due at noon" and all others have a word of their label.
    assert run("evaluate", path, data, "--json").json["accuracy"]["value"] == 1


def test_a_lexicon_beside_the_words(run, data, files, tmp_path):
    path = tmp_path / "m.linnet"
    words = ("--lexicon", files[0], "--negation", "--learner", "logistic")
    ran = run("train", data, "-o", path, *words)
    assert (ran.code, "lexicons spam, negation." in ran.out) == (0, True)
    names = linnet.load(path).model.features
    assert names.name(names.n_columns - 1) == "spam.lexicon:sum"
    assert run("predict", path, data).code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "m.linnet"], "there must be documents to learn from; got no DATA."),
        (
            ["x.csv", "-o", "m.linnet", "--learner", "lexicon"],
            "takes no documents, its weights are given; got x.csv.",
        ),
        (
            ["-o", "m.linnet", "--learner", "lexicon"],
            "needs a lexicon for each of two labels or more; got none.",
        ),
        (["-o", "m.linnet", "--lexicon", "words.txt"], "NAME=FILE must come here; got 'words.txt'"),
        (
            ["-o", "m.linnet", "--lexicon", "a=none.txt"],
            "none.txt: a lexicon must be a readable file; got: no such",
        ),
    ],
)
def test_what_is_wrong_is_a_sentence(run, words, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("train", *words)
    assert (ran.code, sentence in ran.err) == (2, True), ran.err
