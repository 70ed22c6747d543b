"""A Python function as tokenizer: a model's words are its tokens, and the file has its name."""

import copy
import pickle
import re
import subprocess
import sys
import threading
from functools import partial

import pytest

import linnet
from linnet import InputError, Recipe, SettingError
from linnet.classifier.classifier import from_bytes
from linnet.classifier.sampling import log_likelihood
from linnet.features.tokenizer import Tokenizer

LEMMAS = {
    "ran": "run",
    "runs": "run",
    "running": "run",
    "mice": "mouse",
    "better": "good",
    "went": "go",
}
TAGS = {"we": "PRON", "saw": "VERB", "her": "PRON", "duck": "NOUN", "the": "DET", "ducks": "VERB"}
RUNS = [
    ("he ran", "sport"),
    ("she runs", "sport"),
    ("mice eat", "animals"),
    ("a mouse ate", "animals"),
]


def lemmas(text):
    """What a dictionary makes of each word."""
    return [LEMMAS.get(word, word) for word in text.lower().split()]


def tagged(text):
    """Each word with its part of speech."""
    return (f"{word}/{TAGS.get(word, 'X')}" for word in text.split())


def own_words(text):
    """What linnet does for text of ASCII letters."""
    return re.findall(r"\w+", text.lower())


def features(classifier):
    return list(classifier.model.features.blocks[0].names)


# Its tokens are the words


def test_lemmas_join_the_forms_of_a_word():
    """R6: what a language library says of each word takes its place."""
    classifier = linnet.train(RUNS, {"learner": "multinomial"}, tokenizer=lemmas)
    assert features(classifier) == ["a", "ate", "eat", "he", "mouse", "run", "she"]
    assert classifier.classify("running") == "sport"
    assert classifier.classify(["RAN", "mice"]) == ["sport", "animals"]
    # sport: 2 of 4 tokens are run, animals: 0 of 5; 7 features, smoothing 1; the priors are equal
    sport, animals = 3 / 11, 1 / 12
    assert classifier.probabilities("runs")["sport"] == pytest.approx(sport / (sport + animals))
    assert [
        (one.feature, one.count) for one in classifier.explain("ran running").contributions
    ] == [("run", 2)]


def test_parts_of_speech_tell_a_noun_from_a_verb_and_case_is_kept():
    pairs = [("we saw her duck", "bird"), ("We saw the ducks", "motion")]
    classifier = linnet.train(pairs, {"words": "1-2"}, tokenizer=tagged)
    assert features(classifier)[:4] == ["We/X", "We/X saw/VERB", "duck/NOUN", "ducks/VERB"]
    assert "saw/VERB her/PRON" in features(classifier)


SETTINGS = {
    "words": {},
    "n-grams": {"words": "1-3"},
    "stop words": {"words": "1-2", "stop_words": ["the", "a"]},
    "limits": {"min_documents": 2},
    "hashed": {"words": "1-2", "hash_bits": 8},
    "presence": {"weighting": "presence"},
    "tf-idf": {"weighting": "tfidf", "words": "1-2", "learner": "svm"},
    "selected": {"select": "chi2", "select_top": 3},
    "bernoulli": {"learner": "bernoulli"},
}
TEXTS = [
    ("The red dog saw a dog", "x"),
    ("a cat, the Cat!", "y"),
    ("a red cat", "y"),
    ("the dog", "x"),
] * 2


@pytest.mark.parametrize("chosen", SETTINGS.values(), ids=SETTINGS)
def test_a_function_that_does_what_linnet_does_gives_the_same_model(chosen):
    own, given = linnet.train(TEXTS, chosen), linnet.train(TEXTS, chosen, tokenizer=own_words)
    if not own.model.features.blocks[0].settings.hash_bits:
        assert features(given) == features(own)
    texts = [
        "a red dog",
        "The the cat",
        "",
        "unseen",
    ] * 60  # many texts are counted in another way than few
    assert given.score(texts).values.tolist() == own.score(texts).values.tolist()
    assert given.score(texts[:4]).values.tolist() == own.score(texts[:4]).values.tolist()
    assert linnet.evaluate(given, TEXTS).accuracy == linnet.evaluate(own, TEXTS).accuracy
    crossed = linnet.cross_validate(TEXTS, chosen, folds=2, tokenizer=own_words)
    assert crossed == linnet.cross_validate(TEXTS, chosen, folds=2)


