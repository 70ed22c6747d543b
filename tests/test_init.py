"""The public names of `import linnet`: each is there, and imported when it is first asked for."""

import pytest

import linnet


@pytest.mark.parametrize("name", sorted(set(linnet.__all__) - {"__version__"}))
def test_every_public_name_is_what_it_is_called(name):
    found = getattr(linnet, name)
    earlier_names = {
        "evaluate_several": "evaluate_multilabel",
        "sampling": "linnet.classifier.sampling",
    }
    assert found.__name__ == earlier_names.get(name, name)


def test_completion_shows_the_public_names():
    assert dir(linnet) == sorted(linnet.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'linnet' has no attribute 'trian'"):
        _ = linnet.trian
