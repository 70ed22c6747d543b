"""Texts to counts, as scikit-learn's CountVectorizer."""

from typing import Any

import numpy as np
from sklearn.feature_extraction import text

from linnet.errors import InputError
from linnet.features.rows import count
from linnet.sklearn.analyzers import Analysis, analysis_of
from linnet.sklearn.csr import csr_of
from linnet.sklearn.documents import Listed, as_list, listed, threads_for
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
    def vocabulary_(self, given: dict[str, int] | Terms) -> None:
        self._terms = given if isinstance(given, Terms) else Terms(vocabulary=given)

    # scikit-learn's fit_transform and transform check and complain; they come here for the counts.

    def _check_vocabulary(self) -> None:
        if not len(vars(self).get("_terms", ())):
            super()._check_vocabulary()

    def _count_vocab(self, raw_documents: Any, fixed_vocab: bool) -> tuple[Any, Any]:
        documents, analysis = listed(raw_documents), analysis_of(self)
        counted = None if analysis is None else self._counted(documents, analysis, fixed_vocab)
        return counted or super()._count_vocab(as_list(documents), fixed_vocab)

    def _counted(
        self, documents: Listed, analysis: Analysis, fixed_vocab: bool
    ) -> tuple[Terms, Any] | None:
        """Return the terms and their counts by the engine, None where it takes no such texts or finds no terms."""
        texts = analysis.texts(documents)
        if texts is None:
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


def _kept(counts: Any, most: float, least: float, limit: int | None) -> Any:
    """Return the columns that enough documents have, and not too many; of those the ones with the highest totals."""
    if least <= 1 and most >= counts.shape[0] and limit is None:
        return np.arange(counts.shape[1])
    documents = np.bincount(counts.indices, minlength=counts.shape[1])
    kept = np.flatnonzero((documents <= most) & (documents >= least))
    if limit is None or len(kept) <= limit:
        return kept
    totals = np.asarray(counts.sum(axis=0)).ravel()[kept]
    return np.sort(
        kept[(-totals).argsort()[:limit]]
    )  # of equals, those that NumPy's sort happens to put first, as there
