"""Seeds for the order of documents are drawn as scikit-learn draws them."""

import numpy as np

from linnet.sklearn.online_seeds import shuffle_seeds


def test_two_labels_share_one_output_and_one_seed():
    assert len(shuffle_seeds(0, 2)) == 1
    assert len(shuffle_seeds(0, 3)) == 3


def test_a_number_gives_the_same_seeds_with_every_batch():
    assert shuffle_seeds(7, 3).tolist() == shuffle_seeds(np.int64(7), 3).tolist()
    assert shuffle_seeds(7, 3).tolist() != shuffle_seeds(8, 3).tolist()


def test_a_generator_starts_at_its_seed_and_goes_on():
    generator = np.random.RandomState(7)
    first = shuffle_seeds(generator, 3).tolist()
    second = shuffle_seeds(generator, 3).tolist()
    assert first == shuffle_seeds(7, 3).tolist()
    assert second != first
