"""The classifier classifies, explains, learns, forgets and merges exactly, in the same bytes."""

import pickle
import random

import numpy as np
import pandas
import polars
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet import Recipe, evaluate, load, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError

SPAM = [
    ("win a prize now", "spam"),
    ("cheap pills now now", "spam"),
    ("lunch at noon", "ham"),
    ("see you at lunch", "ham"),
    ("the prize giving is at noon", "ham"),
]
RECIPES = {
    "plain": {},
    "minimum": {"min_documents": 2},
    "share": {"min_documents": 0.2, "max_documents": 0.99},
    "most frequent": {"most_frequent": 3},
    "all limits": {
        "min_documents": 2,
        "max_documents": 50,
        "most_frequent": 4,
        "words": "1-2",
        "chars": "2-2",
    },
    "bernoulli": {"learner": "bernoulli", "smoothing": 0},
    "complement": {"learner": "complement", "norm": True, "min_documents": 2},
    "hashed": {"hash_bits": 4, "learner": "multinomial"},
}
WORDS = ("ant", "bee", "cow", "dog", "elk")
rows_of_words = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join),
        st.sampled_from("xy"),
    ),
    max_size=8,
)
# Every part has both labels and words of many documents, so that each recipe can train on it.
ENOUGH = [("ant bee cow", "x"), ("ant bee cow", "y"), ("bee cow", "y")]
every_recipe = pytest.mark.parametrize("chosen", RECIPES.values(), ids=RECIPES)
few = settings(max_examples=15, deadline=None)


@pytest.fixture(scope="module")
def classifier():
    return train(SPAM, Recipe.of(learner="multinomial"))


@pytest.fixture(scope="module")
def two_fields():
    documents = read(
        {"title": ["ant", "bee"], "body": ["cow", "dog"], "label": ["x", "y"]},
        text=["title", "body"],
    )
    return train(documents, Recipe.of(learner="multinomial"))


# Learn, forget, merge


@every_recipe
@few
@given(a=rows_of_words, b=rows_of_words)
def test_learn_forget_and_merge_are_exact_to_the_byte(chosen, a, b):
    recipe, a, b = Recipe.of(**chosen), a + ENOUGH, b + ENOUGH
    first, second, both = train(a, recipe), train(b, recipe), train(a + b, recipe)
    whole = both.to_bytes()
    assert first.learn(b).to_bytes() == whole
    assert first.merge(second).to_bytes() == whole
    assert both.forget(b).to_bytes() == first.to_bytes()
    assert first.learn(b).forget(b).to_bytes() == first.to_bytes()
    # and the same from files, which keep totals of words outside the limits
    assert from_bytes(first.to_bytes()).learn(b).to_bytes() == whole
    assert from_bytes(whole).forget(a).to_bytes() == second.to_bytes()
    assert from_bytes(first.to_bytes()).merge(from_bytes(second.to_bytes())).to_bytes() == whole


@every_recipe
def test_neither_threads_nor_order_change_a_byte(chosen):
    rows = [
        (" ".join(WORDS[i % 5 :]) + f" w{i % 97} w{i % 53}", "xyz"[i * 7 % 3]) for i in range(600)
    ]
    recipe = Recipe.of(**chosen)
    expected = train(rows, recipe, threads=1).to_bytes()
    for threads in (2, 5):
        shuffled = random.Random(threads).sample(rows, len(rows))
        assert train(shuffled, recipe, threads=threads).to_bytes() == expected


def test_new_labels_appear_and_forgotten_ones_vanish(classifier):
    more = [("grand opening", "advert"), ("grand sale", "advert")]
    learned = classifier.learn(more)
    assert learned.labels == ("advert", "ham", "spam")
    assert learned.classify("grand opening") == "advert"
    assert learned.forget(more).labels == ("ham", "spam")
    assert classifier.labels == ("ham", "spam")


def test_forgetting_a_stranger_is_refused(classifier):
    before = classifier.to_bytes()
    with pytest.raises(InputError, match="only documents that were learned can be forgotten"):
        classifier.forget([("never learned", "ham")])
    assert classifier.to_bytes() == before


def test_forgetting_down_to_one_label_is_refused(classifier):
    with pytest.raises(InputError, match="at least two labels to tell apart; got 'ham'"):
        classifier.forget(SPAM[:2])


