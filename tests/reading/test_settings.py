"""Settings of a reader that contradict each other."""

import pytest

from linnet import SettingError
from linnet.reading.settings import ReadSettings, names_of


@pytest.mark.parametrize("role", ["text", "categorical", "numeric"])
def test_columns_of_a_role_differ(role):
    with pytest.raises(SettingError) as caught:
        ReadSettings(**{role: ("a", "a")})
    assert str(caught.value) == (
        f"{role} columns must differ; got 'a', 'a'. Name each column once."
    )


def test_the_label_is_no_column_to_learn_from():
    with pytest.raises(SettingError, match="the label column must not be a features column"):
        ReadSettings(label="a", features="a")
    assert ReadSettings(label="a", features="a", labelled=False).features == "a"


def test_columns_beside_the_text():
    settings = ReadSettings(categorical=("a",), numeric=("b", "c"), features="d")
    assert settings.other_columns() == ("a", "b", "c", "d")
    assert ReadSettings().other_columns() == ()


def test_names_as_a_tuple():
    assert names_of(None) is None
    assert names_of("title") == ("title",)
    assert names_of(["a", "b"]) == ("a", "b")
    assert names_of(()) == ()
