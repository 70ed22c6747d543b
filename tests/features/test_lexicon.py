"""Lexicons as features: by hand."""

import numpy as np
import pytest

from linnet import Recipe, cross_validate, load, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import ModelFileError, SettingError
from linnet.features.lexicon import LexiconReader, negated_places, read_lexicons
from linnet.reading.lexicon import Lexicon

TONE = {"good": 3, "great": 4, "bad": -3, "not good": -2, ":)": 2}
ROWS = [
    ("a good film", "pos"),
    ("great great fun", "pos"),
    ("a bad film", "neg"),
    ("not good at all", "neg"),
]


def found(text, words=TONE, *, negation=False):
    """Feature → value, of one text or of one per field."""
    reader = LexiconReader(Lexicon.of("tone", words), negation)
    fields = [[text]] if isinstance(text, str) else [[field] for field in text]
    return dict(
        zip(reader.columns, read_lexicons([reader], fields)["tone"][0].tolist(), strict=True)
    )


def test_count_sum_and_share_by_hand():
    # a GOOD film and good fun: 2 of 6 words, 3 + 3
    assert found("A GOOD film, and good fun") == pytest.approx(
        {"count": 2, "share": 2 / 6, "sum": 6}
    )


def test_the_longest_phrase_counts_and_its_words_do_not():
    assert found("not good") == {"count": 1, "share": 0.5, "sum": -2}
    assert found("not so good") == pytest.approx({"count": 1, "share": 1 / 3, "sum": 3})


def test_a_phrase_that_breaks_off_is_none():
    assert found("not", {"not good": 1})["count"] == 0
    assert found("new york new", {"new york city": 1, "york": 2}) == pytest.approx(
        {"count": 1, "share": 1 / 3, "sum": 2}
    )


def test_negated_words_count_with_the_opposite_sign():
    # "great" is the third word after "not" and turned, "bad" the fourth and not
    assert found("not the very great bad film", negation=True) == pytest.approx(
        {"count": 2, "negated": 1, "share": 2 / 6, "sum": -4 - 3}
    )
    assert found("not the very great bad film")["sum"] == 4 - 3


@pytest.mark.parametrize(
    "text",
    ["never good", "it isn't good", "it isn’t good", "no good", "without good", "cannot good"],
)
def test_every_negation_turns(text):
    assert found(text, {"good": 3}, negation=True)["sum"] == -3


def test_a_lone_t_is_no_negation():
    assert negated_places(["t", "good"]) == frozenset()
    assert negated_places(["model", "t", "good"]) == frozenset()


def test_several_fields_count_together():
    assert found(["good", "a bad good film"]) == pytest.approx(
        {"count": 3, "share": 3 / 5, "sum": 3}
    )


def test_an_empty_text_has_nothing():
    assert found("") == {"count": 0, "share": 0, "sum": 0}


def test_signs_are_no_words():
    # a+ is not the word a
    assert found("a film", {"a+": 1, "film": 1})["count"] == 1
    with pytest.raises(SettingError, match="lexicon tone: there must be words; got signs only"):
        found("a film", {"a+": 1})


def test_the_spelling_in_lower_case_counts():
    assert found("LOL", {"lol": 1, "LOL": 2, "Lol": 3})["sum"] == 1


def test_features_have_the_name_of_the_lexicon():
    classifier = train(ROWS, Recipe.of(lexicons={"tone": TONE}, learner="logistic", words=None))
    names = [classifier.model.features.name(column) for column in range(3)]
    assert names == ["count", "share", "sum"]
    both = train(
        ROWS,
        Recipe.of(lexicons={"tone": TONE, "dull": ["film"]}, negation=True, learner="logistic"),
    )
    assert [both.model.features.name(both.model.features.n_columns - n) for n in (1, 8)] == [
        "tone.lexicon:sum",
        "dull.lexicon:count",
    ]


def test_a_lexicon_reaches_words_that_training_never_saw():
    recipe = Recipe.of(lexicons={"tone": {**TONE, "superb": 4}}, learner="logistic", strength=0.01)
    assert train(ROWS, recipe).classify("superb") == "pos"


