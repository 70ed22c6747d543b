"""Documents that are compared with the training documents of a model while they are read."""

from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.classifier.document_profile import EvenSample, MeasuredDocuments
from linnet.data_drift.compared import (
    LabelCounts,
    label_shift,
    length_shift,
    ngram_shift,
    word_shift,
)
from linnet.data_drift.drift import Drift
from linnet.data_drift.shift import (
    LABELS,
    LABELS_THERE,
    LENGTHS,
    NGRAMS,
    NO_LABELS,
    PREDICTED,
    WORDS,
    Shift,
)
from linnet.reading import Batch, Documents
from linnet.storage.training_profile import TrainingProfile

FEWEST = 10  # documents on each side
NO_PROFILE = "the model file has no profile of the training texts"
NO_TEXTS = "the model reads no texts"
NO_VOCABULARY = "the model has no vocabulary of words"
NO_PREDICTED = "the model file has no counts of predicted labels"
NEVER_LEARNED = "the model was not trained on documents"
TOO_FEW = f"there are fewer than {FEWEST} documents"


class WatchedDocuments:
    """Documents that are compared with the training documents while they are read."""

    def __init__(
        self,
        source: Documents,
        classifier: Classifier,
        expected: TrainingProfile | None,
        threads: int,
    ) -> None:
        self._classifier = classifier
        self._expected = expected
        self._threads = threads
        self._is_labelled = source.label is not None
        self._measured = MeasuredDocuments(source, classifier, threads, sampled=True)
        self._predicted = np.zeros(len(classifier.labels), np.int64)
        self._n_predicted = 0
        self.texts = EvenSample()

    def documents(self) -> Documents:
        """Return the documents to read."""
        return self._measured.documents()

    def predict(self, batch: Batch) -> None:
        """Keep some texts of a batch; without labels, count those that the model predicts."""
        add_texts(self.texts, batch)
        if self._is_labelled or self._expected is None or self._expected.predicted is None:
            return
        chosen = self._classifier.score_batch(batch, self._threads).chosen()
        self._predicted += np.count_nonzero(chosen, axis=0)
        self._n_predicted += len(batch)

    def drift(self) -> Drift:
        """Return how the documents differ, once they have been read."""
        shifts = list[Shift]()
        not_measured = dict[str, str]()
        for kind, shift in self._shifts().items():
            if isinstance(shift, Shift):
                shifts.append(shift)
            else:
                not_measured[kind] = shift
        n_training = self._classifier.documents
        return Drift(self._n_documents, n_training, tuple(shifts), not_measured)

    @property
    def _n_documents(self) -> int:
        return self._measured.n_documents

    def _shifts(self) -> dict[str, Shift | str]:
        """Return the shift of each kind, or why it was not measured."""
        return {
            LABELS: self._label_shift(),
            PREDICTED: self._predicted_shift(),
            **self._text_shifts(),
        }

    def _label_shift(self) -> Shift | str:
        if not self._is_labelled:
            return NO_LABELS
        classifier = self._classifier
        training = training_labels(classifier)
        if not training.documents:
            return NEVER_LEARNED
        counts = self._measured.label_counts
        new = LabelCounts(counts, self._n_documents, classifier.multilabel)
        return _if_enough(LABELS, training, new)

    def _predicted_shift(self) -> Shift | str:
        if self._is_labelled:
            return LABELS_THERE
        expected = self._expected
        if expected is None or expected.predicted is None:
            return NO_PREDICTED
        classifier = self._classifier
        training = LabelCounts(expected.predicted, expected.n_predicted, classifier.multilabel)
        counts = dict(zip(classifier.labels, self._predicted.tolist(), strict=True))
        new = LabelCounts(counts, self._n_predicted, classifier.multilabel)
        return _if_enough(PREDICTED, training, new)

    def _text_shifts(self) -> dict[str, Shift | str]:
        kinds = (LENGTHS, WORDS, NGRAMS)
        expected = self._expected
        new = self._measured.profile
        if not self._classifier.fields:
            return dict.fromkeys(kinds, NO_TEXTS)
        if expected is None:
            return dict.fromkeys(kinds, NO_PROFILE)
        if min(expected.documents, new.documents) < FEWEST:
            return dict.fromkeys(kinds, TOO_FEW)
        sample = np.array(self._measured.sample.kept, np.float64)
        return {
            LENGTHS: length_shift(expected, new),
            WORDS: _word_shift(expected, new),
            NGRAMS: ngram_shift(expected, new, sample),
        }


def _word_shift(expected: TrainingProfile, new: TrainingProfile) -> Shift | str:
    words = expected.unknown_words
    new_words = new.unknown_words
    if words is None or new_words is None:
        return NO_VOCABULARY
    if min(words.documents, new_words.documents) < FEWEST:
        return f"{TOO_FEW} with words"
    return word_shift(words, new_words)


def _if_enough(kind: str, training: LabelCounts, new: LabelCounts) -> Shift | str:
    if min(training.sample_size, new.sample_size) < FEWEST:
        return TOO_FEW
    return label_shift(kind, training, new)


def training_labels(classifier: Classifier) -> LabelCounts:
    """Return how many documents of each label a classifier has learned."""
    counts = [int(count) for count in classifier.stored_totals.documents.tolist()]
    if classifier.multilabel:
        counts = counts[1:]  # the first is that of all documents
    by_label = dict(zip(classifier.labels, counts, strict=True))
    return LabelCounts(by_label, classifier.documents, classifier.multilabel)


def watch(
    documents: Documents,
    classifier: Classifier,
    training: Documents | None = None,
    *,
    threads: int,
) -> WatchedDocuments:
    """Return documents that are compared while they are read; without a test of the domain."""
    profile = classifier.record.profile if classifier.record is not None else None
    if profile is None and training is not None:
        profile = expected_profile(classifier, training, threads)
    return WatchedDocuments(documents, classifier, profile, threads)


def expected_profile(
    classifier: Classifier, at_hand: Documents | None, threads: int
) -> TrainingProfile | None:
    """Return the profile of the training texts: measured where they are at hand, or as kept."""
    kept = classifier.record.profile if classifier.record is not None else None
    if at_hand is None or not classifier.fields:
        return kept
    measured = MeasuredDocuments(at_hand, classifier, threads, learned=True).read().profile
    if kept is None:
        return measured
    return measured.with_predictions_of(kept)


def add_texts(sample: EvenSample, batch: Batch) -> None:
    """Keep some texts, those of several fields as one."""

    def joined(places: slice) -> list[str]:
        fields = [_strings(text, places) for text in batch.texts]
        return [" ".join(parts) for parts in zip(*fields, strict=True)]

    if batch.texts:
        sample.add(len(batch), joined)


def _strings(texts: Any, places: slice) -> list[str]:
    chosen = texts.take(np.arange(len(texts))[places])
    return [text or "" for text in chosen.to_pylist()]
