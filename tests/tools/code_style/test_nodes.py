"""The nodes of small statements, counted by hand."""

import ast

import pytest
from code_style.nodes import body_lines, body_nodes, is_nested_condition, own_nodes, statements_in


def nodes_of(code: str, *, in_function: bool = True) -> int:
    return own_nodes(ast.parse(code).body[0], in_function=in_function)


@pytest.mark.parametrize(
    ("code", "nodes"),
    [
        ("return", 1),
        ("low = 1", 4),  # Assign, Name, Store, Constant
        ("total = total + 1", 8),  # Assign, Name, Store, BinOp, Name, Load, Add, Constant
        ("fit(rows)", 6),  # Expr, Call, Name, Load, Name, Load
        ("name = 'one' 'two'", 4),  # the two strings are one Constant
        ("name = f'{kind} of'", 8),  # JoinedStr, FormattedValue, Name, Load, Constant
        ("by_name: dict[str, int] = {}", 4),  # no annotation: AnnAssign, Name, Store, Dict
    ],
)
def test_nodes_of_a_simple_statement(code, nodes):
    assert nodes_of(code) == nodes


@pytest.mark.parametrize(
    ("code", "nodes"),
    [
        ("if rows:\n    fit(rows)", 3),  # If, Name, Load
        ("for row in rows:\n    fit(row)", 5),  # For, Name, Store, Name, Load
        ("try:\n    fit()\nexcept Fault:\n    pass", 4),  # Try, ExceptHandler, Name, Load
    ],
)
def test_statements_inside_another_are_not_part_of_it(code, nodes):
    assert nodes_of(code) == nodes


def test_three_plain_entries_are_a_table_and_one_node():
    assert nodes_of("names = ['one', two, -3, four.five]") == 4
    assert nodes_of("names = {'one': 1, 'two': (2, two), 'three': []}") == 4


def test_two_entries_are_no_table():
    assert nodes_of("names = ['one', 'two']") == 7  # List, Load and two Constants


def test_a_comprehension_is_no_table():
    # DictComp, Name, Load, Constant, comprehension, Name, Store, Name, Load
    assert nodes_of("names = {name: 1 for name in known}") == 3 + 9


def test_calls_are_data_outside_functions_only():
    register = "known = [one(1), two(2), three(3)]"
    assert nodes_of(register, in_function=False) == 4
    assert nodes_of(register, in_function=True) == 3 + 2 + 3 * 4  # Call, Name, Load, Constant


def test_f_strings_are_data_outside_functions_only():
    commands = "commands = {'one': f'{train} -o 1', 'two': f'{train} -o 2', 'three': ()}"
    assert nodes_of(commands, in_function=False) == 4
    # Dict, three keys, a Tuple with its Load, and JoinedStr, FormattedValue, Name, Load, Constant
    assert nodes_of(commands, in_function=True) == 3 + 1 + 3 + 2 + 2 * 5


def test_both_sides_of_a_tuple_assignment_count():
    assert nodes_of("a, b, c = x, y, z") == 1 + 8 + 8  # Tuple, its context, three Names with theirs


def test_declarations_are_no_statements():
    code = """
import os
from math import inf

class Point(Base):
    "A point."

    x: int
    y: int = 0

    @property
    def sum(self, other: int = 1) -> int:
        "Return the sum."
        return self.x
"""
    found = [(statement.line, statement.nodes) for statement in statements_in(ast.parse(code))]
    assert found == [(9, 4), (14, 5)]  # `y = 0`, and Return, Attribute, Load, Name, Load


def test_a_body_has_the_nodes_of_all_that_is_nested_in_it():
    code = """
def fit(rows):
    "Return the weights."
    def one(row):
        return row
    if rows:
        return one
"""
    function = ast.parse(code).body[0]
    assert body_nodes(function) == 3 + 3 + 3
    assert body_lines(function) == 5


def test_conditions_inside_one_another():
    def is_nested(code: str) -> bool:
        return is_nested_condition(ast.parse(code, mode="eval").body)

    assert is_nested("a if b else (c if d else e)")
    assert is_nested("f(a if b else c) if d else e")
    assert not is_nested("a if b else c")
    assert not is_nested("[a if b else c, d if e else f]")
