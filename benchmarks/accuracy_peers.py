"""What the peers reach: each family is searched by its own 3-fold cross-validation, then tested.

Results are kept, one file for each data set and family, and beside it the steps of one that is not
at its end, so that a run that was stopped goes on where it was. A family that is ten standard
errors behind another after a fold is given up.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

KEPT = Path("build/accuracy")
MANY_LABELS = (
    50  # scikit-learn's softmax takes 11 GB with more of them: one label against the rest instead
)
Answer = Callable[[], Sequence[str]]  # learns, and answers for the texts held out
Fit = Callable[
    [Sequence[str], Any, Sequence[str]], Iterator[tuple[str, Answer]]
]  # → each setting, by name


@dataclass(frozen=True)
class Found:
    """The best of a family by its cross-validation, and what it answers for the test part."""

    family: str
    setting: str
    cross_validated: float
    answers: list[
        str
    ]  # none where the family was given up: too far behind another to be the reference
    seconds: float  # of the search and of learning the best, on a clock
    cpu_seconds: float


def peers(name: str, train: tuple[list[str], list[str]], test: list[str]) -> list[Found]:
    """Return what each family reaches on a data set."""
    results: list[Found] = []
    n_labels = len(set(train[1]))
    for family, fit in families(n_labels).items():
        best = max((result.cross_validated for result in results), default=0.0)
        search = partial(_searched, family, fit, train, test, best)
        results.append(_kept(name, family, search))
    return results


def families(n_labels: int) -> dict[str, Fit]:
    """Return the families of recipes, those that reach most first."""
    found: dict[str, Fit] = {}
    for features in ("words + char_wb", "words"):
        found[f"LinearSVC, {features}"] = _linear(features, "svc", n_labels)
        found[f"LogisticRegression, {features}"] = _linear(features, "logistic", n_labels)
    return found | {"MultinomialNB, words": _naive_bayes, "fastText": _fasttext}


def _kept(name: str, family: str, searched: Callable[["Steps"], Found]) -> Found:
    path = KEPT / f"{name}, {family}.json"
    if not path.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        steps = Steps(path.with_suffix(".jsonl"))
        path.write_text(json.dumps(asdict(searched(steps))), encoding="utf-8")
        steps.path.unlink()
    return Found(**json.loads(path.read_text(encoding="utf-8")))


class Steps:
    """The steps of a search that were taken, in a file: predictions and seconds of each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[
            : text.rfind("\n") + 1
        ]  # without a line that was being written when the run was stopped
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        self._taken: dict[str, dict[str, Any]] = {
            row["step"]: row for row in map(json.loads, whole.splitlines())
        }
        self._last = _clocks()

    def take(self, step: str, answer: Answer) -> np.ndarray:
        """Return what a step answers: now, or when it was taken."""
        if step not in self._taken:
            answers = [str(label) for label in answer()]
            seconds = (_clocks() - self._last).tolist()
            self._taken[step] = {"step": step, "answers": answers, "seconds": seconds}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self._taken[step]) + "\n")
        self._last = _clocks()
        return np.array(self._taken[step]["answers"])

    def seconds(self) -> tuple[float, float]:
        """Return the seconds of all steps, on a clock and of processors."""
        clock, cpu = np.sum([row["seconds"] for row in self._taken.values()], axis=0)
        return float(clock), float(cpu)


def _clocks() -> np.ndarray:
    return np.array([time.perf_counter(), time.process_time()])