def test_forgetting_everything_says_what_to_do(classifier):
    with pytest.raises(
        InputError, match=r"must leave some documents; got all of them\. Delete the model instead\."
    ):
        classifier.forget(SPAM)


def test_only_equal_recipes_and_fields_merge(classifier, two_fields):
    with pytest.raises(SettingError, match="same recipe and fields; got different ones"):
        classifier.merge(train(SPAM, Recipe.of(smoothing=0.5)))
    with pytest.raises(SettingError, match="same recipe and fields"):
        classifier.merge(two_fields)


def test_hashed_features_with_names_forget_exactly():
    classifier = train(ENOUGH, Recipe.of(hash_bits=6, keep_names=True))
    assert (
        classifier.learn([("elk", "x")]).forget([("elk", "x")]).to_bytes() == classifier.to_bytes()
    )


def test_two_fields_learn_and_forget(two_fields):
    more = read({"title": ["cow"], "body": ["ant"], "label": ["x"]}, text=["title", "body"])
    learned = two_fields.learn(more)
    assert learned.documents == 3
    assert learned.forget(more).to_bytes() == two_fields.to_bytes()


def test_fractions_say_that_they_are_not_exact():
    columns = {"text": ["ant", "bee"], "label": ["x", "y"], "weight": [0.5, 1.0]}
    assert not train(read(columns, weight="weight")).exact
    assert train(read({**columns, "weight": [2, 1]}, weight="weight")).exact


# Private models


def test_a_private_model_has_no_rare_word_in_its_bytes():
    rows = [
        ("common usual secretword", "x"),
        ("common usual", "y"),
        ("common usual zebra", "x"),
        ("common", "y"),
    ]
    open_bytes = train(rows, Recipe.of(min_documents=2)).to_bytes()
    private = train(rows, Recipe.of(private=2))
    assert b"secretword" in open_bytes  # kept, so that learning stays exact
    assert b"secretword" not in private.to_bytes()
    assert b"zebra" not in private.to_bytes()
    assert b"common" in private.to_bytes()
    assert b"usual" not in train(rows, Recipe.of(private=4)).to_bytes()
    assert private.exact
    assert not private.learn([("common secretword", "x")]).exact
    assert b"secretword" not in private.learn([("common secretword", "x")]).to_bytes()
    assert not from_bytes(private.learn([("common", "x")]).to_bytes()).exact


def test_private_drops_what_the_limits_leave_out_too():
    rows = [("common rare", "x"), ("common", "y"), ("common words", "x"), ("words", "y")]
    assert b"rare" not in train(rows, Recipe.of(private=1, min_documents=2)).to_bytes()


def test_private_models_merge_as_not_exact():
    rows = [("common words", "x"), ("common words", "y")]
    one = train(rows, Recipe.of(private=2))
    assert not one.merge(one).exact


# Classifying


def test_one_text_many_texts_and_frames_agree(classifier):
    texts = ["prize now", "lunch", "", "zyzzyva"]
    labels = ["spam", "ham", "ham", "ham"]
    assert [classifier.classify(text) for text in texts] == labels
    for many in (
        texts,
        [(text,) for text in texts],
        {"text": texts},
        pandas.DataFrame({"text": texts}),
        polars.DataFrame({"text": texts}),
        pa.table({"text": texts}),
        pandas.Series(texts),
        np.array(texts),
        read(texts, labelled=False),
    ):
        assert classifier.classify(many) == labels
    assert classifier.classify(("prize now",)) == "spam"
    assert classifier.classify([]) == []


NAN = float("nan")


@pytest.mark.parametrize(
    "many",
    [
        ["prize now", None, NAN, ""],
        [("prize now",), (None,), (None,), ("",)],
        {"text": ["prize now", None, NAN, ""]},
        pandas.Series(["prize now", None, NAN, ""]),
        pandas.DataFrame({"text": ["prize now", None, pandas.NA, ""]}),
        polars.DataFrame({"text": ["prize now", None, None, ""]}),
        pa.table({"text": ["prize now", None, None, ""]}),
        read(["prize now", None, NAN, ""], labelled=False),
    ],
    ids=lambda many: type(many).__name__,
)
def test_a_missing_text_has_no_label_and_an_empty_one_has(classifier, many):
    assert classifier.classify(many) == ["spam", None, None, "ham"]
    found = classifier.probabilities(many)
    assert found[1:3] == [None, None]
    assert found[3] == classifier.probabilities("")


