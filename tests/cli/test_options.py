"""Options put together into a recipe."""

from argparse import ArgumentTypeError

import pytest

from linnet.cli import options
from linnet.errors import SettingError
from linnet.learning.online import Online
from linnet.recipe.recipe import Recipe


@pytest.fixture
def recipe_of(run, monkeypatch, data, tmp_path):
    """The recipe that `linnet train` makes of options."""
    import linnet.tuning.train as training

    made = []
    real = training.train

    def train(documents, recipe, **rest):
        made.append(recipe)
        return real(documents, recipe, **rest)

    monkeypatch.setattr(training, "train", train)

    def recipe(*words):
        said = () if "--learner" in words or "--recipe" in words else ("--learner", "multinomial")
        ran = run("train", data, "-o", tmp_path / "made.linnet", *said, *words)
        assert ran.code == 0, ran.err
        return made[-1]

    return recipe


def test_without_options_the_default_recipe(recipe_of):
    assert recipe_of() == Recipe()


def test_every_feature_option_arrives(recipe_of):
    words = "--words 1-2 --chars 3-4 --chars-in-words 2 --word-pattern sklearn --keep-case --strip-accents"
    more = "--stop-words at,you --min-documents 2 --max-documents 0.9 --most-frequent 50 --weighting presence"
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
    words = "--learner passive-aggressive --variant pa-2 --cap 0.5 --no-averaged --offset none --rounds 3"
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


def test_a_number_is_a_count_and_a_fraction_is_a_share():
    assert [type(options.amount(text)) for text in ("2", "1", "0.5", "1.0")] == [
        int,
        int,
        float,
        float,
    ]


def test_what_is_no_number_is_refused():
    for kind in (options.amount, options.number, options.whole, options.positive, options.numbers):
        with pytest.raises(ArgumentTypeError, match="must come here; got"):
            kind("many")
    with pytest.raises(ArgumentTypeError, match="1 or above"):
        options.positive("0")
    for text in ("1e400", "nan", "-inf"):
        with pytest.raises(ArgumentTypeError, match="a finite number must come here; got"):
            options.number(text)


def test_stop_words_of_a_file(tmp_path):
    file = tmp_path / "stop.txt"
    file.write_text("\ufeffthe\nof and\n", encoding="utf-8")
    assert options.stop_words(str(file)) == ["the", "of", "and"]
    assert options.stop_words("the") == ["the"]
    assert options.stop_words("") == []


def test_a_file_of_stop_words_that_is_not_there(tmp_path):
    with pytest.raises(SettingError, match="--stop-words"):
        options.stop_words(str(tmp_path / "none.txt"))


def test_a_prior_that_is_none():
    assert options.by_label("--prior", "a=b=0.5,c=0.5", "") == {"a=b": 0.5, "c": 0.5}
    with pytest.raises(SettingError, match="LABEL=P"):
        options.by_label("--prior", "ham=often", "learned, uniform")
