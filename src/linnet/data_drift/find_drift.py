"""Whether new documents are like those that a model was trained on."""

from dataclasses import replace
from typing import Any

import numpy as np

from linnet.classifier.classifier import Classifier
from linnet.classifier.document_profile import EvenSample
from linnet.classifier.matching import warn_of_other_text
from linnet.classifier.training_documents import kept_documents
from linnet.data_drift.domain import domain_test
from linnet.data_drift.drift import Drift
from linnet.data_drift.watched_documents import (
    NO_PROFILE,
    WatchedDocuments,
    add_texts,
    expected_profile,
)
from linnet.errors import Advice, InputError
from linnet.reading import Batch, Documents, read
from linnet.threads import threads_of


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
    Drift(40 documents, shifted: labels, lengths, unknown_words, ngrams, domain)
    """
    threads = threads_of(threads)
    at_hand = _training_documents(classifier, training)
    expected = expected_profile(classifier, at_hand, threads)
    watched = WatchedDocuments(_read(classifier, documents), classifier, expected, threads)
    for batch in watched.documents().batches():
        watched.predict(batch)
    found = watched.drift()
    if not found.documents:
        raise InputError("there must be documents to compare; got none. Check the data.")
    if at_hand is None or not classifier.fields:
        _refuse_nothing(found)
        return found
    own_texts = EvenSample()
    n_at_hand = 0
    for batch in at_hand.batches():
        n_at_hand += _n_learned(batch)
        add_texts(own_texts, batch)
    domain = domain_test(own_texts.kept, watched.texts.kept, threads)
    return replace(found, domain=domain, n_at_hand=n_at_hand)


def _n_learned(batch: Batch) -> int:
    """Return how many documents of a batch training learns: those of weight 0 are left out."""
    return len(batch) if batch.weights is None else int(np.count_nonzero(batch.weights))


def _refuse_nothing(found: Drift) -> None:
    """Refuse a comparison without anything to compare with."""
    if not found.shifts and NO_PROFILE in found.not_measured.values():
        raise InputError(
            "a model must have a profile of its training texts, or documents must have labels; "
            "got neither.",
            Advice("name_training"),
        )


def _training_documents(classifier: Classifier, training: Any) -> Documents | None:
    """Return the training documents, if they are given or kept in the model file."""
    if training is not None:
        return classifier.read(training, labelled=False)
    if classifier.kept is None:
        return None
    return kept_documents(classifier)


def _read(classifier: Classifier, source: Any) -> Documents:
    """Return documents with their labels if they have any."""
    documents = source if isinstance(source, Documents) else _read_columns(classifier, source)
    return classifier.read(documents, labelled=documents.label is not None)


def _read_columns(classifier: Classifier, source: Any) -> Documents:
    """Return the documents of a source with the columns that the classifier reads."""
    fields = classifier.fields
    names = classifier.model.features.columns
    documents = read(
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
    warn_of_other_text(documents)
    return documents
