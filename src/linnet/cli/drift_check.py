"""What an evaluation says of drift, on the terminal: only where something was found."""

from argparse import Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.data_drift.score_warning import DriftCheck
    from linnet.data_drift.watched_documents import WatchedDocuments
    from linnet.reading import Documents
    from linnet.validation.detailed_evaluation import DetailedEvaluation


def watched_documents(
    args: Namespace,
    classifier: "Classifier",
    documents: "Documents",
    training: "Documents | None",
) -> "WatchedDocuments":
    """Return the documents, compared with those of training while they are read."""
    from linnet.data_drift.watched_documents import watch
    from linnet.threads import threads_of

    return watch(documents, classifier, training, threads=threads_of(args.threads))


def check_drift(
    classifier: "Classifier", evaluation: "DetailedEvaluation", watched: "WatchedDocuments"
) -> "DriftCheck":
    """Return what is to be said of documents that have been evaluated."""
    from linnet.data_drift.score_warning import drift_check

    return drift_check(classifier, evaluation.evaluation, watched)


def print_drift(check: "DriftCheck") -> None:
    """Print what was found, if anything was."""
    for sentence in check.sentences():
        print(f"\n{sentence}")
