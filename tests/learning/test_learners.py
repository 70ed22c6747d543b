"""The register of learners: names and where their classes live."""

import subprocess
import sys
from dataclasses import fields, is_dataclass

import pytest

from linnet.errors import SettingError
from linnet.learning.learners import LEARNERS, learner_class, learner_names, made, setting_names


@pytest.mark.parametrize("name", LEARNERS)
def test_every_name_leads_to_a_dataclass_of_settings(name):
    found = learner_class(name)
    assert is_dataclass(found)
    assert "learner" in {field.name for field in fields(found)}


def test_the_register_needs_no_numpy():
    code = (
        "import sys, linnet.learning.learners as it; it.learner_names(); "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_learner_of_model_files_alone_is_not_named():
    assert set(LEARNERS) - set(learner_names()) == {"converted"}


def test_an_unknown_learner_is_refused_with_the_names_there_are():
    with pytest.raises(
        SettingError, match=r"a learner must be one of multinomial, .*; got 'forest'"
    ):
        learner_class("forest")


def test_a_learner_is_made_of_its_name_and_settings():
    assert made("svm", {"strength": 0.5}).strength == 0.5
    assert {"smoothing", "strength", "cap"} <= set(setting_names())
