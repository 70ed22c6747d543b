"""Featuresets as named features, each distinct pair (name, value) looked at once."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np

from linnet import _core
from linnet.features.rows import Rows
from linnet.nltk.interface import Featureset
from linnet.reading.faults import Fault
from linnet.reading.named import NamedFeatures, named_in, named_of


def named_features(featuresets: Sequence[Featureset]) -> NamedFeatures | None:
    """Return featuresets as named features, without what is False or 0; None where some cannot be read so.

    >>> named = named_features([{"last": "a", "long": True}, {"last": "k", "long": False}])
    >>> named.names.to_pylist(), named.starts.tolist(), named.codes.tolist(), named.values.tolist()
    (['last=a', 'long', 'last=k'], [0, 2, 3], [0, 1, 2], [1.0, 1.0, 1.0])
    """
    table = _core.FeaturesetTable()
    try:
        found = table.add_labelled(zip(featuresets, repeat(None)))
    except (TypeError, ValueError):
        return None
    names = [table.names[name] for name in table.names_of_pairs.tolist()]
    pairs = list(zip(names, table.values, strict=True))
    if any(isinstance(named_in(0, {name: value}), Fault) for name, value in pairs):
        return None
    each = named_of([((name,), (value,)) for name, value in pairs])
    place = np.where([is_there(value) for _, value in pairs], each.codes, -1).astype(np.int32)
    rows = Rows(found.starts, found.pairs, each.values[found.pairs]).renumber(place)
    named = NamedFeatures(rows.starts, each.names, rows.columns, rows.values)
    return None if named.faulty().any() else named


def is_there(value: Any) -> bool:
    """Return whether a value is more than False or 0, which learners that ask no more take as absent."""
    return bool(value) or not isinstance(value, int | float)