@pytest.mark.parametrize("learner", ["logistic", "svm", "gaussian", "mixed"])
def test_the_file_is_not_needed_later(learner, tmp_path):
    path = tmp_path / "tone.txt"
    path.write_text("good\t3\ngreat\t4\nbad\t-3\nnot good\t-2\n")
    classifier = train(ROWS, Recipe.of(lexicons={"tone": path}, learner=learner, negation=True))
    classifier.save(tmp_path / "m.linnet")
    path.unlink()
    twin, texts = load(tmp_path / "m.linnet"), [text for text, _ in ROWS] + ["never good", ""]
    assert (twin.score(texts).values == classifier.score(texts).values).all()
    assert (twin.to_bytes(), twin.recipe) == (classifier.to_bytes(), classifier.recipe)
    assert twin.explain("never good").label == classifier.classify("never good")
    assert Recipe.from_toml(twin.recipe.to_toml()) == twin.recipe


def test_what_counts_cannot_be_below_zero():
    with pytest.raises(
        SettingError,
        match=r"needs features of 0 or above; got -3 for tone.lexicon:sum. Use the mixed",
    ):
        train(ROWS, Recipe.of(lexicons={"tone": TONE}))
    words = train(ROWS, Recipe.of(lexicons={"nice": ["good", "great"]}))
    assert words.classify("a great one") == "pos"


def test_cross_validation_reads_each_text_once(monkeypatch):
    recipe = Recipe.of(lexicons={"tone": TONE}, learner="logistic", words=None, strength=0.01)
    read = []
    monkeypatch.setattr(
        "linnet.features.columns.read_lexicons",
        lambda *given: read.append(1) or read_lexicons(*given),
    )
    assert cross_validate(ROWS * 3, recipe, folds=3).best.errors == 0
    assert len(read) == 1


def test_one_text_and_many_get_the_same_label():
    classifier = train(
        ROWS, Recipe.of(lexicons={"tone": {**TONE, "superb": 4}}, learner="logistic", length=True)
    )
    texts = [*(text for text, _ in ROWS), "superb", "not superb at all", ""]
    assert [classifier.classify(text) for text in texts] == classifier.classify(texts)
    assert [classifier.classify((text,)) for text in texts] == classifier.classify(texts)


def test_threads_and_order_of_lexicons_change_nothing():
    one = train(ROWS, Recipe.of(lexicons={"b": TONE, "a": ["film"]}, learner="logistic"), threads=1)
    other = train(
        ROWS,
        Recipe.of(lexicons={"a": ["film"], "b": dict(reversed(TONE.items()))}, learner="logistic"),
    )
    assert one.to_bytes() == other.to_bytes()


def test_a_model_file_never_makes_us_read_other_files(tmp_path):
    path = tmp_path / "tone.txt"
    path.write_text("good\n")
    with pytest.raises(SettingError, match="words must come as a list or a table"):
        Recipe.from_dict({"features": {"lexicons": {"tone": str(path)}}})


def test_a_file_whose_lexicon_is_gone_is_damaged():
    data = train(ROWS, Recipe.of(lexicons={"tone": TONE}, learner="logistic")).to_bytes()
    with pytest.raises(ModelFileError):
        from_bytes(data.replace(rb"lexicons\":{\"tone", rb"lexicons\":{\"tune"))


@pytest.mark.parametrize(
    "lexicons", [["good"], "tone.txt", {"tone": 5}, {"": ["good"]}, {1: ["good"]}]
)
def test_what_are_no_lexicons_is_a_sentence(lexicons):
    with pytest.raises(SettingError, match="lexicon"):
        Recipe.of(lexicons=lexicons)


def test_long_texts_take_time_in_proportion():
    reader = LexiconReader(Lexicon.of("tone", {"a a a b": 1, "a": 1}), negation=True)
    values = read_lexicons([reader], [["a " * 200_000]])["tone"]
    assert values[0, 0] == 200_000
    assert np.isfinite(values).all()
