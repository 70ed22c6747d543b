"""Everything one does with a model, in bounded time and memory.

Each ends in a right-shaped answer or a LinnetError.
"""

import resource
import signal
from argparse import Namespace
from contextlib import contextmanager
from pathlib import Path

from linnet import LinnetError, load
from linnet.classifier.sampling import log_likelihood, sample
from linnet.cli.commands import inspect
from tests.golden_models import MODELS

SECONDS = 20  # for all that one does with a model, which takes a hundredth of one
BYTES = 2**32  # of memory, beside what is taken at first
ONES = {name: golden.one_by_one() for name, golden in MODELS.items()}
FEW = {name: golden.asked() for name, golden in MODELS.items()}
MANY = {
    name: golden.asked(100) for name, golden in MODELS.items()
}  # so many are counted in another way
MORE = {name: golden.more() for name, golden in MODELS.items()}
LEARNED = {name: golden.training(2) for name, golden in MODELS.items()}


class TooLong(BaseException):
    """No error that anybody would catch."""


@contextmanager
def limited():
    """Let nothing run for long nor take much memory."""

    def stop(*_):
        raise TooLong

    before, (soft, hard) = (
        signal.signal(signal.SIGALRM, stop),
        resource.getrlimit(resource.RLIMIT_AS),
    )
    resource.setrlimit(resource.RLIMIT_AS, (taken() + BYTES, hard))
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGALRM, before)


def taken():
    """Return how many bytes of memory this process has by now."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@limited()
def use(name, path):
    """Do everything one does with a model; return what was refused."""
    try:
        classifier = load(path, tokenizer=MODELS[name].tokenizer)
    except LinnetError:
        return ["load"]
    actions = {
        "classify": lambda: check_labels(
            classifier, [classifier.classify(one) for one in ONES[name]]
        ),
        "score": lambda: check_scores(classifier, FEW[name]),
        "score many": lambda: check_scores(classifier, MANY[name]),
        "explain": lambda: [
            check_explained(classifier, classifier.explain(one)) for one in ONES[name]
        ],
        "inspect": lambda: inspect.run(Namespace(model=str(path), top=3, recipe=False, json=True)),
        "recipe": classifier.recipe.to_toml,
        "learn": lambda: check_scores(classifier.learn(MORE[name]), FEW[name]),
        "forget": lambda: check_scores(classifier.forget(LEARNED[name]), FEW[name]),
        "merge": lambda: check_scores(classifier.merge(classifier), FEW[name]),
        "save": classifier.to_bytes,
        "sample": lambda: sample(classifier, 2),
        "likelihood": lambda: log_likelihood(classifier, MORE[name]),
    }
    return [what for what, action in actions.items() if not attempt(action)]


def attempt(action):
    """Return whether an action was not refused."""
    try:
        action()
    except LinnetError:
        return False
    return True


def check_scores(classifier, documents):
    """Check that each document gets a score for every label, and labels that are there."""
    scores = classifier.score(documents)
    n = sum(len(batch) for batch in documents.batches())
    assert scores.values.shape == (n, len(classifier.labels))
    check_labels(classifier, scores.labels())
    if scores.has_probabilities:
        assert scores.probabilities().shape == scores.values.shape


def check_labels(classifier, found):
    decision = classifier.model.decision
    nothing = (
        {None} if decision is not None and (decision.unsure or decision.budgets.all()) else set()
    )
    assert {label for one in found for label in (one if classifier.multilabel else [one])} <= {
        *classifier.labels
    } | nothing


def check_explained(classifier, explanation):
    assert explanation.label in classifier.labels
    assert all(len(one.scores) == len(classifier.labels) for one in explanation.strongest())
    assert len(explanation.scores) == len(explanation.probabilities) == len(explanation.offset)
