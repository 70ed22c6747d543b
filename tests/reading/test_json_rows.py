"""JSON lines one by one, every literal as it is written."""

import pytest

from linnet import SettingError
from linnet.reading.columns import ColumnRoles
from linnet.reading.json_rows import decoded, json_rows
from linnet.reading.single_rows import Row

ROLES = ColumnRoles(("text",), "label")


def rows(*lines, roles=ROLES):
    return list(json_rows(list(lines), roles, "x.jsonl"))


def test_literals_stay_as_they_are_written():
    line = b'{"text": 1.50, "label": true}'
    assert rows(line) == [Row(1, ("1.50",), "true")]
    assert decoded(b"1e400") == "1e400"


def test_blank_lines_are_counted_and_left_out():
    assert rows(b"", b" \t", b'{"text": "a", "label": null}') == [Row(3, ("a",), None)]


@pytest.mark.parametrize(
    ("line", "got", "labels"),
    [
        (
            b"{",
            "broken JSON (Expecting property name enclosed in double quotes, character 2)",
            None,
        ),
        (b"[1]", "a list", None),
        (b'{"text": ["a"], "label": "x"}', "a list", ("x",)),
        (b'{"text": "\xff", "label": "x"}', "byte 0xff", ("x",)),
        (b'{"text": "a", "label": "\xff"}', "byte 0xff", (b"\xff",)),
        (b'{"text": "\\ud800", "label": 7}', "the lone surrogate U+D800", ("7",)),
    ],
)
def test_bad_lines_and_their_labels(line, got, labels):
    (fault,) = rows(line)
    assert (fault.got, fault.labels) == (got, labels)


def test_lists_of_labels():
    several = ColumnRoles(("text",), "label", multilabel=True)
    assert rows(b'{"text": "a", "label": ["x", 1]}', roles=several) == [Row(1, ("a",), ["x", "1"])]
    (fault,) = rows(b'{"text": "a", "label": ["x", {}]}', roles=several)
    assert (fault.got, fault.labels) == ("an object in a list", ("x",))
    with pytest.raises(SettingError, match="got a list of 1"):
        rows(b'{"text": "a", "label": ["x"]}')


def test_numbers_and_named_features():
    roles = ColumnRoles((), numeric=("n",), features="f")
    (row,) = rows(b'{"n": true, "f": {"a": 2, "b": "w"}}', roles=roles)
    assert row.numeric == ("1",)
    assert [list(part) for part in row.named] == [["a", "b"], ["2", "w"]]
    (fault,) = rows(b'{"n": 1, "f": [1]}', roles=roles)
    assert (fault.rule, fault.got) == ("named features must be an object", "a list")
