"""A recipe in a line, and as its settings for a notebook."""

from typing import Any

from linnet.display.html import more, result, table
from linnet.display.words import line
from linnet.errors import quoted
from linnet.recipe.recipe import Recipe
from linnet.recipe.words import in_words
from linnet.settings.setting import rows_of

MOST_SETTINGS = 40


def recipe_line(recipe: Recipe) -> str:
    """Return how a classifier is made, in words."""
    return line("Recipe", in_words(recipe))


def recipe_html(recipe: Recipe) -> str:
    """Return the same, and the settings that are not the usual ones."""
    settings = unusual_settings(recipe)
    rows = [(name, quoted(value)) for name, value in settings.items()][:MOST_SETTINGS]
    left_out = more(len(settings) - len(rows), "setting")
    settings_table = table(("setting", "value"), rows) if rows else ""
    return result("Recipe", settings_table, left_out, about=in_words(recipe))


def unusual_settings(recipe: Recipe) -> dict[str, Any]:
    """Return the learner, and the settings that differ from the usual ones.

    >>> unusual_settings(Recipe.of(learner="bernoulli", smoothing=0.5, words="1-2"))
    {'learner': 'bernoulli', 'smoothing': 0.5, 'words': '1-2'}
    """
    settings = {"learner": recipe.learner.name}
    for part in (recipe.learner, recipe.features, recipe):
        for row in rows_of(type(part)):
            value = getattr(part, row.name)
            if value != row.default and row.name != "learner":
                settings[row.name] = row.kind.plain(value)
    return settings
