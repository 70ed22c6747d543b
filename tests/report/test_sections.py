"""Sections of a report that come from other rooms."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet.report.sections import judged_sections, suspect_sections, tuning_sections
from linnet.tuning.judge import judge
from linnet.validation.label_suspects import Suspect, Suspects

# "good" and "bad" tell the label of thirty films; the label of the last one is wrong.
FILMS = [("good film", "pos"), ("bad film", "neg")] * 15 + [("good good film", "neg")]


def suspect(row):
    return Suspect(row, None, "neg", "pos", 0.25, 0.75, -1.0, "good film")


def test_only_the_most_suspect_are_shown_and_the_unjudged_counted():
    found = Suspects(suspect(row) for row in range(1, 61))
    found.not_judged = 3
    shown = suspect_sections(found)
    assert [one["row"] for one in shown["suspects"]] == [*range(1, 51)]
    assert shown["suspects"][0]["likelier"] == "pos"
    assert shown["suspects_left_out"] == 3


def test_no_suspects_are_an_empty_list():
    assert suspect_sections(Suspects()) == {"suspects": [], "suspects_left_out": 0}


@pytest.fixture(scope="module")
def documents():
    return linnet.read(FILMS)


@pytest.fixture(scope="module")
def tuned(documents):
    # Smoothed by 1000, every film is taken for the more frequent label.
    return linnet.tune(documents, grid={"smoothing": [1000.0, 0.1]}, folds=3)


def test_a_search_shows_the_best_recipe_first_and_the_suspects_of_it(documents, tuned):
    found = tuning_sections(documents, tuned, tuned.held, folds=5, threads=1)
    tried = found["tuning"]["tried"]
    assert [one["settings"]["smoothing"] for one in tried] == [0.1, 1000.0]
    assert [one["along"] for one in found["curves"]] == ["smoothing", "documents"]
    assert [(one["row"], one["likelier"]) for one in found["suspects"]] == [(30, "pos")]
    assert found["answered"](0) is tuned.held.classifiers[0]


def test_what_was_held_out_is_told_with_and_without_leaks(documents, tuned):
    held = replace(tuned.held, leaks=replace(tuned.held.leaks, rows=np.array([0, 2])))
    found = tuning_sections(documents, tuned, held, folds=2, threads=1)
    assert found["leaks"]["leaking"] == 2
    # Six of 31 films are held out, a fifth of each label; all four that are left are told right.
    assert found["without_leaks"]["documents"] == 4
    assert found["without_leaks"]["accuracy"]["value"] == 1.0
    unchecked = replace(tuned.held, leaks=None)
    found = tuning_sections(documents, tuned, unchecked, folds=2, threads=1)
    assert (found["leaks"], found["without_leaks"]) == (None, None)


def test_copies_are_together_in_suspects_and_curves_too():
    rng = np.random.default_rng(1)
    words = [f"word{i}" for i in range(300)]
    texts = [" ".join(rng.choice(words, 20)) for _ in range(60)]
    labels = rng.choice(["pos", "neg"], 60).tolist()
    pairs = list(zip(texts, labels, strict=True))
    data = linnet.read([(f"{text} again{n}", label) for n in range(4) for text, label in pairs])
    recipe = linnet.Recipe.of(learner="svm", weighting="tfidf", strength="1/n")
    held = judge(data, recipe)
    found = judged_sections(data, recipe, held, folds=5, threads=1)
    along_documents = found["curves"][-1]
    assert along_documents["points"][-1]["held_out"]["mean"] < 0.65
    assert len(found["suspects"]) == 50  # half of all have the other label, by chance
    assert found["judged_by"].endswith(
        "240 of 240 documents are exact or near duplicates of others; copies are kept in one fold, "
        "so that the estimate is honest."
    )
    apart = judged_sections(data, recipe, replace(held, duplicates=None), folds=5, threads=1)
    assert apart["curves"][-1]["points"][-1]["held_out"]["mean"] > 0.9
    assert apart["suspects"] == []
