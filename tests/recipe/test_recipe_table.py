"""The settings of a recipe as a whole: what they say, and what they take."""

import pytest

from linnet.errors import SettingError
from linnet.recipe.recipe_table import AT_END, WITH_LEARNER, RecipeTable
from linnet.settings.setting import words_of


def test_only_class_weights_and_private_are_said():
    assert words_of(RecipeTable(calibration="auto", seed=7, narrow=True)) == []
    weighted = RecipeTable(class_weights={"spam": 2, "ham": 0.5}, private=1)
    assert words_of(weighted, WITH_LEARNER) == ["class weights spam 2, ham 0.5"]
    assert words_of(weighted, AT_END) == ["private: no word of fewer than 1 document"]
    balanced = RecipeTable(class_weights="balanced", private=5)
    assert words_of(balanced) == [
        "class weights balanced",
        "private: no word of fewer than 5 documents",
    ]


def test_a_file_has_private_and_seed_and_what_was_set():
    assert RecipeTable().to_plain() == {"private": 0, "seed": 0}
    table = RecipeTable(cutoff={"spam": 0.8}, group="author")
    plain = {"cutoff": {"spam": 0.8}, "group": "author", "private": 0, "seed": 0}
    assert table.to_plain() == plain
    assert RecipeTable.from_plain(plain) == table


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"class_weights": {"spam": 0.0}},
            "class weights must be none, balanced or a number above 0 for labels; "
            "got {'spam': 0.0}.",
        ),
        (
            {"cutoff": True},
            "a cutoff must be a number, one for each label, or rules; got True.",
        ),
        (
            {"calibration": "magic"},
            "the calibration must be one of none, auto, temperature, platt, isotonic, "
            "shared-platt; got 'magic'. Choose one.",
        ),
        ({"private": -2}, "private must be 0 or above; got -2. Use 5, for example."),
    ],
)
def test_what_a_recipe_cannot_have_is_a_sentence(settings, said):
    with pytest.raises(SettingError) as refused:
        RecipeTable(**settings)
    assert str(refused.value) == said
