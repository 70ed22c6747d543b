"""What a search came to, in words: what was tried, what could not be, and how good the best is."""

from typing import TYPE_CHECKING, Any

from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.search import Tried
    from linnet.tuning.tune import Tuned


def best_first(tuned: "Tuned") -> "list[Tried]":
    from linnet.evaluation.metrics.multilabel_metrics import metric_named
    from linnet.tuning.search import rank

    metric = metric_named(tuned.metric, multilabel=tuned.classifier.multilabel)
    return sorted(tuned.tried, key=lambda one: rank(one, metric))


def print_left_out(tuned: "Tuned") -> None:
    untried = [one for one in tuned.tried if one.value is None and not one.problem]
    problems = [one for one in tuned.tried if one.problem]
    if problems:
        first = problems[0]
        print(
            f"{counted(len(problems), 'recipe')} could not learn; {settings_in_words(first)}: {first.problem}"
        )
    if untried and tuned.stopped:
        why = {"budget": "the budget was spent", "interrupted": "it was stopped"}[tuned.stopped]
        print(f"{counted(len(untried), 'recipe')} not tried: {why}.")


def shown(value: Any) -> str:
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def settings_in_words(tried: "Tried") -> str:
    return (
        ", ".join(
            f"{name.replace('_', ' ')} {shown(value)}" for name, value in tried.settings.items()
        )
        or "as it is"
    )


def _print_trust(tuned: "Tuned") -> None:
    """Print what leaks into the estimate, and what the calibration does."""
    from linnet.cli.leaks import print_columns
    from linnet.cli.measures import measured

    assert tuned.held is not None
    held, before = tuned.held, tuned.uncalibrated()
    if held.leaks is not None and len(held.leaks.rows):
        said = f"{len(held.leaks.rows):,} of them have a twin among the documents that the recipe was chosen on"
        left, name = held.without_leaks, _told_first(tuned)[0]
        print(
            f"{said}{'' if left is None else f'; without them {name} {measured(left.measures[name])}'}."
        )
    if held.leaks is not None:
        print_columns(held.leaks)
    if before is not None and held.evaluation.measures["log-loss"].value is not None:
        after = {name: tuned.measures()[name].value for name in before}
        pairs = [_changed(name, before[name], after[name]) for name in before]
        print(f"Calibrated by parts that models had not learned; there: {'; '.join(pairs)}.")


def _told_first(tuned: "Tuned") -> tuple[str, ...]:
    """Return the measures that everybody wants to know."""
    return (
        ("subset-accuracy", "micro-f1", "macro-f1")
        if tuned.classifier.multilabel
        else ("accuracy", "macro-f1")
    )


def _changed(name: str, before: float | None, after: float | None) -> str:
    """Return a measure before and after; margins, also those of some folds, have no probabilities before."""
    said = "undefined" if after is None else f"{after:.4f}"
    return f"{name} {said}" if before is None else f"{name} {before:.4f} before, {said} after"


def print_estimate(tuned: "Tuned") -> None:
    """Print how good the classifier is on documents that played no part in choosing it."""
    from linnet.classifier.facts_in_words import uncalibrated_sentence
    from linnet.cli.measures import measured

    found = tuned.measures()
    if found:
        shown = dict.fromkeys((tuned.metric, *_told_first(tuned)))
        measures = ", ".join(f"{name} {measured(found[name])}" for name in shown)
        how = (
            f"in {tuned.outer_folds} outer folds"
            if tuned.outer_folds
            else "reserved from the start"
        )
        print(f"Honest estimate, by {counted(tuned.reserved, 'document')} {how}: {measures}.")
        _print_trust(tuned)
    else:
        print("There is no honest estimate: no documents were kept out of choosing.")
    uncalibrated = uncalibrated_sentence(tuned.classifier)
    if uncalibrated:
        print(uncalibrated)