def test_tokens_may_be_any_strings_and_empty_ones_are_dropped():
    tokens = ["New York", "", "ÉTÉ", "\n", "😀", "a.b"]
    classifier = linnet.train([("1", "x"), ("2", "y")], tokenizer=lambda text: [*tokens, text])
    assert features(classifier) == sorted(
        ["New York", "ÉTÉ", "\n", "😀", "a.b", "1", "2"], key=str.encode
    )


def test_it_is_called_once_for_each_text_in_one_thread():
    met = []

    def noted(text):
        met.append((text, threading.get_ident()))
        return text.split()

    linnet.train(TEXTS, threads=2, tokenizer=noted)
    assert met == [(text, threading.get_ident()) for text, _ in TEXTS]


def test_it_cuts_every_field():
    data = {"title": ["Ran", "mice"], "body": ["mice", "ran"], "label": ["x", "y"]}
    documents = linnet.read(data, text=["title", "body"])
    classifier = linnet.train(documents, {"learner": "multinomial"}, tokenizer=lemmas)
    assert [list(block.names) for block in classifier.model.features.of_text] == [
        ["mouse", "run"]
    ] * 2
    assert classifier.classify(("running", "mouse")) == "x"
    assert classifier.classify([("running", "mouse"), ("mouse", "runs")]) == ["x", "y"]


def test_columns_stand_beside_its_tokens():
    data = {"text": ["ran", "runs", "mice"], "who": ["ann", "bob", "ann"], "label": ["x", "x", "y"]}
    classifier = linnet.train(
        data, {"categorical": ["who"], "learner": "logistic"}, tokenizer=lemmas
    )
    names = [classifier.model.features.name(column) for column in range(4)]
    assert names == [
        "text.words:mouse",
        "text.words:run",
        "who.categorical:ann",
        "who.categorical:bob",
    ]
    assert classifier.classify({"text": "running", "who": "ann"}) == "x"
    explained = classifier.explain({"text": "running", "who": "ann"})
    assert [one.feature for one in explained.contributions] == [
        "text.words:run",
        "who.categorical:ann",
    ]


def test_a_missing_text_has_no_tokens():
    classifier = linnet.train(
        {"text": ["ran", None, "mice"], "label": ["x", "x", "y"]}, tokenizer=lemmas
    )
    assert features(classifier) == ["mouse", "run"]


# Changed, saved and loaded


def test_what_it_learns_it_forgets_in_the_same_bytes():
    more = [("we went running", "sport"), ("good mice", "animals")]
    before = linnet.train(RUNS, tokenizer=lemmas)
    after = before.learn(more)
    assert after.to_bytes() == linnet.train(RUNS + more, tokenizer=lemmas).to_bytes()
    assert after.classify("went") == "sport"
    assert after.forget(more).to_bytes() == before.to_bytes()
    assert before.merge(linnet.train(more, tokenizer=lemmas)).to_bytes() == after.to_bytes()


def test_linear_models_learn_on_and_likelihoods_are_of_its_tokens():
    svm = linnet.train(RUNS, {"learner": "svm"}, tokenizer=lemmas).learn(
        [("went running", "sport")]
    )
    assert svm.classify("ran") == "sport"
    classifier = linnet.train(RUNS, {"learner": "multinomial"}, tokenizer=lemmas)
    assert log_likelihood(classifier, [("ran", "sport")]) == log_likelihood(
        classifier, [("runs", "sport")]
    )


def test_paths_and_several_labels_are_of_its_tokens():
    *_, last = linnet.regularisation_path(
        RUNS, {"learner": "logistic"}, strengths=[1.0, 0.01], tokenizer=lemmas
    )
    assert last.classify("running") == "sport"
    sets = [
        ("ran", ["sport"]),
        ("mice", ["animals"]),
        ("mice ran", ["sport", "animals"]),
        ("eat", []),
    ]
    multilabel = linnet.train(sets, tokenizer=lemmas)
    ran, running, unseen = multilabel.score(["ran", "running", "unseen"]).values.tolist()
    assert ran == running != unseen


