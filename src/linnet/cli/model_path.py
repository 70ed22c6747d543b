"""Model files named on the command line: opened, or replaced, only where they are models."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from linnet.cli.output_file import check_output
from linnet.cli.terminal import say
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import ModelFileError, SettingError

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier

EXTENSION = ".linnet"
STALE = "calibration and cutoffs were found before the model changed. Calibrate it again."
_START = b'{"__metadata__":{"linnet":'
_LENGTH_BYTES = 8


def load_model(
    path: str,
    data: Sequence[str] = (),
    *,
    tokenizer: str | None = None,
    reads: bool = True,
    changes: bool = False,
) -> "Classifier":
    """Return the model of a file, with its tokenizer if texts are read.

    Where it is no model, the error says whether the data is one. What uses a model, rather than
    show or change it, says where it is stale.
    """
    if Path(path).is_file() and os.access(path, os.R_OK) and not is_model(path):
        advice = "Name a file that linnet train has written"
        models = [name for name in data if is_model(name)]
        if models:
            advice = f"Name {models[0]} first"
        raise ModelFileError(
            f"{path}: a model file must come first; got another kind of file. {advice}."
        )
    from linnet.classifier.classifier import load
    from linnet.features.tokenizer import UNREAD

    classifier = load(path, tokenizer_of(tokenizer) if reads else UNREAD)
    if classifier.stale and reads and not changes:
        say(f"{path}: {STALE}")
    return classifier


def check_model_output(path: str, *inputs: str | None) -> None:
    """Refuse, before any work, a file that cannot be written, or holds anything but a model."""
    check_output(path, *inputs)
    if Path(path).exists() and Path(path).stat().st_size and not is_model(path):
        raise SettingError(
            f"{path}: a model must replace nothing but a model; got another kind of file. "
            "Name another output."
        )


def is_model(path: str) -> bool:
    """Return whether a file has the name of a model, be it damaged, or starts as one."""
    file = Path(path)
    if not file.is_file() or file.suffix.lower() == EXTENSION:
        return file.is_file()
    with file.open("rb") as opened:
        return opened.read(_LENGTH_BYTES + len(_START))[_LENGTH_BYTES:] == _START
