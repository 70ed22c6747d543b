"""The documents of all cases: parts of real data sets, and small files made with a fixed seed."""

import gzip
import json
import random
import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]


class Part(NamedTuple):
    """So many rows of a file with real documents, and the file to write them into."""

    target: str
    source: str
    first: int
    rows: int


PARTS = (
    Part("sms.jsonl", "sms_spam/all.jsonl.gz", 0, 2000),
    Part("sms-more.jsonl", "sms_spam/all.jsonl.gz", 2000, 500),
    Part("sms-test.jsonl", "sms_spam/all.jsonl.gz", 2500, 400),
    Part("trec.jsonl", "trec_coarse/train.jsonl.gz", 0, 2000),
    Part("trec-more.jsonl", "trec_coarse/train.jsonl.gz", 2000, 600),
    Part("trec-test.jsonl", "trec_coarse/test.jsonl.gz", 0, 400),
    Part("hotel.jsonl", "chnsenticorp_hotel/all.jsonl.gz", 0, 1000),
    Part("hotel-test.jsonl", "chnsenticorp_hotel/all.jsonl.gz", 1000, 300),
)
LEXICONS = ("positive-words.txt", "negative-words.txt", "AFINN-111.txt", "vader_lexicon.txt")
SAMPLES = ("messages.csv", "topics.jsonl")

# What generated documents are made of: words of every document, and of those with a label.
COMMON_WORDS = "the a film story with and one of it was seen again quite long end music not"
FILM_WORDS = {
    "funny": "joke laugh comedy funny silly clown",
    "sad": "tears funeral sad alone grief rain",
    "war": "soldier battle war trench general",
    "music": "song band music dance piano",
}
ORDER_WORDS = {
    "complaint": "broken late refund missing damaged parcel",
    "praise": "thanks great quick lovely perfect parcel",
    "question": "when how which delivery invoice parcel",
}
COLOURS = {
    "complaint": "red red blue",
    "praise": "green blue blue",
    "question": "red green grey",
}
PLACES = ("north", "south", "east")
AUTHORS = tuple(f"author {number}" for number in range(40))
NAMES = " ".join(f"name{number}" for number in range(400))
COSTS = {
    "complaint": {"complaint": 0, "praise": 5, "question": 2},
    "praise": {"complaint": 1, "praise": 0, "question": 1},
    "question": {"complaint": 1, "praise": 3, "question": 0},
}
TOKENIZER = '''"""A function that cuts texts."""


def pieces(text: str) -> list[str]:
    """Return the words between spaces, and what stands before and after an apostrophe."""
    return text.lower().replace("'", " ").split()
'''


def write_data(folder: Path, source: Path, sample: Callable[[str], bytes]) -> None:
    """Write every file that the cases read.

    `source` has the real data sets, `sample` returns an embedded one by its name.
    """
    folder.mkdir()
    for part in PARTS:
        write_rows(folder / part.target, rows_of(source, part))
    for name in LEXICONS:
        shutil.copyfile(source / "lexicons" / name, folder / name)
    for name in SAMPLES:
        (folder / name).write_bytes(sample(name))

    write_generated(folder)
    write_other_formats(folder, source)


def write_generated(folder: Path) -> None:
    """Write multilabel documents, documents with columns, and what goes with these."""
    write_rows(folder / "films.jsonl", films(600, seed=1))
    write_rows(folder / "films-test.jsonl", films(200, seed=2))
    write_rows(folder / "orders.jsonl", orders(900, seed=3))
    write_rows(folder / "orders-test.jsonl", orders(300, seed=4))
    (folder / "costs.json").write_text(json.dumps(COSTS), "utf-8")
    (folder / "tokens.py").write_text(TOKENIZER, "utf-8")


def write_other_formats(folder: Path, source: Path) -> None:
    """Write some messages as lines, as a table, for fastText, and as files in folders."""
    rows = list(rows_of(source, Part("", "sms_spam/all.jsonl.gz", 3000, 300)))
    labels = [row["label"] for row in rows]
    texts = [" ".join(row["text"].split()).replace('"', "'") for row in rows]
    pairs = list(zip(labels, texts, strict=True))

    write_lines(folder / "lines.txt", texts)
    write_lines(folder / "sms.tsv", ["label\ttext", *(f"{label}\t{text}" for label, text in pairs)])
    write_lines(folder / "sms.fasttext", [f"__label__{label} {text}" for label, text in pairs])
    for number, (label, text) in enumerate(pairs):
        path = folder / "mail" / label / f"{number:03}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def rows_of(source: Path, part: Part) -> Iterator[Row]:
    """Yield the rows of one part."""
    path = source / part.source
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in islice(lines, part.first, part.first + part.rows):
            yield json.loads(line)


def films(n_documents: int, seed: int) -> Iterator[Row]:
    """Yield documents with any number of labels, also none."""
    drawn = random.Random(seed)
    for _ in range(n_documents):
        labels = [label for label in FILM_WORDS if drawn.random() < 0.35]
        words = some_words(drawn, COMMON_WORDS, drawn.randint(3, 9))
        words += some_words(drawn, NAMES, 3)
        for label in labels:
            words += some_words(drawn, FILM_WORDS[label], drawn.randint(0, 2))
        drawn.shuffle(words)
        yield {"text": " ".join(words), "label": labels}


def orders(n_documents: int, seed: int) -> Iterator[Row]:
    """Yield documents with columns of every kind beside the text; some values are missing."""
    drawn = random.Random(seed)
    for number in range(n_documents):
        label = drawn.choice(list(ORDER_WORDS))
        row: Row = {"label": label, "day": f"2024-{1 + number % 12:02}-{1 + number % 28:02}"}
        row["text"] = " ".join(order_words(drawn, label))
        row["title"] = some_words(drawn, ORDER_WORDS[label], 1)[0]
        yield row | levels(drawn, label) | numbers(drawn, label)


def levels(drawn: random.Random, label: str) -> Row:
    """Return the columns of levels of one order, and its object of named features."""
    stars = drawn.randint(1, 5)
    return {
        "colour": drawn.choice([*COLOURS[label].split(), None]),
        "place": drawn.choice(PLACES),
        "author": drawn.choice(AUTHORS),
        "extra": {"stars": stars, "kind": drawn.choice(PLACES)},
    }


def numbers(drawn: random.Random, label: str) -> Row:
    """Return the columns of numbers of one order: larger ones for later labels."""
    place_of_label = list(ORDER_WORDS).index(label)
    size = drawn.gauss(place_of_label, 1.5)
    price = drawn.expovariate(0.1) + place_of_label
    hits = drawn.randint(0, 8 + 4 * place_of_label)
    weight = drawn.choice([0.5, 1, 1, 2.25])
    return {"size": size, "price": price, "hits": hits, "trials": 20, "weight": weight}


def order_words(drawn: random.Random, label: str) -> list[str]:
    """Return the words of one order."""
    common = some_words(drawn, COMMON_WORDS, drawn.randint(2, 8))
    of_label = some_words(drawn, ORDER_WORDS[label], drawn.randint(0, 3))
    words = [*common, *of_label, *some_words(drawn, NAMES, 2)]
    drawn.shuffle(words)
    return words


def some_words(drawn: random.Random, words: str, number: int) -> list[str]:
    """Return so many of the words, drawn at random."""
    return drawn.choices(words.split(), k=number)


def write_rows(path: Path, rows: Iterable[Row]) -> None:
    """Write rows as JSON lines."""
    write_lines(path, (json.dumps(row, ensure_ascii=False) for row in rows))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines of text."""
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
