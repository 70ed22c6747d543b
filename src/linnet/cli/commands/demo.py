"""linnet demo: train, evaluate and explain on the embedded corpus, and say what to try next."""

import csv
import shlex
import tempfile
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.explanation import print_explanation
from linnet.cli.measures import measured, print_confusion
from linnet.cli.output_file import written_whole
from linnet.cli.terminal import print_json
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.evaluation.metrics.evaluation import Evaluation

EXAMPLES = """
  linnet demo
  linnet demo --json
"""
FEATURES_SHOWN = 6

Pair = tuple[str, str]  # a text and its label


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    options.add_json(parser)


@dataclass(frozen=True, eq=False)
class Trial:
    """A classifier of most documents of a corpus, and how good it is on the rest."""

    classifier: "Classifier"
    n_learned: int
    held_out: list[Pair]
    evaluation: "Evaluation"

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as plain data."""
        return {
            "learned": self.n_learned,
            "held_out": self.evaluation.documents,
            "accuracy": self.evaluation.accuracy.as_json(),
        }

    def first(self, *, right: bool) -> Pair:
        """Return the first document that was labelled right, or wrong."""
        labels = self.classifier.classify([text for text, _ in self.held_out])
        for (text, truth), label in zip(self.held_out, labels, strict=True):
            if (truth == label) == right:
                return text, truth
        raise AssertionError("the embedded corpus has both")


def run(args: Namespace) -> None:
    """Run the demo."""
    from linnet import Recipe

    messages = _try("messages.csv")
    model, data = _save(messages)
    topics = _try("topics.jsonl", Recipe.of(words=None, chars_in_words="2-4"))
    right = messages.first(right=True)
    wrong = messages.first(right=False)
    if args.json:
        of_messages = {
            **messages.as_json(),
            "confusion": messages.evaluation.confusion.as_json(),
            "right": _prediction_json(messages.classifier, right),
            "wrong": _prediction_json(messages.classifier, wrong),
        }
        files = {"model": model, "data": data}
        print_json({"messages": of_messages, "topics": topics.as_json(), **files})
        return
    _print_messages(messages)
    _print_explained(messages.classifier, "One message it got right", right)
    _print_explained(messages.classifier, "One message it got wrong", wrong)
    _print_topics(topics)
    _print_next(model, data)


def _try(corpus: str, recipe: Any = None) -> Trial:
    from linnet import evaluate, train

    learned, held_out = halves(corpus)
    classifier = train(learned, recipe)
    return Trial(classifier, len(learned), held_out, evaluate(classifier, held_out))


def halves(name: str) -> tuple[list[Pair], list[Pair]]:
    """Return the first four fifths of an embedded file to learn from, and the rest to test on."""
    from linnet import read, sample

    pairs: list[Pair] = []
    for batch in read(sample.path(name)).batches():
        labels: Any = batch.labels
        pairs += zip(batch.texts[0].to_pylist(), labels.to_pylist(), strict=True)
    cut = len(pairs) * 4 // 5
    return pairs[:cut], pairs[cut:]


def _save(trial: Trial) -> tuple[str, str]:
    """Write the model and the held-out messages into a new temporary folder and return where."""
    folder = Path(tempfile.mkdtemp(prefix="linnet-demo-"))
    model = folder / "messages.linnet"
    data = folder / "held-out.csv"
    trial.classifier.save(model)
    with written_whole(str(data)) as file:
        lines = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        csv.writer(lines).writerows([("text", "label"), *trial.held_out])
        lines.detach()
    return str(model), str(data)


def _prediction_json(classifier: "Classifier", pair: Pair) -> dict[str, Any]:
    text, truth = pair
    label = classifier.classify(text)
    probability = classifier.probabilities(text)[label]
    return {"text": text, "truth": truth, "label": label, "probability": probability}


def _print_messages(trial: Trial) -> None:
    from linnet.classifier.facts_in_words import label_counts
    from linnet.recipe.words import in_words

    classifier, evaluation = trial.classifier, trial.evaluation
    print("A small corpus of messages, made up for this demo: spam and ham.")
    print(f"Learned the first {counted(trial.n_learned, 'message')} ({label_counts(classifier)}):")
    print(f"  {in_words(classifier.recipe, multilabel=classifier.multilabel)}.")
    print(f"Judged by the other {counted(evaluation.documents, 'message')}, which it had not seen:")
    print(f"  accuracy {measured(evaluation.accuracy)}, in brackets the 95% interval.")
    print_confusion(evaluation.confusion)


def _print_explained(classifier: "Classifier", title: str, pair: Pair) -> None:
    text, truth = pair
    print(f"\n{title} (truly {shown(truth)}):\n  {text}")
    print_explanation(classifier.explain(text), FEATURES_SHOWN)


def _print_topics(trial: Trial) -> None:
    sentences = counted(trial.n_learned, "sentence")
    print(f"\nThree topics in English, Spanish and German, {sentences} learned by characters:")
    others = counted(trial.evaluation.documents, "other")
    print(f"  accuracy {measured(trial.evaluation.accuracy)} on {others}, whatever the language.")


def _print_next(model: str, data: str) -> None:
    from linnet.cli.model import program

    linnet = program()
    path = shlex.quote(model)
    held_out = shlex.quote(data)
    print(f"\nThe model is in {model}. Try next:")
    print(f"  {linnet} explain {path} 'Your parcel is waiting, pay the fee here'")
    print(f"  {linnet} inspect {path}")
    print(f"  {linnet} evaluate {path} {held_out} --report report.html")
    print(f"  {linnet} predict {path} {held_out} -o labels.csv")
    print(f"  {linnet} train YOUR.csv -o yours.linnet")
