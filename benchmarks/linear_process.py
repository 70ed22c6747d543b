"""`linnet train` of an SVM, a whole process, on ag_news, against scikit-learn and fastText."""

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import process_seconds, report, unpacked

READ = """
import json, sys
def read(path):
    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row["text"] for row in rows], [row["label"] for row in rows]
"""
SKLEARN = (
    READ
    + """
import joblib
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC
texts, labels = read(sys.argv[1])
vectorizer = TfidfVectorizer(ngram_range=(1, 2))
model = LinearSVC().fit(vectorizer.fit_transform(texts), labels)
joblib.dump((vectorizer, model), sys.argv[2])
"""
)
SKLEARN_ACCURACY = (
    READ
    + """
import joblib
vectorizer, model = joblib.load(sys.argv[2])
texts, labels = read(sys.argv[1])
print(model.score(vectorizer.transform(texts), labels))
"""
)
FASTTEXT = """
import fasttext, sys
model = fasttext.train_supervised(sys.argv[1], wordNgrams=2, epoch=5, lr=0.5, thread=2, verbose=0)
model.save_model(sys.argv[2])
"""
FASTTEXT_ACCURACY = """
import fasttext, sys
print(fasttext.load_model(sys.argv[2]).test(sys.argv[1])[1])
"""


def run() -> None:
    train = unpacked("ag_news/train.jsonl.gz")
    test = unpacked("ag_news/test.jsonl.gz")
    ours_accuracy, ours = _ours(train, test)
    peers = {
        "scikit-learn TfidfVectorizer + LinearSVC": (SKLEARN, SKLEARN_ACCURACY, train, test, 10),
        "fastText, wordNgrams 2, epoch 5, lr 0.5": (
            FASTTEXT,
            FASTTEXT_ACCURACY,
            _lines(train),
            _lines(test),
            8,
        ),
    }
    for name, (training, judging, data, held_out, promised) in peers.items():
        model = str(train.with_suffix(".peer"))
        peer = process_seconds([sys.executable, "-c", training, str(data), model], 1)
        report(name, ours, peer, promised)
        command = [sys.executable, "-c", judging, str(held_out), model]
        ended = subprocess.run(command, check=True, capture_output=True)
        accuracy = float(ended.stdout)
        verdict = "ok" if ours_accuracy >= accuracy else "BELOW"
        print(
            f"  accuracy on the test part: ours {ours_accuracy:.4f}, peer {accuracy:.4f} {verdict}",
            flush=True,
        )


def _ours(train: Path, test: Path) -> tuple[float, float]:
    linnet = str(Path(sys.executable).with_name("linnet"))
    model = str(train.with_suffix(".linnet"))
    how = ["--learner", "svm", "--words", "1-2", "--weighting", "tfidf", "--threads", "2", "--json"]
    seconds = process_seconds([linnet, "train", str(train), "-o", model, *how], 3)
    command = [linnet, "evaluate", model, str(test), "--json"]
    ended = subprocess.run(command, check=True, capture_output=True)
    return json.loads(ended.stdout)["accuracy"]["value"], seconds


def _lines(source: Path) -> Path:
    """Return the documents as fastText reads them: lower case, spaces around punctuation."""
    target = source.with_suffix(".ft")
    with source.open(encoding="utf-8") as rows, target.open("w", encoding="utf-8") as lines:
        for row in map(json.loads, rows):
            text = "".join(c if c.isalnum() else f" {c} " for c in row["text"].lower())
            lines.write(f"__label__{row['label'].replace(' ', '_')} {' '.join(text.split())}\n")
    return target
