"""Whole processes that should feel instant: help, the smallest training, predicting one line."""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.measure import process_seconds, seconds
from linnet.sample import path
from linnet.tuning.train import train

TURNS = 11


def run() -> None:
    linnet = str(Path(sys.executable).with_name("linnet"))
    help_seconds = process_seconds([linnet, "--help"], 7)
    print(f"{'linnet --help':44} {help_seconds:.3f} s (promised below 0.2)", flush=True)
    _smallest_training(linnet)
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


def _smallest_training(linnet: str) -> None:
    """Compare the training of two documents with the imports that it cannot do without."""
    imports = [sys.executable, "-c", "import numpy, pyarrow"]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "two.csv"
        data.write_text("text,label\nwin a prize,spam\nlunch at noon,ham\n", encoding="utf-8")
        model = str(Path(folder) / "two.linnet")
        training = [linnet, "train", str(data), "-o", model, "--learner", "multinomial", "--json"]
        of_training = []
        of_imports = []
        for _ in range(TURNS):  # in turn, so that a busy machine slows both
            of_training.append(process_seconds(training, 1))
            of_imports.append(process_seconds(imports, 1))
    ratio = median(of_training) / median(of_imports)
    both = f"{median(of_training):.3f} s, imports {median(of_imports):.3f} s"
    print(f"{'linnet train on two documents':44} {both}: {ratio:.2f}x (promised at most 2)")
