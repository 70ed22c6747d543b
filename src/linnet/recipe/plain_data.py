"""Settings as plain data: given by name or by table, and the learner that a table of them makes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linnet.errors import Advice, SettingError, quoted
from linnet.learning import learners
from linnet.reading.lexicon import read_lexicons
from linnet.recipe import table
from linnet.settings.setting import check_known, rows_of

if TYPE_CHECKING:
    from linnet.learning.learner import Learner

PARTS = ("features", "learner")  # the tables of a recipe; all other settings belong to the whole


def grouped(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings given by name in the tables they belong to.

    >>> grouped({"words": "1-2", "smoothing": 0.5, "seed": 7})
    {'seed': 7, 'features': {'words': '1-2'}, 'learner': {'smoothing': 0.5}}
    """
    features = table.names("features")
    learner = table.names("learner")
    whole = table.names("recipe")
    check_known(settings, [*features, *learner, *whole])
    return {
        **_chosen(settings, whole),
        "features": with_lexicons(_chosen(settings, features)),
        "learner": _chosen(settings, learner),
    }


def _chosen(settings: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name in names}


def with_lexicons(features: Any) -> Any:
    """Return the features with lexicons read from the files that are named.

    Only people name files: what a model file holds is never a path.
    """
    if not isinstance(features, Mapping) or "lexicons" not in features:
        return features
    return {**features, "lexicons": read_lexicons(features["lexicons"])}


def table_of(data: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    """Return one of the tables of a recipe."""
    items = data.get(part, {})
    if not isinstance(items, Mapping):
        raise SettingError(f"[features] and [learner] must be tables; got {quoted(items)}.")
    return items


def learner_from(data: Mapping[str, Any]) -> "Learner":
    """Return the learner of that name, or say who takes a setting that it does not take."""
    settings = dict(data)
    if "name" in settings:
        settings["learner"] = settings.pop("name")
    name = settings.get("learner", learners.DEFAULT)
    kind = learners.learner_class(name)

    own = {row.name for row in rows_of(kind)}
    others = set(table.names("learner")) - own
    stray = next((setting for setting in settings if setting in others), None)
    if stray is None:
        return kind.from_plain(settings)

    takes = learners.with_setting(stray)
    rule = f"{stray} belongs to the {'learner' if len(takes) == 1 else 'learners'} "
    rule += ", ".join(takes)
    if name != learners.DEFAULT:
        raise SettingError(f"{rule}; got it with {name}. Leave it out.")
    # Nobody may have named this one: it is what a recipe has that names none.
    if len(takes) == 1:
        raise SettingError(f"{rule}; got another.", Advice("name_learner", learner=takes[0]))
    raise SettingError(f"{rule}; got none of them.", Advice("name_one_learner"))
