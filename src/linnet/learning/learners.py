"""The register of learners: the name of each and where its class lives.

Standard library only, so that `--help` names the learners without NumPy. A new learner is one file
and one line here.
"""

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from linnet.errors import Advice, SettingError, quoted
from linnet.settings.setting import rows_of
from linnet.settings.sklearn_names import hint_of

if TYPE_CHECKING:
    from linnet.learning.learner import Ability, Learner

LEARNERS: dict[str, str] = {  # name → module:class
    "multinomial": "linnet.learning.naive_bayes:NaiveBayes",
    "bernoulli": "linnet.learning.naive_bayes:NaiveBayes",
    "complement": "linnet.learning.naive_bayes:NaiveBayes",
    "poisson": "linnet.learning.naive_bayes:NaiveBayes",
    "binomial": "linnet.learning.naive_bayes:NaiveBayes",
    "categorical": "linnet.learning.naive_bayes:NaiveBayes",
    "gaussian": "linnet.learning.naive_bayes:NaiveBayes",
    "mixed": "linnet.learning.naive_bayes:NaiveBayes",
    "full-gaussian": "linnet.learning.full_gaussian:FullGaussian",
    "logistic": "linnet.learning.linear:Linear",
    "svm": "linnet.learning.linear:Linear",
    "nb-logistic": "linnet.learning.linear:Linear",
    "nb-svm": "linnet.learning.linear:Linear",
    "perceptron": "linnet.learning.online:Online",
    "passive-aggressive": "linnet.learning.online:Online",
    "lexicon": "linnet.learning.by_hand:ByHand",
    "converted": "linnet.learning.converted:Converted",
}
DEFAULT = "multinomial"  # what a recipe has that names no learner
FROM_FILES = ("converted",)  # learners that model files have and nobody asks for


def learner_names() -> list[str]:
    """Return the learners that a person may name.

    >>> learner_names()[:3]
    ['multinomial', 'bernoulli', 'complement']
    """
    return [name for name in LEARNERS if name not in FROM_FILES]


def learner_class(name: Any) -> "type[Learner]":
    """Return the class of a learner: a frozen dataclass of the settings that it takes."""
    if not isinstance(name, str) or name not in LEARNERS:
        known = ", ".join(learner_names())
        raise SettingError(
            f"a learner must be one of {known}; got {quoted(name)}. "
            f"{hint_of(name, LEARNERS) or 'Choose one of these.'}"
        )
    module, _, class_name = LEARNERS[name].partition(":")
    found: type[Learner] = getattr(import_module(module), class_name)
    return found


def learner_classes() -> "list[type[Learner]]":
    """Return each class of learners once."""
    return list(dict.fromkeys(learner_class(name) for name in LEARNERS))


def setting_names() -> list[str]:
    """Return the settings that some learner takes, each once."""
    names = (row.name for kind in learner_classes() for row in rows_of(kind))
    return list(dict.fromkeys(names))


def with_setting(setting: str) -> list[str]:
    """Return the learners that take a setting.

    >>> with_setting("strength")
    ['logistic', 'svm', 'nb-logistic', 'nb-svm']
    """
    return [name for name in LEARNERS if takes(name, setting)]


def takes(name: str, setting: str) -> bool:
    """Return whether a learner can be given a setting.

    >>> takes("nb-svm", "smoothing"), takes("svm", "smoothing")
    (True, False)
    """
    return setting in settings_of(name)


def settings_of(name: str) -> list[str]:
    """Return the settings that a learner can be given.

    >>> settings_of("complement")
    ['learner', 'smoothing', 'prior', 'norm']
    """
    rows = rows_of(learner_class(name))
    return [row.name for row in rows if not row.learners or name in row.learners]


def made(name: str, settings: Mapping[str, Any]) -> "Learner":
    """Return the learner of that name with these settings."""
    return learner_class(name).from_plain({**settings, "learner": name})


def default_learner() -> "Learner":
    """Return the learner of a recipe that names none.

    >>> default_learner().name
    'multinomial'
    """
    return made(DEFAULT, {})


def that_take(settings: Mapping[str, Any]) -> list[str]:
    """Return the learners that can be trained with all of these settings.

    >>> that_take({"trials": "length"}), that_take({"strength": 0.1, "smoothing": 0.5})
    (['binomial'], ['nb-logistic', 'nb-svm'])
    """
    taking = []
    for name in LEARNERS:
        with suppress(SettingError):
            learner = made(name, settings)
            if learner.needs != "nothing":
                taking.append(name)
    return taking


def with_ability(ability: "Ability") -> list[str]:
    """Return the learners that have an ability with their usual settings.

    >>> from linnet.learning.learner import Ability
    >>> with_ability(Ability.DRAWS)
    ['multinomial', 'bernoulli']
    """
    able = []
    for name in LEARNERS:
        with suppress(SettingError):  # of a learner that has no usual settings
            if ability in made(name, {}).abilities:
                able.append(name)
    return able


def refuse_unnamed(settings: Mapping[str, Any]) -> NoReturn:
    """Say which learners to name for settings that came without a learner, or what is wrong with
    the settings.
    """
    taking = that_take(settings)
    what = " and ".join(name.replace("_", " ") for name in settings)
    if len(taking) == 1:
        raise SettingError(
            f"{what} must go with a learner; got none.",
            Advice("name_learner", learner=taking[0]),
        )
    if taking:
        takes = ", ".join(taking)
        raise SettingError(
            f"{what} must go with one of the learners {takes}; got none of them.",
            Advice("name_one_learner"),
        )
    for name, value in settings.items():
        if not that_take({name: value}):
            made(with_setting(name)[0], {name: value})  # says what is wrong
    raise SettingError(
        f"{what} must be settings of one learner; got some of different ones. Leave one of them "
        "out."
    )
