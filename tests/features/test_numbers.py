"""Numbers beside the text that cannot be counted with are refused, with their row."""

from types import SimpleNamespace

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.features.numbers import refuse_large


def batch(*numeric):
    """Rows 7, 8 and 9, with these numbers in each column."""
    return SimpleNamespace(rows=np.array([7, 8, 9]), numeric=numeric)


def test_numbers_up_to_the_bound_and_missing_ones_are_taken():
    refuse_large(["age"], batch(np.array([-1e100, 1e100, np.nan])))
    refuse_large([], batch())


@pytest.mark.parametrize(("number", "got"), [(2e100, r"2e\+100"), (-np.inf, "-inf")])
def test_a_number_whose_square_nobody_can_add_up_is_refused(number, got):
    ages = np.array([1.0, 2.0, 3.0])
    prices = np.array([5.0, number, number])
    sentence = (
        r"^row 8, column 'price': a number must be from -1e\+100 to 1e\+100, "
        rf"since its square counts; got {got}\. Scale it\.$"
    )
    with pytest.raises(InputError, match=sentence):
        refuse_large(["age", "price"], batch(ages, prices))
