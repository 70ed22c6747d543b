"""Count the syntax nodes of Python statements, by which plain_statements.py measures them.

The nodes of a statement are all nodes of its syntax tree as `ast.walk` gives them, with the
contexts of names, but neither the statements nested in it nor annotations. `total = total + 1`
has eight: Assign, Name, Store, BinOp, Name, Load, Add, Constant.

Declarations are not counted: def and class with their signatures, decorators and bases; imports;
docstrings; fields without a value.

A literal table is one node. It is a display of three or more entries made of plain data only:
constants, names, attributes, a minus, and displays of these. Outside functions calls and f-strings
are plain data too, since registers and tables of commands are made of them; inside a function they
are work. The right side of a tuple assignment is no table.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

LEAST_ENTRIES = 3  # of a literal table

Function = ast.FunctionDef | ast.AsyncFunctionDef
DISPLAYS = (ast.Dict, ast.List, ast.Set, ast.Tuple)
VALUES = (ast.Constant, ast.Name, ast.Load, ast.Attribute, ast.Starred, ast.UnaryOp, ast.USub)
CALLS = (ast.Call, ast.keyword)
F_STRINGS = (ast.JoinedStr, ast.FormattedValue)
DECLARATIONS = (Function, ast.ClassDef, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Statement:
    """Where a statement begins and how many nodes it has."""

    line: int
    nodes: int


def statements_in(tree: ast.AST, *, in_function: bool = False) -> Iterator[Statement]:
    """Yield every statement below a node but the declarations."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt) and not is_declaration(child):
            yield Statement(child.lineno, own_nodes(child, in_function=in_function))
        inside = in_function or isinstance(child, Function)
        yield from statements_in(child, in_function=inside)


def body_nodes(function: Function) -> int:
    """Return how many nodes the body of a function has, with all that is nested in it."""
    return sum(statement.nodes for statement in statements_in(function, in_function=True))


def body_lines(function: Function) -> int:
    """Return how many lines the body of a function has, from its docstring to its end."""
    first = function.body[0].lineno
    last = function.body[-1].end_lineno or first
    return last - first + 1


def own_nodes(statement: ast.stmt, *, in_function: bool) -> int:
    """Return how many nodes a statement has without the statements nested in it."""
    plain: tuple[type[ast.AST], ...] = (*DISPLAYS, *VALUES)
    if not in_function:
        plain += (*CALLS, *F_STRINGS)
    unpacked = statement.value if is_tuple_assignment(statement) else None
    count = 1
    waiting = _parts_of_statement(statement)
    while waiting:
        node = waiting.pop()
        count += 1
        if node is unpacked or not _is_table(node, plain):
            waiting += _parts(node)
    return count


def _parts_of_statement(statement: ast.stmt) -> list[ast.AST]:
    if isinstance(statement, ast.AnnAssign):
        return [part for part in _parts(statement) if part is not statement.annotation]
    return _parts(statement)


def _parts(node: ast.AST) -> list[ast.AST]:
    return [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _is_table(node: ast.AST, plain: tuple[type[ast.AST], ...]) -> bool:
    if not isinstance(node, DISPLAYS):
        return False
    entries = node.values if isinstance(node, ast.Dict) else node.elts
    return len(entries) >= LEAST_ENTRIES and all(isinstance(part, plain) for part in ast.walk(node))


def is_declaration(statement: ast.stmt) -> bool:
    """Return whether a statement only says what there is: a signature, an import, a docstring."""
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    return isinstance(statement, DECLARATIONS) or is_docstring(statement)


def is_docstring(statement: ast.stmt) -> bool:
    """Return whether a statement is nothing but a string."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Constant):
        return False
    return isinstance(statement.value.value, str)


def is_tuple_assignment(node: ast.AST) -> TypeGuard[ast.Assign]:
    """Return whether a node is an assignment like `a, b = x, y`."""
    if not isinstance(node, ast.Assign):
        return False
    return isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple)


def is_nested_condition(node: ast.AST) -> bool:
    """Return whether a node is a conditional expression with another one inside."""
    if not isinstance(node, ast.IfExp):
        return False
    conditions = [part for part in ast.walk(node) if isinstance(part, ast.IfExp)]
    return len(conditions) > 1
