"""The difference of two classifiers by a metric, with its test, in words and as data."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linnet.evaluation.metrics.measures import Measure

FALSE_ALARMS = 0.05
SHARES_OF_DOCUMENTS = ("accuracy", "subset-accuracy")  # told in points


@dataclass(frozen=True)
class Difference:
    """One metric of A and of B, and what can be said of the difference."""

    metric: str
    more_is_better: bool
    a: float | None
    b: float | None
    difference: Measure  # B - A
    test: str
    p_value: float | None  # None where the metric is undefined
    adjusted: float | None = None  # the p-value after Holm's correction
    measures: int = 1  # for so many metrics

    @property
    def better(self) -> str | None:
        """The one that is better, "A" or "B"; None where no difference can be told."""
        if self.adjusted is None or self.adjusted > FALSE_ALARMS:
            return None
        return self._leader

    @property
    def _leader(self) -> str:
        b_has_more = (self.difference.value or 0.0) > 0
        return "B" if b_has_more == self.more_is_better else "A"

    @property
    def sentence(self) -> str:
        """Which is better, by how much, and how sure that is."""
        return self.sentence_about("A", "B")

    def sentence_about(self, a: str, b: str) -> str:
        """Return which is better, by how much, and how sure that is, with these names."""
        if self.difference.value is None or self.adjusted is None:
            values = {a: self.a, b: self.b}
            lacking = [who for who, value in values.items() if value is None]
            who = " and ".join(lacking)
            return f"No difference can be told: {self.metric} is undefined for {who}."
        if self.difference.value == 0:
            return f"No difference can be told: {a} and {b} have the same {self.metric}."

        doubt = "" if self.better else "No difference can be told: "
        leader = a if self._leader == "A" else b
        size = self._size_in_words(leader, self.difference.value)
        frequency = frequency_in_words(self.adjusted)
        correction = f", Holm for {self.measures} measures" if self.measures > 1 else ""
        return (
            f"{doubt}{size}; a difference this large comes by chance in {frequency} such "
            f"comparisons ({self.test}{correction})."
        )

    def _size_in_words(self, leader: str, difference: float) -> str:
        """Return who leads, and by how much."""
        in_points = self.metric in SHARES_OF_DOCUMENTS
        scale = 100 if in_points else 1
        digits = 1 if in_points else 4
        size = f"{abs(difference) * scale:.{digits}f}"
        interval = self._interval_in_words(math.copysign(scale, difference), digits)
        if in_points:
            return f"{leader} is right for {size} points more{interval}"
        which = "higher" if self.more_is_better else "lower"
        return f"{leader} has the {which} {self.metric}, by {size}{interval}"

    def _interval_in_words(self, scale: float, digits: int) -> str:
        """Return the confidence interval of the leader's lead; nothing where there is none."""
        if self.difference.interval is None:
            return ""
        low, high = sorted(scale * end for end in self.difference.interval)
        return f" ({low:.{digits}f} to {high:.{digits}f})"

    def __repr__(self) -> str:
        from linnet.display.words import line
        from linnet.evaluation.metrics.comparison_display import difference_words

        return line("Difference", difference_words(self))

    def as_json(self) -> dict[str, Any]:
        """Return the difference for `--json`."""
        return {
            "a": self.a,
            "b": self.b,
            "difference": self.difference.as_json(),
            "test": self.test,
            "p_value": self.p_value,
            "adjusted_p_value": self.adjusted,
            "better": self.better,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Comparison:
    """Two classifiers on the same documents."""

    documents: int
    groups: int | None  # how many, where documents belong together
    differences: dict[str, Difference]  # by metric
    # Whether A and B have learned just these documents; empty: nobody looked.
    on_training_documents: Mapping[str, bool | None] = field(default_factory=dict, compare=False)

    @property
    def cautions(self) -> list[str]:
        """What a reader must know before the differences."""
        learned = [side for side, is_learned in self.on_training_documents.items() if is_learned]
        return [
            f"{side.upper()} was trained on exactly these documents, which favours it. "
            "Compare on others."
            for side in learned
        ]

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        differences = {name: difference.as_json() for name, difference in self.differences.items()}
        result: dict[str, Any] = {
            "documents": self.documents,
            "groups": self.groups,
            "measures": differences,
        }
        if self.on_training_documents:
            result["on_training_documents"] = dict(self.on_training_documents)
        return result

    def __repr__(self) -> str:
        from linnet.evaluation.metrics.comparison_display import comparison_line

        return comparison_line(self)

    def _repr_html_(self) -> str:
        from linnet.evaluation.metrics.comparison_display import comparison_html

        return comparison_html(self)

    def __str__(self) -> str:
        sentences = [difference.sentence for difference in self.differences.values()]
        return "\n".join([*self.cautions, *sentences])


def frequency_in_words(p_value: float) -> str:
    """Return a p-value as so many of so many.

    >>> frequency_in_words(0.42), frequency_in_words(0.034), frequency_in_words(0.0031)
    ('42 of 100', '34 of 1,000', '3 of 1,000')
    >>> frequency_in_words(0.00002)
    'fewer than 1 of 10,000'
    """
    for least, whole in ((0.1, 100), (0.001, 1000), (0.0001, 10_000)):
        if p_value >= least:
            return f"{p_value * whole:.0f} of {whole:,}"
    return "fewer than 1 of 10,000"
