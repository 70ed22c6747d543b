"""Text to a SciPy matrix and names on ag_news, 2 threads, against scikit-learn's vectorizers.

Both sides start from a list of str; Arrow input is a second row.
"""

import pyarrow as pa
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer

from benchmarks.measure import ag_news, report, seconds
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count

JOBS = (
    ("words 1", BlockSettings(pattern="sklearn"), CountVectorizer(), 25),
    (
        "words 1-2",
        BlockSettings(longest=2, pattern="sklearn"),
        CountVectorizer(ngram_range=(1, 2)),
        40,
    ),
    (
        "chars-in-words 3-5",
        BlockSettings(kind="chars-in-words", shortest=3, longest=5),
        CountVectorizer(analyzer="char_wb", ngram_range=(3, 5)),
        40,
    ),
    (
        "words 1 hashed",
        BlockSettings(pattern="sklearn", hash_bits=20),
        HashingVectorizer(norm=None, alternate_sign=False),
        35,
    ),
)


def run() -> None:
    texts, _ = ag_news()
    arrow = pa.array(texts)
    for name, settings, peer, wanted in JOBS:

        def ours(source: object, settings: BlockSettings = settings) -> object:
            features, rows = count([source], [settings], threads=2)
            return features.blocks[0].names, rows.matrix(features.n_columns)

        theirs = from_str = from_arrow = float("inf")
        for _ in range(3):  # in turn, so that a busy moment of the machine hits both sides
            theirs = min(theirs, seconds(lambda peer=peer: peer.fit_transform(texts), 1))
            from_str = min(from_str, seconds(lambda run=ours: run(texts), 5))
            from_arrow = min(from_arrow, seconds(lambda run=ours: run(arrow), 5))
        report(f"{name}, from a list of str", from_str, theirs, wanted)
        report(f"{name}, from Arrow", from_arrow, theirs, 30 if name == "words 1" else wanted)
