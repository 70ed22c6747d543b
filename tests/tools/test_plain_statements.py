"""The command: its figures, and a failure for each rule."""

import pytest
from code_style.checks import MOST_LINES
from plain_statements import ROOT, main

LIGHT = "low = 1\n"  # 4 nodes
HEAVY = "low = " + " + ".join(["h"] * 16) + "\n"  # 3 + 16 × (Name, Load) + 15 × (BinOp, Add)


@pytest.fixture
def check(tmp_path, capsys):
    """Give a function (path, text) → exit code and the lines after the figures."""

    def run(path: str, text: str, *arguments: str) -> tuple[int, list[str]]:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        code = main([str(file), *arguments], root=tmp_path)
        printed = capsys.readouterr().out.splitlines()
        return code, [line for line in printed if "at most" in line]

    return run


def test_plain_code_passes(check):
    assert check("src/linnet/model.py", LIGHT) == (0, [])


def test_the_checker_passes_its_own_check(capsys):
    tools = [str(ROOT / "tools" / name) for name in ("plain_statements.py", "code_style")]
    assert main(tools) == 0
    assert "failures: 0" in capsys.readouterr().out


def test_heavy_statement(check):
    text = LIGHT * 20 + HEAVY
    code, failures = check("src/linnet/model.py", text)
    assert code == 1
    assert failures == ["src/linnet/model.py:21: nodes of a statement: at most 60, has 65"]


def test_tools_may_carry_more_and_tests_are_free(check):
    assert check("tools/measure.py", LIGHT * 20 + HEAVY) == (0, [])
    assert check("tests/test_model.py", HEAVY) == (0, [])


def test_javascript_is_checked_line_by_line(check):
    code, failures = check("src/linnet/report/page/chart.js", "low = 0; high = 1;\n")
    assert code == 1
    assert failures == [
        "src/linnet/report/page/chart.js:1: statements on a line: at most 1, has several"
    ]


def test_heavy_folder(check):
    code, failures = check("src/linnet/model.py", "low = a + b + c + d + e\n" * 10)
    assert code == 1
    # 3 + 5 × 2 + 4 × 2 nodes
    assert failures == ["src: mean nodes per statement: at most 13, has 21.0"]


def test_heavy_tenth_of_a_folder(check):
    _, failures = check("src/linnet/model.py", LIGHT * 8 + "low = a + b + c + d + e + f\n" * 2)
    assert failures == ["src: p90 of nodes per statement: at most 24, has 25"]


def test_heavy_body(check):
    body = "    low = 1\n" * 88  # 352 nodes
    code, failures = check("src/linnet/model.py", f"def fit():\n{body}")
    assert code == 1
    assert failures == ["src/linnet/model.py:1: nodes of the body of fit: at most 350, has 352"]


def test_nested_conditions(check):
    code, failures = check("src/linnet/model.py", LIGHT * 9 + "a if b else c if d else e\n")
    assert code == 1
    what = "conditions in one expression: at most 1, has several"
    assert failures == [f"src/linnet/model.py:10: {what}"]


@pytest.mark.parametrize("path", ["src/model.py", "tests/test_model.py", "engine/model.hpp"])
def test_long_line(check, path):
    assert check(path, "#" * 100)[0] == 0
    assert check(path, "#" * 101) == (1, [f"{path}:1: columns: at most 100, has 101"])


@pytest.mark.parametrize("path", ["src/linnet/model.py", "bindings/model.cpp"])
def test_long_file(check, path):
    code, failures = check(path, "\n" * (MOST_LINES + 1))
    assert code == 1
    assert failures == [f"{path}:1: lines of a file: at most 400, has 401"]


def test_packed_lines_of_cpp(check):
    code, failures = check("engine/model.cpp", "int low, high;\nlow = 0; high = 1;\n")
    assert code == 1
    assert failures == [
        "engine/model.cpp:1: declarations on a line: at most 1, has several",
        "engine/model.cpp:2: statements on a line: at most 1, has several",
    ]


def test_generated_tables_are_left_out(check):
    assert check("engine/text/unicode_tables.cpp", "int low, high;\n") == (0, [])


def test_report_checks_nothing(check):
    assert check("src/linnet/model.py", HEAVY, "--report") == (0, [])


def test_figures(tmp_path, capsys):
    source = tmp_path / "src/linnet/model/link.py"
    source.parent.mkdir(parents=True)
    source.write_text("low, high = 1, 2\n\nlow = high if low else 0\n", encoding="utf-8")
    test = tmp_path / "tests/model/test_link.py"
    test.parent.mkdir(parents=True)
    test.write_text("", encoding="utf-8")

    main(["--report"], root=tmp_path)
    figures = capsys.readouterr().out.splitlines()[1:]
    # 11 nodes: Assign, Tuple, Store, 2 × (Name, Store), Tuple, Load, 2 Constants; and 9 nodes
    assert [line[40:56].strip() for line in figures] == [
        "0 / 0 / 0",
        "10.0 / 11 / 11",
        "500.0",
        "500.0",
        "0.0 %",
        "100 %",
    ]


def test_worst_statements_come_first(tmp_path, capsys):
    source = tmp_path / "src/linnet/model.py"
    source.parent.mkdir(parents=True)
    source.write_text(LIGHT + HEAVY + LIGHT, encoding="utf-8")
    assert main(["--worst", "2"], root=tmp_path) == 0
    assert capsys.readouterr().out.splitlines() == [
        "src/linnet/model.py:2: 65 nodes",
        "src/linnet/model.py:1: 4 nodes",
    ]


def test_a_path_that_is_not_there(capsys):
    with pytest.raises(SystemExit):
        main(["nowhere"])
    assert "there is no nowhere" in capsys.readouterr().err
