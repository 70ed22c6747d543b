"""The recipes of a grid: every combination of the values of some settings, or some drawn from them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import product
from typing import Any

from linnet.errors import SettingError, quoted
from linnet.evaluation.random import uniforms
from linnet.learning import learners
from linnet.learning.learner import Strength
from linnet.recipe.features import FeatureSettings
from linnet.recipe.recipe import Recipe

Grid = Mapping[
    str, Sequence[Any] | str
]  # setting → values to try, or a range "LOW..HIGH" to draw from
Settings = dict[str, Any]
ATTEMPTS = 20  # for each recipe to draw: several draws may come to the same one

# What is tried where nothing is said. Naive Bayes wants counts, the others what the rarity of words says.
DEFAULT: tuple[Grid, ...] = (
    {"words": ["1", "1-2"], "learner": ["multinomial"], "smoothing": [0.03, 0.3, 1.0]},
    {
        "words": ["1", "1-2"],
        "weighting": ["sublinear-tfidf"],
        "learner": ["svm", "logistic"],
        "strength": [1e-5, 1e-4, 1e-3],
    },
)


@dataclass(frozen=True)
class Candidate:
    """A recipe to try, and which settings of the grid made it."""

    settings: Settings
    recipe: Recipe


def candidates_of(
    base: Recipe, grid: Grid | Sequence[Grid] | None, draws: int | None = None
) -> list[Candidate]:
    """Return the recipes that a grid makes of a base, each once; so many drawn at random where asked for.

    A setting that a learner does not take is left out for it.

    >>> grid = {"learner": ["svm", "bernoulli"], "strength": [0.1], "smoothing": [0.5, 1.0]}
    >>> [one.settings for one in candidates_of(Recipe(), grid)]
    [{'learner': 'svm', 'strength': 0.1}, {'learner': 'bernoulli', 'smoothing': 0.5}, \
{'learner': 'bernoulli', 'smoothing': 1.0}]
    """
    grids = (
        default_grid(base) if grid is None else [grid] if isinstance(grid, Mapping) else list(grid)
    )
    _check(grids)
    found: dict[str, Candidate] = {}
    for settings in _distinct(
        base, _all(grids) if draws is None else _drawn(grids, draws, base.seed)
    ):
        try:
            recipe = changed(base, settings)
        except SettingError:
            continue
        found.setdefault(recipe.to_toml(), Candidate(settings, recipe))
        if len(found) == draws:
            break
    if draws is None or not found:
        _refuse_unused(base, grids, list(found.values()))
    return list(found.values())


def changed(base: Recipe, settings: Mapping[str, Any]) -> Recipe:
    """Return the recipe with other settings; with another learner, those of the old one are gone."""
    data = base.to_dict()
    features, learner = data.pop("features"), data.pop("learner")
    learner["learner"] = learner.pop("name")
    if settings.get("learner", learner["learner"]) != learner["learner"]:
        learner = {}
    return Recipe.of(**{**features, **learner, **data, **settings})


def default_grid(base: Recipe) -> list[Grid]:
    """Return what is tried where no grid is given; what the recipe has of its own stays as it is."""
    plain, grids = Recipe(), list[Grid]()
    own = {
        name
        for name in ("words", "weighting")
        if getattr(base.features, name) != getattr(plain.features, name)
    }
    asked = base.learner != plain.learner
    for grid in DEFAULT:
        if not asked or base.learner.name in grid["learner"]:
            names = own | ({"learner"} if asked else set())
            names |= {name for name in ("smoothing", "strength") if asked and _is_set(base, name)}
            grids.append({name: values for name, values in grid.items() if name not in names})
    return grids or [
        {"words": DEFAULT[0]["words"]} if "words" not in own else {"learner": [base.learner.name]}
    ]


def _is_set(base: Recipe, name: str) -> bool:
    """Return whether a setting of the learner is another than it has by itself."""
    usual = changed(Recipe(), {"learner": base.learner.name}).learner
    return getattr(base.learner, name, None) != getattr(usual, name, None)


def _distinct(base: Recipe, combinations: Iterable[Settings]) -> Iterator[Settings]:
    """Yield combinations without what their learner does not take, each once."""
    seen = set()
    for combination in combinations:
        settings = {
            name: value for name, value in combination.items() if _takes(base, combination, name)
        }
        if repr(settings) not in seen:
            seen.add(repr(settings))
            yield settings


def _check(grids: Sequence[Grid]) -> None:
    for name, values in (pair for grid in grids for pair in grid.items()):
        ranged = isinstance(values, str) and ".." in values
        if not ranged and (
            isinstance(values, str) or not isinstance(values, Sequence) or not len(values)
        ):
            raise SettingError(
                f"a grid must have a list of values for {name}; got {quoted(values)}. Write [value, value]."
            )


def _all(grids: Sequence[Grid]) -> Iterator[Settings]:
    for grid in grids:
        for name, values in grid.items():
            if isinstance(values, str):
                raise SettingError(
                    f"a range can only be drawn from; got {name} {values}. Search at random, or list values."
                )
        yield from (dict(zip(grid, values, strict=True)) for values in product(*grid.values()))


def _drawn(grids: Sequence[Grid], draws: int, seed: int) -> Iterator[Settings]:
    """Yield combinations of values, each drawn by itself; more than were asked for, since some may be the same."""
    width = 1 + max(map(len, grids))
    numbers = uniforms(seed, ATTEMPTS * draws * width).reshape(-1, width).tolist()
    for first, *others in numbers:
        grid = grids[int(first * len(grids))]
        yield {
            name: _pick(name, values, at)
            for (name, values), at in zip(grid.items(), others, strict=False)
        }


def _pick(name: str, values: Sequence[Any] | str, at: float) -> Any:
    """Return one of the values, or a number of the range, evenly by its logarithm."""
    if not isinstance(values, str):
        return values[int(at * len(values))]
    low, high = (typed(name, end) for end in values.split("..", 1))
    if not (isinstance(low, int | float) and isinstance(high, int | float) and 0 < low < high):
        raise SettingError(
            f"a range must be LOW..HIGH, above 0; got {name} {quoted(values)}. Write 1e-6..1e-3."
        )
    value = low * (high / low) ** at
    return round(value) if type_of(name) in (int, int | None) else value


def _takes(base: Recipe, settings: Settings, name: str) -> bool:
    """Return whether the learner of these settings takes one of them."""
    learner = settings.get("learner", base.learner.name)
    if name not in learners.setting_names() or learner not in learners.LEARNERS:
        return True
    return learners.takes(learner, name)


def _refuse_unused(base: Recipe, grids: Sequence[Grid], found: Sequence[Candidate]) -> None:
    """Say what is wrong with a value that no recipe could have."""
    used = {(name, repr(value)) for one in found for name, value in one.settings.items()}
    for combination in _all(grids):
        if any((name, repr(value)) not in used for name, value in combination.items()):
            changed(base, combination)


@cache
def _types() -> dict[str, Any]:
    kinds = (Recipe, FeatureSettings, *learners.learner_classes())
    return {field.name: field.type for kind in kinds for field in fields(kind)}


def type_of(name: str) -> Any:
    """Return the type that a setting has in a recipe."""
    return _types().get(name)


PARSERS: dict[Any, tuple[str, Callable[[str], Any]]] = {
    bool: ("true or false", lambda text: {"true": True, "false": False}[text]),
    int: ("a whole number", int),
    float: ("a number", float),
    float | None: ("a number", float),
    Strength: (
        "a number, or one over n such as 0.3/n",
        lambda text: text if text.endswith("/n") else float(text),
    ),
    int | None: ("a whole number or none", lambda text: None if text == "none" else int(text)),
    int | float: ("a number", lambda text: int(text) if text.isdecimal() else float(text)),
}


def typed(name: str, text: str) -> Any:
    """Return the value of a setting that was written as text.

    >>> typed("strength", "1e-5"), typed("most_frequent", "none"), typed("words", "1-2"), typed("keep_case", "true")
    (1e-05, None, '1-2', True)
    """
    kind, parse = PARSERS.get(type_of(name), ("text", str))
    try:
        return parse(text)
    except (ValueError, KeyError):
        raise SettingError(
            f"{name} must be {kind}; got {quoted(text)}. Write another value."
        ) from None
