"""`linnet train` without a learner on ten data sets, against the best of scikit-learn and fastText, tuned.

The reference is the family that is best by its own 3-fold cross-validation on the training part; the best on test is
shown beside it. Data sets without a test part give their last fifth. LINNET_SETS=mr,sms_spam runs some of them.
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

from benchmarks.accuracy_peers import peers
from benchmarks.measure import data

SETS = (
    "ag_news", "sms_spam", "mr", "subjectivity", "trec_coarse", "trec_fine", "banking77", "stackoverflow_titles",
    "chnsenticorp_hotel", "lang_id_tatoeba",
)  # fmt: skip
TIMED = "LinearSVC, words + char_wb"
Part = tuple[list[str], list[str]]  # texts, labels


def run() -> None:
    print(
        f"{'':22} {'ours':>7} {'reference':>9} {'p':>7} {'best on test':>12} {'ours s':>8} {'SVC s':>8}"
    )
    ours, theirs = [], []
    for name in os.environ.get("LINNET_SETS", ",".join(SETS)).split(","):
        train, test = parts(name)
        answers, taken, cpu = _ours(train, test)
        found = peers(name, train, test[0])
        reference = max(found, key=lambda one: one.cross_validated)
        timed = next(one for one in found if one.family == TIMED)
        right, peer = _right(answers, test), _right(reference.answers, test)
        ours.append(right.mean())
        theirs.append(peer.mean())
        best = max(_right(one.answers, test).mean() for one in found if one.answers)
        _print(name, (right, peer), best, (taken, timed.seconds))
        print(
            f"{'':22} {reference.family}, {reference.setting}; CPU s {cpu:.1f} and {timed.cpu_seconds:.1f}",
            flush=True,
        )
    verdict = "ok" if np.mean(ours) > np.mean(theirs) else "BELOW"
    print(f"{'mean':22} {np.mean(ours):7.4f} {np.mean(theirs):9.4f} {verdict}")


def parts(name: str) -> tuple[Part, Part]:
    """Return the training and the test part of a data set."""
    folder = data(name)
    files = sorted(folder.glob("*.jsonl.gz"))
    if len(files) > 1:
        named = {
            kind: next(file for file in files if kind in file.name) for kind in ("train", "test")
        }
        return _rows(named["train"]), _rows(named["test"])
    texts, labels = _rows(files[0])
    n = len(texts) - len(texts) // 5
    return (texts[:n], labels[:n]), (texts[n:], labels[n:])


def _rows(path: Path) -> Part:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [str(row["label"]) for row in rows]


def _ours(train: Part, test: Part) -> tuple[list[str], float, float]:
    """Return our answers for the test part, and the seconds that training took, on a clock and of processors."""
    linnet = str(Path(sys.executable).with_name("linnet"))
    with TemporaryDirectory() as folder:
        for name, (texts, labels) in (("train", train), ("test", test)):
            rows = [
                {"text": text, "label": label} for text, label in zip(texts, labels, strict=True)
            ]
            Path(folder, f"{name}.jsonl").write_text(
                "".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8"
            )
        before, start = _cpu(), time.perf_counter()
        run_command(
            [linnet, "train", f"{folder}/train.jsonl", "-o", f"{folder}/m.linnet", "--json"],
            check=True,
            capture_output=True,
        )
        taken, cpu = time.perf_counter() - start, _cpu() - before
        command = [linnet, "predict", f"{folder}/m.linnet", f"{folder}/test.jsonl"]
        said = run_command(command, check=True, capture_output=True).stdout.decode()
    return [json.loads(line)["label"] for line in said.splitlines()], taken, cpu


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _right(answers: Sequence[str], test: Part) -> np.ndarray:
    return np.array([one == label for one, label in zip(answers, test[1], strict=True)])


def _print(
    name: str, right: tuple[np.ndarray, np.ndarray], best: float, taken: tuple[float, float]
) -> None:
    from scipy.stats import binomtest

    ours, peer = right
    won, lost = int((ours & ~peer).sum()), int((~ours & peer).sum())
    p = binomtest(won, won + lost).pvalue if won + lost else 1.0
    below = "BELOW" if p < 0.05 and lost > won else "ok"
    slow = "ok" if taken[0] < taken[1] else "SLOWER"
    numbers = f"{ours.mean():7.4f} {peer.mean():9.4f} {p:7.4f} {best:12.4f} {taken[0]:8.1f} {taken[1]:8.1f}"
    print(f"{name:22} {numbers} {below}, {slow}", flush=True)
