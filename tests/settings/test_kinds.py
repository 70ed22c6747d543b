"""Kinds of values: from text to plain data to what a recipe holds, and back."""

import pytest

from linnet.errors import SettingError
from linnet.settings.collected import (
    ByLabel,
    Cutoff,
    Lengths,
    Lexicons,
    Names,
    NamesTogether,
    Words,
)
from linnet.settings.kinds import Amount, Choice, Flag, FunctionName, Int, Number, Strength, Text


@pytest.mark.parametrize(
    ("kind", "text", "data"),
    [
        (Text(), "title", "title"),
        (Flag(), "true", True),
        (Choice(("a", "b")), "a", "a"),
        (Int(1), "7", 7),
        (Int(1, optional=True), "none", None),
        (Number(), "1e-5", 1e-5),
        (Amount(), "2", 2),
        (Amount(), "1.0", 1.0),
        (Strength(least=0, most=1), "0.3/n", "0.3/n"),
        (Lengths(), "1-2", "1-2"),
        (NamesTogether(), "a, b", ["a", "b"]),
        (Lexicons(), "good = words.txt", ("good", "words.txt")),
    ],
)
def test_text_becomes_plain_data(kind, text, data):
    parsed = kind.parse(text)
    assert parsed == data
    assert type(parsed) is type(data)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Flag(), "yes"),
        (Int(1), "0"),
        (Int(1), "1.5"),
        (Int(1), "none"),
        (Int(1), "²"),
        (Number(), "many"),
        (Number(), "nan"),
        (Number(), "1e400"),
        (Amount(), "some"),
        (Strength(least=0, most=1), "strong"),
        (Lexicons(), "words.txt"),
        (Lexicons(), "=words.txt"),
    ],
)
def test_other_text_is_refused(kind, text):
    with pytest.raises(ValueError):
        kind.parse(text)


@pytest.mark.parametrize(
    ("kind", "data", "value"),
    [
        (Lengths(), "1-2", (1, 2)),
        (Lengths(), "none", None),
        (Names(), ["b", "a"], ("b", "a")),
        (Words(), ["b", "a"], ("a", "b")),
        (NamesTogether(), [["a", "b"]], (("a", "b"),)),
        (Cutoff(), ["a=f1"], ("a=f1",)),
        (Cutoff(), {"a": 0.5}, {"a": 0.5}),
        (ByLabel(), {"a": 1}, {"a": 1}),
    ],
)
def test_plain_data_becomes_a_value_and_comes_back(kind, data, value):
    assert kind.value(data) == value
    assert kind.value(kind.plain(value)) == value


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        (Flag(), 1, "x must be a bool; got 1."),
        (Int(), True, "x must be a int; got True."),
        (Int(), "1", "x must be a int; got '1'."),
        (Number(), "1", "x must be a float; got '1'."),
        (Text(), None, "x must be a str; got None."),
        (Choice(("a",)), 5, "x must be a str; got 5."),
    ],
)
def test_data_of_another_type_is_a_sentence(kind, data, sentence):
    with pytest.raises(SettingError) as caught:
        kind.check_type("x", data)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("kind", "fitting", "others"),
    [
        (Int(2, 5, sentence="no {value}"), [2, 5], [1, 6]),
        (Number(least=0, most=1, sentence="no {value}"), [0, 0.5, 1], [-1e-9, 1.1, float("nan")]),
        (Number(above=0, below=1, sentence="no {value}"), [0.5], [0, 1, float("nan")]),
        (Strength(least=0.1, most=2, sentence="no {value}"), [1, "0.3/n"], ["3/n", "x", 0, [1]]),
        (
            ByLabel(("even",), above=0, sentence="no {quoted}"),
            ["even", {"a": 1}],
            ["odd", {"a": 0}],
        ),
        (ByLabel(sentence="no {quoted}"), [{}], [{"a": True}, {"a": "b"}, {1: 2}, [1]]),
        (Cutoff(sentence="no {quoted}"), [0.5, {"a": 1}, ("a=f1",)], [(), "x", True, {"a": 1e200}]),
        (FunctionName(sentence="no {quoted}"), ["m:f"], ["mf", "m:\n"]),
        (Choice(("a", "b"), "the x"), ["a"], ["c"]),
    ],
)
def test_a_value_fits_or_is_refused(kind, fitting, others):
    for value in fitting:
        kind.check(value)
    for value in others:
        with pytest.raises(SettingError):
            kind.check(value)


def test_none_fits_where_it_is_optional():
    Choice(("a",), "the x", optional=True).check(None)
    Strength(least=0, most=1, optional=True, sentence="no").check(None)
    with pytest.raises(SettingError):
        Choice(("a",), "the x").check(None)


def test_a_choice_may_say_which_name_is_meant():
    with pytest.raises(SettingError, match=r"got 'elastik'\. Did you mean elastic\?"):
        Choice(("l2", "elastic"), "the penalty", hint=True).check("elastik")
    with pytest.raises(SettingError, match=r"got 'elastik'\. Choose one of these\."):
        Choice(("l2", "elastic"), "the penalty").check("elastik")


def test_whole_numbers_can_be_kept_as_floats():
    assert repr(Number(as_float=True).kept(1)) == "1.0"
    assert repr(Number().kept(1)) == "1"
    assert list(ByLabel(in_order=True).kept({"b": 1, "a": 2}).items()) == [("a", 2.0), ("b", 1.0)]


def test_every_kind_is_described():
    described = (Int(1), Int(1, 5), Number(above=0), Amount(), Cutoff(), ByLabel(), Lexicons())
    for kind in described:
        assert kind.description
        assert kind.must_come
