"""What linnet train --small says: how small the model is, and what is lost by that."""

from argparse import Namespace
from typing import TYPE_CHECKING

from linnet.cli.progress import search_progress
from linnet.cli.terminal import in_bytes
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.features.tokenizer import Tokenizer
    from linnet.reading import Documents
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.small import Small
    from linnet.tuning.tune import Tuned


def made_small(
    args: Namespace, documents: "Documents", recipe: "Recipe", tokenizer: "Tokenizer | None"
) -> "Tuned":
    """Return the small classifier of a recipe that was given."""
    from linnet.tuning.choose import make_small

    with search_progress() as told:
        return make_small(documents, recipe, threads=args.threads, tokenizer=tokenizer, told=told)


def small_line(small: "Small | None") -> str:
    """Return one line on a small model; None stands for one of too few documents to choose features by."""
    if small is None:
        return "Small: too few documents to leave features out by; only the file takes less space."
    features = f"{small.features:,} of {counted(small.of_features, 'feature')}"
    return f"Small: {in_bytes(small.of_size)} → {in_bytes(small.size)}, {features}; {_lost(small)}."


def _lost(small: "Small") -> str:
    loss = small.loss
    if loss is None or loss.a is None or loss.b is None or loss.difference.value is None:
        return "what is lost could not be measured"
    ends = loss.difference.interval
    within = f", 95 % {ends[0]:.4f} to {ends[1]:.4f}" if ends else ""
    change = f"{loss.metric} {loss.a:.4f} → {loss.b:.4f} ({loss.difference.value:+.4f}{within})"
    return f"{change} on {counted(small.documents, 'document')} that played no part"
