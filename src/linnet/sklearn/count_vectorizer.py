"""Texts to counts, as scikit-learn's CountVectorizer."""

from typing import Any

import numpy as np
from sklearn.feature_extraction import text

from linnet.errors import InputError
from linnet.features.rows import count
from linnet.sklearn.analyzers import analysis_of
from linnet.sklearn.csr import csr_of
from linnet.sklearn.documents import TextList, as_list, text_list, threads_for
from linnet.sklearn.terms import Terms


class CountVectorizer(text.CountVectorizer):
    """scikit-learn's CountVectorizer, with its parameters and numbers, over the engine.

    What the engine does not do, such as a tokenizer of one's own, takes scikit-learn's slower way.

    >>> vectorizer = CountVectorizer(ngram_range=(1, 2))
    >>> vectorizer.fit_transform(["the dog", "the red dog"]).toarray().tolist()
    [[1, 0, 0, 1, 1, 0], [1, 1, 1, 1, 0, 1]]
    >>> vectorizer.get_feature_names_out().tolist()
    ['dog', 'red', 'red dog', 'the', 'the dog', 'the red']
    """

    @property
    def vocabulary_(self) -> dict[str, int]:
        """The column of each term; made when first asked for."""
        if "_terms" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute 'vocabulary_'")
        return self._terms.vocabulary

    @vocabulary_.setter
    def vocabulary_(self, terms: dict[str, int] | Terms) -> None:
        self._terms = terms if isinstance(terms, Terms) else Terms(vocabulary=terms)

    # scikit-learn's fit_transform and transform check and complain; they come here for the counts.

    def _check_vocabulary(self) -> None:
        if not len(vars(self).get("_terms", ())):
            super()._check_vocabulary()

    def _count_vocab(self, raw_documents: Any, fixed_vocab: bool) -> tuple[Any, Any]:
        documents = text_list(raw_documents)
        counts = self._engine_counts(documents, fixed_vocab)
        return counts or super()._count_vocab(as_list(documents), fixed_vocab)

    def _engine_counts(self, documents: TextList, fixed_vocab: bool) -> tuple[Terms, Any] | None:
        """Return the terms and their counts by the engine, None where it counts none."""
        analysis = analysis_of(self)
        texts = None if analysis is None else analysis.texts(documents)
        if analysis is None or texts is None:
            return None
        try:
            if fixed_vocab:
                return self._terms, self._terms.matrix(texts, analysis.settings, self.dtype)
            features, rows = count([texts], [analysis.settings], threads_for(texts))
        except (InputError, UnicodeEncodeError):  # lone surrogates
            return None
        terms = Terms(features.of_text[0].names)
        return (terms, csr_of(rows, len(terms), self.dtype)) if len(terms) else None

    def _sort_features(self, X: Any, vocabulary: Any) -> Any:
        if not isinstance(vocabulary, Terms):
            X = super()._sort_features(X, vocabulary)
            X.sort_indices()  # which scikit-learn leaves to others
        return X

    def _limit_features(self, X: Any, vocabulary: Any, *limits: Any) -> Any:
        if not isinstance(vocabulary, Terms):
            return super()._limit_features(X, vocabulary, *limits)
        kept = _kept(X, *limits)
        if len(kept) == 0:
            return super()._limit_features(X, {}, *limits)  # which says so
        if len(kept) == X.shape[1]:
            return X
        vocabulary.keep(kept)
        return X[:, kept]


def _kept(counts: Any, max_df: float, min_df: float, max_features: int | None) -> Any:
    """Return the columns that enough documents have, and not too many.

    Of those, at most `max_features` with the highest totals.
    """
    n_documents, n_columns = counts.shape
    if min_df <= 1 and max_df >= n_documents and max_features is None:
        return np.arange(n_columns)
    frequencies = np.bincount(counts.indices, minlength=n_columns)
    kept = np.flatnonzero((frequencies <= max_df) & (frequencies >= min_df))
    if max_features is None or len(kept) <= max_features:
        return kept
    totals = np.asarray(counts.sum(axis=0)).ravel()[kept]
    # Of equals, those that NumPy's sort happens to put first, as in scikit-learn.
    highest = (-totals).argsort()[:max_features]
    return np.sort(kept[highest])
