"""Timing, data and one line of output per figure."""

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


def data(name: str) -> Path:
    """Return the path of a data set's file under LINNET_DATA."""
    folder = os.environ.get("LINNET_DATA")
    if not folder:
        sys.exit("benchmarks: set LINNET_DATA to the folder of the data sets.")
    return Path(folder) / name


@cache
def ag_news() -> tuple[list[str], list[str]]:
    """Return the texts and labels of ag_news's training part."""
    with gzip.open(data("ag_news/train.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [row["label"] for row in rows]


@cache
def unpacked(name: str) -> Path:
    """Return an uncompressed copy of a data set, kept for this run."""
    target = Path(tempfile.mkdtemp(prefix="linnet-benchmark-")) / Path(name).stem
    with gzip.open(data(name), "rb") as packed, target.open("wb") as plain:
        while block := packed.read(1 << 22):
            plain.write(block)
    return target


def seconds(work: Callable[[], Any], times: int) -> float:
    """Return the best of so many runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def process_seconds(command: list[str], times: int) -> float:
    """Return the best of so many runs of a whole process, its modules compiled as installed."""
    env = dict(os.environ)
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return seconds(
        lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env), times
    )


def report(what: str, ours: float, peer: float, wanted: float) -> None:
    """Print one ratio beside the one promised."""
    ratio = peer / ours
    times = f"ours {ours * 1e3:10.2f} ms  peer {peer * 1e3:10.1f} ms"
    verdict = "ok" if ratio >= wanted else "BELOW"
    print(f"{what:44} {times}  {ratio:8.1f}x  (promised {wanted:g}x) {verdict}", flush=True)
