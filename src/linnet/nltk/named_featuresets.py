"""Featuresets as named features, each distinct pair (name, value) read once."""

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
    """Return featuresets as named features, without what is False or 0.

    None where some cannot be read so.

    >>> named = named_features([{"last": "a", "long": True}, {"last": "k", "long": False}])
    >>> named.names.to_pylist(), named.starts.tolist(), named.codes.tolist(), named.values.tolist()
    (['last=a', 'long', 'last=k'], [0, 2, 3], [0, 1, 2], [1.0, 1.0, 1.0])
    """
    table = _core.FeaturesetTable()
    try:
        documents = table.add_labelled(zip(featuresets, repeat(None)))
    except (TypeError, ValueError):
        return None
    distinct = _named_pairs(table)
    if distinct is None:
        return None

    present = [is_present(value) for value in table.values]
    codes = np.where(present, distinct.codes, -1).astype(np.int32)
    values = distinct.values[documents.pairs]
    rows = Rows(documents.starts, documents.pairs, values).renumber(codes)
    named = NamedFeatures(rows.starts, distinct.names, rows.columns, rows.values)
    return None if named.faulty().any() else named


def _named_pairs(table: _core.FeaturesetTable) -> NamedFeatures | None:
    """Return each pair of a table as a row of one named feature.

    None where one cannot be read so.
    """
    all_names = table.names
    names = [all_names[number] for number in table.names_of_pairs.tolist()]
    pairs = list(zip(names, table.values, strict=True))
    if any(isinstance(named_in(0, {name: value}), Fault) for name, value in pairs):
        return None
    return named_of([((name,), (value,)) for name, value in pairs])


def is_present(value: Any) -> bool:
    """Return whether a value is not False or 0: to learners of named features these are absent."""
    return bool(value) or not isinstance(value, int | float)
