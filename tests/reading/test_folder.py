"""A folder with one sub-folder per label."""

import gzip

import pytest

from linnet.errors import InputError
from linnet.reading import folder, read


@pytest.fixture
def films(tmp_path):
    for name, data in {
        "README": b"not a document",
        "neg/b.txt": b"dull plot",
        "neg/a.txt": b"\xef\xbb\xbfweak end",
        "pos/deep/c.txt.gz": gzip.compress(b"good film"),
        "pos/.hidden": b"\xff",
        "pos/Thumbs.db": b"\xff",
        ".git/x": b"\xff",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path


def test_sub_folders_are_labels_and_paths_are_ids(films):
    [batch] = read(films).batches()
    assert batch.texts[0].to_pylist() == ["weak end", "dull plot", "good film"]
    assert batch.labels.to_pylist() == ["neg", "neg", "pos"]
    assert batch.ids.to_pylist() == ["neg/a.txt", "neg/b.txt", "pos/deep/c.txt.gz"]
    assert batch.rows.tolist() == [1, 2, 3]


def test_all_files_are_documents_for_predicting(films):
    [batch] = read(films, labelled=False).batches()
    assert batch.ids.to_pylist() == ["README", "neg/a.txt", "neg/b.txt", "pos/deep/c.txt.gz"]
    assert batch.labels is None


def test_batches_are_cut_by_size(films, monkeypatch):
    monkeypatch.setattr(folder, "_BATCH_BYTES", 7)
    batches = list(read(films).batches())
    assert [batch.rows.tolist() for batch in batches] == [[1], [2], [3]]
    assert [batch.share for batch in batches] == [1 / 3, 2 / 3, 1.0]


def test_a_file_that_is_not_utf8_is_named(films):
    (films / "neg" / "aa.txt").write_bytes(b"caf\xff")
    with pytest.raises(InputError) as caught:
        list(read(films).batches())
    assert str(caught.value) == (
        f"{films}, row 2: the text of 'neg/aa.txt' must be UTF-8; got byte 0xff. "
        "Save the file as UTF-8 or skip bad rows."
    )
    [batch] = read(films, skip_bad_rows=True).batches()
    assert (batch.rows.tolist(), batch.skipped.tolist()) == ([1, 3, 4], [2])


@pytest.mark.parametrize(
    ("make", "got"), [("", "an empty folder"), ("a.txt", "none"), ("pos/", "none")]
)
def test_a_folder_without_labels(tmp_path, make, got):
    place = tmp_path / "films"
    place.mkdir()
    if make.endswith("/"):
        (place / make).mkdir()
    elif make:
        (place / make).write_text("x")
    with pytest.raises(InputError) as caught:
        read(place)
    assert str(caught.value) == (
        f"{place}: a folder must have a sub-folder with files for each label; got {got}. "
        "Name another folder or a file."
    )


def test_a_folder_is_no_file_and_a_file_no_folder(films):
    with pytest.raises(InputError, match=r"a file must be here; got a folder\."):
        read(films, format="csv")
    with pytest.raises(InputError, match=r"a folder must be here; got a file\."):
        read(films / "README", format="folder")


def test_files_in_utf16_without_a_mark_are_read_as_such(tmp_path):
    for label, text in (("x", "a good film"), ("y", "a dull plot")):
        (tmp_path / label).mkdir()
        (tmp_path / label / "1.txt").write_bytes(text.encode("utf-16-le"))
    [batch] = read(tmp_path).batches()
    assert batch.texts[0].to_pylist() == ["a good film", "a dull plot"]
