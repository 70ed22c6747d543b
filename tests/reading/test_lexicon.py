"""Lexicon files: the format is seen by their content, and what is wrong is said with its row."""

import os
from pathlib import Path

import pytest

from linnet.errors import InputError, SettingError
from linnet.reading.lexicon import Lexicon, lexicons_of, read_lexicon, read_lexicons


@pytest.fixture
def lexicon(tmp_path):
    def written(content, name="words.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def test_a_word_list_has_comments_and_each_word_is_worth_one(lexicon):
    read = read_lexicon(lexicon(";;;\n; Opinion words\n\ngood\r\n2-faced\nnot bad\n"))
    assert read == Lexicon("words", ("2-faced", "good", "not bad"), (1.0, 1.0, 1.0))


def test_words_with_numbers_may_be_phrases(lexicon):
    read = read_lexicon(lexicon("abandon\t-2\ncan't stand\t-3\n"), "afinn")
    assert read == Lexicon("afinn", ("abandon", "can't stand"), (-2.0, -3.0))


def test_words_with_ratings_may_start_with_a_semicolon(lexicon):
    read = read_lexicon(lexicon(";)\t0.9\t0.3\t[1, 1]\r\nlol\t2.9\t0.5\t[3, 2]"))
    assert dict(zip(read.words, read.scores, strict=True)) == {";)": 0.9, "lol": 2.9}


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfna\xc3\xafve\n", b"na\xefve\n"], ids=["UTF-8 with mark", "Latin-1"]
)
def test_older_encodings(lexicon, content):
    assert read_lexicon(lexicon(content)).words == ("naïve",)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", ": a lexicon must have words; got none. Check the file."),
        ("; only\n\n; comments\n", ": a lexicon must have words; got none. Check the file."),
        (
            "good\t1\nbad\n",
            ", row 2: a row must have a word and a number, as the first has; got 1 columns.",
        ),
        ("good\nbad\t-1\n", ", row 2: a row must have a word, as the first has; got 2 columns."),
        (
            "; x\ngood\tmuch\n",
            ", row 2: a score must be a finite number; got 'much'. Correct the row.",
        ),
        ("good\tnan\n", ", row 1: a score must be a finite number; got 'nan'."),
        ("good\t1\n\t1\n", ", row 2: a word must not be empty; got ''."),
        (
            "a\tb\tc\n",
            ", row 1: a row must have a word or a word and a number or a word, a mean, a "
            "deviation and",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_row(lexicon, content, sentence):
    path = lexicon(content)
    with pytest.raises(InputError) as caught:
        read_lexicon(path)
    assert str(caught.value).startswith(f"{path}{sentence}")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="a lexicon must be a readable file; got: no such file"):
        read_lexicon(tmp_path / "none.txt")


@pytest.mark.parametrize(
    "words",
    ["good", 5, {"good": "x"}, {"good": True}, {"good": float("inf")}, [1], [""], ["\ud800"], []],
)
def test_what_is_no_lexicon_is_a_sentence(words):
    with pytest.raises(SettingError, match=r"lexicon '?tone"):
        Lexicon.of("tone", words)


@pytest.mark.parametrize(
    ("name", "n", "word", "score"),
    [
        ("positive-words.txt", 2006, "zippy", 1),
        ("negative-words.txt", 4783, "2-faced", 1),
        ("AFINN-111.txt", 2477, "does not work", -3),
        ("AFINN-en-165.txt", 3382, "abandon", -2),
        ("vader_lexicon.txt", 7502, "$:", -1.5),
    ],
)
def test_real_lexicons(name, n, word, score):
    folder = os.environ.get("LINNET_DATA")
    if not folder:
        pytest.skip("LINNET_DATA does not name the folder of real data sets")
    read = read_lexicon(Path(folder) / "lexicons" / name)
    assert (len(read.words), read.scores[read.words.index(word)]) == (n, score)


def test_a_table_of_words_becomes_lexicons_sorted_by_name():
    ready = Lexicon.of("b", ["good"])
    lexicons = lexicons_of({"b": ready, "a": {"bad": -1}})
    assert lexicons == (Lexicon("a", ("bad",), (-1.0,)), ready)
    assert lexicons_of(lexicons) == lexicons
    with pytest.raises(SettingError, match="lexicons must be a table of names and words; got 7"):
        lexicons_of(7)


def test_words_are_a_list_where_each_is_worth_one():
    assert Lexicon.of("a", ["x", "y"]).table() == ["x", "y"]
    assert Lexicon.of("a", {"x": 1, "y": 2}).table() == {"x": 1.0, "y": 2.0}


def test_paths_in_a_table_are_read(tmp_path):
    path = tmp_path / "positive.txt"
    path.write_text("good\n")
    lexicons = read_lexicons({"nice": path, "others": ["fine"]})
    assert lexicons == {"nice": Lexicon.of("nice", ["good"]), "others": ["fine"]}
    assert read_lexicons(()) == ()
