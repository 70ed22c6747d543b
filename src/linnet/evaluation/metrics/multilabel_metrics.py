"""The measures of sets of labels, by the name they have on the command line.

subset accuracy  the share of documents with exactly the right labels
Hamming loss     the share of all pairs (document, label) that are wrong
F1               2 right / (predicted + true): micro over all pairs, macro the mean over labels, sample the mean
                 over documents; a document that has no label and gets none is right, its F1 is 1
precision at k   of the k labels that score highest, the share that the document has
log loss, Brier  of pairs: does the document have the label, yes or no
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics import counts as c
from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats
from linnet.evaluation.metrics.measures import number
from linnet.evaluation.metrics.register import METRICS, Metric, averaged

RANKS = (1, 3, 5)


def metric_named(name: str | None, *, multilabel: bool) -> Metric:
    """Return a metric that fits the documents; without a name accuracy, or micro-f1 where they may have several labels.

    >>> metric_named(None, multilabel=False).name, metric_named(None, multilabel=True).name
    ('accuracy', 'micro-f1')
    """
    known, usual = (MULTILABEL_METRICS, "micro-f1") if multilabel else (METRICS, "accuracy")
    if name is not None and name not in known:
        where = " where documents may have several labels" if multilabel else ""
        raise SettingError(
            f"a metric must be one of {', '.join(known)}{where}; got {quoted(name)}. Choose one of these."
        )
    return known[name or usual]


def _exact(sets: Any) -> Flags:
    return np.asarray(np.all(sets.predicted == sets.truth, axis=1))


def _wrong_shares(sets: Any) -> Floats:
    return np.asarray(np.mean(sets.predicted != sets.truth, axis=1))


def _sample_f1(sets: Any) -> Floats:
    """Return the F1 of each document; 1 where it has no label and gets none."""
    flags = (sets.predicted & sets.truth, sets.predicted, sets.truth)
    return np.nan_to_num(
        c.f1s(Counts(*(one.sum(axis=1).astype(np.float64) for one in flags))), nan=1.0
    )


def _hits_at(sets: Any, k: int) -> Floats | None:
    """Return, of the k labels that score highest, the share that each document has."""
    if sets.scores is None or k > len(sets.labels):
        return None
    return np.asarray(sets.hits[:, k - 1] / k)


def _log_losses(sets: Any) -> Floats | None:
    """Return the mean over labels of -log P(what is true of the label); a P of 0 or 1 is moved by 2.2e-16."""
    if sets.probabilities is None:
        return None
    least = np.finfo(np.float64).eps
    of_truth = np.where(sets.truth, sets.probabilities, 1 - sets.probabilities)
    return np.asarray(np.mean(-np.log(np.clip(of_truth, least, 1 - least)), axis=1))


def _brier_scores(sets: Any) -> Floats | None:
    """Return the mean over labels of (P(yes) - truth)² + (P(no) - truth)²: from 0 to 2."""
    if sets.probabilities is None:
        return None
    return np.asarray(np.mean(2 * (sets.probabilities - sets.truth) ** 2, axis=1))


def _counted(
    name: str,
    measure: Callable[[Counts], Floats],
    *,
    over_labels: bool = False,
    weighted: bool = False,
) -> Metric:
    """Return a measure that is made from the counts of sets."""

    def of(sets: Any) -> float | None:
        return number(measure(sets.counts()))

    return Metric(name, True, of, counted=measure, over_labels=over_labels, weighted=weighted)


def _micro_recall(counts: Counts) -> Floats:
    return c.ratio(counts.right.sum(axis=-1), counts.true.sum(axis=-1))


_ALL = (
    averaged("subset-accuracy", True, _exact),
    averaged("hamming-loss", False, _wrong_shares),
    _counted("micro-f1", c.micro_f1),
    _counted("macro-f1", lambda counts: c.macro(c.f1s(counts), counts), over_labels=True),
    averaged("sample-f1", True, _sample_f1),
    _counted("weighted-f1", lambda counts: c.weighted(c.f1s(counts), counts), weighted=True),
    _counted("micro-precision", c.micro_precision),
    _counted("micro-recall", _micro_recall),
    _counted(
        "macro-precision", lambda counts: c.macro(c.precisions(counts), counts), over_labels=True
    ),
    _counted("macro-recall", lambda counts: c.macro(c.recalls(counts), counts), over_labels=True),
    *(averaged(f"precision-at-{k}", True, partial(_hits_at, k=k)) for k in RANKS),
    averaged("log-loss", False, _log_losses),
    averaged("brier", False, _brier_scores),
)

MULTILABEL_METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}
