"""Which lines of C++ and JavaScript hold more than one thing."""

import pytest
from code_style.packed_lines import has_several_declarations, has_several_statements


@pytest.mark.parametrize(
    "line",
    [
        "int low = 0, high = 1;",
        "  const std::size_t first = block * size, n = std::min(size, rest - first);",
        "std::vector<double> roc, precision;  // of each label",
        "alignas(32) Numbers first{}, second{};",
        "double *low, *high;",
        "const low = rows[0], high = rows[1];",
        "for (int i = 0; i < n; ++i) low[i] = 0, high[i] = 1;",
    ],
)
def test_several_declarations(line):
    assert has_several_declarations(line)


@pytest.mark.parametrize(
    "line",
    [
        "int low = 0;  // or 1, or 2;",
        "auto [low, high] = interval();",
        "for (int low = 0, high = 1; low < high; ++low) {",
        "std::map<int, double> weights;",
        "double fit(int low, int high);",
        "    std::size_t low, std::size_t high);",
        "return fit(low, high), low;",
        'say("low, high;", name);',
        "const char comma = ',';",
        "const { low, high } = interval;",
    ],
)
def test_one_declaration(line):
    assert not has_several_declarations(line)


@pytest.mark.parametrize("line", ["low = 0; high = 1;", "if (low) return; high = 1;"])
def test_several_statements(line):
    assert has_several_statements(line)


@pytest.mark.parametrize(
    "line",
    [
        "low = 0;  // then high = 1;",
        "for (int i = 0; i < n; ++i) low = i;",
        "for (int i = 0; i < many;",
        "     i < n; ++i) low = i;",
        "double low() const { ++used_; return low_; }",
        "each(rows, [&](int row) { ++n; total += row; });",
        "case 1: fit(); break;",
        "write(\";\"); // ';'",
    ],
)
def test_one_statement(line):
    assert not has_several_statements(line)
