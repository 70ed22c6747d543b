"""The rules that cutoffs are chosen by, and the documents they are chosen on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from linnet.calibration.truth import Floats, Truth
from linnet.errors import SettingError, listed, quoted
from linnet.evaluation.metrics.register import METRICS
from linnet.model.decision import BUDGET

# What can be made better by giving other labels; f1 is that of the label itself.
MEASURES = (
    "f1",
    "accuracy",
    *(name for name, metric in METRICS.items() if metric.counted is not None),
)


@dataclass(frozen=True, eq=False)
class LabelledProbabilities:
    """Documents that the model has not learned: how probable each label is, and what is true."""

    labels: tuple[str, ...]
    probabilities: Floats
    truth: Truth

    @property
    def multilabel(self) -> bool:
        """Whether a document may have any number of labels."""
        return self.truth.ndim == 2


@dataclass(frozen=True)
class CutoffRules:
    """Rules of cutoffs such as "spam=f1", costs of mistakes, and whether to say unsure."""

    rules: tuple[str, ...] = ()
    # (true, predicted) → cost; 1 if not named
    costs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    unsure: bool = False
    approximate: bool = False  # whether scores are out-of-fold: of other models than will decide

    def __post_init__(self) -> None:
        """Refuse what would do nothing."""
        if self.costs and "cost" not in self.rules:
            raise SettingError(
                "costs need the cutoff rule cost; got costs alone. Ask for cost, or leave them out."
            )
        if self.unsure and not self.rules:
            raise SettingError(
                "unsure needs a cutoff that a label must be above; got none. Give one, such as 0.8."
            )

    def by_label(self, labels: Sequence[str]) -> dict[int, str]:
        """Return place of a label → its rule; the last one of a label wins."""
        rules = dict[int, str]()
        for text in self.rules:
            rules.update(parse_rule(text, labels))
        return rules


def parse_rule(text: str, labels: Sequence[str]) -> list[tuple[int, str]]:
    """Return (place of a label, rule) for LABEL=RULE; `cost`, or a number, is for all labels.

    >>> parse_rule("spam=budget:ham:0.001", ["ham", "spam"])
    [(1, 'budget:ham:0.001')]
    >>> parse_rule("cost", ["ham", "spam"])
    [(1, 'cost')]
    """
    if text == "cost":  # of two labels one cutoff says it all
        first = 0 if len(labels) > 2 else len(labels) - 1
        return [(place, text) for place in range(first, len(labels))]
    if _is_number(text):
        return [(place, text) for place in range(len(labels))]

    named = [label for label in labels if text.startswith(f"{label}=")]
    if not named:
        raise SettingError(
            f"a cutoff must be cost, a number, or LABEL=RULE with one of {listed(labels)}; "
            f"got {quoted(text)}. Write {labels[-1]}=f1."
        )
    label = max(named, key=len)
    rule = text.removeprefix(f"{label}=")
    if rule not in MEASURES and not is_fixed(rule):
        raise SettingError(
            "the rule of a cutoff must be a number, budget:LABEL:SHARE, "
            f"or one of {', '.join(MEASURES)}; got {quoted(rule)}."
        )
    return [(list(labels).index(label), rule)]


def is_fixed(rule: str) -> bool:
    """Return whether a rule is a number or a budget, which look at no other label's cutoff."""
    return rule.startswith(BUDGET) or _is_number(rule)


def _is_number(rule: str) -> bool:
    try:
        float(rule)
    except ValueError:
        return False
    return True
