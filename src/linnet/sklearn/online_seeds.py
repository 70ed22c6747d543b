"""Seeds for the order of documents, drawn as scikit-learn's online classifiers draw them."""

from functools import lru_cache
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state

from linnet.sklearn.solving import MOST_SEED

Seeds = npt.NDArray[np.uint32]


def shuffle_seeds(random_state: Any, n_labels: int) -> Seeds:
    """Return a seed for each output: one for two labels, else one per label."""
    if isinstance(random_state, Integral):
        return _seeds_of(int(random_state), n_labels)
    return _drawn_seeds(check_random_state(random_state), n_labels)


@lru_cache(maxsize=64)
def _seeds_of(seed: int, n_labels: int) -> Seeds:
    """Return the seeds drawn from one, as each batch of `partial_fit` draws them again."""
    return _drawn_seeds(np.random.RandomState(seed), n_labels)


def _drawn_seeds(random: np.random.RandomState, n_labels: int) -> Seeds:
    if n_labels == 2:
        return np.array([_shuffle_seed(random)], np.uint32)
    of_output = np.random.RandomState()  # seeded again for each output: cheaper than one each
    seeds = []
    for seed in random.randint(MOST_SEED, size=n_labels):
        of_output.seed(seed)
        seeds.append(_shuffle_seed(of_output))
    return np.array(seeds, np.uint32)


def _shuffle_seed(random: np.random.RandomState) -> int:
    random.randint(1, MOST_SEED)  # scikit-learn draws one that it does not use
    return int(random.randint(MOST_SEED))
