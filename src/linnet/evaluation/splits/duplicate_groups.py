"""Documents that are copies of one another: the same text, or nearly the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from linnet import _core
from linnet.evaluation.splits.copies import (
    Codes,
    connected,
    in_several_units,
    joined_groups,
    set_apart,
)
from linnet.evaluation.splits.near_duplicates import NONE
from linnet.evaluation.splits.split_data import SplitData, normalised
from linnet.reading.engine_texts import engine_texts

if TYPE_CHECKING:
    import pyarrow as pa

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

# A shorter text is what many people say by themselves: "ok", "thanks a lot". Of 1.7 million titles
# of posts, those repeated below this length have the same label half the time, as chance and topic
# have it; from 40 letters on, nine times of ten.
FEWEST_LETTERS = 20  # letters and digits
# A group with a larger share of the documents is a template, which new documents will have too.
# In a small collection a tenth of the documents may be one text that was sent a few times.
LARGEST_SHARE = 0.1
LARGEST_OF_FEW = 50  # documents; a group up to this size is never a template
NOT_LETTERS = r"[^\p{L}\p{N}]+"
UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
LETTERS_OF_UNSPACED = 3  # letters that one of these tells as much as


@dataclass(frozen=True, eq=False)
class DuplicateGroups:
    """Which documents are copies of one another, and so belong together."""

    groups: Ints  # copies have the same number; a document without a copy is alone
    has_copy: Flags
    is_large: Flags  # in a group that is too large to be kept together
    is_divided: Flags  # without some of its copies, in a part of its own

    @property
    def n_copies(self) -> int:
        """How many documents have a copy."""
        return int(np.count_nonzero(self.has_copy))

    @property
    def n_large(self) -> int:
        """How many of them are in groups that are too large to be kept together."""
        return int(np.count_nonzero(self.is_large))

    @property
    def n_kept(self) -> int:
        """How many of them are in one part with all their copies."""
        return int(np.count_nonzero(self.has_copy & ~self.is_divided))

    @property
    def together(self) -> Ints | None:
        """The groups; None where each document is alone."""
        return self.groups if np.any(_sizes(self.groups) > 1) else None

    def as_json(self) -> dict[str, int]:
        """Return it for `--json`."""
        return {
            "documents": self.n_copies,
            "in_large_groups": self.n_large,
            "kept_together": self.n_kept,
        }

    def divided_by(self, units: Codes) -> DuplicateGroups:
        """Return it for parts that keep the documents of each of these units together."""
        apart = in_several_units(self.groups, units)
        return replace(self, is_divided=self.is_large | apart)


def duplicate_groups(data: SplitData, threads: int = 1) -> DuplicateGroups:
    """Return the groups of documents that are exact or near duplicates.

    A near duplicate of a near duplicate belongs to the same group. Texts with fewer than 20 letters
    and digits have no copies. A group of more than a tenth of all documents, and more than 50, is
    divided into its exact duplicates; where these are as many, each document is by itself.

    >>> from linnet.evaluation.splits.split_data import split_data_of
    >>> from linnet.reading import read
    >>> texts = [f"{name} cannot come to the lesson on Monday" for name in ("Ann", "Bob")]
    >>> documents = read({"text": [*texts, *["ok"] * 18], "label": ["x"] * 20})
    >>> duplicate_groups(split_data_of(documents)).n_copies
    2
    """
    _, first, text = np.unique(data.keys, return_index=True, return_inverse=True)
    texts = [field.take(first).combine_chunks() for field in data.texts]
    compared = data.keys[first] != 0
    compared &= _letter_counts(texts, len(first)) >= FEWEST_LETTERS
    alone = ~compared[text]
    exact = set_apart(text, alone)
    near = set_apart(_near_groups(texts, compared, threads)[text], alone)

    largest = max(LARGEST_OF_FEW, LARGEST_SHARE * len(data))
    sizes = _sizes(near)
    is_large = sizes > largest
    groups = np.where(is_large, near.max(initial=0) + 1 + exact, near)
    groups = set_apart(groups, _sizes(groups) > largest)
    return DuplicateGroups(groups, sizes > 1, is_large, is_divided=is_large)


def copies_of_any_length(data: SplitData, threads: int = 1) -> Ints:
    """Return the groups of documents, those with an exact duplicate of any length as one, too.

    For what must not be learned from a copy, be it a text that many people write.

    >>> from linnet.evaluation.splits.split_data import split_data_of
    >>> from linnet.reading import read
    >>> copies = copies_of_any_length(split_data_of(read([("ok", "a"), ("Ok!", "b"), ("no", "a")])))
    >>> bool(copies[0] == copies[1]), bool(copies[0] == copies[2])
    (True, False)
    """
    groups = duplicate_groups(data, threads).groups
    _, text = np.unique(data.keys, return_inverse=True)
    exact = set_apart(text, data.keys == 0)
    return joined_groups(groups, exact)


def _sizes(groups: Ints) -> Ints:
    """Return the size of the group of each document."""
    _, group, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    return sizes[group]


def _letter_counts(texts: list[pa.Array], n: int) -> Ints:
    """Return how many letters and digits each of n texts has, all fields together."""
    from pyarrow import compute

    counts = np.zeros(n, np.int64)
    for field in texts:
        letters = compute.replace_substring_regex(field, pattern=NOT_LETTERS, replacement="")
        counts += _numbers(compute.utf8_length(letters))
        unspaced = _numbers(compute.count_substring_regex(letters, pattern=UNSPACED))
        counts += (LETTERS_OF_UNSPACED - 1) * unspaced
    return counts


def _numbers(lengths: pa.Array) -> Ints:
    numbers = lengths.fill_null(0).to_numpy(zero_copy_only=False)
    return np.asarray(numbers, np.int64)


def _near_groups(texts: list[pa.Array], compared: Flags, threads: int) -> Ints:
    """Return the group of each text: near duplicates of one another, or by a chain of these.

    Each round finds for each text a near duplicate in another group, and joins the two groups.
    Only groups that have been joined may have more of them.
    """
    groups = np.arange(len(compared))
    among = np.flatnonzero(compared) if texts else np.empty(0, np.int64)
    while len(among):
        near = _near_duplicates(texts, among, groups[among], threads)
        found = near != NONE
        begin = groups[among[found]]
        end = groups[among[near[found]]]
        groups = connected(int(groups.max()) + 1, begin, end)[groups]
        joined = np.isin(groups[among], groups[among[found]])
        among = among[joined]
    return groups


def _near_duplicates(texts: list[pa.Array], among: Ints, groups: Ints, threads: int) -> Ints:
    """Return for each of some texts the place of one like it in another group, or NONE."""
    fields = [engine_texts(normalised(field.take(among))) for field in texts]
    near = _core.find_near_duplicates(
        fields,
        parts=groups.astype(np.int32),
        wanted=np.ones(len(among), np.uint8),
        forward=False,
        threads=threads,
    )
    return np.asarray(near.documents)
