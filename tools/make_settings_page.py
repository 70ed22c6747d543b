"""Write docs/settings.md from the table of settings."""

from collections.abc import Iterable
from pathlib import Path

from linnet.recipe.table import LEARNER_TABLES, rows
from linnet.recipe.toml import value_of
from linnet.settings.setting import Setting, Settings, rows_of

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
START = """# Settings

Every setting of a recipe. A setting has one name: it is a keyword of `Recipe.of`, a key of the TOML
file, and an option of `linnet train`, `tune`, `curve` and `cross-validate`. Options that are given
override a recipe file.

>>> from linnet import Recipe
>>> recipe = Recipe.of(words="1-2", learner="svm", strength=1e-4, seed=7)
>>> print(recipe.to_toml())  # doctest: +ELLIPSIS
private = 0
seed = 7
<BLANKLINE>
[features]
words = "1-2"
...
[learner]
loss = "squared-hinge"
penalty = "l2"
strength = 0.0001
...
name = "svm"
<BLANKLINE>

Options in the same row mean the same. `tools/make_settings_page.py` writes this page from
`recipe/table.py`.
"""
LEARNERS = """## Learners: `[learner]`

The learner is `name` in TOML, `learner` in Python and `--learner` on the command line.
"""
HEADER = ["| setting | option | values | default | what it is |", "| --- | --- | --- | --- | --- |"]


def settings_page() -> str:
    """Return the page."""
    parts = [
        START,
        section("Features: `[features]`", rows("features")),
        LEARNERS,
        *map(learner_section, LEARNER_TABLES),
        section("The recipe as a whole", rows("recipe")),
        section("Reading", rows("reading")),
        "Settings of reading belong to `linnet.read` and to options; no recipe has them.\n",
    ]
    return "\n".join(parts)


def learner_section(table: type[Settings]) -> str:
    """Return the settings of one family of learners."""
    names = ", ".join(f"`{name}`" for name in table.learners)
    settings = [row for row in rows_of(table) if row.name != "learner"]
    return section(names, settings, level=3)


def section(title: str, settings: Iterable[Setting], level: int = 2) -> str:
    """Return a heading and a table of settings."""
    lines = [f"{'#' * level} {title}", "", *HEADER, *map(line_of, settings)]
    return "\n".join(lines) + "\n"


def line_of(row: Setting) -> str:
    """Return the row of a setting."""
    option = ", ".join(f"`{name}`" for name in row.options)
    help_text = f"{row.help} ([more]({row.page}))"
    cells = [f"`{row.name}`", option, row.kind.description, default_of(row), help_text]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def default_of(row: Setting) -> str:
    """Return the default as TOML has it; nothing where there is none."""
    if row.default in (None, (), {}):
        return ""
    return f"`{value_of(row.kind.plain(row.default))}`"


if __name__ == "__main__":
    PAGE.write_text(settings_page(), encoding="utf-8")
