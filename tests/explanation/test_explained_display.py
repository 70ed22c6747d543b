"""Explained documents in a line, and as a coloured text."""

import linnet
from linnet.explanation.explained_document import explain_document
from linnet.explanation.nearest import keep
from linnet.explanation.strongest import strongest
from tests.display.checks import check_html, check_line, check_shown
from tests.display.hostile import NAMES

PAIRS = [("cheap pills", "spam"), ("cheap pills", "spam"), ("my lunch", "ham")]


def test_the_words_that_would_change_the_answer_are_told():
    classifier = keep(linnet.train(PAIRS, {}), PAIRS)
    explained = explain_document(classifier, "cheap lunch now", nearest=2)
    assert repr(explained).startswith("ExplainedDocument(Label: spam. Probabilities: spam 0.")
    assert "Without 'cheap' the answer would be ham" in repr(explained)
    shown = check_html(explained._repr_html_())
    assert "Without 'cheap' the answer would be ham" in shown
    assert "nearest training document" in shown
    for part in (explained.counterfactual, explained.nearest[0], classifier.kept):
        check_shown(part)
    check_shown(strongest(classifier, 1)["spam"][0])


def test_hostile_documents_are_mere_text():
    pairs = [(f"{name} word{n}", f"{n} {name}") for n, name in enumerate(NAMES)]
    classifier = keep(linnet.train(pairs, {}), pairs)
    for name, label in pairs:
        explained = explain_document(classifier, name, nearest=3)
        check_shown(explained)
        check_line(repr(explained.nearest[0]))
        assert label in classifier.labels
