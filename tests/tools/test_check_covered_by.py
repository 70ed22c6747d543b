"""Whether a listed test covers its module."""

from check_covered_by import covered_share, lines_in_functions

MODULE = '''"""A module."""


def double(x):
    """Return it twice."""
    twice = 2 * x
    return twice
'''


def test_only_lines_in_functions_count():
    assert lines_in_functions(MODULE) == {5, 6, 7}
    assert lines_in_functions("LOW = 1\n") == set()


def test_lines_that_no_test_runs_are_not_held_against_it():
    contexts = {4: [""], 6: ["tests/test_a.py::test_x|run", "tests/test_b.py::test_y|run"]}
    assert covered_share(contexts, {5, 6, 7}, "tests/test_a.py") == 1
    assert covered_share(contexts, {5, 6, 7}, "tests/test_c.py") == 0
    assert covered_share({}, {5}, "tests/test_a.py") == 1
