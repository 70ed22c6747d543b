"""`linnet train` without a learner on ten data sets, against scikit-learn and fastText, tuned.

The reference is the family that is best by its own 3-fold cross-validation on the training part;
the best on test is shown beside it. Data sets without a test part give their last fifth.
LINNET_SETS=mr,sms_spam runs some of them.
"""

import gzip
import json
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from subprocess import run as run_command
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.accuracy_peers import Found, peers
from benchmarks.measure import data

SETS = (
    "ag_news",
    "sms_spam",
    "mr",
    "subjectivity",
    "trec_coarse",
    "trec_fine",
    "banking77",
    "stackoverflow_titles",
    "chnsenticorp_hotel",
    "lang_id_tatoeba",
)
TIMED = "LinearSVC, words + char_wb"
Part = tuple[list[str], list[str]]  # texts, labels


def run() -> None:
    times = f"{'ours s':>8} {'SVC s':>8}"
    print(f"{'':22} {'ours':>7} {'reference':>9} {'p':>7} {'best on test':>12} {times}")
    ours = []
    theirs = []
    names = os.environ.get("LINNET_SETS", ",".join(SETS))
    for name in names.split(","):
        train, test = parts(name)
        answers, taken, cpu = _ours(train, test)
        families = peers(name, train, test[0])
        reference = max(families, key=lambda family: family.cross_validated)
        timed = next(family for family in families if family.family == TIMED)

        right = _right(answers, test)
        peer = _right(reference.answers, test)
        ours.append(right.mean())
        theirs.append(peer.mean())
        best = _best_on_test(families, test)
        _print(name, (right, peer), best, (taken, timed.seconds))
        cpu_seconds = f"CPU s {cpu:.1f} and {timed.cpu_seconds:.1f}"
        print(f"{'':22} {reference.family}, {reference.setting}; {cpu_seconds}", flush=True)
    verdict = "ok" if np.mean(ours) > np.mean(theirs) else "BELOW"
    print(f"{'mean':22} {np.mean(ours):7.4f} {np.mean(theirs):9.4f} {verdict}")


def _best_on_test(families: Sequence[Found], test: Part) -> float:
    answered = [family.answers for family in families if family.answers]
    return max(float(_right(answers, test).mean()) for answers in answered)


def parts(name: str) -> tuple[Part, Part]:
    """Return the training and the test part of a data set."""
    folder = data(name)
    files = sorted(folder.glob("*.jsonl.gz"))
    if len(files) > 1:
        train = next(file for file in files if "train" in file.name)
        test = next(file for file in files if "test" in file.name)
        return _rows(train), _rows(test)
    texts, labels = _rows(files[0])
    n = len(texts) - len(texts) // 5
    return (texts[:n], labels[:n]), (texts[n:], labels[n:])


def _rows(path: Path) -> Part:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [str(row["label"]) for row in rows]


def _ours(train: Part, test: Part) -> tuple[list[str], float, float]:
    """Return our labels of the test part, and the seconds of training, on a clock and of CPUs."""
    linnet = str(Path(sys.executable).with_name("linnet"))
    with TemporaryDirectory() as folder:
        model = f"{folder}/m.linnet"
        _write(Path(folder, "train.jsonl"), train)
        _write(Path(folder, "test.jsonl"), test)

        cpu_before = _cpu()
        start = time.perf_counter()
        command = [linnet, "train", f"{folder}/train.jsonl", "-o", model, "--json"]
        run_command(command, check=True, capture_output=True)
        taken = time.perf_counter() - start
        cpu = _cpu() - cpu_before

        command = [linnet, "predict", model, f"{folder}/test.jsonl"]
        output = run_command(command, check=True, capture_output=True).stdout.decode()
    return [json.loads(line)["label"] for line in output.splitlines()], taken, cpu


def _write(path: Path, part: Part) -> None:
    with path.open("w", encoding="utf-8") as file:
        for text, label in zip(*part, strict=True):
            file.write(json.dumps({"text": text, "label": label}) + "\n")


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _right(answers: Sequence[str], test: Part) -> np.ndarray:
    return np.array(answers) == np.array(test[1])


def _print(
    name: str, right: tuple[np.ndarray, np.ndarray], best: float, taken: tuple[float, float]
) -> None:
    from scipy.stats import binomtest

    ours, peer = right
    won = int((ours & ~peer).sum())
    lost = int((~ours & peer).sum())
    p = binomtest(won, won + lost).pvalue if won + lost else 1.0
    below = "BELOW" if p < 0.05 and lost > won else "ok"
    slow = "ok" if taken[0] < taken[1] else "SLOWER"
    accuracies = f"{ours.mean():7.4f} {peer.mean():9.4f} {p:7.4f} {best:12.4f}"
    times = f"{taken[0]:8.1f} {taken[1]:8.1f}"
    print(f"{name:22} {accuracies} {times} {below}, {slow}", flush=True)
