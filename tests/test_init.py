"""The public names of linnet and of its drop-ins: each is there, and imported when asked for."""

import pytest

import linnet
import linnet.nltk
import linnet.sklearn

FOLDERS = [linnet, linnet.sklearn, linnet.nltk]
OTHER_NAMES = {"evaluate_several": "evaluate_multilabel", "sampling": "linnet.classifier.sampling"}
NAMES = [
    (folder, name) for folder in FOLDERS for name in folder.__all__ if not name.startswith("_")
]
of_each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.__name__)


@pytest.mark.parametrize(("folder", "name"), NAMES)
def test_every_public_name_is_what_it_is_called(folder, name):
    assert getattr(folder, name).__name__ == OTHER_NAMES.get(name, name)


@of_each_folder
def test_completion_shows_the_public_names(folder):
    assert dir(folder) == sorted(folder.__all__)


@of_each_folder
def test_a_name_that_is_not_there_is_an_attribute_error(folder):
    sentence = f"module '{folder.__name__}' has no attribute 'trian'"
    with pytest.raises(AttributeError, match=sentence):
        _ = folder.trian