@pytest.mark.parametrize("text", [None, NAN, (None,), (NAN,), {"text": None}, pandas.NA])
def test_one_missing_text_has_no_label(classifier, text):
    assert classifier.classify(text) is None
    assert classifier.probabilities(text) is None


def test_a_document_is_missing_only_without_a_value_in_any_column():
    data = {
        "text": ["ant", "bee"] * 4,
        "kind": ["x", "y"] * 4,
        "size": [1.0, 2.0] * 4,
        "label": ["a", "b"] * 4,
    }
    settings = {"learner": "multinomial", "categorical": ["kind"], "numeric": ["size"]}
    classifier = train(read(data, categorical=["kind"], numeric=["size"]), settings)
    new = {
        "text": [None, None, None, "bee"],
        "kind": [None, "y", None, None],
        "size": [None, None, 2.0, None],
    }
    assert classifier.classify(new) == [None, "b", "b", "b"]


def test_several_fields_are_missing_only_together(two_fields):
    assert two_fields.classify([(None, None), ("bee", None)]) == [None, "y"]
    assert two_fields.classify([{"title": None, "body": None}, {"body": "dog"}]) == [None, "y"]


def test_a_missing_text_has_no_labels_where_there_may_be_several():
    classifier = train([("good fun", ["pos", "fun"]), ("good plot", ["pos"]), ("dull", [])])
    assert classifier.classify(["good", None, ""])[1] is None
    assert isinstance(classifier.classify(["good", None, ""])[2], list)


def test_several_fields_go_as_tuples_or_columns(two_fields):
    assert two_fields.fields == ("title", "body")
    assert two_fields.classify(("ant", "cow")) == "x"
    assert two_fields.classify(("", "dog")) == "y"
    assert (
        two_fields.classify(("", "ant")) == "x"
    )  # a title of "ant" is another feature: the prior, the first of a tie
    assert two_fields.classify([("ant", "cow"), ("bee", "dog")]) == ["x", "y"]
    assert two_fields.classify(pa.table({"body": ["cow", "dog"], "title": ["", ""]})) == ["x", "y"]
    assert two_fields.classify([]) == []
    assert two_fields.explain(("ant", "cow")).contributions[0].feature == "title.words:ant"


@pytest.mark.parametrize("call", ["classify", "probabilities", "explain"])
@pytest.mark.parametrize("text", ["ant", ("ant",), ("ant", "cow", "dog")])
def test_the_wrong_number_of_fields_is_a_sentence(two_fields, call, text):
    with pytest.raises(
        InputError, match=r"one text per field \('title', 'body'\); got [13]\. Pass"
    ):
        getattr(two_fields, call)(text)


@pytest.mark.parametrize("call", ["classify", "probabilities", "explain"])
@pytest.mark.parametrize("text", ["lone \ud800", (b"bytes",), (5,)])
def test_what_is_no_text_is_a_sentence(classifier, call, text):
    with pytest.raises(InputError, match="a text must be a str without lone surrogates; got"):
        getattr(classifier, call)(text)


@pytest.mark.parametrize("text", [["lone \ud800"], [("a",), ("a", "b")], 5])
def test_what_is_no_list_of_texts_is_a_sentence(classifier, text):
    with pytest.raises(InputError):
        classifier.classify(text)


def test_ties_go_to_the_first_label():
    tied = train([("ant", "b"), ("bee", "a")], Recipe.of(learner="multinomial"))
    assert tied.classify("") == tied.classify("ant bee") == "a"
    assert tied.classify(["", "ant bee"]) == ["a", "a"]


def test_unseen_words_leave_scores_unchanged(classifier):
    for text in ("prize", "lunch at noon"):
        assert (
            classifier.score([text]).values == classifier.score([text + " zyzzyva ☂"]).values
        ).all()


def test_probabilities_sum_to_one_and_follow_the_labels(classifier):
    texts = ["prize now", "", "lunch " * 500]
    for text, probabilities in zip(texts, classifier.probabilities(texts), strict=True):
        assert sum(probabilities.values()) == pytest.approx(1)
        assert max(probabilities, key=probabilities.get) == classifier.classify(text)
        assert probabilities == classifier.probabilities(text)


