"""Results in a line."""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pytest

from linnet.display.words import fields_line, label_counts, label_list, line, measured
from tests.display.checks import check_line
from tests.display.hostile import NAMES


@dataclass
class Held:
    """A result of which nothing is known."""

    what: object
    text: str = ""


def test_a_line_has_its_parts_and_no_others():
    assert line("Evaluation", "20 documents", "", "accuracy 0.5") == (
        "Evaluation(20 documents, accuracy 0.5)"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_line_stays_one_short_line_whatever_is_in_it(name):
    for shown in (line("Result", name), line("Result", *[name] * 50), fields_line(Held(name))):
        check_line(shown)
        assert shown.endswith(")")
    check_line(label_list([name] * 10))
    check_line(label_counts({name: 3}))


def test_numbers_have_their_intervals():
    assert measured(0.12345) == "0.123"
    assert measured(0.5, (0.4, 0.6), digits=1) == "0.5 (0.4 to 0.6)"
    assert measured(None, (0.4, 0.6)) == "-"


def test_the_largest_labels_come_first():
    counts = {label: n for n, label in enumerate("abcdefg")}
    assert label_counts(counts) == "g 6, f 5, e 4, d 3, c 2 … and 2 more"


def test_arrays_are_told_by_their_shape():
    assert fields_line(Held(np.zeros((3, 200)))) == "Held(what=<3 × 200 float64>, text='')"
    assert fields_line(Held(pa.array(["a", "b"])), left_out=["text"]) == (
        "Held(what=<StringArray of 2>)"
    )
    assert len(fields_line(Held({n: "x" * n for n in range(1000)}))) < 400
