"""Plain data as TOML that any other program can read."""

import tomllib

import pytest

from linnet.recipe.toml import key_of, string, toml_of, value_of


def test_values_come_first_and_tables_in_the_order_that_is_asked_for():
    data = {"other": {"x": 1}, "learner": {"name": "svm"}, "seed": 7, "features": {}}
    assert toml_of(data, ["features", "learner"]) == (
        'seed = 7\n\n[features]\n\n[learner]\nname = "svm"\n\n[other]\nx = 1\n'
    )
    assert toml_of({}) == "\n"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (True, "true"),
        (1, "1"),
        (0.1, "0.1"),
        (1e-05, "1e-05"),
        ("a", '"a"'),
        ((), "[]"),
        ([1, "b", [False]], '[1, "b", [false]]'),
        ({}, "{  }"),
        ({"a b": 0.5, "c": [2]}, '{ "a b" = 0.5, "c" = [2] }'),
    ],
)
def test_each_kind_of_value(value, written):
    assert value_of(value) == written
    read_back = tomllib.loads(f"value = {written}")["value"]
    assert read_back == (list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize("text", ['"', "\\", "\n\t\x00", "\x7f", "é 日本", "\u2028", "", "'#="])
def test_any_text_is_read_back_as_key_and_as_value(text):
    assert tomllib.loads(f"{key_of(text)} = {string(text)}") == {text: text}


def test_only_plain_names_are_keys_without_quotes():
    assert key_of("min_documents2") == "min_documents2"
    assert [key_of(key) for key in ("a.b", "größe", "_")] == ['"a.b"', '"größe"', '"_"']
    assert string("\x7f") == '"\\u007f"'
