"""The report that a command writes beside what it prints."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from linnet.cli.output_file import check_output, written_whole
from linnet.cli.terminal import say, size_of
from linnet.errors import SettingError


def check_report(path: str, model: str, data: str) -> None:
    """Refuse, before any work, a report that could not be written."""
    from linnet.report.forms import check_form

    check_form(path)
    check_output(path, model, data)
    if data == "-":
        raise SettingError(
            "a report must read the documents twice; got standard input. Save it to a file."
        )


def write_report(
    args: Namespace, classifier: Any, documents: Any, found: Any, **sections: Any
) -> None:
    """Write the report of what was found, and say so."""
    from linnet.recipe.words import in_words
    from linnet.report.forms import form_of, rendered
    from linnet.report.gather import gather

    files = {"model": _file(args.model), "data": _file(args.data)}
    words = in_words(classifier.recipe, multilabel=classifier.multilabel)
    report = gather(
        classifier, documents, found.answers, found, files=files, words=words, **sections
    )
    if form_of(args.report) == ".json":
        report["evaluation"] = found.as_json()  # all of it, however large
    with written_whole(args.report) as file:
        file.write(rendered(report, args.report).encode("utf-8", "backslashreplace"))
    say(f"report written to {args.report} ({size_of(args.report)}).")


def _file(path: str) -> dict[str, str | None]:
    from hashlib import file_digest

    name = Path(path).name  # not the folders, which tell of their owner
    if not Path(path).is_file():
        return {"name": name, "sha256": None}
    with Path(path).open("rb") as file:
        return {"name": name, "sha256": file_digest(file, "sha256").hexdigest()}
