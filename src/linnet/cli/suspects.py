"""The option --suspects: a file of label suspects, and a sentence about it."""

from typing import TYPE_CHECKING

from linnet.cli.output_file import check_output, written_whole
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.validation.label_suspects import Suspects


def check_suspects_output(path: str | None, *inputs: str | None) -> None:
    """Refuse, before any work, a file that could not be written."""
    if path is None:
        return
    from linnet.validation.suspects_file import writer_for

    writer_for(path)
    check_output(path, *inputs)


def write_suspects(path: str, suspects: "Suspects", *, multilabel: bool) -> None:
    """Write the suspects, whole or not at all."""
    from linnet.validation.suspects_file import suspects_as_bytes

    with written_whole(path) as file:
        file.write(suspects_as_bytes(suspects, path, multilabel=multilabel))


def suspects_sentence(path: str, suspects: "Suspects") -> str:
    """Return what was written."""
    has_margins = suspects and suspects[0].probability is None
    order = "margin" if has_margins else "probability"
    number = counted(len(suspects), "suspect label")
    sentence = f"Wrote {path}: {number}, the least plausible by {order} first."
    if not suspects.not_judged:
        return sentence
    left_out = counted(suspects.not_judged, "label")
    reason = "since no document of another fold has the same"
    return f"{sentence}\nLeft out: {left_out} of documents, {reason}."
