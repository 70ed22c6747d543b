"""Sections of a report that come from other rooms."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet.report.sections import suspect_sections, tuning_sections
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
