"""`linnet train`, a whole process, on JSON lines of reddit_domain, against scikit-learn."""

import sys
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


def run() -> None:
    source = unpacked("reddit_domain/all.jsonl.gz")
    model = source.with_suffix(".linnet")
    linnet = str(Path(sys.executable).with_name("linnet"))
    command = [
        linnet,
        "train",
        str(source),
        "-o",
        str(model),
        "--learner",
        "multinomial",
        "--word-pattern",
        "sklearn",
    ]
    ours = process_seconds([*command, "--threads", "2", "--json"], 3)
    peer = process_seconds(
        [sys.executable, "-c", PEER, str(source), str(source.with_suffix(".joblib"))], 1
    )
    report("JSON lines to model file, multinomial", ours, peer, 15)
