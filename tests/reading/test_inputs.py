"""Which files are meant, and in which order."""

from pathlib import Path

import pytest

from linnet.errors import InputError, SettingError
from linnet.reading import read
from linnet.reading.inputs import inputs_of, parts_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def touch(*names):
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(name)


def refused(*sources):
    with pytest.raises((InputError, SettingError)) as caught:
        inputs_of(sources, None)
    return str(caught.value)


def test_one_name_is_one_source(folder):
    touch("a.csv")
    inputs = inputs_of(["a.csv"], None)
    assert (inputs.paths, inputs.name, inputs.several) == (("a.csv",), "a.csv", False)


def test_a_file_that_is_not_there_is_left_to_its_reader(folder):
    assert inputs_of(["none.csv"], None).paths == ("none.csv",)


def test_names_keep_their_order_and_patterns_are_sorted_by_bytes(folder):
    touch("z.csv", "p/b.csv", "p/B.csv", "p/ä.csv", "p/10.csv", "p/9.csv", "p/.hidden.csv")
    inputs = inputs_of(["z.csv", "p/*.csv"], None)
    assert inputs.paths == ("z.csv", "p/10.csv", "p/9.csv", "p/B.csv", "p/b.csv", "p/ä.csv")
    assert (inputs.name, inputs.several) == ("z.csv and 5 more", True)


def test_a_pattern_of_one_file_is_still_a_pattern(folder):
    touch("p/a.csv")
    inputs = inputs_of(["p/*.csv"], None)
    assert (inputs.paths, inputs.name, inputs.several) == (("p/a.csv",), "p/*.csv", True)


def test_two_stars_go_through_all_folders(folder):
    touch("p/a.csv", "p/q/b.csv", "p/q/r/c.csv")
    assert inputs_of(["p/**/*.csv"], None).paths == ("p/a.csv", "p/q/b.csv", "p/q/r/c.csv")


def test_a_file_whose_name_is_like_a_pattern_is_that_file(folder):
    touch("a[1].csv", "a1.csv")
    assert inputs_of(["a[1].csv"], None).paths == ("a[1].csv",)


def test_a_pattern_without_a_match(folder):
    assert refused("p/*.csv") == (
        "p/*.csv: a pattern must match at least one file; got none. Check the path."
    )


def test_a_file_is_named_once(folder):
    touch("a.csv", "p/b.csv")
    assert refused("a.csv", "a.csv") == (
        "a.csv: a file must be named once; got it twice. Leave one out."
    )
    assert refused("a.csv", "./a.csv") == (
        "./a.csv: a file must be named once; got it twice, as a.csv too. Leave one out."
    )
    assert "p/b.csv: a file must be named once" in refused("p", "p/*.csv")
    Path("link.csv").symlink_to("a.csv")
    assert "link.csv: a file must be named once" in refused("a.csv", "link.csv")


def test_standard_input_is_read_alone(folder):
    touch("a.csv")
    assert refused("a.csv", "-") == (
        "standard input must be read alone; got other files beside it. Save it to a file."
    )


def test_parts_of_a_table_are_the_files_of_a_folder(folder):
    touch("t/part-1.parquet", "t/part-0.parquet", "t/_SUCCESS", "t/.part-0.parquet.crc")
    touch("t/_temporary/x.parquet")
    inputs = inputs_of(["t"], None)
    assert inputs.paths == ("t/part-0.parquet", "t/part-1.parquet")
    assert (inputs.name, inputs.several) == ("t", True)


def test_compressed_parts_have_one_format(folder):
    touch("t/a.csv.gz", "t/b.csv")
    assert inputs_of(["t"], None).paths == ("t/a.csv.gz", "t/b.csv")


def test_folders_of_texts_are_no_parts(folder):
    touch("mail/ham/1.txt", "mail/spam/2.txt", "mail/README")
    assert parts_of(Path("mail"), None) is None
    touch("texts/1.txt", "texts/2.txt")
    assert parts_of(Path("texts"), None) is None


@pytest.mark.parametrize(
    ("names", "got"),
    [
        (["a.csv", "pos/1.txt"], "files and sub-folders"),
        (["a.csv", "b.parquet", "c.csv"], "'a.csv', 'b.parquet'"),
        (["a.csv", "notes.txt"], "'a.csv', 'notes.txt'"),
    ],
)
def test_an_unclear_folder_is_refused(folder, names, got):
    touch(*(f"t/{name}" for name in names))
    rule = "a folder must hold files of one format, or a sub-folder of texts for each label"
    assert refused("t") == (
        f"t: {rule}; got {got}. Name the files, or the format folder for one text in each file."
    )
    assert inputs_of(["t"], "folder").several is False


def test_a_named_format_takes_files_of_any_name(folder):
    touch("t/part-0", "t/part-1")
    assert inputs_of(["t"], "csv").paths == ("t/part-0", "t/part-1")


@pytest.mark.parametrize("source", ["a\0b", "a\0*", "x" * 5000, "x" * 5000 + "*", "[", "\udcff*"])
def test_names_that_no_file_can_have_are_one_sentence(folder, source):
    with pytest.raises(InputError):
        read(source)
    with pytest.raises(InputError):
        read([Path("a.csv"), Path(source)])


def test_files_of_programs_beside_parts_are_left_out(folder):
    touch("p/a.xlsx", "p/~$a.xlsx", "p/Thumbs.db", "p/desktop.ini")
    assert inputs_of(["p"], None).paths == ("p/a.xlsx",)
    assert inputs_of(["p/*"], None).paths == ("p/a.xlsx",)


def test_a_lock_file_is_no_workbook(folder):
    touch("p/~$a.xlsx", "p/~$a.csv")
    assert refused("p/~$a.xlsx") == (
        "p/~$a.xlsx: a spreadsheet must be a workbook; got a lock file of Excel. Name the workbook."
    )
    assert inputs_of(["p/~$a.csv"], None).paths == ("p/~$a.csv",)
