"""Kinds of values that hold several: ranges, names, numbers by label, cutoffs, lexicons."""

import pytest

from linnet.errors import SettingError
from linnet.reading.lexicon import Lexicon
from linnet.settings.collected import (
    ByLabel,
    Cutoff,
    Lengths,
    Lexicons,
    Names,
    NamesTogether,
    Words,
    parse_range,
)


@pytest.mark.parametrize(
    ("data", "lengths"),
    [("2", (2, 2)), (3, (3, 3)), ([1, 2], (1, 2)), ("3-5", (3, 5)), (None, None)],
)
def test_a_range_is_one_number_or_two(data, lengths):
    assert Lengths().value(data) == lengths
    assert Lengths().value(Lengths().plain(lengths)) == lengths


@pytest.mark.parametrize("data", ["", "1-2-3", "few", [], [1, 2.0], [True], 1.5])
def test_other_ranges_are_refused(data):
    with pytest.raises(SettingError, match=r"^a range of n-grams must be N or N-M; got "):
        parse_range(data)


def test_stop_words_of_a_file(tmp_path):
    file = tmp_path / "stop.txt"
    file.write_text("\ufeffthe\nof and\n", encoding="utf-8")
    assert Words().read("--stop-words", str(file)) == ["the", "of", "and"]
    assert Words().read("--stop-words", "the") == ["the"]
    assert Words().read("--stop-words", "") == []


def test_a_file_of_stop_words_that_is_not_there(tmp_path):
    with pytest.raises(SettingError, match="--stop-words"):
        Words().read("--stop-words", str(tmp_path / "none.txt"))
    with pytest.raises(SettingError, match="There are no built-in lists"):
        Words().read("--stop-words", "english")


def test_numbers_by_label():
    prior = ByLabel(("learned", "uniform"))
    assert prior.read("--prior", "uniform") == "uniform"
    assert prior.read("--prior", "a=b=0.5,c=0.5") == {"a=b": 0.5, "c": 0.5}
    with pytest.raises(SettingError, match="--prior must be learned, uniform or LABEL=P"):
        prior.read("--prior", "ham=often")


def test_cutoffs_are_numbers_or_rules():
    assert Cutoff().read("--cutoff", "0.8") == 0.8
    assert Cutoff().read("--cutoff", "ham=0.1,spam=0.9") == {"ham": 0.1, "spam": 0.9}
    assert Cutoff().read("--cutoff", "spam=f1, ham=0.2") == ("spam=f1", "ham=0.2")


def test_several_cutoffs_must_name_their_labels():
    with pytest.raises(SettingError, match=r"^--cutoff: a finite number must come here; got"):
        Cutoff().read("--cutoff", "0.5,0.6")
    with pytest.raises(SettingError, match=r"^--cutoff must be a number or LABEL=P,LABEL=P,…; got"):
        Cutoff().read("--cutoff", "0.5,ham=0.6")


def test_rules_are_written_as_a_list():
    assert Cutoff().value(["spam=f1"]) == ("spam=f1",)
    assert Cutoff().plain(("spam=f1",)) == ["spam=f1"]
    assert Cutoff().plain(0.5) == 0.5


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        (Names(), "author", "columns must be a list of words; got 'author'."),
        (Names(), ["author", 3], "columns must be a list of words; got ['author', 3]."),
        (Words(), "the", "stop words must be a list of words; got 'the'."),
        (NamesTogether(), "a,b", "columns to cross must be a list of lists; got 'a,b'."),
        (NamesTogether(), ["a"], "columns to cross must be a list of words; got 'a'."),
        (Cutoff(), [0.5], "cutoff rules must be a list of words; got [0.5]."),
    ],
)
def test_what_is_no_list_of_names_is_a_sentence(kind, data, sentence):
    with pytest.raises(SettingError) as caught:
        kind.value(data)
    assert str(caught.value) == sentence


def test_numbers_by_label_lie_between_their_bounds():
    weights = ByLabel(("even",), above=0, below=10)
    assert [weights.fits({"ham": number}) for number in (0, 1, 9.5, 10)] == [
        False,
        True,
        True,
        False,
    ]
    assert not weights.fits("odd")
    assert not ByLabel(below=10).fits({"ham": -10})


def test_a_name_stands_for_all_labels_where_there_is_one():
    assert ByLabel(("even",)).kept("even") == "even"
    assert ByLabel(("even",)).plain("even") == "even"
    assert ByLabel(("even",)).description == "even, table of labels and numbers"


def test_lexicons_are_files_by_name_and_written_as_words():
    files = [Lexicons().parse("good=nice.txt"), Lexicons().parse("bad = a=b.txt")]
    assert Lexicons().read("--lexicon", files) == {"good": "nice.txt", "bad": "a=b.txt"}
    scored = Lexicon.of("tone", {"good": 2, "dull": -1})
    assert Lexicons().plain([scored]) == {"tone": {"dull": -1.0, "good": 2.0}}