@every_recipe
def test_contributions_and_offset_sum_to_the_scores(chosen):
    explained = train(SPAM, Recipe.of(**{**chosen, "smoothing": 0.5})).explain(
        "a prize now now at lunch zyzzyva"
    )
    assert explained.contributions
    sums = np.array(explained.offset) + np.sum([c.scores for c in explained.contributions], axis=0)
    assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9)
    assert explained.label == explained.labels[int(np.argmax(explained.scores))]
    assert sum(explained.probabilities) == pytest.approx(1)


def test_a_contribution_is_the_count_times_the_weight(classifier):
    now = next(c for c in classifier.explain("now now lunch").contributions if c.feature == "now")
    # spam: "now" 3 of 8 words, 14 features: (3 + 1) / (8 + 14); ham: (0 + 1) / (13 + 14)
    assert len(classifier.model.features.blocks[0].names) == 14
    assert now.count == 2
    assert now.scores == pytest.approx((2 * np.log(1 / 27), 2 * np.log(4 / 22)))


def test_a_veto_is_explained_as_minus_infinity():
    strict = train(SPAM, Recipe.of(learner="multinomial", smoothing=0))
    explained = strict.explain("now lunch")
    assert {c.feature: c.scores.index(-np.inf) for c in explained.contributions} == {
        "lunch": 1,
        "now": 0,
    }
    assert explained.scores == (-np.inf, -np.inf)
    assert explained.probabilities == pytest.approx((0.6, 0.4))
    assert [c.feature for c in explained.strongest("spam")] == ["lunch", "now"]


def test_an_absent_word_that_vetoes_is_explained():
    # every x document has "ant": a document without it cannot be x
    strict = train(
        [("ant", "x"), ("ant bee", "x"), ("bee", "y")], Recipe.of(learner="bernoulli", smoothing=0)
    )
    explained = strict.explain("bee")
    assert explained.scores[0] == -np.inf
    sums = np.array(explained.offset) + np.sum([c.scores for c in explained.contributions], axis=0)
    assert sums.tolist() == pytest.approx(list(explained.scores))


def test_the_strongest_come_first(classifier):
    explained = classifier.explain("now prize at")
    assert explained.label == "spam"
    assert [c.feature for c in explained.strongest()] == ["now", "at", "prize"]


# Saving


@every_recipe
def test_pickle_and_file_give_the_same_classifier(chosen, tmp_path):
    classifier = train(SPAM, Recipe.of(**chosen))
    classifier.save(tmp_path / "model.linnet")
    texts = ["prize now", "lunch", "", "at noon"]
    unpickled = pickle.loads(pickle.dumps(classifier))  # noqa: S301
    for twin in (unpickled, load(tmp_path / "model.linnet")):
        assert twin.to_bytes() == classifier.to_bytes()
        assert twin.recipe == classifier.recipe
        assert (twin.labels, twin.fields, twin.documents) == (
            classifier.labels,
            classifier.fields,
            5,
        )
        assert (twin.score(texts).values == classifier.score(texts).values).all()


def test_a_model_can_learn_into_its_own_file(classifier, tmp_path):
    path = tmp_path / "model.linnet"
    classifier.save(path)
    opened = load(path)
    opened.learn([("more pills", "spam")]).save(path)
    assert opened.classify("lunch") == "ham"  # still reads the old file
    assert load(path).documents == 6


# What cannot be


