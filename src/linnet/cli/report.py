"""The report that a command writes beside what it prints."""

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linnet.cli.inputs import STANDARD_INPUT, files_read, names_shown
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.progress import judging_progress, progress
from linnet.cli.terminal import say, size_of
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import InputError, SettingError

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.tuned import Held, Tuned
    from linnet.validation.detailed_evaluation import DetailedEvaluation


def check_report(
    path: str,
    model: str,
    data: Sequence[str],
    format: str | None = None,  # noqa: A002
) -> None:
    """Refuse, before any work, a report that could not be written."""
    from linnet.report.forms import check_form

    check_form(path)
    check_output(path, model, *files_read(data, format))
    if list(data) == STANDARD_INPUT:
        raise SettingError(
            "a report must read the documents twice; got standard input. Save it to a file."
        )


def write_report(  # noqa: PLR0913
    path: str,
    classifier: "Classifier",
    documents: "Documents",
    evaluation: "DetailedEvaluation",
    *,
    model: str,
    data: Sequence[str],
    sections: dict[str, Any],
) -> None:
    """Write the report of what was found, and say so; `data` are the files as they are shown."""
    from linnet.recipe.words import in_words
    from linnet.report.evaluation_report import file_identity, files_identity, report_bytes

    files = {"model": file_identity(model), "data": files_identity(data)}
    words = in_words(classifier.recipe, multilabel=classifier.multilabel)
    sections = {"files": files, "words": words, **sections}
    with written_whole(path) as file:
        file.write(report_bytes(path, classifier, documents, evaluation, **sections))
    say(f"report written to {path} ({size_of(path)}).")


def write_tuned_report(args: Namespace, documents: "Documents", tuned: "Tuned", folds: int) -> None:
    """Write what the estimate of a choice comes from, what was tried, suspects and curves."""
    from linnet.report.sections import tuning_sections

    held = tuned.held
    if held is None:
        say("no report: it shows the honest estimate, and there is none.")
        return
    with progress("drawing curves") as show_progress:
        sections = tuning_sections(
            documents,
            tuned,
            held,
            folds=folds,
            progress=show_progress,
            threads=args.threads,
            tokenizer=tokenizer_of(args.tokenizer),
        )
    _write_held_report(args, held, sections)


def write_judged_report(args: Namespace, documents: "Documents", recipe: "Recipe") -> None:
    """Write how good a recipe that is given is, by cross-validation, with suspects and curves."""
    from linnet.report.sections import judged_sections
    from linnet.tuning.judge import FOLDS, judge

    settings = {"threads": args.threads, "tokenizer": tokenizer_of(args.tokenizer)}
    try:
        with judging_progress() as show_judging:
            held = judge(documents, recipe, progress=show_judging, **settings)
    except InputError as error:
        raise InputError(
            "a report judges each part of the documents by a model of the others; got a part for "
            f"which there is none: {error}",
            "Add documents, or leave --report out.",
        ) from None
    folds = min(FOLDS, len(held.predictions))
    with progress("drawing curves") as show_progress:
        sections = judged_sections(
            documents, recipe, held, folds=folds, progress=show_progress, **settings
        )
    _write_held_report(args, held, sections)


def _write_held_report(args: Namespace, held: "Held", sections: dict[str, Any]) -> None:
    from linnet.validation.detailed_evaluation import DetailedEvaluation

    write_report(
        args.report,
        held.classifier,
        held.documents,
        DetailedEvaluation(held.predictions, held.evaluation),
        model=args.output,
        data=names_shown(args.data, args.format),
        sections=sections,
    )
