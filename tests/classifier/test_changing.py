"""Learn, forget and merge: exact to the byte, or a sentence that says what is not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError
from tests.classifier.messages import SPAM, every_recipe

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
few = settings(max_examples=15, deadline=None)


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


def test_recipes_that_differ_only_in_one_and_all_do_not_merge():
    pairs = [("ant bee", "x"), ("ant", "y")]
    one, all_of_them = (
        train(pairs, Recipe.of(max_documents=1)),
        train(pairs, Recipe.of(max_documents=1.0)),
    )
    with pytest.raises(SettingError, match="same recipe"):
        one.merge(all_of_them)
