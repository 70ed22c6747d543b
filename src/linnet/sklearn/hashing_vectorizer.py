"""Texts to hashed counts, as scikit-learn's HashingVectorizer."""

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.feature_extraction import text
from sklearn.preprocessing import normalize
from sklearn.utils.sparsefuncs_fast import (
    inplace_csr_row_normalize_l1,
    inplace_csr_row_normalize_l2,
)

from linnet import _core
from linnet.features.blocks import MOST_HASH_BITS, BlockSettings
from linnet.features.rows import Rows
from linnet.reading.engine_texts import engine_texts
from linnet.sklearn.analyzers import analysis_of
from linnet.sklearn.csr import csr_of
from linnet.sklearn.documents import TextList, as_list, text_list, threads_for

NORMS = {"l1": inplace_csr_row_normalize_l1, "l2": inplace_csr_row_normalize_l2}


class HashingVectorizer(
    text.HashingVectorizer,
    auto_wrap_output_keys=None,  # type: ignore[call-arg]
):
    """scikit-learn's HashingVectorizer, with its parameters, columns and signs, over the engine.

    >>> vectorizer = HashingVectorizer(n_features=6, norm=None)
    >>> vectorizer.transform(["the dog", "the red dog"]).toarray().tolist()
    [[-1.0, 0.0, 0.0, -1.0, 0.0, 0.0], [-1.0, -1.0, 0.0, -1.0, 0.0, 0.0]]
    """

    def transform(self, X: Any) -> Any:
        """Return the hashed features of documents."""
        if isinstance(X, str):
            return super().transform(X)  # which refuses it
        self._validate_ngram_range()
        documents = text_list(X)
        matrix = self._counted(documents)
        if matrix is None:
            return super().transform(as_list(documents))
        if self.binary:
            matrix.data.fill(1)
        if self.norm is None:
            return matrix
        return _to_unit_length(matrix, self.norm)

    def _counted(self, documents: TextList) -> Any:
        """Return the counts by the engine, None where it does not cut so or takes no such texts."""
        analysis = analysis_of(self)
        if analysis is None or not len(documents):
            return None
        if not 1 <= self.n_features <= 2**MOST_HASH_BITS:
            return None
        texts = analysis.texts(documents)
        if texts is None:
            return None
        settings = _hashed_settings(analysis.settings, int(self.n_features))
        settings = replace(settings, hash_signs=bool(self.alternate_sign))
        try:
            rows = _hashed_rows(texts, settings)
        except UnicodeEncodeError:  # lone surrogates
            return None
        matrix = csr_of(rows, self.n_features, self.dtype)
        matrix.sum_duplicates()  # of both signs
        return matrix


def _to_unit_length(matrix: Any, norm: str) -> Any:
    """Return what scikit-learn's normalize does, without its checks.

    For one text the checks take most of the time.
    """
    if norm not in NORMS or matrix.dtype.char not in "fd":
        return normalize(matrix, norm=norm, copy=False)
    NORMS[norm](matrix)
    return matrix


def _hashed_settings(settings: BlockSettings, n_columns: int) -> BlockSettings:
    """Return the settings for so many columns: a power of 2 is cut by bits, others by a modulus."""
    bits = n_columns.bit_length() - 1
    modulus = 0 if n_columns == 2**bits > 1 else n_columns
    return replace(settings, hash_bits=max(bits, 1), hash_modulus=modulus)


def _hashed_rows(texts: TextList, settings: BlockSettings) -> Rows:
    """Return the counts of hashed features, below 0 for half of them where there are signs."""
    counter = _core.Counter([settings.engine()], threads=threads_for(texts), keep_rows=True)
    counter.add([engine_texts(texts)], None, None)
    rows = Rows.of_engine(counter.take_rows(0).rows)
    counts = rows.values.view(np.int32)
    if not settings.hash_signs:
        return Rows(rows.starts, rows.columns, counts)
    signed = np.where(rows.columns & 1, -counts, counts)
    return Rows(rows.starts, rows.columns >> 1, signed)
