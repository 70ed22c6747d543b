"""The table of all settings, put together from the classes whose fields are its rows.

A setting is written once, as a field of one of these classes. Recipes, their TOML, options,
`--help`, grids, the words that a model is described with and the page docs/settings.md are all made
from the row. All of these modules need the standard library only, so that `--help` starts fast.
"""

from functools import cache

from linnet.errors import SettingError, quoted
from linnet.learning import learner_tables
from linnet.recipe import feature_table, reading_table, recipe_table
from linnet.settings.setting import Setting, Settings, rows_of

LEARNER_TABLES: tuple[type[Settings], ...] = (
    learner_tables.NaiveBayesTable,
    learner_tables.FullGaussianTable,
    learner_tables.LinearTable,
    learner_tables.OnlineTable,
    learner_tables.ByHandTable,
    learner_tables.ConvertedTable,
)
TABLES: tuple[type[Settings], ...] = (
    reading_table.ReadingTable,
    feature_table.FeatureTable,
    *LEARNER_TABLES,
    recipe_table.RecipeTable,
)


@cache
def rows(table: str) -> tuple[Setting, ...]:
    """Return the rows of a table: features, learner, recipe or reading.

    >>> [row.name for row in rows("recipe")][-3:]
    ['narrow', 'private', 'seed']
    """
    return tuple(row for cls in TABLES if cls.table == table for row in rows_of(cls))


def names(table: str) -> list[str]:
    """Return the names of settings of a table, each once."""
    return list(dict.fromkeys(row.name for row in rows(table)))


def recipe_rows() -> tuple[Setting, ...]:
    """Return the rows of all settings that a recipe has."""
    return (*rows("features"), *rows("learner"), *rows("recipe"))


def row_of(name: str) -> Setting | None:
    """Return the first row of a setting that a recipe has."""
    return next((row for row in recipe_rows() if row.name == name), None)


def help_of(name: str) -> str:
    """Return what is said of a setting in `--help`.

    >>> help_of("keep_case")
    'tell Word from word'
    """
    row = row_of(name)
    assert row is not None
    return row.help


def parsed(name: str, text: str) -> object:
    """Return the value of a setting from text; a setting that does not exist may be any text.

    >>> parsed("strength", "1e-5"), parsed("most_frequent", "none"), parsed("keep_case", "true")
    (1e-05, None, True)
    """
    row = row_of(name)
    if row is None:
        return text
    try:
        value: object = row.kind.parse(text)
    except ValueError:
        raise SettingError(
            f"{name} must be {row.kind.expected}; got {quoted(text)}. Write another value."
        ) from None
    return value


def is_whole(name: str) -> bool:
    """Return whether a setting has whole numbers only.

    >>> is_whole("most_frequent"), is_whole("strength")
    (True, False)
    """
    row = row_of(name)
    return row is not None and row.kind.types == (int,)


def fine_settings() -> tuple[str, ...]:
    """Return the settings of which another value makes no other kind of recipe.

    >>> fine_settings()
    ('smoothing', 'strength')
    """
    return tuple(dict.fromkeys(row.name for row in recipe_rows() if row.search == "fine"))
