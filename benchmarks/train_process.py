"""`linnet train`, a whole process, on JSON lines of reddit_domain, against scikit-learn."""

import sys
from itertools import islice
from pathlib import Path

from benchmarks.measure import process_seconds, report, unpacked

PEER = """
import json, sys, joblib
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
texts, labels = [], []
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        row = json.loads(line)
        texts.append(row["text"])
        labels.append(row["label"])
vectorizer = CountVectorizer()
model = MultinomialNB().fit(vectorizer.fit_transform(texts), labels)
joblib.dump((vectorizer, model), sys.argv[2])
"""


LINES = 350_000  # of the smaller job, where starting up weighs more


def run() -> None:
    source = unpacked("reddit_domain/all.jsonl.gz")
    some = source.with_name("some.jsonl")
    with source.open("rb") as lines, some.open("wb") as first_lines:
        first_lines.writelines(islice(lines, LINES))

    _compare(f"{LINES:,} JSON lines to model file, multinomial", some, peer_times=3)
    _compare("all JSON lines to model file, multinomial", source, peer_times=1)


def _compare(what: str, source: Path, peer_times: int) -> None:
    linnet = str(Path(sys.executable).with_name("linnet"))
    model = str(source.with_suffix(".linnet"))
    command = [linnet, "train", str(source), "-o", model]
    command += ["--learner", "multinomial", "--word-pattern", "sklearn", "--threads", "2", "--json"]
    joblib = str(source.with_suffix(".joblib"))
    ours = process_seconds(command, 5)
    peer = process_seconds([sys.executable, "-c", PEER, str(source), joblib], peer_times)
    report(what, ours, peer, 15)
