"""Whether a score deserves trust: leaks from training, and how often the test set has been looked at."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.leaks import print_leaks
from linnet.errors import counted
from linnet.report.headline import ON_TRAINING_DOCUMENTS

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.evaluation.metrics.evaluation import Evaluation
    from linnet.evaluation.metrics.measures import Measure
    from linnet.evaluation.metrics.multilabel_evaluation import MultilabelEvaluation
    from linnet.evaluation.splits.leaks import Leaks
    from linnet.evaluation.splits.ledger import UseCount
    from linnet.reading import Documents


@dataclass(frozen=True)
class Checks:
    """What was checked beside the measures; None is what was not."""

    leaks: "Leaks | None"
    without_leaks: (
        "Evaluation | MultilabelEvaluation | None"  # on the documents that do not leak, if some do
    )
    uses: "UseCount | None"
    on_training_documents: bool | None = None  # whether the model has learned just these documents

    def as_json(self) -> dict[str, Any]:
        """Return everything for `--json`."""
        found: dict[str, Any] = {"looks": None if self.uses is None else self.uses.as_json()}
        found["on_training_documents"] = self.on_training_documents
        if self.leaks is not None:
            measures = {name: measure.as_json() for name, measure in self._measures().items()}
            left = (
                None
                if self.without_leaks is None
                else {"documents": self.without_leaks.documents, **measures}
            )
            found |= {"leaks": self.leaks.as_json(), "without_leaks": left}
        return found

    def show_first(self) -> None:
        """Print what a reader must know before the measures."""
        if self.on_training_documents:
            print(f"{ON_TRAINING_DOCUMENTS}\n")

    def show(self) -> None:
        """Print what was found."""
        from linnet.cli.measures import measured

        if self.leaks is not None:
            print()
            print_leaks(self.leaks)
        if self.without_leaks is not None:
            accuracy, macro_f1 = map(measured, self._measures().values())
            print(f"Without them: accuracy {accuracy}, macro F1 {macro_f1}.")
        if self.uses is not None:
            print(f"\n{uses_in_words(self.uses)}")

    def _measures(self) -> "dict[str, Measure]":
        """Return the accuracy, where documents have several labels that of the whole set, and the macro F1."""
        left: Any = self.without_leaks
        if left is None:
            return {}
        accuracy = left.accuracy if hasattr(left, "accuracy") else left.subset_accuracy
        return {"accuracy": accuracy, "macro_f1": left.macro_f1}


def add_checks(parser: ArgumentParser) -> None:
    """Add what is to be checked."""
    said = "what the model has learned from: measures on it stand beside the others, and leaks are looked for"
    parser.add_argument("--train", metavar="DATA", help=said)
    options.add_aside(parser)
    said = "neither note nor tell how often these documents have been looked at"
    parser.add_argument("--no-ledger", action="store_true", help=said)


@dataclass(frozen=True)
class Watched:
    """Documents that are recognised while they are read."""

    documents: "Documents"
    fingerprint: Callable[[], str]  # to be asked after they were read, as the next one
    on_training_documents: Callable[[], bool | None]


def watched(args: Namespace, classifier: "Classifier", documents: "Documents") -> Watched:
    """Return documents that are recognised while they are read: as a test set used before, or as training documents."""
    from linnet.threads import threads_of
    from linnet.validation.fingerprints import compared_with_training, fingerprinted

    threads = threads_of(args.threads)
    documents, fingerprint = fingerprinted(documents, classifier, threads)
    documents, are_learned = compared_with_training(documents, classifier, threads)
    return Watched(documents, fingerprint, are_learned)


def training_documents(args: Namespace, classifier: "Classifier") -> "Documents | None":
    """Return what the model has learned from, where that is named."""
    if args.train is None:
        return None
    aside = [*args.aside, *([args.group] if args.group else [])]
    return read_documents(
        Namespace(**{**vars(args), "data": args.train}), classifier=classifier, aside=aside
    )[0]


def check(
    args: Namespace, classifier: "Classifier", watched: Watched, training: "Documents | None"
) -> Checks:
    """Note the look, and look for leaks where the training documents are named."""
    from linnet.evaluation.splits.leaks import documents_without, find_leaks
    from linnet.evaluation.splits.ledger import file_hash, record_use
    from linnet.validation.evaluate import evaluate, evaluate_multilabel

    uses = None if args.no_ledger else record_use(watched.fingerprint(), file_hash(args.model))
    learned = watched.on_training_documents()
    if training is None:
        return Checks(None, None, uses, learned)
    leaks = find_leaks(training, watched.documents, group=args.group, threads=args.threads)
    if not 0 < len(leaks.rows) < leaks.documents:
        return Checks(leaks, None, uses, learned)
    judge: Any = evaluate_multilabel if classifier.multilabel else evaluate
    left = documents_without(watched.documents, leaks.rows)
    return Checks(leaks, judge(classifier, left, threads=args.threads), uses, learned)


def uses_in_words(uses: "UseCount") -> str:
    """Return how often a test set has been looked at, as a sentence."""
    said = f"{counted(uses.times, 'time')} with {counted(uses.models, 'model')}"
    return f"This test set has been looked at {said}."


def test_set_uses(
    args: Namespace, models: "dict[str, Any]", documents: "Documents"
) -> "tuple[Documents, Any]":
    """Return the documents, and a function that notes the look of all models once they have been read."""
    from linnet.evaluation.splits.ledger import file_hash, record_use
    from linnet.threads import threads_of
    from linnet.validation.fingerprints import fingerprinted

    if args.no_ledger or not models:
        return documents, lambda: None
    documents, fingerprint = fingerprinted(
        documents, next(iter(models.values())), threads_of(args.threads)
    )
    return documents, lambda: [record_use(fingerprint(), file_hash(path)) for path in models][-1]
