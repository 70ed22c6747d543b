"""A setting that is written once, as one field of one table, is everywhere that settings are."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from linnet.features.blocks import WORD_PATTERNS
from linnet.features.selection import SELECTIONS
from linnet.features.weighting import UNITS, WEIGHTINGS
from linnet.learning.learners import LEARNERS, learner_class
from linnet.learning.naive_bayes import FORMULAS
from linnet.model.calibration import METHODS, SHARED
from linnet.recipe import feature_table, recipe_table
from linnet.recipe.table import LEARNER_TABLES, names, recipe_rows, rows
from linnet.settings.setting import rows_of

TOOLS = str(Path(__file__).parents[2] / "tools")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([TOOLS, *sys.path])}

# The new setting is added before anything that reads the table is imported: as if the field stood
# in the file.
ADD_A_SETTING = """
import json, sys
from dataclasses import dataclass
from linnet.{room} import {module}
from linnet.settings.kinds import Number
from linnet.settings.setting import setting

@dataclass(frozen=True, kw_only=True)
class Longer({module}.{table}):
    warmth: float = setting(
        Number(least=0, sentence="warmth must be 0 or above; got {{value}}."),
        0.5,
        "how warm it is",
        metavar="W",
        written="unless default",
        words=lambda chosen: f"warmth {{chosen.warmth:g}}",
        place={place},
    )

{module}.{table} = Longer
"""
LOOK_FOR_IT = """
import contextlib, io
from linnet import Recipe, load, sample
from linnet.cli.main import main
from linnet.errors import SettingError
from linnet.recipe.words import in_words
from linnet.tuning.grid import candidates_of
from make_settings_page import settings_page

learner, model = sys.argv[1:]

def printed(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            main(words)
        except SystemExit:
            pass
    return out.getvalue()

recipe = Recipe.of(learner=learner, warmth=2.0)
try:
    refused = ""
    Recipe.of(learner=learner, warmth=-1.0)
except SettingError as error:
    refused = str(error)
data = str(sample.path("messages.csv"))
printed("train", data, "-o", model, "--learner", learner, "--warmth", "3")
grid = candidates_of(Recipe.of(learner=learner), {"warmth": [1.0, 2.0]})
print(json.dumps({
    "toml": recipe.to_toml(),
    "comes back": Recipe.from_toml(recipe.to_toml()) == recipe,
    "differs": recipe != Recipe.of(learner=learner),
    "default": Recipe.of(learner=learner).to_toml(),
    "words": in_words(recipe),
    "refused": refused,
    "help": printed("train", "--help"),
    "inspected": printed("inspect", model, "--recipe"),
    "grid": [candidate.recipe.to_toml() for candidate in grid],
    "page": settings_page(),
}))
"""


@pytest.mark.parametrize(
    ("room", "module", "table", "learner", "place"),
    [
        ("recipe", "feature_table", "FeatureTable", "multinomial", feature_table.MORE),
        ("learning", "learner_tables", "NaiveBayesTable", "bernoulli", 0),
        ("learning", "learner_tables", "LinearTable", "svm", 0),
        ("learning", "learner_tables", "OnlineTable", "perceptron", 0),
        ("recipe", "recipe_table", "RecipeTable", "multinomial", recipe_table.AT_END),
    ],
)
def test_a_setting_is_added_in_one_place(room, module, table, learner, place, tmp_path):
    script = ADD_A_SETTING.format(room=room, module=module, table=table, place=place)
    script += LOOK_FOR_IT
    command = [sys.executable, "-c", script, learner, str(tmp_path / "m.linnet")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)

    assert "warmth = 2.0" in found["toml"]
    assert found["comes back"]
    assert found["differs"]
    assert "warmth" not in found["default"]
    assert "warmth 2" in found["words"]
    assert found["refused"] == "warmth must be 0 or above; got -1.0."
    assert "--warmth W" in found["help"]
    assert "how warm it is" in found["help"]
    assert "warmth = 3.0" in found["inspected"]  # the model file has it
    assert ["warmth = 1.0" in found["grid"][0], "warmth = 2.0" in found["grid"][1]] == [True, True]
    assert "| `warmth` | `--warmth` | number, 0 or above | `0.5` | how warm it is" in found["page"]


def test_help_needs_neither_numpy_nor_arrow():
    script = (
        "import sys\nfrom linnet.cli.main import main\n"
        "try:\n    main(['{}', '--help'])\nexcept SystemExit:\n    pass\n"
        "assert not {{'numpy', 'pyarrow'}} & set(sys.modules)"
    )
    for command in ("train", "tune", "curve", "cross-validate"):
        ran = subprocess.run(
            [sys.executable, "-c", script.format(command)],
            capture_output=True,
            text=True,
            check=False,
            env=ENVIRONMENT,
        )
        assert ran.returncode == 0, ran.stderr


# What the table must agree with


def test_every_learner_has_the_rows_of_its_table():
    by_learner = {name: table for table in LEARNER_TABLES for name in table.learners}
    assert set(by_learner) == set(LEARNERS)
    for name, table in by_learner.items():
        assert issubclass(learner_class(name), table)
        assert [row.name for row in rows_of(learner_class(name))] == [
            row.name for row in rows_of(table)
        ]


def test_choices_are_those_that_there_are():
    assert feature_table.WORD_PATTERNS == WORD_PATTERNS
    assert tuple(WEIGHTINGS) == feature_table.WEIGHTINGS
    assert feature_table.UNIT_LENGTHS == UNITS
    assert ("none", *SELECTIONS) == feature_table.SELECTIONS
    assert ("none", "auto", *METHODS, SHARED) == recipe_table.CALIBRATIONS
    assert LEARNER_TABLES[0].learners == tuple(FORMULAS)


def test_no_name_stands_in_two_tables():
    tables = [names(table) for table in ("features", "learner", "recipe")]
    all_names = [name for table in tables for name in table]
    assert len(set(all_names)) == len(all_names)


def test_no_option_has_two_settings():
    owners: dict[str, str] = {}
    for row in (*rows("reading"), *recipe_rows()):
        for option in row.options:
            assert owners.setdefault(option, row.name) == row.name


def test_every_row_is_explained():
    for row in (*rows("reading"), *recipe_rows()):
        assert row.help or row.name == "learner"
        assert row.metavar or not row.options or row.kind.types == (bool,) or row.name == "offset"
