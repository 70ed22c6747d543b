"""Texts as the engine reads them."""

import pyarrow as pa
import pytest

from linnet import _core
from linnet.reading.engine_texts import engine_texts, n_texts


@pytest.mark.parametrize(
    "texts",
    [
        ["b", "", "a"],
        pa.array(["b", None, "a"]),
        pa.array(["b", None, "a"], pa.large_string()),
        pa.array(["x", "b", "", "a", "y"])[1:4],
        engine_texts(pa.array(["b", "", "a"])),
    ],
)
def test_texts_are_the_same_in_whatever_form_they_come(texts):
    numbered = _core.number_texts(engine_texts(texts))
    assert (numbered.distinct, numbered.numbers.tolist()) == (["b", "", "a"], [0, 1, 2])
    assert n_texts(texts) == 3


def test_no_texts_are_one_end_and_no_bytes():
    ends, text = engine_texts(pa.array([], pa.string()))
    assert (ends.tolist(), text.tolist()) == ([0], [])
    assert n_texts((ends, text)) == 0


def test_a_list_is_copied_and_buffers_are_not():
    texts = ["a"]
    assert engine_texts(texts) == texts
    assert engine_texts(texts) is not texts
    buffers = engine_texts(pa.array(["a"]))
    assert engine_texts(buffers) is buffers
