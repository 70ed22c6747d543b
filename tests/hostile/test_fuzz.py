"""Minutes of damaged files: every reader and the model file say what is wrong, or give a right
answer; `make slow`.
"""

import gzip
import os
import random
import time

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from linnet import Recipe, train
from linnet.classifier.classifier import from_bytes
from linnet.classifier.sampling import sample
from linnet.errors import InputError, LinnetError, ModelFileError, SettingError
from linnet.reading import read
from tests.golden_models import MODELS, path_of
from tests.hostile.use import use

SECONDS = float(os.environ.get("LINNET_FUZZ_SECONDS", "10"))
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

TEXTS = ["good film", 'say "hi", you', "two\nlines", "日本 🎬 naïve", "", "a\tb\0c"]
LABELS = ["pos", "neg", "pos", "007", "neg", "é"]
PIECES = [
    b"",
    b'"',
    b"\n",
    b"\r\n",
    b",",
    b"\xff",
    b"\x00",
    b"\xef\xbb\xbf",
    b"{",
    b"}",
    b"[",
    b"null",
    b"\\u",
    b"__label__",
    b"1e999",
]


def csv_bytes(separator):
    quoted = ['"' + text.replace('"', '""') + '"' for text in TEXTS]
    rows = [f"{text}{separator}{label}" for text, label in zip(quoted, LABELS, strict=True)]
    return f"text{separator}label\n{chr(10).join(rows)}\n".encode()


def seeds(folder):
    """Return (format, file name, bytes) of whole files."""
    import json

    table = pa.table({"text": TEXTS, "label": LABELS})
    pyarrow.parquet.write_table(table, folder / "seed.parquet")
    pyarrow.feather.write_feather(table, folder / "seed.arrow")
    lines = "".join(
        json.dumps({"text": t, "label": n}) + "\n" for t, n in zip(TEXTS, LABELS, strict=True)
    ).encode()
    marked = "".join(
        f"__label__{n} {t.replace(chr(10), ' ')}\n" for t, n in zip(TEXTS, LABELS, strict=True)
    ).encode()
    files = [("csv", csv_bytes(",")), ("tsv", csv_bytes("\t")), ("jsonl", lines), ("ft", marked)]
    files += [
        ("parquet", (folder / "seed.parquet").read_bytes()),
        ("arrow", (folder / "seed.arrow").read_bytes()),
    ]
    return [*files, ("jsonl.gz", gzip.compress(lines)), ("csv.gz", gzip.compress(csv_bytes(",")))]


def damaged(data, chance):
    """Return the bytes with a few changes: flips, cuts, copies and odd pieces."""
    out = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(out) + 1)
        kind = chance.randrange(4)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del out[at : at + chance.randint(1, 20)]
        elif kind == 2:
            out[at:at] = chance.choice(PIECES)
        else:
            out[at:at] = out[chance.randrange(len(out) + 1) :][: chance.randint(1, 40)]
    return bytes(out)


def rows_read(path, **settings):
    """Return how many rows were given or skipped, or None where the file was refused."""
    try:
        batches = list(read(path, **settings).batches())
    except (InputError, SettingError):
        return None
    return sum(len(batch) + len(batch.skipped) for batch in batches)


def test_damaged_files_are_read_or_refused(tmp_path):
    chance, files = random.Random(1), seeds(tmp_path)
    end, tried, refused = time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end:
        ending, data = chance.choice(files)
        path = tmp_path / f"damaged.{ending}"
        path.write_bytes(damaged(data, chance))
        strict = rows_read(path, text="text" if "ft" not in ending else None)
        lenient = rows_read(path, text="text" if "ft" not in ending else None, skip_bad_rows=True)
        assert strict is None or strict == lenient  # what is good without skipping is good with it
        tried, refused = tried + 1, refused + (strict is None)
    assert 0 < refused < tried


def test_damaged_models_answer_or_are_refused():
    pairs = list(zip(TEXTS, LABELS, strict=True)) * 2
    recipes = [
        {},
        {"words": "1-2", "min_documents": 2},
        {"hash_bits": 4, "keep_names": True},
        {"learner": "bernoulli", "smoothing": 0},
        {"learner": "complement", "norm": True},
    ]
    wholes = [train(pairs, Recipe.of(**recipe)).to_bytes() for recipe in recipes]
    # some under another name, so that the checksum does not hide what is behind it
    wholes += [whole.replace(b"checksum", b"unwanted") for whole in wholes]
    chance, end, refused, answered = random.Random(2), time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end:
        try:
            classifier = from_bytes(damaged(chance.choice(wholes), chance))
        except ModelFileError:
            refused += 1
            continue
        answered += 1
        try:
            assert classifier.classify("good film 日本") in classifier.labels
            classifier.explain("good film")
            classifier.learn(pairs)
            sample(classifier, 2)
        except LinnetError:
            pass
    assert refused > 0


def test_damaged_golden_models_answer_or_are_refused(tmp_path):
    wholes = {name: path_of(name).read_bytes().replace(b"checksum", b"unwanted") for name in MODELS}
    chance, end, refused, answered = random.Random(3), time.monotonic() + SECONDS, 0, 0
    while time.monotonic() < end:
        name, path = chance.choice(list(MODELS)), tmp_path / "damaged.linnet"
        # half of them with bits of their arrays flipped alone: most other damage is seen in the
        # header
        path.write_bytes(
            damaged(wholes[name], chance)
            if chance.random() < 0.5
            else flipped(wholes[name], chance)
        )
        loaded = "load" not in use(name, path)
        refused, answered = refused + (not loaded), answered + loaded
    assert min(refused, answered) > 0


def flipped(data, chance):
    """Return the bytes with a few bits flipped behind the header."""
    out, start = bytearray(data), 8 + int.from_bytes(data[:8], "little")
    for _ in range(chance.randint(1, 6)):
        out[chance.randrange(start, len(out))] ^= 1 << chance.randrange(8)
    return bytes(out)
