"""The report of an evaluation, with what else was found: from results to the text of a file."""

from collections.abc import Sequence
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.errors import shortened
from linnet.report.forms import form_of, rendered
from linnet.report.gather import gather
from linnet.validation.detailed_evaluation import DetailedEvaluation


def report_bytes(
    path: str,
    classifier: Classifier,
    documents: Any,
    evaluation: DetailedEvaluation,
    **sections: Any,
) -> bytes:
    """Return the report in the form that its path asks for; sections are those of `gather`."""
    report = gather(classifier, documents, evaluation.predictions, evaluation, **sections)
    if form_of(path) == ".json":
        report["evaluation"] = evaluation.as_json()  # all of it, however large
    return rendered(report, path).encode("utf-8", "backslashreplace")


def files_identity(paths: Sequence[str]) -> dict[str, str | None]:
    """Return the names of files and the SHA-256 of their bytes one after the other."""
    if len(paths) == 1:
        return file_identity(paths[0])
    names = [Path(path).name for path in paths]
    name = shortened(names, len(names))
    if not all(Path(path).is_file() for path in paths):
        return {"name": name, "sha256": None}
    digest = sha256()
    for path in paths:
        with Path(path).open("rb") as opened:
            file_digest(opened, lambda: digest)
    return {"name": name, "sha256": digest.hexdigest()}


def file_identity(path: str) -> dict[str, str | None]:
    """Return the name of a file and the SHA-256 of its bytes, if it is one."""
    file = Path(path)
    name = file.name  # not the folders, which tell of their owner
    if not file.is_file():
        return {"name": name, "sha256": None}
    with file.open("rb") as opened:
        return {"name": name, "sha256": file_digest(opened, "sha256").hexdigest()}