def _searched(
    family: str,
    fit: Fit,
    train: tuple[list[str], list[str]],
    test: list[str],
    to_beat: float,
    steps: Steps,
) -> Found:
    from sklearn.model_selection import StratifiedKFold

    texts = np.array(train[0], object)
    labels = np.array(train[1])
    right: dict[str, list[float]] = {}
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    for fold, (learned, held) in enumerate(folds.split(texts, labels)):
        for setting, answer in fit(texts[learned].tolist(), labels[learned], texts[held].tolist()):
            answers = steps.take(f"fold {fold}, {setting}", answer)
            right.setdefault(setting, []).append(float(np.mean(answers == labels[held])))
        best = max(right, key=lambda setting: np.mean(right[setting]))
        reached = float(np.mean(right[best]))
        if to_beat - reached > 10 * np.sqrt(to_beat * (1 - to_beat) / len(held)):
            return Found(family, best, reached, [], *steps.seconds())
    for setting, answer in fit(*train, test):
        if setting == best:
            answers = steps.take(f"test, {best}", answer)
            break
    return Found(family, best, reached, answers.tolist(), *steps.seconds())


def _linear(features: str, learner: str, n_labels: int) -> Fit:
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.svm import LinearSVC

    def made(strength: float) -> Any:
        if learner == "svc":
            return LinearSVC(C=strength)
        if n_labels > MANY_LABELS:
            return OneVsRestClassifier(
                LogisticRegression(C=strength, solver="liblinear", dual=True)
            )
        return LogisticRegression(C=strength, max_iter=1000)

    def fit(
        texts: Sequence[str], labels: Any, others: Sequence[str]
    ) -> Iterator[tuple[str, Answer]]:
        vectorizer = _vectorizer(features)
        table, held = vectorizer.fit_transform(texts), vectorizer.transform(others)
        for strength in (0.1, 0.3, 1, 3, 10) if learner == "svc" else (1, 3, 10, 30):
            yield f"C={strength}", partial(_learned, made(strength), table, labels, held)

    return fit


def _learned(model: Any, table: Any, labels: Any, held: Any) -> Any:
    return model.fit(table, labels).predict(held)


def _vectorizer(features: str) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import FeatureUnion

    words = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), min_df=2)
    if features == "words":
        return words
    chars = TfidfVectorizer(sublinear_tf=True, analyzer="char_wb", ngram_range=(3, 5), min_df=2)
    return FeatureUnion([("words", words), ("chars", chars)])


def _naive_bayes(
    texts: Sequence[str], labels: Any, others: Sequence[str]
) -> Iterator[tuple[str, Answer]]:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.naive_bayes import MultinomialNB

    for name, vectorizer in (
        ("counts", CountVectorizer(ngram_range=(1, 2))),
        ("tf-idf", _vectorizer("words")),
    ):
        table, held = vectorizer.fit_transform(texts), vectorizer.transform(others)
        for smoothing in (0.01, 0.03, 0.1, 0.3, 1.0):
            model = MultinomialNB(alpha=smoothing)
            yield f"{name}, alpha={smoothing}", partial(_learned, model, table, labels, held)


def _fasttext(
    texts: Sequence[str], labels: Any, others: Sequence[str]
) -> Iterator[tuple[str, Answer]]:
    names = sorted(set(labels))
    numbers = {label: number for number, label in enumerate(names)}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "train.txt"
        lines = [
            f"__label__{numbers[label]} {_line(text)}\n"
            for text, label in zip(texts, labels, strict=True)
        ]
        file.write_text("".join(lines), encoding="utf-8")
        for rate, epochs in ((0.5, 5), (0.5, 25)):
            yield (
                f"lr {rate}, {epochs} epochs",
                partial(_fasttext_learned, file, names, others, (rate, epochs)),
            )


def _fasttext_learned(
    file: Path, names: Sequence[str], others: Sequence[str], setting: tuple[float, int]
) -> Sequence[str]:
    import fasttext

    rate, epochs = setting
    model = fasttext.train_supervised(
        str(file), wordNgrams=2, lr=rate, epoch=epochs, thread=2, verbose=0, seed=0
    )
    # The Python wrapper's own predict fails with numpy 2; the function below it does not.
    given, _ = model.f.multilinePredict([_line(text) + "\n" for text in others], 1, 0.0, "strict")
    return [names[int(one[0][9:])] if one else names[0] for one in given]


def _line(text: str) -> str:
    return " ".join(text.lower().split())
