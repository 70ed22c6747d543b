"""Features found again in the text that they came from."""

import linnet
from linnet.features.blocks import BlockSettings
from linnet.report.highlight import pieces
from tests.report.reports import report_of


def lit(text, added, **settings):
    """The pieces that add something."""
    return [(piece, round(value, 6)) for piece, value in pieces(text, BlockSettings(**settings), added) if value]


def test_pairs_of_words_light_up_both_words():
    # 3 and 4 letters; the space between them takes no part.
    assert lit("not good", [("not good", 7.0)]) == [("not", 3.0), ("good", 4.0)]


def test_a_word_is_not_found_inside_another():
    assert lit("art, party", [("art", 2.0)]) == [("art", 2.0)]


def test_characters_in_words_know_where_a_word_begins():
    assert lit("cat scat", [(" ca", 2.0)], kind="chars-in-words") == [("cat", 2.0)]
    assert lit("cat scat", [("ca", 2.0)], kind="chars-in-words") == [("cat", 1.0), ("scat", 1.0)]


def test_characters_overlap():
    assert lit("aaa", [("aa", 2.0)], kind="chars") == [("aaa", 2.0)]


def test_case_and_accents_are_as_the_features_have_them():
    assert lit("Café", [("cafe", 1.0)], strip_accents=True) == [("Café", 1.0)]
    assert lit("Café", [("café", 1.0)], lower=False) == []
    assert lit("İstanbul", [("x", 1.0)]) == []  # its lower case is two characters


def test_scripts_without_spaces_light_up_by_character():
    assert lit("好电影", [("好", 1.0)], kind="chars") == [("好", 1.0)]


def test_names_that_are_no_text_are_left_out():
    assert lit("a (b) [c", [("#17", 1.0), ("", 1.0), (" ", 1.0)]) == []


def test_two_fields_each_by_its_own_features():
    films = [
        {"title": "good", "body": "bad plot", "label": "pos"},
        {"title": "bad", "body": "good plot", "label": "neg"},
    ]
    classifier = linnet.train(linnet.read(films * 2, text=("title", "body")), {"words": "1"})
    wrong = [{"title": "good", "body": "good", "label": "pos"}, {"title": "good", "body": "bad", "label": "neg"}]
    report = report_of(classifier, linnet.read(wrong, text=("title", "body")))
    why = report["documents"][report["mistakes"][0]]["why"]
    assert [piece for piece, _ in why["pieces"]] == ["title: ", "good", " · body: ", "bad"]
    assert {name for name, _ in why["features"]} == {"title.words:good", "body.words:bad"}
