"""`linnet tune` over 5 folds × 24 recipes on ag_news, against GridSearchCV with n_jobs=2.

Both choose among the same 24 recipes on all documents and learn the best one from all of them. The
peer's search takes many minutes, so LINNET_SHARE=0.25, say, gives both only a quarter of the
documents; less work favours the peer.
"""

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

from benchmarks.measure import process_seconds, report, unpacked

STRENGTHS = (1e-4, 3e-5, 1e-5)
SKLEARN = """
import json, sys
import joblib
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC
with open(sys.argv[1], encoding="utf-8") as lines:
    rows = [json.loads(line) for line in lines]
texts, labels = [row["text"] for row in rows], [row["label"] for row in rows]
strengths = [float(strength) for strength in sys.argv[3].split(",")]
C = [1 / (strength * len(texts) * 0.8) for strength in strengths]
words = {"words__ngram_range": [(1, 1), (1, 2)], "words__sublinear_tf": [False, True]}
grid = [
    {**words, "learner": [LinearSVC()], "learner__C": C},
    {**words, "learner": [LogisticRegression(max_iter=1000)], "learner__C": C},
]
pipeline = Pipeline([("words", TfidfVectorizer()), ("learner", LinearSVC())])
search = GridSearchCV(pipeline, grid, cv=5, n_jobs=2).fit(texts, labels)
joblib.dump(search.best_estimator_, sys.argv[2])
with open(sys.argv[2] + ".json", "w", encoding="utf-8") as file:
    json.dump({"value": search.best_score_, "settings": str(search.best_params_)}, file)
"""


def run() -> None:
    data = _part(unpacked("ag_news/train.jsonl.gz"), float(os.environ.get("LINNET_SHARE", "1")))
    linnet = str(Path(sys.executable).with_name("linnet"))
    model = str(data.with_suffix(".linnet"))
    strengths = ",".join(map(str, STRENGTHS))
    grid = [
        "words=1,1-2",
        "weighting=tfidf,sublinear-tfidf",
        "learner=svm,logistic",
        f"strength={strengths}",
    ]
    how = [word for setting in grid for word in ("--grid", setting)]
    how += ["--reserve", "0", "--calibration", "none", "--threads", "2", "--json"]
    command = [linnet, "tune", str(data), "-o", model, *how]
    ours = process_seconds(command, 1)
    best = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["best"]
    peer_model = str(data.with_suffix(".peer"))
    peer = process_seconds([sys.executable, "-c", SKLEARN, str(data), peer_model, strengths], 1)
    peer_best = json.loads(Path(peer_model + ".json").read_text(encoding="utf-8"))
    report("5 folds × 24 recipes, peer with n_jobs=2", ours, peer, 20)
    # The folds differ, so the two values differ by chance, too.
    ours_value = best["value"]
    peer_value = peer_best["value"]
    verdict = "ok"
    if ours_value < peer_value - (best["standard_error"] or 0.0):
        verdict = "BELOW by a standard error"
    print(f"  accuracy of the winner: ours {ours_value:.4f}, peer {peer_value:.4f} {verdict}")
    print(f"  ours {best['settings']}\n  peer {peer_best['settings']}", flush=True)


def _part(source: Path, share: float) -> Path:
    """Return a file of the first share of the documents."""
    target = source.with_suffix(".part.jsonl")
    with source.open(encoding="utf-8") as lines:
        rows = list(lines)
    target.write_text("".join(islice(rows, round(share * len(rows)))), encoding="utf-8")
    return target
