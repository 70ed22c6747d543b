"""What a search came to, on the terminal: what could not be tried, and how good the best is."""

from typing import TYPE_CHECKING

from linnet.cli.leaks import print_columns
from linnet.cli.measures import measured
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.tuned import Held, Tuned

WHY_STOPPED = {"budget": "the budget was spent", "interrupted": "it was stopped"}


def print_left_out(tuned: "Tuned") -> None:
    """Print which recipes could not learn, and which were not tried."""
    from linnet.tuning.outcome import settings_in_words

    problems = [tried for tried in tuned.tried if tried.problem]
    if problems:
        first = problems[0]
        recipes = counted(len(problems), "recipe")
        print(f"{recipes} could not learn; {settings_in_words(first)}: {first.problem}")
    untried = [tried for tried in tuned.tried if tried.value is None and not tried.problem]
    if untried and tuned.stopped:
        recipes = counted(len(untried), "recipe")
        print(f"{recipes} not tried: {WHY_STOPPED[tuned.stopped]}.")


def print_estimate(tuned: "Tuned") -> None:
    """Print how good the classifier is on documents that played no part in choosing it."""
    from linnet.classifier.facts_in_words import uncalibrated_sentence

    for sentence in tuned.copies_in_words:
        print(sentence)
    measures = tuned.measures()
    if measures and tuned.held is not None:
        names = dict.fromkeys((tuned.metric, *_main_measures(tuned)))
        values = ", ".join(f"{name} {measured(measures[name])}" for name in names)
        documents = counted(tuned.reserved, "document")
        print(f"Honest estimate, by {documents} {_reserved_how(tuned)}: {values}.")
        _print_leaks(tuned, tuned.held)
        _print_calibration_gain(tuned, tuned.held)
    else:
        print("There is no honest estimate: no documents were kept out of choosing.")
    uncalibrated = uncalibrated_sentence(tuned.classifier)
    if uncalibrated:
        print(uncalibrated)


def _reserved_how(tuned: "Tuned") -> str:
    if tuned.outer_folds:
        return f"in {tuned.outer_folds} outer folds"
    return "reserved from the start"


def _main_measures(tuned: "Tuned") -> tuple[str, ...]:
    """Return the measures that everybody wants to know."""
    if tuned.classifier.multilabel:
        return ("subset-accuracy", "micro-f1", "macro-f1")
    return ("accuracy", "macro-f1")


def _print_leaks(tuned: "Tuned", held: "Held") -> None:
    """Print what leaks into the estimate."""
    if held.leaks is None:
        return
    n_leaks = len(held.leaks.rows)
    if n_leaks:
        have = "has a near-duplicate" if n_leaks == 1 else "have near-duplicates"
        sentence = f"{n_leaks:,} of them {have} among the documents that the recipe was chosen on"
        if held.without_leaks is not None:
            name = _main_measures(tuned)[0]
            sentence += f"; without them {name} {measured(held.without_leaks.measures[name])}"
        print(f"{sentence}.")
    print_columns(held.leaks)


def _print_calibration_gain(tuned: "Tuned", held: "Held") -> None:
    """Print what the calibration does to probabilities."""
    before = tuned.uncalibrated()
    if before is None or held.evaluation.measures["log-loss"].value is None:
        return
    after = tuned.measures()
    changes = [_change(name, before[name], after[name].value) for name in before]
    print(f"Calibrated by parts that models had not learned; there: {'; '.join(changes)}.")


def _change(name: str, before: float | None, after: float | None) -> str:
    """Return a measure before and after; margins, also of some folds, have none before."""
    value = "undefined" if after is None else f"{after:.4f}"
    if before is None:
        return f"{name} {value}"
    return f"{name} {before:.4f} before, {value} after"
