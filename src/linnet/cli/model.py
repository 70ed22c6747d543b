"""A model in words: what it was made of, how, and what to do with it next."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from linnet.cli.terminal import say
from linnet.errors import listed
from linnet.recipe.words import in_words

if TYPE_CHECKING:
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe

MOST_GROUPS = 10


def say_similar_labels(labels: Sequence[str]) -> None:
    """Say which labels of a model may be meant as one."""
    from linnet.reading.similar_labels import similar_groups

    groups = similar_groups(labels)
    for group in groups[:MOST_GROUPS]:
        say(f"labels {listed(group)} differ only in case or spaces: are they one?")
    more = len(groups) - MOST_GROUPS
    if more > 0:
        say(f"{more:,} more groups of labels differ only in case or spaces.")


def unnamed_in_words(recipe: "Recipe", documents: "Documents", varied: Sequence[str] = ()) -> str:
    """Return the sentence of what is used where no learner is named, without settings that vary."""
    from linnet.classifier.training_documents import with_columns_read

    words = in_words(with_columns_read(recipe, documents), multilabel=documents.multilabel)
    if "smoothing" in varied:
        words = words.replace(f", smoothing {recipe.learner.regularisation(1.0)[1]:g}", "", 1)
    return f"No learner is named; used: {words}."


def program() -> str:
    """Return how linnet is started here: by its name, where that is found."""
    if shutil.which("linnet"):
        return "linnet"
    start = sys.argv[0]
    return (
        shlex.quote(start)
        if Path(start).name == "linnet"
        else f"{shlex.quote(sys.executable)} -m linnet"
    )


def next_commands(model: str, fields: tuple[str, ...], tokenizer: str | None = None) -> str:
    """Return commands to try with a model."""
    linnet, path = program(), shlex.quote(model)
    text = " 'some text of yours'" if len(fields) == 1 else " --field NAME=VALUE …"
    cut = "" if tokenizer is None else f" --tokenizer {shlex.quote(tokenizer)}"
    return "\n".join(
        [
            "Try next:",
            f"  {linnet} inspect {path}",
            f"  {linnet} explain {path}{text}{cut}",
            f"  {linnet} predict {path} NEW.csv -o labels.csv{cut}",
            f"  {linnet} evaluate {path} OTHER.csv{cut}",
        ]
    )
