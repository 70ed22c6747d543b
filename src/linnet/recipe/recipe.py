"""How a classifier is made, as data only: one-to-one with a TOML file."""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from linnet.errors import Advice, SettingError, listed, quoted
from linnet.features.blocks import BlockSettings
from linnet.features.columns import ColumnNames, ColumnSettings
from linnet.features.other_documents import is_learned
from linnet.features.tokenizer import Tokenizer, asked_for
from linnet.learning import learners
from linnet.learning.learner import Ability, Learner
from linnet.learning.naive_bayes import NaiveBayes
from linnet.learning.preparation import Preparation
from linnet.learning.settings import built, check_known
from linnet.learning.vocabulary import Limits
from linnet.model.calibration import METHODS, SHARED
from linnet.model.decision import Decision
from linnet.reading.lexicon import lexicons_of, read_lexicons
from linnet.recipe.features import FeatureSettings, parse_range
from linnet.recipe.toml import key_of, value_of

LEFT_OUT = (  # settings that are not written where they are as by default
    "categorical", "numeric", "named", "cross", "length", "coding", "numeric_as", "bins", "select", "select_top",
    "lexicons", "negation", "tokenizer", "hash_modulus", "hash_signs", "ascii_only",
)  # fmt: skip
CALIBRATIONS = ("none", "auto", *METHODS, SHARED)
NO_NUMBERS = (
    "words",
    "chars",
    "chars_in_words",
    "categorical",
    "cross",
    "named",
    "length",
    "lexicons",
)


