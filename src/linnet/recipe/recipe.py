"""How a classifier is made, as data only: one-to-one with a TOML file."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from linnet.errors import Advice, SettingError, listed, quoted
from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnNames, ColumnSettings
from linnet.features.other_documents import is_learned
from linnet.features.tokenizer import Tokenizer, asked_for
from linnet.learning import learners
from linnet.learning.by_hand import ByHand
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.learner import Learner
from linnet.learning.naive_bayes import FORMULAS, NaiveBayes
from linnet.learning.preparation import Preparation
from linnet.learning.vocabulary import Limits
from linnet.model.decision import Decision
from linnet.reading.lexicon import read_lexicons
from linnet.recipe.features import FeatureSettings
from linnet.recipe.rules import RECIPE_RULES
from linnet.recipe.toml import key_of, value_of
from linnet.settings import table
from linnet.settings.setting import check_known, rows_of, values_of
from linnet.settings.whole import RecipeTable

PARTS = ("features", "learner")


@dataclass(frozen=True)
class Recipe(RecipeTable):
    """How a classifier is made.

    >>> recipe = Recipe.of(words="1-2", learner="bernoulli", smoothing=0.5)
    >>> recipe == Recipe.from_toml(recipe.to_toml())
    True
    """

    features: FeatureSettings = field(default_factory=FeatureSettings)
    learner: Learner = field(default_factory=NaiveBayes)

    checks = RECIPE_RULES

    @property
    def naive_bayes(self) -> NaiveBayes:
        """The learner, which must be naive Bayes here."""
        if not isinstance(self.learner, NaiveBayes):
            raise SettingError(
                f"this needs a naive Bayes learner; got {self.learner.learner}. Train with {', '.join(FORMULAS)}."
            )
        return self.learner

    @property
    def streams(self) -> bool:
        """Whether totals of counts of texts are all that is needed."""
        naive = isinstance(self.learner, NaiveBayes) and self.learner.streams
        return naive and self.adds_up and not self.columns

    @property
    def adds_up(self) -> bool:
        """Whether totals of parts add up to those of the whole: features depend on other documents by limits alone."""
        plain = not self.features.weighed and self.features.selection.none
        naive = isinstance(self.learner, NaiveBayes) and not self.learner.needs_squares(
            self.columns
        )
        return naive and plain and not any(map(is_learned, self.columns))

    @property
    def columns(self) -> tuple[ColumnSettings, ...]:
        """The blocks of columns beside the text."""
        trials = self.learner.trials if isinstance(self.learner, NaiveBayes) else None
        counted = () if trials is None else (ColumnSettings("trials", (trials,)),)
        # The lexicons of labels are what is learned, and no features of their own.
        features = (
            replace(self.features, lexicons=())
            if isinstance(self.learner, ByHand)
            else self.features
        )
        blocks = features.columns(self.learner.scaling)
        if isinstance(self.learner, FullGaussian):
            counted = (ColumnSettings("products", features.numeric, scaling=blocks[0].scaling),)
        return (*blocks, *counted)

    @property
    def preparation(self) -> Preparation:
        """How rows of counts are made ready for the learner."""
        chosen = self.features
        return Preparation(
            self.limits, chosen.weighting, chosen.unit_length, self.columns, chosen.selection
        )

    def check_names(self, labels: Sequence[str]) -> None:
        """Refuse class weights and cutoffs of labels that no document has."""
        for what, given in (("class weights", self.class_weights), ("cutoffs", self.cutoff)):
            unknown = (
                next((label for label in given if label not in labels), None)
                if isinstance(given, Mapping)
                else None
            )
            if unknown is not None:
                raise SettingError(
                    f"{what} must name labels that are there ({listed(labels)}); got {quoted(unknown)}."
                )

    def rules(self, *, multilabel: bool) -> tuple[str, ...]:
        """Return what is to be chosen on parts that models had not learned.

        >>> Recipe(cutoff={"spam": 0.8}).rules(multilabel=False), Recipe(cutoff={"spam": 0.8}).rules(multilabel=True)
        (('spam=0.8',), ())
        """
        if isinstance(self.cutoff, tuple):
            return self.cutoff
        if multilabel or self.cutoff is None:
            return ()
        given = self.cutoff
        return (
            tuple(f"{name}={cut!r}" for name, cut in given.items())
            if isinstance(given, Mapping)
            else (repr(given),)
        )

    def is_judged(self, *, multilabel: bool) -> bool:
        """Return whether a calibration or cutoffs are found on parts that models had not learned."""
        return self.calibration != "none" or bool(self.rules(multilabel=multilabel))

    @property
    def aside(self) -> tuple[str, ...]:
        """The columns that these parts go by, which nothing is learned from."""
        return tuple(name for name in (self.group, self.time) if name is not None)

    def decision(self, labels: Sequence[str], *, has_probabilities: bool) -> Decision:
        """Return what a document of several labels must be above to have each: probabilities, or else margins."""
        given = self.cutoff if isinstance(self.cutoff, Mapping) else {}
        usual = (
            self.cutoff
            if isinstance(self.cutoff, int | float)
            else 0.5
            if has_probabilities
            else 0.0
        )
        cutoffs = np.array([float(given.get(label, usual)) for label in labels])
        if has_probabilities and not np.all((cutoffs > 0) & (cutoffs < 1)):
            raise SettingError(
                f"the cutoff of a probability must be between 0 and 1; got {quoted(self.cutoff)}."
            )
        return Decision.plain(cutoffs)

    @property
    def column_names(self) -> ColumnNames:
        """The columns to read beside the text."""
        return ColumnNames.of(self.columns)

    @property
    def limits(self) -> Limits:
        """The limits on how many documents must, and may, have a feature."""
        chosen = self.features
        return Limits(
            chosen.min_documents, chosen.max_documents, chosen.most_frequent, self.private
        )

    @property
    def reads_text(self) -> bool:
        """Whether anything is learned from texts."""
        chosen, trials = self.features, getattr(self.learner, "trials", None)
        grams = chosen.words or chosen.chars or chosen.chars_in_words
        return bool(grams or chosen.lexicons or chosen.length or trials == "length")

    def blocks(self, n_fields: int) -> tuple[BlockSettings, ...]:
        """Return the blocks of features, field by field and kind by kind."""
        return self.features.blocks(n_fields, presence=self.learner.presence)

    def cut_by(self, given: Any) -> "tuple[Recipe, Tokenizer | None]":
        """Return the recipe for texts that a function cuts, where one is given, and the function as a tokenizer."""
        name = self.features.tokenizer if given is None else Tokenizer.of(given).name
        recipe = replace(self, features=replace(self.features, tokenizer=name))
        return recipe, recipe.tokenizer(given, "the recipe")

    def tokenizer(self, given: Any, where: str) -> Tokenizer | None:
        """Return the tokenizer that was given, which must be there where the recipe names one."""
        found, words = asked_for(self.features.tokenizer, given, where), self.features.words
        return found and replace(found, grams=words is not None and words[1] > 1)

    @classmethod
    def of(cls, **settings: Any) -> "Recipe":
        """Return a recipe from settings by name, wherever in the recipe they belong.

        >>> Recipe.of(chars="3-5", words=None, smoothing=0.1).features.chars
        (3, 5)
        """
        return cls.from_dict(_grouped(settings))

    @classmethod
    def given(cls, recipe: "Recipe | Mapping[str, Any] | None") -> "Recipe":
        """Return a recipe that was given as one, as settings by name, or not at all."""
        if not isinstance(recipe, Recipe | Mapping | None):
            raise SettingError(
                f"a recipe must be a Recipe or a dict of settings; got {type(recipe).__name__}. Use Recipe.of(…)."
            )
        return recipe if isinstance(recipe, Recipe) else cls.from_dict(_grouped(recipe or {}))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Recipe":
        """Return the recipe that `to_dict` gave."""
        features = _table(data.get("features", {}))
        learner = _table(data.get("learner", {}))
        check_known(data, [*PARTS, *table.names("recipe")])
        whole = {name: item for name, item in data.items() if name not in PARTS}
        return cls(
            features=FeatureSettings.from_plain(features),
            learner=_learner(learner),
            **values_of(cls, whole),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: tables of numbers, strings and lists."""
        learner = self.learner.to_plain()
        learner["name"] = learner.pop("learner")
        return {"features": self.features.to_plain(), "learner": learner, **self.to_plain()}

    @classmethod
    def from_toml(cls, text: str) -> "Recipe":
        """Return the recipe written in TOML."""
        try:
            data = tomllib.loads(text)
            return cls.from_dict(
                {**data, "features": _read(data["features"])} if "features" in data else data
            )
        except tomllib.TOMLDecodeError as error:
            hint = "Start from what `linnet inspect MODEL --recipe` prints."
            raise SettingError(f"a recipe must be TOML; got: {error}. {hint}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Recipe":
        """Return the recipe of a TOML file."""
        try:
            return cls.from_toml(Path(path).read_text(encoding="utf-8"))
        except SettingError as error:
            raise SettingError(f"{path}: {error}") from None
        except (OSError, UnicodeDecodeError) as error:
            got = (
                (error.strerror or "").lower()
                if isinstance(error, OSError)
                else "bytes that are no text"
            )
            raise SettingError(
                f"{path}: a recipe must be a readable TOML file; got {got}. Check the path."
            ) from None

    def to_toml(self) -> str:
        """Return the recipe as TOML."""
        data = self.to_dict()
        tables = {name: data.pop(name) for name in PARTS}
        for name in ("class_weights", "cutoff"):
            if isinstance(data.get(name), Mapping):
                tables[name] = data.pop(name)
        lines = [f"{name} = {value_of(value)}" for name, value in data.items()]
        for name, items in tables.items():
            lines += ["", f"[{name}]"]
            lines += [f"{key_of(key)} = {value_of(value)}" for key, value in items.items()]
        return "\n".join(lines) + "\n"


def _grouped(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Put settings given by name into the tables they belong to."""
    parts = {part: table.names(part) for part in PARTS}
    known = [name for names in parts.values() for name in names]
    check_known(settings, [*known, *table.names("recipe")])
    grouped = {
        part: {name: settings[name] for name in settings if name in names}
        for part, names in parts.items()
    }
    whole = {name: item for name, item in settings.items() if name not in known}
    return {**whole, "features": _read(grouped["features"]), "learner": grouped["learner"]}


def _read(features: Any) -> Any:
    """Return the features with lexicons read from the files that are named. What a model file holds is never a path."""
    if not isinstance(features, Mapping) or "lexicons" not in features:
        return features
    return {**features, "lexicons": read_lexicons(features["lexicons"])}


def _learner(data: Mapping[str, Any]) -> Learner:
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
    takes = ", ".join(learners.with_setting(stray))
    rule = f"{stray} belongs to the learners {takes}"
    # Nobody may have named this one: it is what a recipe has that names none.
    if name == learners.DEFAULT:
        raise SettingError(f"{rule}; got none of them.", Advice("name_one_learner"))
    raise SettingError(f"{rule}; got it with {name}. Leave it out.")


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SettingError(f"[features] and [learner] must be tables; got {quoted(value)}.")
    return value
