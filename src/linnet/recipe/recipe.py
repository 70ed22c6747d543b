"""How a classifier is made, as data only: one-to-one with a TOML file."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from linnet.errors import SettingError, listed, quoted
from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnNames, ColumnSettings
from linnet.features.other_documents import is_learned
from linnet.features.tokenizer import Tokenizer, required_tokenizer
from linnet.learning.learner import Ability, Learner
from linnet.learning.learners import default_learner
from linnet.learning.preparation import Preparation
from linnet.learning.vocabulary import Limits
from linnet.model.decision import Decision
from linnet.recipe.features import FeatureSettings
from linnet.recipe.plain_data import PARTS, grouped, learner_from, table_of, with_lexicons
from linnet.recipe.recipe_table import RecipeTable
from linnet.recipe.rules import RECIPE_RULES
from linnet.recipe.table import names
from linnet.recipe.toml import toml_of
from linnet.settings.setting import check_known, values_of


@dataclass(frozen=True)
class Recipe(RecipeTable):
    """How a classifier is made.

    >>> recipe = Recipe.of(words="1-2", learner="bernoulli", smoothing=0.5)
    >>> recipe == Recipe.from_toml(recipe.to_toml())
    True
    """

    features: FeatureSettings = field(default_factory=FeatureSettings)
    learner: Learner = field(default_factory=default_learner)

    checks = RECIPE_RULES

    def __repr__(self) -> str:
        from linnet.recipe.recipe_display import recipe_line

        return recipe_line(self)

    def _repr_html_(self) -> str:
        from linnet.recipe.recipe_display import recipe_html

        return recipe_html(self)

    @property
    def streams(self) -> bool:
        """Whether totals of counts of texts are all that is needed."""
        return Ability.EXACT in self.learner.abilities and self.adds_up and not self.columns

    @property
    def adds_up(self) -> bool:
        """Whether totals of parts add up: features depend on other documents by limits alone."""
        plain = not self.features.weighed and self.features.selection.none
        sums = self.learner.needs == "totals" and not self.learner.needs_squares(self.columns)
        return sums and plain and not any(map(is_learned, self.columns))

    @property
    def columns(self) -> tuple[ColumnSettings, ...]:
        """The blocks of columns beside the text."""
        features = self.features
        if self.learner.needs == "nothing":
            # The lexicons of labels are what is learned, and no features of their own.
            features = replace(features, lexicons=())
        blocks = features.columns(self.learner.inputs.scaling)
        return (*blocks, *self.learner.own_columns(blocks))

    @property
    def preparation(self) -> Preparation:
        """How rows of counts are made ready for the learner."""
        chosen = self.features
        return Preparation(
            self.limits, chosen.weighting, chosen.unit_length, self.columns, chosen.selection
        )

    def check_names(self, labels: Sequence[str]) -> None:
        """Refuse class weights and cutoffs of labels that no document has."""
        for what, by_label in (("class weights", self.class_weights), ("cutoffs", self.cutoff)):
            if not isinstance(by_label, Mapping):
                continue
            unknown = next((label for label in by_label if label not in labels), None)
            if unknown is not None:
                known = listed(labels)
                raise SettingError(
                    f"{what} must name labels that are there ({known}); got {quoted(unknown)}."
                )

    def rules(self, *, multilabel: bool) -> tuple[str, ...]:
        """Return what is to be chosen on parts that models had not learned.

        >>> recipe = Recipe(cutoff={"spam": 0.8})
        >>> recipe.rules(multilabel=False), recipe.rules(multilabel=True)
        (('spam=0.8',), ())
        """
        if isinstance(self.cutoff, tuple):
            return self.cutoff
        if multilabel or self.cutoff is None:
            return ()
        if isinstance(self.cutoff, Mapping):
            return tuple(f"{label}={cutoff!r}" for label, cutoff in self.cutoff.items())
        return (repr(self.cutoff),)

    def needs_out_of_fold(self, *, multilabel: bool) -> bool:
        """Return whether a calibration or cutoffs are found on parts that are not learned."""
        return self.calibration != "none" or bool(self.rules(multilabel=multilabel))

    @property
    def metadata_columns(self) -> tuple[str, ...]:
        """The columns that these parts go by, which nothing is learned from."""
        return tuple(name for name in (self.group, self.time) if name is not None)

    def decision(self, labels: Sequence[str], *, has_probabilities: bool) -> Decision:
        """Return the cutoffs of documents with several labels: of probabilities, or of margins."""
        by_label = self.cutoff if isinstance(self.cutoff, Mapping) else {}
        usual = 0.5 if has_probabilities else 0.0
        if isinstance(self.cutoff, int | float):
            usual = self.cutoff
        cutoffs = np.array([float(by_label.get(label, usual)) for label in labels])
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
        chosen = self.features
        grams = chosen.words or chosen.chars or chosen.chars_in_words
        return bool(grams or chosen.lexicons or chosen.length or self.learner.inputs.text_length)

    def blocks(self, n_fields: int) -> tuple[BlockSettings, ...]:
        """Return the blocks of features, field by field and kind by kind."""
        return self.features.blocks(n_fields, presence=self.learner.inputs.presence)

    def cut_by(self, function: Any) -> "tuple[Recipe, Tokenizer | None]":
        """Return the recipe for texts that a function cuts, and the function as a tokenizer."""
        name = self.features.tokenizer if function is None else Tokenizer.of(function).name
        recipe = replace(self, features=replace(self.features, tokenizer=name))
        return recipe, recipe.tokenizer(function, "the recipe")

    def tokenizer(self, function: Any, where: str) -> Tokenizer | None:
        """Return the tokenizer that was given, which must be there where the recipe names one."""
        tokenizer = required_tokenizer(self.features.tokenizer, function, where)
        if tokenizer is None:
            return None
        words = self.features.words
        return replace(tokenizer, grams=words is not None and words[1] > 1)

    @classmethod
    def of(cls, **settings: Any) -> "Recipe":
        """Return a recipe from settings by name, wherever in the recipe they belong.

        >>> Recipe.of(chars="3-5", words=None, smoothing=0.1).features.chars
        (3, 5)
        """
        return cls.from_dict(grouped(settings))

    @classmethod
    def given(cls, recipe: "Recipe | Mapping[str, Any] | None") -> "Recipe":
        """Return a recipe that was given as one, as settings by name, or not at all."""
        if isinstance(recipe, Recipe):
            return recipe
        if not isinstance(recipe, Mapping | None):
            raise SettingError(
                f"a recipe must be a Recipe or a dict of settings; got {type(recipe).__name__}. "
                "Use Recipe.of(…)."
            )
        return cls.from_dict(grouped(recipe or {}))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Recipe":
        """Return the recipe that `to_dict` gave."""
        features = table_of(data, "features")
        learner = table_of(data, "learner")
        check_known(data, [*PARTS, *names("recipe")])
        whole = {name: item for name, item in data.items() if name not in PARTS}
        return cls(
            features=FeatureSettings.from_plain(features),
            learner=learner_from(learner),
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
        import tomllib

        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            hint = "Start from what `linnet inspect MODEL --recipe` prints."
            raise SettingError(f"a recipe must be TOML; got: {error}. {hint}") from None
        if "features" in data:
            data["features"] = with_lexicons(data["features"])
        return cls.from_dict(data)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Recipe":
        """Return the recipe of a TOML file."""
        try:
            return cls.from_toml(Path(path).read_text(encoding="utf-8"))
        except SettingError as error:
            raise SettingError(f"{path}: {error}") from None
        except UnicodeDecodeError:
            got = "bytes that are no text"
        except OSError as error:
            got = (error.strerror or "").lower()
        raise SettingError(
            f"{path}: a recipe must be a readable TOML file; got {got}. Check the path."
        )

    def to_toml(self) -> str:
        """Return the recipe as TOML."""
        return toml_of(self.to_dict(), PARTS)
