"""Every learner by name, and the settings it takes."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, NoReturn

from linnet.errors import Advice, SettingError, quoted
from linnet.learning import online
from linnet.learning.by_hand import ByHand
from linnet.learning.converted import Converted
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.linear import LOSSES, Linear
from linnet.learning.naive_bayes import FORMULAS, NaiveBayes
from linnet.learning.online import Online
from linnet.learning.settings import built

Learner = NaiveBayes | FullGaussian | Linear | Online | ByHand
LEARNERS: dict[str, type[Learner]] = {
    **dict.fromkeys(FORMULAS, NaiveBayes),
    FullGaussian.learner: FullGaussian,
    **dict.fromkeys(LOSSES, Linear),
    **dict.fromkeys(online.LEARNERS, Online),
    ByHand.learner: ByHand,
    Converted.learner: Converted,
}
SETTINGS = tuple(dict.fromkeys(field.name for kind in LEARNERS.values() for field in fields(kind)))


def kind_of(name: Any) -> type[Learner]:
    """Return the settings that a learner takes."""
    if not isinstance(name, str) or name not in LEARNERS:
        trained = ", ".join(one for one in LEARNERS if one != Converted.learner)
        raise SettingError(
            f"a learner must be one of {trained}; got {quoted(name)}. Choose one of these."
        )
    return LEARNERS[name]


def with_setting(setting: str) -> list[str]:
    """Return the learners that take a setting.

    >>> with_setting("trials")
    ['multinomial', 'bernoulli', 'complement', 'poisson', 'binomial', 'categorical', 'gaussian', 'mixed']
    """
    return [
        name for name, kind in LEARNERS.items() if setting in {field.name for field in fields(kind)}
    ]


def made(name: str, settings: Mapping[str, Any]) -> Learner:
    """Return the learner of that name with these settings."""
    learner: Learner = built(kind_of(name), {**settings, "learner": name})
    return learner


def that_take(settings: Mapping[str, Any]) -> list[str]:
    """Return the learners that can be trained with all of these settings.

    >>> that_take({"trials": "length"}), that_take({"strength": 0.1, "smoothing": 0.5})
    (['binomial'], ['nb-logistic', 'nb-svm'])
    """
    found = []
    trained = [name for name, kind in LEARNERS.items() if not issubclass(kind, ByHand)]
    for name in trained:
        with suppress(SettingError):
            made(name, settings)
            found.append(name)
    return found


def refuse_unnamed(settings: Mapping[str, Any]) -> NoReturn:
    """Say which learners to name for settings that came without a learner, or what is wrong with the settings."""
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
        f"{what} must be settings of one learner; got some of different ones. Leave one of them out."
    )
