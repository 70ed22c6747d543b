"""Whether a score deserves trust: leaks from training, and how often the test set has been used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.evaluation.metrics.evaluation import Evaluation
from linnet.evaluation.metrics.measures import Measure
from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
from linnet.evaluation.splits.leaks import Leaks, documents_without, find_leaks
from linnet.evaluation.splits.ledger import UseCount, file_hash, record_use
from linnet.reading import Documents
from linnet.threads import threads_of
from linnet.validation.evaluate import evaluate, evaluate_multilabel
from linnet.validation.fingerprints import compared_with_training, fingerprinted


@dataclass(frozen=True)
class RecognisedDocuments:
    """Documents that are recognised while they are read.

    Either as a test set that was used before, or as the training documents.
    """

    documents: Documents
    fingerprint: Callable[[], str]  # once they have been read
    on_training_documents: Callable[[], bool | None]  # once they have been read


def recognise(
    documents: Documents, classifier: Classifier, threads: int | None = None
) -> RecognisedDocuments:
    """Return documents that can be recognised once they have been read."""
    threads = threads_of(threads)
    documents, fingerprint = fingerprinted(documents, classifier, threads)
    documents, are_learned = compared_with_training(documents, classifier, threads)
    return RecognisedDocuments(documents, fingerprint, are_learned)


@dataclass(frozen=True)
class Checks:
    """What was checked beside the measures; None is what was not."""

    uses: UseCount | None  # of the test set
    on_training_documents: bool | None  # whether the model has learned just these documents
    leaks: Leaks | None = None
    without_leaks: Evaluation | MultilabelEvaluation | None = None  # where some documents leak

    def measures_without_leaks(self) -> dict[str, Measure]:
        """Return the accuracy (of whole sets where documents have several labels) and macro F1."""
        evaluation = self.without_leaks
        if evaluation is None:
            return {}
        accuracy = evaluation.measures.get("accuracy") or evaluation.measures["subset-accuracy"]
        return {"accuracy": accuracy, "macro_f1": evaluation.macro_f1}

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data; leaks only where they were looked for."""
        result: dict[str, Any] = {
            "looks": None if self.uses is None else self.uses.as_json(),
            "on_training_documents": self.on_training_documents,
        }
        if self.leaks is not None:
            result["leaks"] = self.leaks.as_json()
            result["without_leaks"] = self._without_leaks_json()
        return result

    def _without_leaks_json(self) -> dict[str, Any] | None:
        if self.without_leaks is None:
            return None
        result: dict[str, Any] = {"documents": self.without_leaks.documents}
        for name, measure in self.measures_without_leaks().items():
            result[name] = measure.as_json()
        return result


def check(
    classifier: Classifier,
    recognised: RecognisedDocuments,
    *,
    model_file: str | None = None,
    training: Documents | None = None,
    group: str | None = None,
    threads: int | None = None,
) -> Checks:
    """Return what was found about documents that have just been read.

    The use of the test set is noted where the model file is named; leaks are looked for where the
    training documents are given.
    """
    uses = None
    if model_file is not None:
        uses = record_use(recognised.fingerprint(), file_hash(model_file))
    on_training_documents = recognised.on_training_documents()
    if training is None:
        return Checks(uses, on_training_documents)
    documents = recognised.documents
    leaks = find_leaks(training, documents, group=group, threads=threads)
    evaluation = _evaluate_without(classifier, documents, leaks, threads)
    return Checks(uses, on_training_documents, leaks, evaluation)


def _evaluate_without(
    classifier: Classifier, documents: Documents, leaks: Leaks, threads: int | None
) -> Evaluation | MultilabelEvaluation | None:
    """Return how good a classifier is on documents that do not leak; None where none or all do."""
    if not 0 < len(leaks.rows) < leaks.documents:
        return None
    others = documents_without(documents, leaks.rows)
    if classifier.multilabel:
        return evaluate_multilabel(classifier, others, threads=threads)
    return evaluate(classifier, others, threads=threads)


def count_uses(
    documents: Documents, classifiers: Mapping[str, Classifier], threads: int | None = None
) -> tuple[Documents, Callable[[], UseCount | None]]:
    """Return the documents, and a function that notes their use by each model file.

    It is to be called once they have been read.
    """
    if not classifiers:
        return documents, lambda: None
    first = next(iter(classifiers.values()))
    documents, fingerprint = fingerprinted(documents, first, threads_of(threads))

    def note_uses() -> UseCount:
        uses = [record_use(fingerprint(), file_hash(path)) for path in classifiers]
        return uses[-1]

    return documents, note_uses
