"""Whole processes that should feel instant: `linnet --help` and predicting one line."""

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import process_seconds, seconds
from linnet.sample import path
from linnet.tuning.train import train


def run() -> None:
    linnet = str(Path(sys.executable).with_name("linnet"))
    help_seconds = process_seconds([linnet, "--help"], 7)
    print(f"{'linnet --help':44} {help_seconds:.3f} s (promised below 0.2)", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "demo.linnet"
        train(str(path("messages.csv"))).save(model)
        command = [linnet, "predict", str(model)]
        one = seconds(
            lambda: subprocess.run(
                command, input=b"win a prize\n", check=True, stdout=subprocess.DEVNULL
            ),
            7,
        )
        print(f"{'linnet predict on one line':44} {one:.3f} s (promised below 0.6)", flush=True)
        python_seconds = process_seconds([sys.executable, "-c", "pass"], 7)
        print(f"{'python -c pass':44} {python_seconds:.3f} s", flush=True)
