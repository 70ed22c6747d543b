"""Sections of a report that come from other rooms, as plain data."""

from dataclasses import replace
from typing import Any

from linnet.classifier.training_documents import with_columns_of
from linnet.errors import counted
from linnet.learning.counting import Progress, no_progress
from linnet.reading import Documents
from linnet.recipe.recipe import Recipe
from linnet.tuning.curves import DOCUMENTS, curve
from linnet.tuning.outcome import best_first, duplicate_sentences
from linnet.tuning.tuned import Held, Tuned
from linnet.validation.label_suspects import Suspects, suspects

MOST_SUSPECTS = 50
CURVE_FOLDS = 5
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
    settings = {"metric": tuned.metric, "folds": folds, "progress": progress, **settings}
    held = replace(held, duplicates=tuned.duplicates)
    tried = [recipe_tried.as_json() for recipe_tried in best_first(tuned)]
    return {
        "tuning": {**tuned.as_json(), "tried": tried},
        **judged_sections(documents, tuned.recipe, held, **settings),
        "judged_by": _with_duplicates(_judged_by_choice(tuned), held, tuned.documents),
    }


def judged_sections(
    documents: Documents,
    recipe: Recipe,
    held: Held,
    *,
    folds: int,
    metric: str | None = None,
    progress: Progress = no_progress,
    **settings: Any,
) -> dict[str, Any]:
    """Return what a report shows of a recipe that was judged: suspects, curves and leaks.

    `settings` are those of `suspects` and `curve`: threads and tokenizer.
    """
    recipe = replace(recipe, calibration="none", cutoff=None, unsure=False)
    documents = with_columns_of(recipe, documents)
    if held.duplicates is not None:
        settings["copies"] = held.duplicates.groups
    label_suspects = suspects(documents, recipe, folds=folds, progress=progress, **settings)
    along = [name for name in CURVES_ALONG if getattr(recipe.learner, name, None) is not None]
    curves = []
    curve_folds = min(CURVE_FOLDS, len(held.predictions))
    for name in [*along, DOCUMENTS]:
        line = curve(documents, recipe, along=name, metric=metric, folds=curve_folds, **settings)
        curves.append(line.as_json())
    return {
        **suspect_sections(label_suspects),
        "curves": curves,
        "leaks": held.leaks and held.leaks.as_json(),
        "answered": held.answered,
        "without_leaks": held.without_leaks and held.without_leaks.as_json(),
        "judged_by": judged_by_folds(held),
    }


def judged_by_folds(held: Held) -> str:
    """Return how documents were judged by models of the same recipe."""
    sentence = (
        f"Each document was judged by one of {counted(len(held.classifiers), 'model')} of the same "
        "recipe that had not learned it (cross-validation); the model in the file has learned all "
        "of them."
    )
    return _with_duplicates(sentence, held, len(held.predictions))


def _with_duplicates(sentence: str, held: Held, n_documents: int) -> str:
    return " ".join([sentence, *duplicate_sentences(held.duplicates, n_documents)])


def _judged_by_choice(tuned: Tuned) -> str:
    """Return how documents were judged that played no part in choosing."""
    how = "were reserved from the start"
    if tuned.outer_folds:
        how = f"are those of {tuned.outer_folds} outer folds, each left out of a whole search"
    return (
        f"These documents played no part in choosing the recipe: they {how}. They were judged by "
        "models that had not learned them; the model in the file has learned all documents."
    )
