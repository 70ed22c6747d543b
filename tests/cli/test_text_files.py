"""Text files as people have them, in every command that reads some."""

import pytest

ROWS = [("schöne Farbe, prima", "gut", "3,5"), ("hält nicht, übel", "schlecht", "1.234,5")] * 10


@pytest.fixture
def excel(tmp_path):
    path = tmp_path / "excel.csv"
    lines = ["sep=;", "Text;Label;Preis", *(";".join(row) for row in ROWS)]
    path.write_bytes("\r\n".join(lines).encode("cp1252"))
    return path


@pytest.fixture
def model(run, excel, tmp_path):
    path = tmp_path / "m.linnet"
    ran = run("train", excel, "-o", path, "--learner", "multinomial")
    assert f"linnet: {excel}: encoding cp1252 (found by its bytes)." in ran.err
    assert f"linnet: {excel}: delimiter ';' (found in its first line)." in ran.err
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("predict", "{model}", "{excel}"),
        ("evaluate", "{model}", "{excel}", "--no-ledger"),
        ("vectors", "{model}", "{excel}", "-o", "{folder}/v.svm"),
        ("learn", "{model}", "{excel}", "-o", "{folder}/l.linnet"),
        ("compare", "{model}", "{model}", "{excel}", "--no-ledger"),
        ("split", "{excel}", "-o", "{folder}/parts"),
        ("cross-validate", "{excel}", "--learner", "multinomial", "--folds", "2"),
    ],
)
def test_every_command_reads_it(run, model, excel, tmp_path, command):
    words = [word.format(model=model, excel=excel, folder=tmp_path) for word in command]
    ran = run(*words)
    assert ran.code == 0, ran.err
    assert "encoding cp1252 (found by its bytes)." in ran.err


def test_what_is_named_is_not_guessed(run, model, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes("text|n\nдоброе утро|1,234\n".encode("koi8-r"))
    ran = run("predict", model, path, "--encoding", "koi8-r", "--delimiter", "|", "--decimal", ",")
    assert (ran.code, ran.out.count("\n")) == (0, 1)
    assert "found by its bytes" not in ran.err


def test_errors_name_the_options(run, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes("text,label\nскажите пожалуйста где магазин,да\n".encode("koi8-r"))
    out = ("-o", tmp_path / "m.linnet")
    assert "Pass --encoding NAME, such as koi8-r." in run("train", path, *out).err
    assert (
        "encoding must be a text encoding; got 'koi9'"
        in run("train", path, *out, "--encoding", "koi9").err
    )
    path.write_text('text,label,n\na,x,"1,234"\nb,y,2\n')
    ran = run("train", path, *out, "--numeric", "n", "--learner", "logistic")
    assert "Pass --decimal , or --decimal . or --skip-bad-rows." in ran.err
    path.write_text("text;label\na;b;c\nd\n")
    assert "Pass --delimiter CHARACTER." in run("train", path, *out).err


def test_numbers_with_decimal_commas_are_learned_from(run, excel, tmp_path):
    ran = run(
        "train", excel, "-o", tmp_path / "n.linnet", "--numeric", "Preis", "--learner", "logistic"
    )
    assert ran.code == 0
    assert "decimal comma in column 'Preis' (found in the first rows)." in ran.err


def test_parts_of_a_split_are_utf8_and_say_so(run, excel, tmp_path):
    ran = run("split", excel, "-o", tmp_path / "parts")
    assert "linnet: the parts are written as UTF-8." in ran.err
    part = (tmp_path / "parts" / "test.csv").read_text("utf-8")
    assert part.startswith("sep=;\nText;Label;Preis\n")
    again = run("cross-validate", tmp_path / "parts" / "train.csv", "--folds", "2")
    assert again.code == 0
