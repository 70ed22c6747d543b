"""The recipes of a grid: every combination of the values of some settings, or some of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from linnet.errors import SettingError, quoted
from linnet.evaluation.random import uniforms
from linnet.learning import learners
from linnet.learning.learner import Ability
from linnet.recipe.recipe import Recipe
from linnet.recipe.table import is_whole, parsed
from linnet.validation.folds import Folds

# Setting → values to try, or a range "LOW..HIGH" to draw from.
Grid = Mapping[str, Sequence[Any] | str]
Settings = dict[str, Any]
ATTEMPTS = 20  # for each recipe to draw: several draws may come to the same one

# What is tried where nothing is said. Naive Bayes takes counts, the others weigh rare words more.
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
    """Return the recipes that a grid makes of a base, each once; or some drawn at random.

    A setting that a learner does not take is left out for it.

    >>> grid = {"learner": ["svm", "bernoulli"], "strength": [0.1], "smoothing": [0.5, 1.0]}
    >>> for candidate in candidates_of(Recipe(), grid):
    ...     print(candidate.settings)
    {'learner': 'svm', 'strength': 0.1}
    {'learner': 'bernoulli', 'smoothing': 0.5}
    {'learner': 'bernoulli', 'smoothing': 1.0}
    """
    grids = _grids_of(base, grid)
    _check(grids)
    combinations = _all(grids) if draws is None else _drawn(grids, draws, base.seed)
    candidates: dict[str, Candidate] = {}
    for settings in _distinct(base, combinations):
        try:
            recipe = changed(base, settings)
        except SettingError:
            continue
        candidates.setdefault(recipe.to_toml(), Candidate(settings, recipe))
        if len(candidates) == draws:
            break
    distinct = list(candidates.values())
    if draws is None or not distinct:
        _refuse_unused(base, grids, distinct)
    return distinct


def _grids_of(base: Recipe, grid: Grid | Sequence[Grid] | None) -> list[Grid]:
    """Return what is given as a grid as a list of grids."""
    if grid is None:
        return default_grid(base)
    if isinstance(grid, Mapping):
        return [grid]
    return list(grid)


def changed(base: Recipe, settings: Mapping[str, Any]) -> Recipe:
    """Return the recipe with other settings; another learner has none of those of the old one."""
    data = base.to_dict()
    features = data.pop("features")
    learner = data.pop("learner")
    learner["learner"] = learner.pop("name")
    if settings.get("learner", learner["learner"]) != learner["learner"]:
        learner = {}
    return Recipe.of(**{**features, **learner, **data, **settings})


def default_grid(base: Recipe) -> list[Grid]:
    """Return what is tried where no grid is given; what the recipe has of its own stays."""
    usual = Recipe()
    fixed = set[str]()
    for name in ("words", "weighting"):
        if getattr(base.features, name) != getattr(usual.features, name):
            fixed.add(name)
    words_are_fixed = "words" in fixed

    own_learner = base.learner != usual.learner
    if own_learner:
        fixed.add("learner")
        fixed.update(name for name in ("smoothing", "strength") if _is_set(base, name))
    grids = list[Grid]()
    for grid in DEFAULT:
        if not own_learner or base.learner.name in grid["learner"]:
            grids.append({name: values for name, values in grid.items() if name not in fixed})
    if grids:
        return grids
    if words_are_fixed:
        return [{"learner": [base.learner.name]}]
    return [{"words": DEFAULT[0]["words"]}]


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
    for grid in grids:
        for name, values in grid.items():
            if not _can_be_tried(values):
                raise SettingError(
                    f"a grid must have a list of values for {name}; got {quoted(values)}. "
                    "Write [value, value]."
                )


def _can_be_tried(values: Any) -> bool:
    """Return whether this is a range, or a list of at least one value."""
    if isinstance(values, str):
        return ".." in values
    return isinstance(values, Sequence) and len(values) > 0


def _all(grids: Sequence[Grid]) -> Iterator[Settings]:
    for grid in grids:
        for name, values in grid.items():
            if isinstance(values, str):
                raise SettingError(
                    f"a range can only be drawn from; got {name} {values}. "
                    "Search at random, or list values."
                )
        for combination in product(*grid.values()):
            yield dict(zip(grid, combination, strict=True))


def _drawn(grids: Sequence[Grid], draws: int, seed: int) -> Iterator[Settings]:
    """Yield combinations of values, each drawn by itself.

    They are more than were asked for, since some may be the same.
    """
    width = 1 + max(map(len, grids))
    numbers = uniforms(seed, ATTEMPTS * draws * width).reshape(-1, width).tolist()
    for first, *others in numbers:
        grid = grids[int(first * len(grids))]
        settings = Settings()
        for (name, values), uniform in zip(grid.items(), others, strict=False):
            settings[name] = _drawn_value(name, values, uniform)
        yield settings


def _drawn_value(name: str, values: Sequence[Any] | str, uniform: float) -> Any:
    """Return one of the values, or a number of the range, evenly by its logarithm."""
    if not isinstance(values, str):
        return values[int(uniform * len(values))]
    low, high = _range_of(name, values)
    value = low * (high / low) ** uniform
    return round(value) if is_whole(name) else value


def _range_of(name: str, text: str) -> tuple[float, float]:
    """Return the ends of a range LOW..HIGH."""
    low, high = (parsed(name, end) for end in text.split("..", 1))
    if isinstance(low, int | float) and isinstance(high, int | float) and 0 < low < high:
        return low, high
    raise SettingError(
        f"a range must be LOW..HIGH, above 0; got {name} {quoted(text)}. Write 1e-6..1e-3."
    )


def _takes(base: Recipe, settings: Settings, name: str) -> bool:
    """Return whether the learner of these settings takes one of them."""
    learner = settings.get("learner", base.learner.name)
    if name not in learners.setting_names() or learner not in learners.LEARNERS:
        return True
    return learners.takes(learner, name)


def _refuse_unused(base: Recipe, grids: Sequence[Grid], candidates: Sequence[Candidate]) -> None:
    """Say what is wrong with a value that no recipe could have."""
    used = set[tuple[str, str]]()
    for candidate in candidates:
        used |= _named_values(candidate.settings)
    for combination in _all(grids):
        if not _named_values(combination) <= used:
            changed(base, combination)


def _named_values(settings: Settings) -> set[tuple[str, str]]:
    return {(name, repr(value)) for name, value in settings.items()}


def shipped(
    candidate: Candidate, calibration: str | None, folds: Folds, *, multilabel: bool = False
) -> Candidate:
    """Return the candidate with the recipe as it will be learned.

    That is calibrated, by parts that are divided as the folds.

    >>> candidate, folds = Candidate({}, Recipe()), Folds(5, group="author")
    >>> shipped(candidate, None, folds).recipe.group
    'author'
    >>> shipped(candidate, "none", folds).recipe.group is None
    True
    """
    own_calibration = candidate.settings.get("calibration", calibration)
    recipe = with_calibration(candidate.recipe, own_calibration)
    if recipe.needs_out_of_fold(multilabel=multilabel):
        recipe = replace(recipe, group=folds.group, time=folds.time)
    else:
        recipe = replace(recipe, group=None, time=None)
    return replace(candidate, recipe=recipe)


def with_calibration(recipe: Recipe, calibration: str | None) -> Recipe:
    """Return the recipe with a calibration: as asked, as it has one, or where its scores need one.

    >>> with_calibration(Recipe.of(learner="logistic"), None).calibration
    'none'
    >>> with_calibration(Recipe(), None).calibration
    'auto'
    """
    if calibration is not None:
        return replace(recipe, calibration=calibration)
    if recipe.calibration == "none" and Ability.CALIBRATED not in recipe.learner.abilities:
        return replace(recipe, calibration="auto")
    return recipe
