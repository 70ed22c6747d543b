"""Classes whose fields are rows of the table: made from plain data, checked, written, said."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from linnet.errors import SettingError
from linnet.settings.kinds import Flag, Int, Number, Text
from linnet.settings.setting import Settings, rows_of, setting, words_of


def refuse_warm_snow(kettle: "Kettle") -> None:
    """A rule over two settings."""
    if kettle.snow and kettle.warmth > 0:
        raise SettingError("snow must be cold; got warmth. Leave one of them out.")


@dataclass(frozen=True)
class Kettle(Settings):
    """Settings made up for these tests."""

    table: ClassVar[str] = "learner"
    page: ClassVar[str] = "linear.md"
    learners: ClassVar[tuple[str, ...]] = ("kettle", "pot")
    checks = (refuse_warm_snow,)

    warmth: float = setting(
        Number(least=0, as_float=True, sentence="warmth must be 0 or above; got {value}."),
        0.0,
        "how warm",
        aliases=("--heat",),
        words=lambda kettle: f"warmth {kettle.warmth:g}",
        place=1,
    )
    snow: bool = setting(Flag(), False, "whether there is snow", learners=("pot",))
    cups: int = setting(
        Int(1),
        2,
        "how many cups",
        written="unless default",
        words=lambda kettle: f"{kettle.cups} cups" if kettle.cups > 1 else "",
    )
    owner: str | None = setting(Text(optional=True), None, "whose it is", option=None)


def test_a_row_knows_its_name_its_table_and_its_learners():
    warmth, snow, cups, owner = rows_of(Kettle)
    assert (warmth.name, warmth.table, warmth.page) == ("warmth", "learner", "linear.md")
    assert warmth.learners == ("kettle", "pot")
    assert snow.learners == ("pot",)
    assert warmth.options == ("--warmth", "--heat")
    assert cups.options == ("--cups",)
    assert owner.options == ()


def test_what_was_written_comes_back():
    kettle = Kettle(warmth=3, cups=4)
    data = {"warmth": 3.0, "snow": False, "cups": 4, "owner": None}
    assert kettle.to_plain() == data
    assert Kettle.from_plain(data) == kettle


def test_what_is_as_by_default_is_written_only_where_it_always_is():
    assert Kettle().to_plain() == {"warmth": 0.0, "snow": False, "owner": None}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"warmt": 1.0}, "a recipe has no setting 'warmt'. Did you mean 'warmth'?"),
        ({"x": 1.0}, "a recipe has no setting 'x'. It may have: warmth, snow, cups, owner."),
        ({"warmth": "1"}, "warmth must be a float; got '1'."),
        ({"warmth": -1.0}, "warmth must be 0 or above; got -1.0."),
        ({"snow": True, "warmth": 1.0}, "snow must be cold; got warmth. Leave one of them out."),
    ],
)
def test_what_does_not_fit_is_a_sentence(data, sentence):
    with pytest.raises(SettingError) as caught:
        Kettle.from_plain(data)
    assert str(caught.value) == sentence


def test_words_are_in_the_order_of_their_places():
    assert Kettle(warmth=1).in_words() == "2 cups, warmth 1"
    assert words_of(Kettle(cups=1)) == ["warmth 0"]
    assert words_of(Kettle(), place=0) == ["2 cups"]
