"""Whether new documents are like those that a model was trained on, kind by kind."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
from linnet.data_drift.domain import DomainTest, domain_test
from linnet.data_drift.sentences import drift_sentence
from linnet.data_drift.shift import LABELS, LENGTHS, NGRAMS, PREDICTED, WORDS, Shift
from linnet.reading import Batch, Documents, read
from linnet.storage.training_profile import TrainingProfile
from linnet.threads import threads_of

FEWEST = 10  # documents on each side
NO_PROFILE = "the model file has no profile of the training texts"
NO_TEXTS = "the model reads no texts"
NO_VOCABULARY = "the model has no vocabulary of words"
NO_PREDICTED = "the model file has no counts of predicted labels"
LABELS_THERE = "the labels are there"
NO_LABELS = "there are no labels"
TOO_FEW = f"fewer than {FEWEST} documents"


@dataclass(frozen=True)
class Drift:
    """How new documents differ from the training documents, and what could not be measured."""

    documents: int
    training_documents: int
    shifts: tuple[Shift, ...]
    not_measured: Mapping[str, str] = field(default_factory=dict)  # kind → why
    domain: DomainTest | None = None  # where the training documents are at hand

    @property
    def found(self) -> tuple[Shift, ...]:
        """The shifts that are more than chance, and large enough to matter."""
        return tuple(shift for shift in self.shifts if shift.is_found)

    @property
    def is_found(self) -> bool:
        """Whether there is any shift."""
        by_domain = self.domain is not None and self.domain.is_found
        return by_domain or bool(self.found)

    @property
    def sentence(self) -> str:
        """What it means, in one sentence."""
        return drift_sentence(self.shifts, self.domain, self.documents)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "documents": self.documents,
            "training_documents": self.training_documents,
            "shifted": self.is_found,
            "sentence": self.sentence,
            "shifts": {shift.kind: shift.as_json() for shift in self.shifts},
            "not_measured": dict(self.not_measured),
            "domain": None if self.domain is None else self.domain.as_json(),
        }

    def __repr__(self) -> str:
        kinds = ", ".join(shift.kind for shift in self.found) or "none"
        return f"<Drift: {self.documents} documents, shifted: {kinds}>"


def drift(
    classifier: Classifier,
    documents: Any,
    training: Any = None,
    *,
    threads: int | None = None,
) -> Drift:
    """Return how documents differ from those that a classifier was trained on.

    `documents` are Documents, or anything `read` takes; their labels are compared if they have any,
    and otherwise those that the classifier predicts. Texts are compared with the profile of the
    training texts that the model file keeps, with the training documents that it keeps, or with
    `training`, which must be those that it has learned. Where the training documents are at hand, a
    model tries to tell both sides apart.

    >>> from linnet import train
    >>> training = [(f"see you at noon {n}", "ham") for n in range(20)]
    >>> training += [(f"win a prize {n}", "spam") for n in range(20)]
    >>> classifier = train(training, {"learner": "multinomial"})
    >>> new = [(f"win a car {n}", "spam") for n in range(40)]
    >>> drift(classifier, new, training)
    <Drift: 40 documents, shifted: labels, ngrams>
    """
    threads = threads_of(threads)
    at_hand = _training_documents(classifier, training)
    expected = _expected_profile(classifier, at_hand, threads)
    watched = WatchedDocuments(_read(classifier, documents), classifier, expected, threads)
    for batch in watched.documents().batches():
        watched.predict(batch)
    found = watched.drift()
    if at_hand is None or not classifier.fields:
        return found
    own_texts = EvenSample()
    for batch in at_hand.batches():
        _add_texts(own_texts, batch)
    domain = domain_test(own_texts.kept, watched.texts.kept, threads)
    return _with_domain(found, domain)


def _with_domain(found: Drift, domain: DomainTest | None) -> Drift:
    return Drift(
        found.documents, found.training_documents, found.shifts, found.not_measured, domain
    )


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
        _add_texts(self.texts, batch)
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
        profile = _expected_profile(classifier, training, threads)
    return WatchedDocuments(documents, classifier, profile, threads)


def _expected_profile(
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


def _training_documents(classifier: Classifier, training: Any) -> Documents | None:
    """Return the training documents, if they are given or kept in the model file."""
    if training is not None:
        return classifier.read(training, labelled=False)
    if classifier.kept is None:
        return None
    return classifier.kept.documents(
        classifier.fields, classifier.labels, multilabel=classifier.multilabel
    )


def _read(classifier: Classifier, source: Any) -> Documents:
    """Return documents with their labels if they have any."""
    if isinstance(source, Documents):
        return classifier.read(source, labelled=source.label is not None)
    fields = classifier.fields
    names = classifier.model.features.columns
    return read(
        source,
        text=None if len(fields) == 1 else fields,
        labelled=None,
        usual_text=fields[0] if fields else None,
        usual_label=classifier.label,
        categorical=names.categorical,
        numeric=names.numeric,
        features=names.named,
        multilabel=classifier.multilabel,
    )


def _add_texts(sample: EvenSample, batch: Batch) -> None:
    """Keep some texts, those of several fields as one."""

    def joined(places: slice) -> list[str]:
        fields = [_strings(text, places) for text in batch.texts]
        return [" ".join(parts) for parts in zip(*fields, strict=True)]

    if batch.texts:
        sample.add(len(batch), joined)


def _strings(texts: Any, places: slice) -> list[str]:
    chosen = texts.take(np.arange(len(texts))[places])
    return [text or "" for text in chosen.to_pylist()]
