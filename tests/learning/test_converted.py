"""A converted model says where it comes from, and learns nothing."""

import pytest

from linnet.errors import SettingError
from linnet.learning.converted import Converted
from linnet.learning.learner import TrainingData


def test_a_converted_model_says_where_it_comes_from():
    learner = Converted(origin="scikit-learn")
    assert learner.in_words() == "converted from scikit-learn"
    assert Converted.from_plain(learner.to_plain()) == learner
    assert Converted().in_words() == "converted from another program"


def test_its_features_are_foreign_and_it_is_made_of_no_lexicons():
    assert Converted().inputs.foreign
    assert Converted().abilities == frozenset()
    assert Converted().needs == "nothing"


def test_its_recipe_cannot_be_trained():
    sentence = (
        r"^a converted model has the weights it came with, and its recipe cannot be trained; "
        r"got documents\. Choose another learner\.$"
    )
    with pytest.raises(SettingError, match=sentence):
        Converted().fit(TrainingData(("x", "y")))
