"""What linnet train --small says: how small the model is, and what is lost by that."""

from typing import TYPE_CHECKING

from linnet.cli.terminal import in_bytes
from linnet.errors import counted

if TYPE_CHECKING:
    from linnet.tuning.small import Small


def small_line(small: "Small | None") -> str:
    """Return one line on a small model; None where documents were too few to choose features by."""
    if small is None:
        return "Small: too few documents to leave features out by; only the file takes less space."
    sizes = f"{in_bytes(small.of_size)} → {in_bytes(small.size)}"
    features = f"{small.features:,} of {counted(small.of_features, 'feature')}"
    return f"Small: {sizes}, {features}; {_loss(small)}."


def _loss(small: "Small") -> str:
    loss = small.loss
    if loss is None or loss.a is None or loss.b is None or loss.difference.value is None:
        return "what is lost could not be measured"
    difference = f"{loss.difference.value:+.4f}"
    if loss.difference.interval:
        low, high = loss.difference.interval
        difference += f", 95 % {low:.4f} to {high:.4f}"
    change = f"{loss.metric} {loss.a:.4f} → {loss.b:.4f} ({difference})"
    return f"{change} on {counted(small.documents, 'document')} that played no part"
