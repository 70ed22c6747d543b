"""Labels that differ only in case or spaces."""

from linnet.reading.similar_labels import folded_names, similar_groups, similar_sentence


def test_labels_that_may_be_one():
    assert similar_groups(["Ham", "ham", "spam", " HAM"]) == [["Ham", "ham", " HAM"]]
    assert similar_groups(["a b", "a  B", "ab"]) == [["a b", "a  B"]]
    assert similar_groups(["ham", "spam", " ", "  "]) == []


def test_the_most_frequent_spelling_whatever_its_spaces_is_taken():
    # " ham" 2 and "ham" 2 are the spelling "ham" 4 times, Ham is there 3 times.
    counts = {" ham": 2, "ham": 2, "Ham": 3}
    assert folded_names(counts) == {" ham": "ham", "Ham": "ham"}


def test_of_spellings_as_frequent_the_first_by_bytes_is_taken():
    assert folded_names({"b": 1, "B": 1, "é": 2, "É": 2}) == {"b": "B", "é": "É"}


def test_a_lone_label_loses_its_outer_spaces():
    assert folded_names({" Open  Ticket ": 1}) == {" Open  Ticket ": "Open Ticket"}


def test_labels_of_a_model_stay_as_they_are():
    assert folded_names({"ham ": 9, "Ham": 1}, ["Ham", "HAM"]) == {"ham ": "HAM"}


def test_a_sentence_names_counts_and_what_only_the_model_has():
    assert similar_sentence({"ham": 2}, ["Ham", "spam"]) == (
        "labels differ only in case or spaces: 'ham' 2, 'Ham' in the model"
    )
    assert similar_sentence({"ham": 2}, ["ham", "spam", "SPAM"]) == ""


def test_many_groups_are_not_all_named():
    counts = {name: 1 for n in range(8) for name in (f"a{n}", f"A{n}")}
    assert similar_sentence(counts).endswith("'a4' 1, 'A4' 1; 3 more groups")
