"""What a search came to, as plain data and in words."""

from typing import Any

from linnet.errors import counted
from linnet.evaluation.metrics.multilabel_metrics import metric_named
from linnet.evaluation.splits.duplicate_groups import DuplicateGroups
from linnet.tuning.search_plan import FINE
from linnet.tuning.tried import Tried, rank
from linnet.tuning.tuned import Tuned


def best_first(tuned: Tuned) -> list[Tried]:
    """Return what was tried, the best first."""
    metric = metric_named(tuned.metric, multilabel=tuned.classifier.multilabel)
    return sorted(tuned.tried, key=lambda tried: rank(tried, metric))


def finished(tuned: Tuned) -> list[Tried]:
    """Return what was tried and has a value, the best first."""
    return [tried for tried in best_first(tuned) if tried.value is not None]


def best_of_each_kind(tuned: Tuned) -> dict[str, Tried]:
    """Return kind of recipe → the best of it, the best kind first."""
    kinds: dict[str, Tried] = {}
    for tried in finished(tuned):
        kinds.setdefault(kind_in_words(tried), tried)
    return kinds


def choice_facts(tuned: Tuned) -> dict[str, Any] | None:
    """Return what was chosen, and how good it is; None where documents were too few for that."""
    if not tuned.tried:
        return None
    estimate = tuned.measures().get(tuned.metric)
    duplicates = None if tuned.duplicates is None else tuned.duplicates.as_json()
    return {
        "recipes": len(finished(tuned)),
        "metric": tuned.metric,
        "settings": tuned.best.settings,
        "value": tuned.best.value,
        "estimate": None if estimate is None else estimate.as_json(),
        "reserved": tuned.reserved,
        "stopped": tuned.stopped or None,
        "duplicates": duplicates,
    }


def duplicate_sentences(duplicates: DuplicateGroups | None, n_documents: int) -> list[str]:
    """Return how many documents have copies, and what was done about them; [] where none have."""
    if duplicates is None or not duplicates.n_copies:
        return []
    documents = counted(n_documents, "document")
    found = f"{duplicates.n_copies:,} of {documents} are exact or near duplicates of others"
    sentences = [f"{found}; {_kept_in_words(duplicates)}."]
    n_other = duplicates.n_copies - duplicates.n_kept - duplicates.n_large
    if duplicates.n_large:
        sentences.append(
            f"{duplicates.n_large:,} of them are in a group of more than a tenth of all documents, "
            "as from a template; such a group is divided."
        )
    if n_other:
        sentences.append(
            f"{n_other:,} of them are in groups that are divided: each fold needs documents, and "
            "the model of the others some of each label."
        )
    return sentences


def _kept_in_words(duplicates: DuplicateGroups) -> str:
    """Return whether copies are kept in one fold, and what that means for the estimate."""
    n_divided = duplicates.n_copies - duplicates.n_kept
    if not n_divided:
        return "copies are kept in one fold, so that the estimate is honest"
    too_good = "the estimate is too good, unless new documents will have such copies, too"
    if not duplicates.n_kept:
        return f"these copies cannot be kept in one fold: {too_good}"
    others = f"the other {duplicates.n_kept:,} are kept in one fold"
    return f"{n_divided:,} of these cannot be kept in one fold: {too_good}; {others}"


def kind_in_words(tried: Tried) -> str:
    """Return the learner and its features in a few words, without what all recipes have."""
    left_out = (*FINE, "min_documents")
    words = {name: str(value) for name, value in tried.settings.items() if name not in left_out}
    learner = words.pop("learner", "")
    weighting = words.pop("weighting", "")
    features = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in words.items())
    return " · ".join(part for part in (learner, features, weighting) if part)


def settings_in_words(tried: Tried) -> str:
    """Return the settings that a recipe was tried with."""
    words = []
    for name, value in tried.settings.items():
        words.append(f"{name.replace('_', ' ')} {value_in_words(value)}")
    return ", ".join(words) or "as it is"


def value_in_words(value: Any) -> str:
    """Return the value of a setting.

    >>> value_in_words(None), value_in_words(1e-05), value_in_words("1-2")
    ('none', '1e-05', '1-2')
    """
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)
