"""Products of every two numbers, by hand."""

import numpy as np
import pytest

from linnet.errors import InputError
from linnet.features.products import product_names, products


def test_products_come_by_document_and_pair_of_columns():
    # documents (2, 3, 5) and (-1, 0, 4): 2·3, 2·5, 3·5 and -1·0, -1·4, 0·4
    numbers = np.array([[2.0, -1.0], [3.0, 0.0], [5.0, 4.0]])
    document, product, value = products(["a", "b", "c"], numbers)
    assert document.tolist() == [0, 0, 0, 1, 1, 1]
    assert product.tolist() == [0, 1, 2, 0, 1, 2]
    assert value.tolist() == [6.0, 10.0, 15.0, 0.0, -4.0, 0.0]
    assert list(product_names(["a", "b", "c"])) == ["a × b", "a × c", "b × c"]


def test_one_column_or_no_document_has_no_product():
    assert list(product_names(["a"])) == []
    assert [part.tolist() for part in products(["a"], np.array([[2.0]]))] == [[], [], []]
    assert products(["a", "b"], np.empty((2, 0)))[2].tolist() == []


@pytest.mark.parametrize(
    ("number", "got"), [(np.nan, "none"), (1e75, r"1e\+75"), (-np.inf, "-inf")]
)
def test_numbers_without_a_product_are_refused(number, got):
    numbers = np.array([[1.0, 2.0], [3.0, number]])
    sentence = (
        r"^column 'b' must have a number in every document, below 1e\+75, since its products "
        rf"count; got {got}\. Correct it, or leave such documents out\.$"
    )
    with pytest.raises(InputError, match=sentence):
        products(["a", "b"], numbers)
