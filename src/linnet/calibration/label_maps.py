"""A map for each label: on its own margins, or on those of all labels with few documents."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from linnet.calibration.truth import OWN_MAP, Flags, Floats, Truth, label_flags
from linnet.model.calibration import margins

Map = TypeVar("Map")


def fit_each_label(
    fit: Callable[[Floats, Flags], Map], scores: Floats, truth: Truth, link: str, own: Flags
) -> list[Map]:
    """Return the map of each label; labels without one of their own share one."""
    n_labels = scores.shape[1]
    label_margins = margins(scores, link, multilabel=truth.ndim == 2)
    has_label = label_flags(truth, n_labels)

    def fit_labels(labels: int | npt.NDArray[Any]) -> Map:
        some_margins = label_margins[:, labels]
        finite = np.isfinite(some_margins)  # others are vetoed
        return fit(some_margins[finite], has_label[:, labels][finite])

    if own.all():
        return [fit_labels(label) for label in range(n_labels)]
    shared = fit_labels(_sharing_labels(has_label, own))
    return [fit_labels(label) if own[label] else shared for label in range(n_labels)]


def _sharing_labels(has_label: Flags, own: Flags) -> Flags:
    """Return the labels that the shared map is found on.

    These are all labels where those that share have fewer documents together than one label needs.
    """
    few = ~own
    if has_label[:, few].sum() >= OWN_MAP:
        return few
    return np.ones_like(own)
