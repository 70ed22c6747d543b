"""One thread of counting against GNU `wc -w` in UTF-8 on the same text (ag_news)."""

import os
import subprocess
import tempfile

import pyarrow as pa

from benchmarks.measure import ag_news, report, seconds
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count


def run() -> None:
    texts, _ = ag_news()
    arrow = pa.array(texts)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write("\n".join(texts))
        file.flush()
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        command = ["wc", "-w", file.name]
        peer = seconds(
            lambda: subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL),
            7,
        )
    for pattern in ("sklearn", "unicode"):
        ours = seconds(lambda p=pattern: count([arrow], [BlockSettings(pattern=p)], threads=1), 7)
        report(f"count words ({pattern}), one thread", ours, peer, 1)
