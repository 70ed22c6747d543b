"""The stages of tuning, in their order."""

import numpy as np
import pytest

from linnet import tune
from linnet.evaluation.splits.splits import SplitCriteria
from linnet.recipe.recipe import Recipe
from linnet.tuning.grid import candidates_of
from linnet.tuning.search_plan import Search
from linnet.tuning.search_work import JobProgress
from linnet.tuning.stages import Estimate, Stage, Stages, planned_stages
from linnet.tuning.tried import ignore_progress
from linnet.validation.folds import Folds

CORPUS = [("good film", "pos"), ("fine film", "pos"), ("bad film", "neg"), ("dull one", "neg")] * 10
JUDGED = "learning what is judged"
LEAKS = "looking for leaks"
FINAL = "learning all documents"


def planned(**estimate):
    """Return the names and the documents of the stages for 100 documents."""
    criteria = SplitCriteria(np.zeros(100, np.int32))
    job = JobProgress(ignore_progress)
    settings = {"reserve": 0.0, "outer_folds": None, "small": False, **estimate}
    candidates = candidates_of(Recipe(), {"smoothing": [0.1, 1.0]})
    how = Search(folds=Folds(5))
    stages = planned_stages(job, criteria, candidates, how, Estimate(**settings))
    return [(stage.name, round(stage.documents)) for stage in stages.left]


def test_a_reserved_part_is_judged_once():
    assert planned(reserve=0.2) == [
        ("search", 80),
        (JUDGED, 80),
        (LEAKS, 100),
        (FINAL, 100),
        ("writing", 100),
    ]


def test_without_an_estimate_there_is_only_the_search_and_its_winner():
    assert planned() == [("search", 100), (FINAL, 100), ("writing", 100)]


def test_outer_folds_repeat_the_search():
    stages = planned(outer_folds=4)
    assert stages[0] == ("search", 100)
    assert stages[1:9] == [("search", 75), (JUDGED, 75)] * 4
    assert stages[9:] == [(LEAKS, 100), (FINAL, 100), ("writing", 100)]


def test_a_small_classifier_needs_fewer_features():
    names = [name for name, _ in planned(reserve=0.2, small=True)]
    assert names[:3] == ["search", "leaving features out", JUDGED]


@pytest.mark.parametrize(
    "settings",
    [{}, {"outer_folds": 3}, {"reserve": 0}, {"small": True}, {"search": "halving"}],
    ids=str,
)
def test_progress_covers_all_stages_and_never_goes_back(settings):
    told = []
    grid = {"learner": ["svm", "multinomial"], "words": ["1", "1-2"]}
    tune(CORPUS, grid=grid, progress=told.append, **settings)
    shares = [one.share for one in told]
    assert shares == sorted(shares)
    assert (shares[-1], told[-1].seconds_left, told[-1].doing) == (1.0, 0.0, "done")
    doing = list(dict.fromkeys(one.doing for one in told))
    assert doing[-3:] == [FINAL, "writing", "done"]
    assert all(one.seconds_left is not None for one in told[-5:])
    assert max(share for share, one in zip(shares, told, strict=True) if one.doing != "done") < 1


def test_ctrl_c_leaves_out_the_stages_in_between():
    told = []

    def interrupt(progress):
        told.append(progress)
        if progress.done == 2 and not progress.stopped:
            raise KeyboardInterrupt

    grid = {"words": ["1", "1-2", "1-3"]}
    tune(CORPUS, grid=grid, outer_folds=3, progress=interrupt)
    doing = list(dict.fromkeys(one.doing for one in told))
    assert doing[-3:] == [FINAL, "writing", "done"]
    assert all(one.stopped == "interrupted" for one in told[-3:])


def test_more_of_a_stage_than_planned_is_no_error():
    stages = Stages(JobProgress(ignore_progress), [Stage(FINAL, 10)], Search(), 1.0)
    with stages.work(LEAKS, Recipe()):
        assert [stage.name for stage in stages.left] == [LEAKS, FINAL]
    assert [stage.name for stage in stages.left] == [FINAL]
