"""CSV and TSV: strings only, rows counted, and two parsers that agree."""

import csv
import io
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linnet.errors import InputError
from linnet.reading import blocks, read
from linnet.reading.cells import last_record_end, records, unquoted
from linnet.reading.columns import ColumnRoles
from linnet.reading.delimited import Layout, parse_exactly, parse_fast
from linnet.reading.settings import ReadSettings

LAYOUT = Layout(",", 2, ColumnRoles(("text",), "label"), {"text": 0, "label": 1})
# What is special to CSV often, the rest of Unicode sometimes.
CELLS = st.text(
    st.sampled_from(list('",\n\r\tab é🎬 \ufeff\x00')) | st.characters(exclude_categories=["Cs"]),
    max_size=8,
)


def as_array(data):
    return np.frombuffer(data, np.uint8)


def columns(found):
    return found.texts[0].to_pylist(), found.labels.to_pylist(), found.rows.tolist(), found.next_row


def seen(path, **options):
    batches = list(read(path, **options).batches())
    return [
        (row, text, label)
        for batch in batches
        for row, text, label in zip(
            batch.rows.tolist(), batch.texts[0].to_pylist(), batch.labels.to_pylist(), strict=True
        )
    ]


def sentence(path, **options):
    with pytest.raises(InputError) as caught:
        seen(path, **options)
    return str(caught.value).replace(f"{path.parent}/", "")


@given(
    st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=6),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
@settings(max_examples=300, deadline=None)
def test_fast_and_exact_agree_on_what_was_written(table, quoting):
    out = io.StringIO()
    csv.writer(out, quoting=quoting).writerows(table)
    data = as_array(out.getvalue().encode())
    exact = columns(parse_exactly(data, LAYOUT, ReadSettings()))
    assert list(zip(*exact[:2], strict=True)) == table
    fast = parse_fast(data, LAYOUT)
    assert fast is None or columns(fast) == exact


@given(st.binary(max_size=30) | st.text('",\n\ra', max_size=30).map(str.encode))
@settings(max_examples=500, deadline=None)
def test_fast_is_exact_or_nothing_on_any_bytes(data):
    fast = parse_fast(as_array(data), LAYOUT) if data else None
    exact = parse_exactly(as_array(data), LAYOUT, ReadSettings())
    if fast is not None:
        assert exact.fault is None
        assert columns(fast) == columns(exact)


@given(st.text('",\n\ra', max_size=30).map(str.encode))
@settings(max_examples=300, deadline=None)
def test_a_cut_never_splits_a_record(data):
    end = last_record_end(as_array(data), ord(","))
    parts = [
        cells for part in (data[:end], data[end:]) for cells, _ in records(as_array(part), ord(","))
    ]
    assert parts == [cells for cells, _ in records(as_array(data), ord(","))]


@given(st.lists(st.lists(CELLS, min_size=2, max_size=3), min_size=1, max_size=5))
@settings(deadline=None)
def test_records_are_those_of_the_csv_module(table):
    out = io.StringIO()
    csv.writer(out).writerows(table)
    found = [
        [unquoted(cell).decode() for cell in cells]
        for cells, _ in records(as_array(out.getvalue().encode()), 44)
    ]
    assert found == table


