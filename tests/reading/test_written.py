"""Values of Python as strings."""

import numpy as np
import pandas as pd
import pytest

from linnet.reading.written import is_missing, written


def test_missing_values():
    assert all(map(is_missing, [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT]))
    assert not any(map(is_missing, ["", 0, "nan", []]))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.True_, "true"),
        (np.int64(7), "7"),
        (np.float32(0.5), "0.5"),
        (-3.0, "-3"),
        (0.1, "0.1"),
        (10**30, "1" + "0" * 30),
        (pd.NA, None),
    ],
)
def test_written(value, text):
    assert written(value) == text
