"""svmlight lines by two parsers that agree."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet.errors import SettingError
from linnet.reading.columns import ColumnRoles
from linnet.reading.settings import ReadSettings
from linnet.reading.svmlight_lines import parse_exactly, parse_fast, parse_svmlight

ONE = ColumnRoles((), "label", features="features")
SEVERAL = ColumnRoles((), "label", features="features", multilabel=True)
PIECES = [
    "1", "17", "-1", "0", ":", ":", " ", " ", "\n", "\n", "\r\n", "\t", "\x0b", ",", "#", "qid:3",
    "1:2", " 2:0.5", "+1 3:1e3", "x", "é", "１", "nan", "inf", "1_0", "\x00", "\x1c", "\x85",
]  # fmt: skip


def columns(found):
    named = found.named
    entries = named.names.take(pa.array(named.codes)).to_pylist()
    return (
        found.rows.tolist(),
        found.next_row,
        found.labels.to_pylist(),
        named.starts.tolist(),
        entries,
        named.names.to_pylist(),
        named.values.tolist(),
    )


def parsed(lines, roles=ONE, **options):
    data = np.frombuffer(lines, np.uint8)
    return parse_svmlight(data, roles, ReadSettings(**options), "x.svm")


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=14).map("".join).map(str.encode),
    st.booleans(),
)
@settings(max_examples=600, deadline=None)
def test_fast_is_exact_or_nothing(data, multilabel):
    roles, array = SEVERAL if multilabel else ONE, np.frombuffer(data, np.uint8)
    fast = parse_fast(array, roles)
    if fast is not None:
        exact = parse_exactly(array, roles, ReadSettings(multilabel=multilabel), "x.svm")
        assert exact.fault is None
        assert columns(fast) == columns(exact)


def test_ordinary_lines_take_the_fast_way():
    data = b"# made by hand\n+1 qid:7 3:0.5 1:-2e-3 # first\r\n\n-1.0\t0:7\n2\n"
    assert columns(parse_fast(np.frombuffer(data, np.uint8), ONE)) == (
        [2, 4, 5],
        6,
        ["+1", "-1.0", "2"],
        [0, 2, 3, 3],
        ["3", "1", "0"],
        ["3", "1", "0"],
        [0.5, -0.002, 7.0],
    )


def test_lines_may_have_several_labels_or_none():
    found = parsed(b"2,1 1:1\n 3:4\n", SEVERAL)
    assert found.labels.to_pylist() == [["2", "1"], []]
    assert found.named.values.tolist() == [1, 4]
    assert parsed(b"1:1\na 2:2\n").labels.to_pylist() == [None, "a"]
    unlabelled = ColumnRoles((), features="features")
    assert parsed(b"a,b 1:1\n", unlabelled).labels is None


@pytest.mark.parametrize(
    ("line", "rule", "got"),
    [
        (b"a 1:2:3", "a feature must be index:value", "'1:2:3'"),
        (b"a 1.0:1", "an index must be a whole number, 0 or above", "'1.0'"),
        (b"a 1:-inf", "a value must be a finite number", "'-inf'"),
        (b"a 1:\xff", "text must be UTF-8", "byte 0xff"),
    ],
)
def test_a_bad_line_is_a_fault_with_its_label(line, rule, got):
    fault = parsed(b"b 1:1\n" + line).fault
    assert (fault.number, fault.rule, fault.got) == (2, rule, got)
    assert fault.labels == ("a",)


def test_bad_lines_are_skipped_and_their_labels_counted():
    lines = b"a 1:1\nb x\n\nc,d 7\n3:x\na 2:2\n"
    found = parsed(lines, SEVERAL, multilabel=True, skip_bad_rows=True)
    assert (found.rows.tolist(), found.skipped.tolist(), found.next_row) == ([1, 6], [2, 4, 5], 7)
    assert found.faults.labels == {"b": 1, "c": 1, "d": 1}


def test_a_label_with_a_comma_asks_whether_there_may_be_several():
    with pytest.raises(SettingError, match=r"x\.svm, row 2: a document must have one label; got"):
        parsed(b"a 1:1\nb,c 1:1\n")