@dataclass(frozen=True)
class Recipe:
    """How a classifier is made.

    >>> recipe = Recipe.of(words="1-2", learner="bernoulli", smoothing=0.5)
    >>> recipe == Recipe.from_toml(recipe.to_toml())
    True
    """

    features: FeatureSettings = field(default_factory=FeatureSettings)
    learner: Learner = field(default_factory=NaiveBayes)
    class_weights: str | Mapping[str, float] = "none"
    # What the probability of a label must be above: a number, one for each label, or rules to choose it by. None: the
    # most probable label is given; where a document may have several, those above 0.5, or a margin of 0.
    cutoff: float | Mapping[str, float] | tuple[str, ...] | None = None
    unsure: bool = False  # whether a document gets no label where none is above its cutoff
    calibration: str = (
        "none"  # how scores become probabilities: found on parts that models had not learned
    )
    group: str | None = (
        None  # a column: documents with the same value there are in the same of these parts
    )
    time: str | None = (
        None  # a column: each of these parts is scored by a model of the documents before it
    )
    narrow: bool = (
        False  # whether weights are rounded to 11 bits, and the model file takes less space
    )
    private: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.class_weights not in ("none", "balanced") and not _are_weights(self.class_weights):
            raise SettingError(
                "class weights must be none, balanced or a number above 0 for labels; "
                f"got {quoted(self.class_weights)}."
            )
        if not (self.cutoff is None or _is_cutoff(self.cutoff)):
            raise SettingError(
                f"a cutoff must be a number, one for each label, or rules; got {quoted(self.cutoff)}."
            )
        self._check_judged()
        if self.features.coding == "reference" and self.learner.inputs.every_level:
            raise SettingError(
                f"the {self.learner.name} learner counts every level, so it needs one-hot coding; got reference. "
                "Leave the coding out."
            )
        if self.learner.inputs.numbers_only:
            self._check_numbers()
        if self.features.tokenizer is not None and self.learner.inputs.text_length:
            raise SettingError(
                "trials of the length count linnet's own words; got a tokenizer too. Leave one out."
            )
        special = self.features.hash_modulus or self.features.hash_signs or self.features.ascii_only
        if special and not self.learner.inputs.foreign:
            raise SettingError(
                "a hash modulus, hash signs and ASCII only come with converted models; got the "
                f"{self.learner.name} learner. Leave them out, and set hash bits or strip accents."
            )
        if self.private < 0:
            raise SettingError(
                f"private must be 0 or above; got {self.private}. Use 5, for example."
            )
        if self.private > 1 and self.features.hash_bits:
            raise SettingError(
                "a private model must have a vocabulary, since hashed features cannot drop rare words; got hash bits "
                "too. Leave one of them out."
            )

    def _check_judged(self) -> None:
        """Refuse a calibration and cutoffs that cannot be found."""
        if self.calibration not in CALIBRATIONS:
            raise SettingError(
                f"the calibration must be one of {', '.join(CALIBRATIONS)}; got {quoted(self.calibration)}. Choose one."
            )
        if self.unsure and self.cutoff is None:
            raise SettingError(
                "unsure needs a cutoff that a label must be above; got none. Give one, such as 0.8."
            )
        if self.group is not None and self.time is not None:
            raise SettingError(
                "documents must be divided by group or by time; "
                f"got {quoted(self.group)} and {quoted(self.time)}. Leave one out."
            )

    def _check_numbers(self) -> None:
        """Refuse what is no number as it is."""
        others = {name: getattr(self.features, name) for name in NO_NUMBERS}
        others["bins"] = self.features.numeric_as == "bins"
        got = next((name for name, there in others.items() if there), None)
        if got is not None:
            problem = f"the {self.learner.name} learner reads plain numbers only; got {got}."
            if got == "words":
                raise SettingError(problem, Advice("numeric_columns_only"))
            raise SettingError(f"{problem} Use the mixed learner for that.")

    @property
    def streams(self) -> bool:
        """Whether totals of counts of texts are all that is needed."""
        return Ability.EXACT in self.learner.abilities and self.adds_up and not self.columns

    @property
    def adds_up(self) -> bool:
        """Whether totals of parts add up to those of the whole: features depend on other documents by limits alone."""
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
        chosen = self.features
        grams = chosen.words or chosen.chars or chosen.chars_in_words
        return bool(grams or chosen.lexicons or chosen.length or self.learner.inputs.text_length)

    def blocks(self, n_fields: int) -> tuple[BlockSettings, ...]:
        """Return the blocks of features, field by field and kind by kind."""
        return self.features.blocks(n_fields, presence=self.learner.inputs.presence)

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
        data = dict(data)
        features = dict(_table(data.pop("features", {})))
        learner = dict(_table(data.pop("learner", {})))
        for name in ("words", "chars", "chars_in_words"):
            if features.get(name) is not None:
                features[name] = parse_range(features[name]) if features[name] != "none" else None
        for name in ("categorical", "numeric"):
            if name in features:
                features[name] = tuple(_strings(features[name], "columns"))
        if "cross" in features:
            features["cross"] = tuple(
                tuple(_strings(names, "columns to cross")) for names in features["cross"]
            )
        if "lexicons" in features:
            features["lexicons"] = lexicons_of(features["lexicons"])
        if "stop_words" in features:
            features["stop_words"] = tuple(sorted(set(_strings(features["stop_words"]))))
        if "name" in learner:
            learner["learner"] = learner.pop("name")
        if isinstance(data.get("cutoff"), list):
            data["cutoff"] = tuple(_strings(data["cutoff"], "cutoff rules"))
        parts = {"features": built(FeatureSettings, features), "learner": _learner(learner)}
        recipe: Recipe = built(cls, {**data, **parts})
        return recipe

    def to_dict(self) -> dict[str, Any]:
        """Return plain data: tables of numbers, strings and lists."""
        data = asdict(self)
        features, learner = data["features"], data["learner"]
        for name in ("words", "chars", "chars_in_words"):
            grams = features[name]
            features[name] = "none" if grams is None else f"{grams[0]}-{grams[1]}"
        features["stop_words"] = list(features["stop_words"])
        features["lexicons"] = {one.name: one.table() for one in self.features.lexicons}
        features["categorical"], features["numeric"] = (
            list(features["categorical"]),
            list(features["numeric"]),
        )
        features["cross"] = [list(names) for names in features["cross"]]
        # What is not set is not written, so that files stay the same when settings are added.
        plain = FeatureSettings()
        for name in LEFT_OUT:
            if getattr(self.features, name) == getattr(plain, name):
                del features[name]
        for name in ("most_frequent", "unit_length", "strength", "smoothing", "trials"):
            table = features if name in features else learner
            if table.get(name, 0) is None:
                del table[name]
        learner["name"] = learner.pop("learner")
        return self._decided(data)

    def _decided(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data with what decides on labels as it is written."""
        if isinstance(self.cutoff, tuple):
            data["cutoff"] = list(self.cutoff)
        plain = {"class_weights": "none", "calibration": "none", "unsure": False, "narrow": False}
        plain |= dict.fromkeys(("cutoff", "group", "time"))
        return {
            name: value for name, value in data.items() if name not in plain or value != plain[name]
        }

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
        tables = {name: data.pop(name) for name in ("features", "learner")}
        for name in ("class_weights", "cutoff"):
            if isinstance(data.get(name), Mapping):
                tables[name] = data.pop(name)
        lines = [f"{name} = {value_of(value)}" for name, value in data.items()]
        for name, table in tables.items():
            lines += [
                "",
                f"[{name}]",
                *(f"{key_of(key)} = {value_of(value)}" for key, value in table.items()),
            ]
        return "\n".join(lines) + "\n"


def _grouped(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Put settings given by name into the tables they belong to."""
    groups: dict[str, Any] = {"features": {}, "learner": {}}
    names = {f.name: "features" for f in fields(FeatureSettings)} | dict.fromkeys(
        learners.setting_names(), "learner"
    )
    check_known(
        settings,
        [*names, *(f.name for f in fields(Recipe) if f.name not in ("features", "learner"))],
    )
    for name, value in settings.items():
        if name in names:
            groups[names[name]][name] = (
                "none" if value is None and name in ("words", "chars", "chars_in_words") else value
            )
        else:
            groups[name] = value
    groups["features"] = _read(groups["features"])
    return groups


def _read(features: Any) -> Any:
    """Return the features with lexicons read from the files that are named. What a model file holds is never a path."""
    if not isinstance(features, Mapping) or "lexicons" not in features:
        return features
    return {**features, "lexicons": read_lexicons(features["lexicons"])}


def _learner(settings: Mapping[str, Any]) -> Learner:
    """Return the learner of that name, or say who takes a setting that it does not take."""
    name = settings.get("learner", learners.DEFAULT)
    kind = learners.learner_class(name)
    own = {field.name for field in fields(kind)}
    others = set(learners.setting_names()) - own
    stray = next((setting for setting in settings if setting in others), None)
    if stray is not None:
        takes = ", ".join(learners.with_setting(stray))
        rule = f"{stray} belongs to the learners {takes}"
        # Nobody may have named this one: it is what a recipe has that names none.
        if name == learners.DEFAULT:
            raise SettingError(f"{rule}; got none of them.", Advice("name_one_learner"))
        raise SettingError(f"{rule}; got it with {name}. Leave it out.")
    learner: Learner = built(kind, settings)
    return learner


def _is_cutoff(cutoff: object) -> bool:
    if isinstance(cutoff, tuple):
        return bool(cutoff) and all(isinstance(rule, str) for rule in cutoff)
    values = list(cutoff.values()) if isinstance(cutoff, Mapping) else [cutoff]
    return all(
        isinstance(one, int | float) and not isinstance(one, bool) and abs(one) < 1e100
        for one in values
    )


def _are_weights(weights: object) -> bool:
    return isinstance(weights, Mapping) and all(
        isinstance(label, str)
        and isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 < value < 1e100
        for label, value in weights.items()
    )


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SettingError(f"[features] and [learner] must be tables; got {quoted(value)}.")
    return value


def _strings(value: Any, what: str = "stop words") -> Sequence[str]:
    if not isinstance(value, list | tuple | set | frozenset) or not all(
        isinstance(word, str) for word in value
    ):
        raise SettingError(f"{what} must be a list of words; got {quoted(value)}.")
    return list(value)
