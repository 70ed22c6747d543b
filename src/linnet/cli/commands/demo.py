"""linnet demo: train, evaluate and explain on the embedded corpus, and say what to try next."""

import csv
import shlex
import tempfile
from argparse import ArgumentParser, Namespace
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.output_file import written_whole
from linnet.cli.terminal import print_json
from linnet.errors import counted, shown

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.evaluation.metrics.evaluation import Evaluation

NAME = "demo"
HELP = "train, evaluate and explain on a small corpus that comes with linnet"
EXAMPLES = """
  linnet demo
  linnet demo --json
"""
FEATURES_SHOWN = 6

Pairs = list[tuple[str, str]]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Run the demo."""
    from linnet import evaluate, train

    learned, held_out = halves("messages.csv")
    classifier = train(learned)
    evaluation = evaluate(classifier, held_out)
    model, data = _saved(classifier, held_out)
    right, wrong = (
        _first(classifier, held_out, right=True),
        _first(classifier, held_out, right=False),
    )
    topics = _topics()
    if args.json:
        messages = {
            **_judged(len(learned), evaluation),
            "confusion": evaluation.confusion.as_json(),
        }
        told = {"right": _told(classifier, right), "wrong": _told(classifier, wrong)}
        print_json(
            {
                "messages": {**messages, **told},
                "topics": _judged(*topics),
                "model": model,
                "data": data,
            }
        )
        return
    _print_messages(classifier, evaluation, len(learned))
    _print_explained(classifier, "One message it got right", right)
    _print_explained(classifier, "One message it got wrong", wrong)
    _print_topics(*topics)
    _print_next(model, data)


def halves(name: str) -> tuple[Pairs, Pairs]:
    """Return the first four fifths of an embedded file to learn from, and the rest to be judged by."""
    from linnet import read, sample

    pairs: Pairs = []
    for batch in read(sample.path(name)).batches():
        labels: Any = batch.labels
        pairs += zip(batch.texts[0].to_pylist(), labels.to_pylist(), strict=True)
    cut = len(pairs) * 4 // 5
    return pairs[:cut], pairs[cut:]


def _topics() -> "tuple[int, Evaluation]":
    """Return how many sentences in three languages were learned, and how well the topics of others are told."""
    from linnet import Recipe, evaluate, train

    learned, held_out = halves("topics.jsonl")
    classifier = train(learned, Recipe.of(words=None, chars_in_words="2-4"))
    return len(learned), evaluate(classifier, held_out)


def _saved(classifier: "Classifier", held_out: Pairs) -> tuple[str, str]:
    """Write the model and the held-out messages into a new temporary folder and return where."""
    folder = Path(tempfile.mkdtemp(prefix="linnet-demo-"))
    model, data = folder / "messages.linnet", folder / "held-out.csv"
    classifier.save(model)
    with written_whole(str(data)) as file:
        lines = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        csv.writer(lines).writerows([("text", "label"), *held_out])
        lines.detach()
    return str(model), str(data)


def _first(classifier: "Classifier", pairs: Pairs, *, right: bool) -> tuple[str, str]:
    """Return the first message whose label was told right, or wrong."""
    labels = classifier.classify([text for text, _ in pairs])
    found = [pair for pair, label in zip(pairs, labels, strict=True) if (pair[1] == label) == right]
    return found[0]


def _judged(learned: int, evaluation: "Evaluation") -> dict[str, Any]:
    return {
        "learned": learned,
        "held_out": evaluation.documents,
        "accuracy": evaluation.accuracy.as_json(),
    }


def _told(classifier: "Classifier", pair: tuple[str, str]) -> dict[str, Any]:
    text, truth = pair
    probabilities = classifier.probabilities(text)
    label = classifier.classify(text)
    return {"text": text, "truth": truth, "label": label, "probability": probabilities[label]}


def _print_messages(classifier: "Classifier", evaluation: "Evaluation", learned: int) -> None:
    from linnet.classifier.facts_in_words import label_counts
    from linnet.cli.measures import measured, print_confusion
    from linnet.cli.model import in_words

    print("A small corpus of messages, made up for this demo: spam and ham.")
    print(f"Learned the first {counted(learned, 'message')} ({label_counts(classifier)}):")
    print(f"  {in_words(classifier.recipe, multilabel=classifier.multilabel)}.")
    print(f"Judged by the other {counted(evaluation.documents, 'message')}, which it had not seen:")
    print(f"  accuracy {measured(evaluation.accuracy)}, in brackets the 95% interval.")
    print_confusion(evaluation.confusion)


def _print_explained(classifier: "Classifier", title: str, pair: tuple[str, str]) -> None:
    from linnet.cli.explanation import print_explanation

    text, truth = pair
    print(f"\n{title} (truly {shown(truth)}):\n  {text}")
    print_explanation(classifier.explain(text), FEATURES_SHOWN)


def _print_topics(learned: int, evaluation: "Evaluation") -> None:
    from linnet.cli.measures import measured

    print(
        f"\nThree topics in English, Spanish and German, {counted(learned, 'sentence')} learned by characters:"
    )
    said = counted(evaluation.documents, "other")
    print(f"  accuracy {measured(evaluation.accuracy)} on {said}, whatever the language.")


def _print_next(model: str, data: str) -> None:
    from linnet.cli.model import program

    linnet, path, held_out = program(), shlex.quote(model), shlex.quote(data)
    print(f"\nThe model is in {model}. Try next:")
    print(f"  {linnet} explain {path} 'Your parcel is waiting, pay the fee here'")
    print(f"  {linnet} inspect {path}")
    print(f"  {linnet} evaluate {path} {held_out} --report report.html")
    print(f"  {linnet} predict {path} {held_out} -o labels.csv")
    print(f"  {linnet} train YOUR.csv -o yours.linnet")
