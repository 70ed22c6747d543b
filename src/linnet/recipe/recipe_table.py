"""The settings of a recipe as a whole: what decides on labels, what is kept, the seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from linnet.errors import counted
from linnet.learning.learner_tables import by_label
from linnet.settings.collected import ByLabel, Cutoff
from linnet.settings.kinds import Choice, Flag, Int, Text
from linnet.settings.setting import Settings, setting

CALIBRATIONS = ("none", "auto", "temperature", "platt", "isotonic", "shared-platt")

WITH_LEARNER, AT_END = range(2)  # where in the sentence


def _private_words(chosen: Any) -> str:
    if not chosen.private:
        return ""
    return f"private: no word of fewer than {counted(chosen.private, 'document')}"


def _weights_words(chosen: Any) -> str:
    weights = by_label(chosen.class_weights)
    return "" if weights == "none" else f"class weights {weights}"


@dataclass(frozen=True, kw_only=True)
class RecipeTable(Settings):
    """What is neither of features nor of a learner."""

    table: ClassVar[str] = "recipe"
    page: ClassVar[str] = "probabilities.md"

    class_weights: str | Mapping[str, float] = setting(
        ByLabel(
            ("balanced", "none"),
            above=0,
            below=1e100,
            sentence=(
                "class weights must be none, balanced or a number above 0 for labels; got {quoted}."
            ),
        ),
        "none",
        "balanced, LABEL=W,LABEL=W,… or none (default)",
        metavar="WEIGHTS",
        heading="learner",
        page="linear.md",
        written="unless default",
        words=_weights_words,
        place=WITH_LEARNER,
    )
    # None: the most probable label is given; of several labels those above 0.5, or a margin of 0.
    cutoff: float | Mapping[str, float] | tuple[str, ...] | None = setting(
        Cutoff(
            optional=True,
            sentence="a cutoff must be a number, one for each label, or rules; got {quoted}.",
        ),
        None,
        "what the probability of a label must be above: P, LABEL=P,… or rules to choose it by, "
        "such as LABEL=f1; of "
        "several labels 0.5 by default, 0 for margins",
        aliases=("--threshold",),
        metavar="P|RULE",
        heading="learner",
        written="unless default",
    )
    unsure: bool = setting(
        Flag(),
        False,
        "give no label where none is above its cutoff, instead of the most probable one",
        aliases=("--abstain",),
        heading="learner",
        written="unless default",
    )
    calibration: str = setting(
        Choice(
            CALIBRATIONS,
            sentence=(
                f"the calibration must be one of {', '.join(CALIBRATIONS)}; got {{quoted}}. "
                f"Choose one."
            ),
        ),
        "none",
        "make probabilities mean what they say: auto, temperature, shared-platt, platt, isotonic "
        "or none",
        metavar="HOW",
        heading="learner",
        written="unless default",
    )
    group: str | None = setting(
        Text(optional=True),
        None,
        "documents with the same value in this column are never on both sides",
        metavar="COLUMN",
        heading="folds",
        page="splits.md",
        written="unless default",
    )
    time: str | None = setting(
        Text(optional=True),
        None,
        "fold after fold by this column, each judged by a model of the documents before it",
        metavar="COLUMN",
        heading="folds",
        page="splits.md",
        written="unless default",
    )
    narrow: bool = setting(
        Flag(),
        False,
        "round weights to 11 bits, and write a file that takes less space",
        aliases=("--float16",),
        page="model-file.md",
        written="unless default",
    )
    private: int = setting(
        Int(0, sentence="private must be 0 or above; got {value}. Use 5, for example."),
        0,
        "keep no word seen in fewer than N documents: the words of a model are data",
        metavar="N",
        page="model-file.md",
        words=_private_words,
        place=AT_END,
    )
    seed: int = setting(
        Int(0),
        0,
        "seed of everything random; 0 by default",
        metavar="N",
        page="splits.md",
    )