def test_a_file_has_the_name_and_needs_the_function(tmp_path):
    path = tmp_path / "model.linnet"
    classifier = linnet.train(RUNS, tokenizer=lemmas)
    classifier.save(path)
    name = f"{__name__}:lemmas"
    assert classifier.recipe.features.tokenizer == name
    with pytest.raises(SettingError) as error:
        linnet.load(path)
    assert str(error.value) == (
        f"{path} needs the tokenizer {name}, a function that no file of ours holds; got none. "
        "Pass the function lemmas as tokenizer=…."
    )
    loaded = linnet.load(path, tokenizer=lemmas)
    assert (
        loaded.score(["ran", "mice"]).values.tolist()
        == classifier.score(["ran", "mice"]).values.tolist()
    )
    assert loaded.to_bytes() == classifier.to_bytes()
    assert loaded.recipe == Recipe.from_toml(loaded.recipe.to_toml())


def test_another_function_is_warned_of(tmp_path):
    linnet.train(RUNS, tokenizer=lemmas).save(tmp_path / "model.linnet")
    with pytest.warns(
        UserWarning,
        match=r"was trained with the tokenizer .*:lemmas; got .*:tagged, and other tokens",
    ):
        linnet.load(tmp_path / "model.linnet", tokenizer=tagged)


def test_a_model_without_one_takes_none(tmp_path):
    linnet.train(RUNS).save(tmp_path / "model.linnet")
    with pytest.raises(
        SettingError,
        match=r"model\.linnet cuts texts by itself; got the tokenizer .*:lemmas\. Leave",
    ):
        linnet.load(tmp_path / "model.linnet", tokenizer=lemmas)


