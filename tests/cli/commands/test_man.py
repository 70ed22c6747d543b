"""linnet man: pages on standard output or in a folder."""

from linnet.cli.main import COMMANDS


def test_a_page_is_printed(run):
    assert run("man").out.startswith('.TH "LINNET" 1 ')
    assert run("man", "cross-validate").out.startswith('.TH "LINNET\\-CROSS\\-VALIDATE" 1 ')


def test_all_pages_are_written(run, tmp_path):
    folder = tmp_path / "share" / "man1"
    ran = run("man", "-o", folder)
    assert ran.out == f"Wrote {len(COMMANDS) + 1} pages to {folder}.\n"
    names = {path.name for path in folder.iterdir()}
    assert names == {"linnet.1", *(f"linnet-{name}.1" for name in COMMANDS)}
    assert (folder / "linnet.1").read_text() == run("man").out


def test_one_page_is_written_and_replaced(run, tmp_path):
    for _ in range(2):
        ran = run("man", "train", "-o", tmp_path, "--quiet")
        assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["linnet-train.1"]


def test_pages_as_json(run, tmp_path):
    told = run("man", "demo", "--json").json
    assert list(told["pages"]) == ["linnet-demo.1"]
    assert told["output"] is None
    assert len(run("man", "-o", tmp_path, "--json").json["pages"]) == len(COMMANDS) + 1


def test_what_cannot_be_is_one_sentence(run, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    ran = run("man", "-o", file)
    assert ran.code == 2
    assert ran.err.endswith("a folder must come here; got a file. Name another place.\n")
    assert run("man", "zebra").code == 2
    assert file.read_text() == ""
