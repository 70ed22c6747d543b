"""The metrics of sets of labels, by the name they have on the command line.

subset accuracy  the share of documents with exactly the right labels
Hamming loss     the share of all pairs (document, label) that are wrong
F1               2 right / (predicted + true): micro over all pairs, macro the mean over labels,
                 sample the mean over documents; a document that has no label and gets none is
                 right, its F1 is 1
precision at k   of the k labels that score highest, the share that the document has
log loss, Brier  of pairs: does the document have the label, yes or no
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from linnet.errors import SettingError, quoted
from linnet.evaluation.metrics import counts as c
from linnet.evaluation.metrics.counts import Counts
from linnet.evaluation.metrics.labelled_predictions import Flags, Floats
from linnet.evaluation.metrics.measures import float_or_none
from linnet.evaluation.metrics.multilabel_predictions import MultilabelPredictions
from linnet.evaluation.metrics.register import METRICS, Metric, averaged
from linnet.settings.sklearn_names import hint_of

RANKS = (1, 3, 5)
EPSILON = np.finfo(np.float64).eps


def metric_named(name: str | None, *, multilabel: bool) -> Metric:
    """Return a metric that fits the documents.

    Without a name it is accuracy, or micro-f1 where documents may have several labels.

    >>> metric_named(None, multilabel=False).name, metric_named(None, multilabel=True).name
    ('accuracy', 'micro-f1')
    """
    known = MULTILABEL_METRICS if multilabel else METRICS
    if name is None:
        return known["micro-f1" if multilabel else "accuracy"]
    if name not in known:
        where = " where documents may have several labels" if multilabel else ""
        raise SettingError(
            f"a metric must be one of {', '.join(known)}{where}; got {quoted(name)}. "
            f"{hint_of(name, known) or 'Choose one of these.'}"
        )
    return known[name]


def _are_exact(sets: MultilabelPredictions) -> Flags:
    is_right = sets.predicted == sets.truth
    return np.asarray(np.all(is_right, axis=1))


def _wrong_shares(sets: MultilabelPredictions) -> Floats:
    is_wrong = sets.predicted != sets.truth
    return np.asarray(np.mean(is_wrong, axis=1))


def _sample_f1s(sets: MultilabelPredictions) -> Floats:
    """Return the F1 of each document; 1 where it has no label and gets none."""
    values = c.f1s(sets.counts_by_document())
    return np.nan_to_num(values, nan=1.0)


def _precisions_at(sets: MultilabelPredictions, k: int) -> Floats | None:
    """Return, of the k labels that score highest, the share that each document has."""
    if sets.scores is None or k > len(sets.labels):
        return None
    return np.asarray(sets.hits[:, k - 1] / k)


def _log_losses(sets: MultilabelPredictions) -> Floats | None:
    """Return the mean over labels of -log P(what is true of the label).

    A P of 0 or 1 is moved by 2.2e-16.
    """
    if sets.probabilities is None:
        return None
    of_truth = np.where(sets.truth, sets.probabilities, 1 - sets.probabilities)
    losses = -np.log(np.clip(of_truth, EPSILON, 1 - EPSILON))
    return np.asarray(np.mean(losses, axis=1))


def _brier_scores(sets: MultilabelPredictions) -> Floats | None:
    """Return the mean over labels of (P(yes) - truth)² + (P(no) - truth)²: from 0 to 2."""
    if sets.probabilities is None:
        return None
    squares = 2 * (sets.probabilities - sets.truth) ** 2
    return np.asarray(np.mean(squares, axis=1))


def _micro_recall(counts: Counts) -> Floats:
    return c.ratio(counts.total_right, counts.true.sum(axis=-1))


def _counted(
    name: str,
    formula: Callable[[Counts], Floats],
    *,
    over_labels: bool = False,
    weighted: bool = False,
) -> Metric:
    """Return a metric that is made from the counts of sets."""

    def of(sets: MultilabelPredictions) -> float | None:
        return float_or_none(formula(sets.counts()))

    return Metric(name, True, of, counted=formula, over_labels=over_labels, weighted=weighted)


_PRECISIONS_AT = [averaged(f"precision-at-{k}", True, partial(_precisions_at, k=k)) for k in RANKS]
_ALL = (
    averaged("subset-accuracy", True, _are_exact),
    averaged("hamming-loss", False, _wrong_shares),
    _counted("micro-f1", c.micro_f1),
    _counted("macro-f1", c.macro_f1, over_labels=True),
    averaged("sample-f1", True, _sample_f1s),
    _counted("weighted-f1", c.weighted_f1, weighted=True),
    _counted("micro-precision", c.micro_precision),
    _counted("micro-recall", _micro_recall),
    _counted("macro-precision", c.macro_precision, over_labels=True),
    _counted("macro-recall", c.macro_recall, over_labels=True),
    *_PRECISIONS_AT,
    averaged("log-loss", False, _log_losses),
    averaged("brier", False, _brier_scores),
)

MULTILABEL_METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}
