"""Settings by name or by table, and the learner that a table makes."""

import pytest

from linnet.errors import SettingError
from linnet.reading.lexicon import Lexicon
from linnet.recipe.plain_data import grouped, learner_from, table_of, with_lexicons


def test_settings_by_name_go_to_their_tables():
    assert grouped({"calibration": "auto", "learner": "svm", "chars": "3-5", "strength": 0.1}) == {
        "calibration": "auto",
        "features": {"chars": "3-5"},
        "learner": {"learner": "svm", "strength": 0.1},
    }
    assert grouped({}) == {"features": {}, "learner": {}}
    with pytest.raises(SettingError, match=r"no setting 'charz'\. Did you mean 'chars'\?"):
        grouped({"charz": "3-5"})


def test_lexicons_that_are_named_by_a_path_are_read(tmp_path):
    path = tmp_path / "nice.txt"
    path.write_text("good\t2\nfine\t1\n")
    features = {"words": None, "lexicons": {"nice": str(path), "bad": ["dull"]}}
    nice = Lexicon("nice", ("fine", "good"), (1.0, 2.0))
    assert with_lexicons(features) == {"words": None, "lexicons": {"nice": nice, "bad": ["dull"]}}
    assert grouped(features)["features"]["lexicons"]["nice"] == nice
    assert with_lexicons({"words": "1-2"}) == {"words": "1-2"}
    assert with_lexicons("no table") == "no table"


def test_a_table_that_is_left_out_is_empty_and_a_list_is_refused():
    assert table_of({"features": {"words": "1"}}, "features") == {"words": "1"}
    assert table_of({}, "learner") == {}
    with pytest.raises(SettingError) as refused:
        table_of({"learner": ["svm"]}, "learner")
    assert str(refused.value) == "[features] and [learner] must be tables; got ['svm']."


def test_a_learner_goes_by_its_name():
    bernoulli = learner_from({"name": "bernoulli", "smoothing": 0.5})
    assert (bernoulli.learner, bernoulli.smoothing) == ("bernoulli", 0.5)
    assert learner_from({"learner": "bernoulli", "smoothing": 0.5}) == bernoulli
    assert learner_from({}).learner == "multinomial"


def test_a_setting_of_another_learner_says_whose_it_is():
    with pytest.raises(SettingError) as refused:
        learner_from({"name": "svm", "averaged": True})
    assert str(refused.value) == (
        "averaged belongs to the learners perceptron, passive-aggressive; got it with svm. "
        "Leave it out."
    )
    with pytest.raises(SettingError) as refused:
        learner_from({"ridge": 0.1})
    assert str(refused.value) == (
        "ridge belongs to the learner full-gaussian; got another. Name the full-gaussian learner."
    )
    with pytest.raises(SettingError, match=r"no setting 'rigde'"):
        learner_from({"name": "full-gaussian", "rigde": 0.1})