@pytest.mark.parametrize(
    ("rows", "chosen", "error", "sentence"),
    [
        (
            [("a", "x")],
            {},
            InputError,
            "at least two labels to tell apart; got 'x'. Check the label column.",
        ),
        ([], {}, InputError, "there must be at least one document with a label; got none."),
        (
            {"text": [], "label": []},
            {},
            InputError,
            "at least one document with a label; got none.",
        ),
        (
            SPAM,
            {"min_documents": 99},
            SettingError,
            "the frequency limits must leave some features; got none.",
        ),
        (
            SPAM,
            {"private": 99},
            SettingError,
            "limits must leave some features; got none. Loosen the limits.",
        ),
        (SPAM, {"learner": "magic"}, SettingError, "lexicon; got 'magic'."),
        (
            SPAM,
            {"smoothing": -1},
            SettingError,
            "smoothing must be 0 or above; got -1. Use 1.0 if unsure.",
        ),
        (SPAM, {"smoothing": float("nan")}, SettingError, "smoothing must be 0 or above; got nan."),
        (
            SPAM,
            {"learner": "complement", "smoothing": 0},
            SettingError,
            "complement learner needs smoothing above 0",
        ),
        (
            SPAM,
            {"norm": True},
            SettingError,
            "norm belongs to the complement learner; got it without.",
        ),
        (
            SPAM,
            {"prior": "guess"},
            SettingError,
            "a prior must be learned, uniform or LABEL=P,…; got 'guess'.",
        ),
        (
            SPAM,
            {"prior": {"ham": 1.0}},
            SettingError,
            "must name every label ('ham', 'spam'); got 'ham'.",
        ),
        (
            SPAM,
            {"prior": {"ham": 0.5, "spam": 0.4}},
            SettingError,
            "above 0 and sum to 1; got a sum of 0.9.",
        ),
        (
            SPAM,
            {"prior": {"ham": 1.5, "spam": -0.5}},
            SettingError,
            "a given prior must be above 0 and sum to 1",
        ),
        (
            SPAM,
            {"prior": {"ham": 1.0, "spam": 0.0}},
            SettingError,
            "a given prior must be above 0 and sum to 1",
        ),
    ],
)
def test_what_cannot_be_trained_is_a_sentence(rows, chosen, error, sentence):
    with pytest.raises(error) as caught:
        train(rows, Recipe.of(**chosen))
    assert sentence in str(caught.value)


def test_training_needs_labels():
    with pytest.raises(SettingError, match="training needs labels; got documents without"):
        train(read(["a", "b"], labelled=False))


def test_empty_documents_make_a_classifier_of_the_prior():
    classifier = train([("", "x"), ("", "x"), ("...", "y")], Recipe.of(learner="multinomial"))
    assert classifier.probabilities("anything") == pytest.approx({"x": 2 / 3, "y": 1 / 3})
    assert from_bytes(classifier.to_bytes()).classify(["a", ""]) == ["x", "x"]
    assert classifier.learn([("word", "y"), ("other", "x")]).classify("word word") == "y"


# What a stranger ran into


def test_one_document_and_all_documents_are_different_limits():
    pairs = [("ant bee", "x"), ("ant", "y"), ("ant cow", "y")]
    rare = train(pairs, Recipe.of(max_documents=1))
    assert list(rare.model.features.blocks[0].names) == ["bee", "cow"]
    everywhere = train(pairs, Recipe.of(min_documents=1.0))
    assert list(everywhere.model.features.blocks[0].names) == ["ant"]
    assert train(pairs, Recipe.of(max_documents=1.0, min_documents=1)).model.features.n_columns == 3


def test_a_classifier_reads_the_columns_it_learned_from():
    # "title" and "label" are the obvious names; it was told to use others
    columns = {
        "title": ["bee", "ant"],
        "story": ["ant", "bee"],
        "label": ["p", "q"],
        "side": ["x", "y"],
    }
    classifier = train(read(columns, text="story", label="side"))
    assert classifier.classify(columns) == ["x", "y"]
    assert evaluate(classifier, columns).accuracy.value == 1.0
    assert classifier.learn(columns).labels == ("x", "y")
    again = from_bytes(classifier.to_bytes())
    assert (again.fields, again.label) == (("story",), "side")


def test_a_classifier_shows_itself_in_one_line():
    text = repr(train([("ant", "x"), ("bee", "y")]))
    assert text == "<Classifier: multinomial, 2 documents, 2 features, labels x, y>"


def test_private_and_hashed_do_not_go_together():
    with pytest.raises(SettingError, match="hashed features cannot drop rare words"):
        Recipe.of(private=2, hash_bits=10)


def test_complement_has_no_prior_to_give():
    with pytest.raises(SettingError, match="has no prior"):
        Recipe.of(learner="complement", prior="uniform")


def test_recipes_that_differ_only_in_one_and_all_do_not_merge():
    pairs = [("ant bee", "x"), ("ant", "y")]
    one, all_of_them = (
        train(pairs, Recipe.of(max_documents=1)),
        train(pairs, Recipe.of(max_documents=1.0)),
    )
    with pytest.raises(SettingError, match="same recipe"):
        one.merge(all_of_them)
