"""Options put together into a recipe."""

from argparse import ArgumentTypeError

import pytest

from linnet.cli import options
from linnet.learning.online import Online
from linnet.recipe.recipe import Recipe


@pytest.fixture
def recipe_of(run, monkeypatch, data, tmp_path):
    """The recipe that `linnet train` makes of options."""
    import linnet.tuning.make as making

    made = []
    real = making.make

    def make(documents, recipe, **rest):
        made.append(recipe)
        return real(documents, recipe, **rest)

    monkeypatch.setattr(making, "make", make)

    def recipe(*words):
        said = () if "--learner" in words or "--recipe" in words else ("--learner", "multinomial")
        ran = run("train", data, "-o", tmp_path / "made.linnet", *said, *words)
        assert ran.code == 0, ran.err
        return made[-1]

    return recipe


def test_without_options_the_default_recipe(recipe_of):
    assert recipe_of() == Recipe()


def test_every_feature_option_arrives(recipe_of):
    words = "--words 1-2 --chars 3-4 --chars-in-words 2 "
    words += "--word-pattern sklearn --keep-case --strip-accents"
    more = "--stop-words at,you --min-documents 2 --max-documents 0.9 "
    more += "--most-frequent 50 --weighting presence"
    features = recipe_of(*words.split(), *more.split()).features
    assert (features.words, features.chars, features.chars_in_words) == ((1, 2), (3, 4), (2, 2))
    assert (features.word_pattern, features.keep_case, features.strip_accents) == (
        "sklearn",
        True,
        True,
    )
    assert features.stop_words == ("at", "you")
    assert (features.min_documents, features.max_documents, features.most_frequent) == (2, 0.9, 50)
    assert features.weighting == "presence"


def test_a_selection_arrives_and_can_be_taken_back(recipe_of, tmp_path):
    features = recipe_of("--select", "chi2", "--select-top", "5").features
    assert (features.select, features.select_top) == ("chi2", 5)
    file = tmp_path / "recipe.toml"
    file.write_text(Recipe.of(select="chi2", select_top=5).to_toml())
    assert recipe_of("--recipe", file, "--select", "none") == Recipe()


def test_hashing_arrives(recipe_of):
    features = recipe_of("--hash-bits", "10", "--keep-names").features
    assert (features.hash_bits, features.keep_names) == (10, True)


def test_every_learner_option_arrives(recipe_of):
    recipe = recipe_of(
        "--learner", "complement", "--smoothing", "0.5", "--norm", "--seed", "7", "--private", "2"
    )
    assert (recipe.learner.learner, recipe.learner.smoothing, recipe.learner.norm) == (
        "complement",
        0.5,
        True,
    )
    assert (recipe.seed, recipe.private) == (7, 2)
    assert recipe_of("--prior", "ham=0.25,spam=0.75").learner.prior == {"ham": 0.25, "spam": 0.75}


def test_every_option_of_online_learners_arrives(recipe_of):
    words = "--learner passive-aggressive --variant pa-2 --cap 0.5 "
    words += "--no-averaged --offset none --rounds 3"
    assert recipe_of(*words.split()).learner == Online(
        "passive-aggressive", "pa-2", 0.5, False, "none", 3
    )
    assert recipe_of("--learner", "perceptron").learner == Online()


def test_options_override_the_recipe_file(recipe_of, tmp_path):
    file = tmp_path / "recipe.toml"
    file.write_text(
        Recipe.of(words="1-2", smoothing=0.25, keep_case=True, learner="bernoulli").to_toml()
    )
    recipe = recipe_of("--recipe", file, "--smoothing", "2", "--no-keep-case")
    assert recipe.features.words == (1, 2)
    assert recipe.learner.learner == "bernoulli"
    assert (recipe.learner.smoothing, recipe.features.keep_case) == (2.0, False)


def test_words_can_be_switched_off(recipe_of):
    features = recipe_of("--words", "none", "--chars", "2").features
    assert (features.words, features.chars) == (None, (2, 2))


def test_a_recipe_that_is_not_there(run, data, tmp_path):
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--recipe", tmp_path / "none.toml")
    assert ran.code == 2
    assert (
        "none.toml: a recipe must be a readable TOML file; got no such file or directory. Check"
        in ran.err
    )


