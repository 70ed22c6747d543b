"""Random numbers that never change: a seed gives the same ones with every NumPy and machine.

A counter-based splitmix64: number i of a seed is mix(seed + (i + 1) * golden), so that no state is
carried along.
"""

import numpy as np
import numpy.typing as npt

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)

Words = npt.NDArray[np.uint64]


def uniforms(seed: int, n: int) -> npt.NDArray[np.float64]:
    """Return n random numbers from 0 up to, but never, 1.

    >>> uniforms(7, 3).round(3).tolist()
    [0.39, 0.017, 0.901]
    """
    upper_bits = keys(seed, n) >> np.uint64(11)
    return upper_bits.astype(np.float64) * 2.0**-53


def shuffled(seed: int, n: int) -> npt.NDArray[np.int64]:
    """Return 0 to n - 1 in random order.

    >>> shuffled(7, 5).tolist()
    [1, 0, 4, 3, 2]
    """
    order = np.argsort(keys(seed, n), kind="stable")
    return order.astype(np.int64)


def keys(seed: int, n: int) -> Words:
    """Return n random 64-bit numbers.

    >>> [hex(key) for key in keys(0, 2).tolist()]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """
    start = np.array([seed % 2**64], dtype=np.uint64)
    counters = np.arange(1, n + 1, dtype=np.uint64)
    mixed = start + counters * GOLDEN
    mixed = _xor_shifted(mixed, 30) * FIRST_FACTOR
    mixed = _xor_shifted(mixed, 27) * SECOND_FACTOR
    return _xor_shifted(mixed, 31)


def _xor_shifted(words: Words, bits: int) -> Words:
    shifted = words >> np.uint64(bits)
    return np.asarray(words ^ shifted, np.uint64)
