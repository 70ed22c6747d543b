"""Platt scaling of greatest likelihood: a sigmoid for each label, or one for all."""

import numpy as np

from linnet.calibration.label_maps import fit_each_label
from linnet.calibration.sigmoids import fit_sigmoid, stretch_and_shift
from linnet.calibration.truth import Flags, Floats, Truth, contested
from linnet.model.calibration import Platt


def fit_platt(scores: Floats, truth: Truth, link: str, own: Flags) -> Platt:
    """Return a sigmoid for each label; more than two that exclude each other are then rescaled.

    A label whose margins tell nothing by themselves shares the sigmoid of labels with few
    documents.
    """
    platt = _sigmoids(scores, truth, link, own)
    flat = platt.slopes == 0
    if np.any(flat & own):
        platt = _sigmoids(scores, truth, link, own & ~flat)
    if truth.ndim == 2 or scores.shape[1] == 2:
        return platt
    return _rescaled(platt, scores, truth, link)


def fit_shared_platt(scores: Floats, truth: Truth, link: str, own: Flags) -> Platt:
    """Return one sigmoid for all labels, which keeps their order in every document."""
    return fit_platt(scores, truth, link, np.zeros_like(own))


def _sigmoids(scores: Floats, truth: Truth, link: str, own: Flags) -> Platt:
    sigmoids = fit_each_label(fit_sigmoid, scores, truth, link, own)
    slopes = [slope for slope, _ in sigmoids]
    offsets = [offset for _, offset in sigmoids]
    return Platt(np.array(slopes), np.array(offsets))


def _rescaled(platt: Platt, scores: Floats, truth: Truth, link: str) -> Platt:
    """Return likelier sigmoids: sigmoid(stretch · (slope · margin + offset) + shift).

    Each sigmoid was found as if the others were not there. Stretch and shift are the same for all
    labels, so no other label becomes the most probable one. Where all documents are right, a
    stretch without end would be the likeliest: then sigmoids stay as they are.
    """
    scores, truth = contested(scores, truth)
    if not len(truth):
        return platt
    z = platt.linear(scores, link, multilabel=False)
    z[np.isneginf(scores)] = -np.inf
    if np.all(z.argmax(axis=1) == truth):
        return platt
    stretch, shift = stretch_and_shift(z, truth)
    return Platt(platt.slopes * stretch, platt.offsets * stretch + shift)
