"""Rules of cutoffs as a person writes them."""

import pytest

from linnet import SettingError
from linnet.calibration.cutoff_rules import CutoffRules, parse_rule


def test_labels_may_hold_signs():
    labels = ["a", "a=b", "x:y"]
    assert parse_rule("a=b=f1", labels) == [(1, "f1")]
    assert parse_rule("a=budget:x:y:0.01", labels) == [(0, "budget:x:y:0.01")]


def test_what_would_do_nothing_is_refused():
    with pytest.raises(SettingError, match="costs need the cutoff rule cost"):
        CutoffRules(("a=f1",), {("a", "b"): 2.0})
    with pytest.raises(SettingError, match="unsure needs a cutoff"):
        CutoffRules(unsure=True)
