"""Real data for tests, where LINNET_DATA says it is; a ledger of their own."""

import gzip
import json
import os
import signal
from itertools import islice
from pathlib import Path

import pytest


def pytest_configure():
    """Let Ctrl-C stop what a test runs.

    A shell that starts tests in the background has them ignore it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_ledger(tmp_path_factory, monkeypatch):
    """Keep looks of tests out of the ledger of whoever runs them."""
    path = tmp_path_factory.mktemp("ledger") / "looks.jsonl"
    monkeypatch.setenv("LINNET_LEDGER", str(path))
    return path


@pytest.fixture
def real_data():
    """Give a function (data set, how many) → list of (text, label).

    Skip where the data are not at hand.
    """

    def documents(name: str, n: int | None = None) -> list[tuple[str, str]]:
        folder = os.environ.get("LINNET_DATA")
        if not folder:
            pytest.skip("LINNET_DATA does not name the folder of real data sets")
        file = next(
            path
            for path in sorted((Path(folder) / name).glob("*.jsonl.gz"))
            if "test" not in path.name
        )
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in islice(lines, n)]
        return [(row["text"], row["label"]) for row in rows]

    return documents
