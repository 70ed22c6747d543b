"""Labels become codes, batch by batch."""

import pyarrow as pa
import pytest

from linnet._core import number_texts
from linnet.learning.counting import LabelCodes
from linnet.reading.engine_texts import engine_texts

LABELS = ["spam", "ham", "spam", "übrig", "ham"]


def numbered(labels):
    return number_texts(engine_texts(labels))


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_codes_are_given_in_the_order_of_first_sight(kind):
    codes, labels = LabelCodes(), pa.array(LABELS, kind)
    assert codes.encode(numbered(labels[1:])).tolist() == [0, 1, 2, 0]
    assert codes.encode(numbered(labels[:2])).tolist() == [1, 0]  # known from the batch before
    assert codes.encode(numbered(labels[:0])).tolist() == []
    assert codes.encode(numbered(pa.array(["new", "spam"], kind))).tolist() == [3, 1]
    assert codes.codes == {"ham": 0, "spam": 1, "übrig": 2, "new": 3}


def test_labels_are_sorted_by_their_bytes():
    codes = LabelCodes()
    codes.encode(numbered(pa.array([*LABELS, "Zoo"])))
    labels, place = codes.sorted()
    assert labels == ("Zoo", "ham", "spam", "übrig")
    assert [labels[place[codes.codes[label]]] for label in LABELS] == LABELS