def test_cells_stay_as_they_are(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text,label\n007,1.50\n2024-01-02,NA\nnull,true\n,x\n")
    assert seen(path) == [
        (1, "007", "1.50"),
        (2, "2024-01-02", "NA"),
        (3, "null", "true"),
        (4, "", "x"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(tmp_path, end):
    path = tmp_path / "x.csv"
    path.write_bytes(f'text,label{end}"a{end}b",x{end}{end}c,y'.encode())
    assert seen(path) == [(1, f"a{end}b", "x"), (2, "c", "y")]


def test_quotes_inside_a_cell_are_characters(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('text,label\n5" disk,x\n"say ""hi""",y\n')
    assert seen(path) == [(1, '5" disk', "x"), (2, 'say "hi"', "y")]


def test_faults_say_file_and_row(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\na,x\nb,y,z\n\xff,x\nc,\nd,x\n")
    assert sentence(path) == (
        "x.csv, row 2: a row must have 2 cells as the header has; got 3. "
        "Correct the row or skip bad rows."
    )
    [batch] = read(path, skip_bad_rows=True).batches()
    assert (batch.rows.tolist(), batch.skipped.tolist(), batch.next_row) == ([1, 5], [2, 3, 4], 6)


def test_a_row_of_too_many_cells_is_shown_as_text(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\na,x\ne f,\xfcx,3\n")
    [reason] = read(path, skip_bad_rows=True, encoding="utf-8").skipped_rows().reasons.values()
    assert (reason.first.got, reason.first.seen) == ("3", "'e f �x 3'")


def test_the_first_bad_row_is_named_whatever_is_wrong_with_it(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\na,\nb\n")
    assert (
        sentence(path)
        == "x.csv, row 1: a label must not be empty; got ''. Drop the row or skip bad rows."
    )


def test_rows_are_counted_over_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    path = tmp_path / "x.csv"
    rows = [f'"text {n}\nmore",{n}\n' for n in range(1, 200)]
    rows[149] = "ragged\n"
    path.write_text("text,label\n" + "".join(rows))
    assert sentence(path).startswith("x.csv, row 150: a row must have 2 cells")
    found = seen(path, skip_bad_rows=True)
    assert found == [(n, f"text {n}\nmore", str(n)) for n in range(1, 200) if n != 150]
    shares = [batch.share for batch in read(path, skip_bad_rows=True).batches()]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_row_longer_than_a_block(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    path = tmp_path / "x.csv"
    path.write_text(f"text,label\n{'a' * 5000},x\nb,y\n")
    assert seen(path) == [(1, "a" * 5000, "x"), (2, "b", "y")]


def test_duplicate_columns_matter_only_when_chosen(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("text,a,a,label\nt,1,2,x\n")
    assert seen(path) == [(1, "t", "x")]
    assert sentence(path, text="a").startswith(
        "x.csv: a column must have a name of its own; got 2 columns 'a'."
    )


def test_tsv_keeps_commas(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("text\tlabel\na,b\tx\n")
    assert seen(path) == [(1, "a,b", "x")]


def test_a_column_known_by_an_odd_name_is_read(tmp_path):
    path = tmp_path / "odd.csv"
    path.write_text("a;b\nhello\n")
    for known in ({"text": "a;b"}, {"usual_text": "a;b"}):
        (batch,) = read(path, labelled=False, **known).batches()
        assert batch.texts[0].to_pylist() == ["hello"]


def test_a_sound_file_is_read_without_the_large_modules_of_arrow(tmp_path):
    (tmp_path / "x.csv").write_text("text,label\ngood,pos\nbad,neg\n")
    code = "import sys, linnet; list(linnet.read('x.csv').batches()); "
    code += "print({'pandas', 'pyarrow.compute'} & {*sys.modules})"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "set()\n"


def test_old_mac_files_are_read_in_blocks_and_fast(tmp_path, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 64)
    monkeypatch.setattr(blocks, "FIRST_BYTES", 64)
    path = tmp_path / "x.csv"
    path.write_bytes(b"text,label\r" + b'"a, \rb",x\rc,y\r' * 100)
    batches = list(read(path).batches())
    assert len(batches) > 10
    assert seen(path)[-2:] == [(199, "a, \rb", "x"), (200, "c", "y")]
    assert parse_fast(as_array(b'"a\rb",x\rc,y\r'), LAYOUT) is not None


@given(st.text('",\ra', max_size=30).map(str.encode))
@settings(max_examples=300, deadline=None)
def test_fast_is_exact_where_carriage_returns_end_lines(data):
    test_fast_is_exact_or_nothing_on_any_bytes.hypothesis.inner_test(data)


def test_mixed_line_ends(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b'text,label\r\na,x\nb,y\rc,x\r\r\n"d\r\ne",y')
    assert seen(path) == [(1, "a", "x"), (2, "b", "y"), (3, "c", "x"), (4, "d\r\ne", "y")]


def test_a_row_with_other_cells_says_how_many_lines_are_in_it(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b'text,label\na,x\n"open, y\nb,x\nc,"x",z,w\nd,x\n')
    assert sentence(path) == (
        "x.csv, row 2: a row must have 2 cells as the header has; "
        "got 3 (in 3 lines; is a quote not closed?). Correct the row or skip bad rows."
    )
    documents = read(path, skip_bad_rows=True)
    [batch] = documents.batches()
    [reason] = batch.faults.reasons.values()
    assert reason.first.got == "3 (in 3 lines; is a quote not closed?)"
