"""Recipes: what is written as TOML comes back, and what a recipe cannot have is a sentence."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet import Recipe, cross_validate, train
from linnet.errors import SettingError

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
grams = st.integers(1, 30).flatmap(lambda low: st.tuples(st.just(low), st.integers(low, 30)))
limits = st.one_of(st.integers(1, 10**9), st.floats(0, 1))
given_prior = st.dictionaries(text, st.floats(1e-9, 1), min_size=1, max_size=3)


@st.composite
def valid_settings(draw):
    learner = draw(st.sampled_from(["multinomial", "bernoulli", "complement"]))
    chosen = {
        "words": draw(st.none() | grams),
        "chars": draw(grams),
        "chars_in_words": draw(st.none() | grams),
        "word_pattern": draw(st.sampled_from(["unicode", "sklearn", "python", "spaces"])),
        "keep_case": draw(st.booleans()),
        "strip_accents": draw(st.booleans()),
        "stop_words": draw(st.lists(text, max_size=4)),
        "weighting": draw(st.sampled_from(["counts", "presence"])),
        "learner": learner,
        "smoothing": draw(st.floats(1e-12, 1e100)),
        "prior": "learned"
        if learner == "complement"
        else draw(st.sampled_from(["learned", "uniform"]) | given_prior),
        "norm": learner == "complement" and draw(st.booleans()),
        "private": draw(st.integers(0, 9)),
        "seed": draw(st.integers(0, 2**63)),
    }
    if draw(st.booleans()):
        return {
            **chosen,
            "private": 0,
            "hash_bits": draw(st.integers(1, 28)),
            "keep_names": draw(st.booleans()),
        }
    most = draw(st.none() | st.integers(1, 10**9))
    return {
        **chosen,
        "min_documents": draw(limits),
        "max_documents": draw(limits),
        "most_frequent": most,
    }


@settings(max_examples=150, deadline=None)
@given(chosen=valid_settings())
def test_a_recipe_comes_back_from_toml_and_from_data(chosen):
    recipe = Recipe.of(**chosen)
    assert Recipe.from_toml(recipe.to_toml()) == recipe
    assert Recipe.from_dict(recipe.to_dict()) == recipe
    assert Recipe.from_toml(recipe.to_toml()).to_toml() == recipe.to_toml()
    assert tomllib.loads(recipe.to_toml()) == recipe.to_dict()


def test_the_default_recipe_as_toml():
    assert Recipe.from_toml("") == Recipe() == Recipe.of()
    assert (Recipe().learner.learner, Recipe().learner.smoothing, Recipe().features.words) == (
        "multinomial",
        1,
        (1, 1),
    )
    assert 'name = "multinomial"' in Recipe().to_toml()


ODD_WORDS = [
    '"',
    "\\",
    "\n",
    "\t",
    "\x7f",
    "\x00",
    "'",
    "#",
    "=",
    "é",
    "日本",
    "👨‍👩‍👧",
    "\u2028",
    "a b",
    "",
    "\ufeff",
]


def test_odd_stop_words_come_back():
    recipe = Recipe.of(stop_words=ODD_WORDS)
    assert recipe.features.stop_words == tuple(sorted(ODD_WORDS))
    assert Recipe.from_toml(recipe.to_toml()) == recipe


def test_odd_labels_in_a_prior_come_back():
    recipe = Recipe.of(prior={'a "b"': 0.25, "c.d": 0.25, "\x7f\n": 0.5})
    assert Recipe.from_toml(recipe.to_toml()) == recipe


def test_stop_words_are_sorted_and_told_once():
    assert Recipe.of(stop_words=["the", "a", "the"]) == Recipe.of(stop_words=("a", "the"))
    classifier = train([("the ant", "x"), ("a bee", "y")], Recipe.of(stop_words=["the", "a"]))
    assert list(classifier.model.features.blocks[0].names) == ["ant", "bee"]


def test_a_whole_and_a_fractional_number_give_the_same_file():
    one, other = (train([("a", "x"), ("b", "y")], Recipe.of(smoothing=value)) for value in (1, 1.0))
    assert one.to_bytes() == other.to_bytes()


def test_a_recipe_file(tmp_path):
    path = tmp_path / "recipe.toml"
    path.write_text(
        'private = 2\n[features]\nwords = "1-2"\n[learner]\nname = "bernoulli"\n', encoding="utf-8"
    )
    assert Recipe.load(path) == Recipe.of(private=2, words="1-2", learner="bernoulli")


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"words ="])
def test_a_recipe_file_that_cannot_be_read_is_a_sentence(tmp_path, content):
    path = tmp_path / "recipe.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingError, match="a recipe must be"):
        Recipe.load(path)


# What a recipe cannot have


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        (
            "magic = 1",
            "a recipe has no setting 'magic'. "
            "It may have: features, learner, class_weights, cutoff, "
            "unsure, calibration, group, time, narrow, private, seed.",
        ),
        ("[features]\nmagic = 1", "a recipe has no setting 'magic'. It may have: words, chars, "),
        (
            "[learner]\nmagic = 1",
            "a recipe has no setting 'magic'. "
            "It may have: learner, smoothing, prior, norm, trials.",
        ),
        ("[magic]", "a recipe has no setting 'magic'."),
        ("features = 1", "[features] and [learner] must be tables; got 1."),
        ("learner = 'bernoulli'", "[features] and [learner] must be tables; got 'bernoulli'."),
        ("private = 'x'", "private must be a int; got 'x'."),
        ("private = true", "private must be a int; got True."),
        ("private = -1", "private must be 0 or above; got -1."),
        ("seed = 1.5", "seed must be a int; got 1.5."),
        ("[learner]\nsmoothing = '1'", "smoothing must be a float; got '1'."),
        ("[learner]\nsmoothing = true", "smoothing must be a float; got True."),
        ("[learner]\nsmoothing = nan", "smoothing must be 0 or above; got nan."),
        (
            "[learner]\nsmoothing = 1e-310",
            "smoothing must be 0, or from 1e-300 to 1e+100; got 1e-310.",
        ),
        (
            "[learner]\nsmooothing = 1",
            "a recipe has no setting 'smooothing'. Did you mean 'smoothing'?",
        ),
        ("[learner]\nsmoothing = inf", "smoothing must be 0 or above; got inf."),
        ("[learner]\nname = 'tree'", "lexicon; got 'tree'."),
        ("[learner]\nprior = 5", "a prior must be learned, uniform or LABEL=P,…; got 5."),
        ("[learner]\nprior = [1]", "a prior must be learned, uniform or LABEL=P,…; got [1]."),
        (
            "[learner.prior]\nham = 'x'",
            "a prior must be learned, uniform or LABEL=P,…; got {'ham': 'x'}.",
        ),
        (
            "[learner.prior]\nham = true",
            "a prior must be learned, uniform or LABEL=P,…; got {'ham': True}.",
        ),
        ("[features]\nwords = 'none'", "there must be features; got no words and no characters."),
        (
            "[features]\nwords = 'x'",
            "a range of n-grams must be N or N-M; got 'x'. Write 1-2, for example.",
        ),
        ("[features]\nwords = '1-2-3'", "a range of n-grams must be N or N-M; got '1-2-3'."),
        ("[features]\nwords = ''", "a range of n-grams must be N or N-M; got ''."),
        ("[features]\nwords = {}", "a range of n-grams must be N or N-M; got {}."),
        ("[features]\nwords = '0-2'", "must go from 1 or more up to 30 at most; got 0-2."),
        ("[features]\nwords = '2-1'", "must go from 1 or more up to 30 at most; got 2-1."),
        ("[features]\nchars = '3-31'", "must go from 1 or more up to 30 at most; got 3-31."),
        ("[features]\nkeep_case = 1", "keep_case must be a bool; got 1."),
        (
            "[features]\nword_pattern = 'x'",
            "a word pattern must be one of unicode, sklearn, python, spaces; got 'x'.",
        ),
        ("[features]\nweighting = 'x'", "bm25; got 'x'."),
        ("[features]\nstop_words = 'the'", "stop words must be a list of words; got 'the'."),
        ("[features]\nstop_words = [1]", "stop words must be a list of words; got [1]."),
        (
            "[features]\nhash_bits = 29",
            "hash bits must be from 1 to 28, or 0 for a vocabulary; got 29.",
        ),
        (
            "[features]\nhash_bits = 4\nmin_documents = 2",
            "hashed features have no frequency limits; got both.",
        ),
        ("[features]\nkeep_names = true", "names are always kept without hashing; got keep names."),
        (
            "private = 2\n[features]\nhash_bits = 4\nkeep_names = true",
            "a private model must have a vocabulary",
        ),
        (
            "[features]\nmin_documents = 0",
            "the minimum document frequency must be a whole number from 1 or a share",
        ),
        (
            "[features]\nmin_documents = 'x'",
            "the minimum document frequency must be a whole number from 1 or a share",
        ),
        (
            "[features]\nmax_documents = 1.5",
            "the maximum document frequency must be a whole number from 1 or a share",
        ),
        (
            "[features]\nmax_documents = nan",
            "the maximum document frequency must be a whole number from 1 or a share",
        ),
        (
            "[features]\nmax_documents = true",
            "the maximum document frequency must be a whole number from 1 or a share",
        ),
        ("[features]\nmost_frequent = 0", "most frequent must be 1 or above; got 0."),
        ("words =", "a recipe must be TOML; got: Invalid value"),
    ],
)
def test_what_a_recipe_cannot_have_is_a_sentence(toml, sentence):
    with pytest.raises(SettingError) as caught:
        Recipe.from_toml(toml)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "toml",
    [
        "[features]\nmost_frequent = 'x'",
        "[features]\nmost_frequent = 1.5",
        "[features]\nmost_frequent = true",
        "[features]\nhash_bits = -1",
        "[features]\nwords = true",
        "[features]\nwords = 1.5",
        "[features]\nwords = [1.5, 2.5]",
        "[features]\nwords = [[1], [2]]",
        "[features]\nwords = 2000-01-01",
        "[features]\nstop_words = 5",
    ],
)
def test_other_types_are_setting_errors_too(toml):
    with pytest.raises(SettingError):
        Recipe.from_toml(toml)


FEATURES = Recipe().to_dict()["features"].keys()


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(sorted(FEATURES | Recipe().to_dict()["learner"].keys())),
    value=st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        text,
        st.lists(st.integers() | text, max_size=3),
        given_prior,
    ),
)
def test_any_value_gives_a_recipe_or_a_setting_error(name, value):
    table = "learner" if name in Recipe().to_dict()["learner"] else "features"
    try:
        recipe = Recipe.from_dict({table: {name: value}})
    except SettingError:
        return
    assert Recipe.from_toml(recipe.to_toml()) == recipe


# Settings by name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("learnr", "Did you mean 'learner'?"),
        ("magic", "It may have: words, chars, "),
        ("seeed", "'seed'"),
    ],
)
def test_an_unknown_setting_by_name_is_told_what_there_is(name, hint):
    with pytest.raises(SettingError, match=f"a recipe has no setting '{name}'") as caught:
        Recipe.of(**{name: 1})
    assert hint in str(caught.value)


def test_a_recipe_may_be_given_as_a_dict_of_settings():
    pairs = [("good film", "pos"), ("bad film", "neg")]
    chosen = {"learner": "bernoulli", "words": "1-2", "min_documents": 1}
    assert train(pairs, chosen).recipe == Recipe.of(**chosen)
    assert cross_validate(pairs * 2, chosen, folds=2) == cross_validate(
        pairs * 2, Recipe.of(**chosen), folds=2
    )
    assert train(pairs, {}).recipe == train(pairs).recipe == Recipe()


@pytest.mark.parametrize(
    "recipe", ["bernoulli", 5, [("learner", "bernoulli")], {"learnr": "bernoulli"}, {1: 2}]
)
def test_what_is_no_recipe_is_a_sentence(recipe):
    with pytest.raises(
        SettingError, match=r"a recipe (must be a Recipe or a dict of settings; got|has no setting)"
    ):
        train([("good film", "pos"), ("bad film", "neg")], recipe)