def test_a_recipe_that_is_none(run, data, tmp_path):
    file = tmp_path / "wrong.toml"
    for content, said in (
        (b"\xff\x00", "got bytes that are no text. Check the path."),
        (b"text,label", "must be TOML"),
    ):
        file.write_bytes(content)
        ran = run("train", data, "-o", tmp_path / "m.linnet", "--recipe", file)
        assert ran.code == 2
        assert ran.err.startswith(f"linnet: {file}: a recipe must be")
        assert said in ran.err


def test_what_is_no_number_is_refused():
    for kind in (options.number, options.whole, options.positive, options.numbers):
        with pytest.raises(ArgumentTypeError, match="must come here; got"):
            kind("many")
    with pytest.raises(ArgumentTypeError, match="1 or above"):
        options.positive("0")
    for text in ("1e400", "nan", "-inf"):
        with pytest.raises(ArgumentTypeError, match="a finite number must come here; got"):
            options.number(text)


@pytest.mark.parametrize(
    ("option", "text", "sentence"),
    [
        ("--min-documents", "many", "a finite number must come here; got 'many'"),
        ("--smoothing", "1e400", "a finite number must come here; got '1e400'"),
        ("--strength", "much", "a finite number must come here; got 'much'"),
        ("--rounds", "0", "a whole number, 1 or above, must come here; got '0'"),
        ("--lexicon", "words.txt", "NAME=FILE must come here; got 'words.txt'"),
    ],
)
def test_what_an_option_cannot_have_is_told(run, data, tmp_path, option, text, sentence):
    ran = run("train", data, "-o", tmp_path / "m.linnet", option, text)
    assert ran.code == 2
    assert f"argument {option}" in ran.err
    assert sentence in ran.err


def test_a_prior_that_is_none_names_its_option(run, data, tmp_path):
    ran = run("train", data, "-o", tmp_path / "m.linnet", "--prior", "ham=often")
    assert ran.code == 2
    assert "--prior must be learned, uniform or LABEL=P,LABEL=P,…; got 'ham=often'." in ran.err


def test_options_have_the_words_of_the_field_too(recipe_of):
    words = "--min-df 2 --max-df 0.9 --max-features 50 --threshold 0.8 --abstain --float16"
    recipe = recipe_of(*words.split())
    features = recipe.features
    assert (features.min_documents, features.max_documents, features.most_frequent) == (2, 0.9, 50)
    assert (recipe.cutoff, recipe.unsure, recipe.narrow) == (0.8, True, True)
    words = "--learner logistic --penalty elastic --l1-ratio 0.25 --intercept none"
    learner = recipe_of(*words.split()).learner
    assert (learner.l1_share, learner.offset) == (0.25, "none")


def test_several_labels_and_columns_aside_have_the_words_of_the_field_too(run, tmp_path):
    file = tmp_path / "films.csv"
    file.write_text("text,label,by\na,x,p\nb,y,q\na,x,p\nb,y,q\n" * 5)
    for option in ("--multilabel", "--several-labels"):
        ran = run("train", file, "-o", tmp_path / "m.linnet", "--learner", "svm", option, "--json")
        assert ran.code == 0, ran.err
    for option in ("--metadata", "--aside"):
        ran = run("cross-validate", file, "--folds", "2", option, "by", "--json")
        assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("predict", "m", "a.csv", "--min-probability"),
        ("train", "a.csv", "--strength"),
        ("split", "a.csv", "--test"),
        ("train", "a.csv", "--max-documents"),
    ],
)
def test_a_decimal_comma_is_told_to_be_a_point(run, words):
    ran = run(*words, "0,7")
    assert ran.code == 2
    assert "got '0,7'. Write 0.7, with a point. See linnet" in ran.err


@pytest.mark.parametrize("text", ["0,7,1", "x", "1,000.5"])
def test_other_texts_are_only_refused(run, text):
    ran = run("predict", "m", "a.csv", "--min-probability", text)
    assert f"a finite number must come here; got '{text}'. See" in ran.err
