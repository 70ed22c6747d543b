"""The report that a command writes beside what it prints."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from linnet.cli.inputs import STANDARD_INPUT, files_read
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.terminal import say, size_of
from linnet.errors import SettingError

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading import Documents
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
