"""Peak memory of `linnet train` on reddit_domain, and on ten copies of it in one file."""

import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import unpacked

CODE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


def run() -> None:
    source = unpacked("reddit_domain/all.jsonl.gz")
    ten = source.with_name("ten.jsonl")
    with ten.open("wb") as out:
        for _ in range(10):
            out.write(source.read_bytes())
    linnet = str(Path(sys.executable).with_name("linnet"))
    for name, file in (("reddit_domain", source), ("ten copies", ten)):
        command = [
            linnet,
            "train",
            str(file),
            "-o",
            str(file) + ".linnet",
            "--learner",
            "multinomial",
            "--json",
        ]
        peak = subprocess.run(
            [sys.executable, "-c", CODE, *command], check=True, capture_output=True, text=True
        )
        print(f"{name:44} peak {int(peak.stdout)} MB (promised below 700)", flush=True)
    ten.unlink()


assert resource  # Unix only