def test_nothing_is_imported_because_a_file_names_it(tmp_path):
    (tmp_path / "trap.py").write_text("open('sprung', 'w')\ndef cut(text): return text.split()\n")
    linnet.train(RUNS, tokenizer=Tokenizer("trap:cut", str.split)).save(tmp_path / "model.linnet")
    code = "import linnet; linnet.load('model.linnet')"
    ran = subprocess.run(  # the folder is on the path of this program
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "needs the tokenizer trap:cut" in ran.stderr
    assert not (tmp_path / "sprung").exists()


def test_pickle_goes_by_the_name_of_the_function_as_always():
    classifier = linnet.train(RUNS, tokenizer=partial(str.split))
    for again in (pickle.loads(pickle.dumps(classifier)), copy.deepcopy(classifier)):  # noqa: S301
        assert again.classify("he ran") == "sport"
        assert again.to_bytes() == classifier.to_bytes()
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(linnet.train(RUNS, tokenizer=lambda text: text.split()))
    with pytest.raises(SettingError, match="needs the tokenizer functools:partial"):
        from_bytes(classifier.to_bytes())


# What is refused


def broken(text):
    return {"she runs": text.nothing}[text] if text == "she runs" else text.split()


HOSTILE = {
    "a str": (lambda text: text, "must give a list of tokens; got 'he ran'."),
    "None": (lambda _: None, "must give a list of tokens; got None."),
    "a number": (lambda _: 3, "must give a list of tokens; got 3."),
    "bytes": (lambda text: text.encode(), "must give tokens that are str; got 104 of type int."),
    "a list of others": (
        lambda _: ["a", None],
        "must give tokens that are str; got None of type NoneType.",
    ),
    "a list of lists": (
        lambda _: [["a"]],
        "must give tokens that are str; got ['a'] of type list.",
    ),
    "the separator": (
        lambda _: ["a\x1fb"],
        "must give tokens without U+001F, which parts them; got one with it.",
    ),
    "only the separator": (
        lambda _: ["\x1f"],
        "must give tokens without U+001F, which parts them; got one with",
    ),
    "no argument": (lambda: [], "must take every text; got TypeError: "),
    "an endless story": (
        lambda _: (1 / 0 for _ in "a"),
        "must take every text; got ZeroDivisionError: division",
    ),
}


@pytest.mark.parametrize(("function", "said"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_list_of_tokens_is_refused(function, said):
    with pytest.raises(InputError) as error:
        linnet.train(RUNS, tokenizer=function)
    assert str(error.value).startswith(f"list, row 0: the tokenizer {__name__}:<lambda> {said}")


def test_an_error_of_the_function_names_the_row_and_stays_the_cause(tmp_path):
    with pytest.raises(InputError) as error:
        linnet.train(RUNS, tokenizer=broken)
    assert str(error.value) == (
        f"list, row 1: the tokenizer {__name__}:broken must take every text; "
        "got AttributeError: 'str' object has no "
        "attribute 'nothing'. Mend it."
    )
    assert isinstance(error.value.__cause__, AttributeError)
    classifier = linnet.train(RUNS[:1] + RUNS[2:], tokenizer=broken)
    for texts in (["he", "she runs"], {"text": ["he", "she runs"]}):
        with pytest.raises(
            InputError, match=r"^row 1: the tokenizer .*broken must take every text"
        ):
            classifier.score(texts)
    for ask in (classifier.classify, classifier.probabilities, classifier.explain):
        with pytest.raises(
            InputError, match=r"^row 0: the tokenizer .*broken must take every text"
        ):
            ask("she runs")


@pytest.mark.parametrize("odd", ["New York", "\n", "a\x01"])
def test_n_grams_need_tokens_without_spaces(odd):
    said = f"give tokens without spaces and control characters to make n-grams of; got {odd!r}."
    with pytest.raises(InputError, match=re.escape(said)):
        linnet.train(RUNS, {"words": "1-2"}, tokenizer=lambda text: [text[0], odd])


def test_lone_surrogates_are_refused():
    with pytest.raises(
        InputError, match=r"list: a token must have no lone surrogates; got '\\ud800'"
    ):
        linnet.train(RUNS, tokenizer=lambda _: ["\ud800"])
    classifier = linnet.train(RUNS, tokenizer=lemmas)
    with pytest.raises(InputError, match="without lone surrogates"):
        classifier.classify("\ud800")
    with pytest.raises(InputError, match="a text must be a str"):
        classifier.score([("a",), (3,)])


@pytest.mark.parametrize(
    ("chosen", "got"),
    [
        ({"chars": "3-5"}, "got chars too"),
        ({"chars_in_words": "3"}, "got chars in words too"),
        ({"words": None, "categorical": ["who"]}, "got no words"),
        ({"word_pattern": "sklearn"}, "got word pattern too"),
        ({"strip_accents": True}, "got strip accents too"),
        ({"length": True}, "got length too"),
        ({"lexicons": {"good": ["fine"]}}, "got lexicons too"),
        (
            {"learner": "binomial", "trials": "length"},
            "trials of the length count linnet's own words",
        ),
    ],
)
def test_what_reads_texts_in_a_way_of_its_own_is_refused(chosen, got):
    with pytest.raises(SettingError, match=got):
        linnet.train(RUNS, chosen, tokenizer=lemmas)


@pytest.mark.parametrize("given", ["tokens:lemmas", 3, ["a"]])
def test_what_is_no_function_is_refused(given):
    with pytest.raises(
        SettingError, match="a tokenizer must be a function from a text to its tokens; got"
    ):
        linnet.train(RUNS, tokenizer=given)


def test_a_recipe_that_names_one_needs_it_too():
    recipe = Recipe.of(tokenizer="tokens:lemmas")
    for make in (linnet.train, linnet.cross_validate):
        with pytest.raises(
            SettingError, match=r"the recipe needs the tokenizer tokens:lemmas, .* got none\."
        ):
            make(RUNS, recipe)
    for name in ("lemmas", "a:b\n", ""):
        with pytest.raises(SettingError, match="a tokenizer must be named module:function; got"):
            Recipe.of(tokenizer=name)


# Text that is cut already


def test_words_may_be_what_stands_between_spaces():
    pairs = [("Don't go .", "x"), ("I 'll  go\t!", "y")]
    recipe = {"word_pattern": "spaces", "words": "1-2", "keep_case": True}
    classifier = linnet.train(pairs, recipe)
    assert features(classifier) == [
        "!",
        "'ll",
        "'ll go",
        ".",
        "Don't",
        "Don't go",
        "I",
        "I 'll",
        "go",
        "go !",
        "go .",
    ]
    assert features(classifier) == features(
        linnet.train(pairs, {"words": "1-2"}, tokenizer=str.split)
    )
    assert features(linnet.train(pairs, {"word_pattern": "spaces"})) == [
        "!",
        "'ll",
        ".",
        "don't",
        "go",
        "i",
    ]
    assert from_bytes(classifier.to_bytes()).classify("Don't") == "x"
