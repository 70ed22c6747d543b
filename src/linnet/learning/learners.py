"""Every learner by name, and the settings it takes."""

from dataclasses import fields
from typing import Any

from linnet.errors import SettingError, quoted
from linnet.learning import online
from linnet.learning.by_hand import ByHand
from linnet.learning.converted import Converted
from linnet.learning.full_gaussian import FullGaussian
from linnet.learning.linear import LOSSES, Linear
from linnet.learning.naive_bayes import FORMULAS, NaiveBayes
from linnet.learning.online import Online

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
        raise SettingError(f"a learner must be one of {trained}; got {quoted(name)}. Choose one of these.")
    return LEARNERS[name]


def with_setting(setting: str) -> list[str]:
    """Return the learners that take a setting.

    >>> with_setting("trials")
    ['multinomial', 'bernoulli', 'complement', 'poisson', 'binomial', 'categorical', 'gaussian', 'mixed']
    """
    return [name for name, kind in LEARNERS.items() if setting in {field.name for field in fields(kind)}]
