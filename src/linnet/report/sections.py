"""Sections of a report that come from other rooms, as plain data."""

from dataclasses import replace
from typing import Any

from linnet.classifier.training_documents import with_columns_of
from linnet.learning.counting import Progress, no_progress
from linnet.reading import Documents
from linnet.tuning.curves import DOCUMENTS, curve
from linnet.tuning.outcome import best_first
from linnet.tuning.tuned import Held, Tuned
from linnet.validation.label_suspects import Suspects, suspects

MOST_SUSPECTS = 50
CURVES_ALONG = ("smoothing", "strength")


def suspect_sections(label_suspects: Suspects) -> dict[str, Any]:
    """Return what a report shows of label suspects."""
    return {
        "suspects": [suspect.as_json() for suspect in label_suspects[:MOST_SUSPECTS]],
        "suspects_left_out": label_suspects.not_judged,
    }


def tuning_sections(
    documents: Documents,
    tuned: Tuned,
    held: Held,
    *,
    folds: int,
    progress: Progress = no_progress,
    **settings: Any,
) -> dict[str, Any]:
    """Return what a report shows of a search: recipes tried, suspects and curves of the best one.

    `settings` are those of `suspects` and `curve`: threads and tokenizer.
    """
    recipe = replace(tuned.recipe, calibration="none", cutoff=None, unsure=False)
    documents = with_columns_of(recipe, documents)
    label_suspects = suspects(documents, recipe, folds=folds, progress=progress, **settings)
    along = [name for name in CURVES_ALONG if getattr(recipe.learner, name, None) is not None]
    curves = []
    for name in [*along, DOCUMENTS]:
        line = curve(documents, recipe, along=name, metric=tuned.metric, **settings)
        curves.append(line.as_json())

    tried = [recipe_tried.as_json() for recipe_tried in best_first(tuned)]
    return {
        "tuning": {**tuned.as_json(), "tried": tried},
        **suspect_sections(label_suspects),
        "curves": curves,
        "leaks": held.leaks and held.leaks.as_json(),
        "answered": held.answered,
        "without_leaks": held.without_leaks and held.without_leaks.as_json(),
    }
