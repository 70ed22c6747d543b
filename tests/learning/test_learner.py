"""Nobody outside of learning asks for the class or the name of a learner."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

import linnet
from linnet.learning.learner import Ability, Fitted, Inputs
from linnet.learning.learners import LEARNERS, learner_classes, made, settings_of

SOURCE = Path(linnet.__file__).parent
CLASSES = {kind.__name__ for kind in learner_classes()}
MODULES = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if path.relative_to(SOURCE).parts[0] != "learning"
    and path.relative_to(SOURCE).as_posix() != "tuning/choose.py"
)


def names_in(node):
    """Return the names, attributes and texts of an expression."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def asks_for_class(node):
    """Return whether this is isinstance(…, Linear) or the like."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return is_call and node.func.id in ("isinstance", "issubclass") and CLASSES & {*names_in(node)}


def asks_for_name(node):
    """Return whether a learner is compared with the name of one."""
    if not isinstance(node, ast.Compare):
        return False
    mentioned = {*names_in(node)}
    return bool(mentioned & {"learner", "learners"} and mentioned & set(LEARNERS))


def test_no_module_asks_for_the_class_or_the_name_of_a_learner():
    asking = []
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if asks_for_class(node) or asks_for_name(node):
                asking.append(f"{path.name}, line {node.lineno}: {ast.unparse(node)}")
    assert asking == []


def test_the_test_sees_who_asks():
    asking = "isinstance(x.learner, Linear | Online)", "learner.learner in ('svm', 'logistic')"
    assert asks_for_class(ast.parse(asking[0]).body[0].value)
    assert asks_for_name(ast.parse(asking[1]).body[0].value)


@pytest.mark.parametrize("name", [name for name in LEARNERS if name != "binomial"])
def test_every_learner_says_what_it_is(name):
    learner = made(name, {})
    assert learner.name == name
    assert learner.needs in ("totals", "rows", "nothing")
    assert isinstance(learner.inputs, Inputs)
    assert all(isinstance(ability, Ability) for ability in learner.abilities)
    assert learner.in_words()
    assert set(settings_of(name)) <= {field.name for field in fields(learner)}
    assert type(learner.rough()) is type(learner)


def test_a_fitted_model_has_converged_unless_it_says_otherwise():
    assert {field.name for field in fields(Fitted)} == {"weights", "link", "gap", "converged"}
