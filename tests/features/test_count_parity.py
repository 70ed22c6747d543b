"""Text to counts, against scikit-learn: the same names and the same matrix, bit for bit."""

import gzip
import json
import os
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer

from linnet import sample
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count

DATA = os.environ.get("LINNET_DATA")
needs_data = pytest.mark.skipif(
    DATA is None, reason="set LINNET_DATA to the folder with the test corpora"
)
STOP = ("the", "of", "and", "to", "in", "ein", "не", "是的", "οδος")
KINDS = {"words": "word", "chars": "char", "chars-in-words": "char_wb"}

# Our settings; `peer` says the same to scikit-learn.
WAYS = {
    "words 1": {},
    "words 1-2": {"longest": 2},
    "words 2": {"shortest": 2, "longest": 2},
    "words 1-3": {"longest": 3},
    "words 2-4": {"shortest": 2, "longest": 4},
    "words, case kept": {"lower": False},
    "words, no accents": {"strip_accents": True},
    "words, no accents, case kept": {"strip_accents": True, "lower": False, "longest": 2},
    "words, to ASCII": {"strip_accents": True, "ascii_only": True, "longest": 2},
    "words, to ASCII, case kept": {"strip_accents": True, "ascii_only": True, "lower": False},
    "words, stop words": {"stop_words": STOP},
    "words 1-2, stop words": {"stop_words": STOP, "longest": 2},
    "words 2-3, stop words, no accents": {
        "stop_words": STOP,
        "shortest": 2,
        "longest": 3,
        "strip_accents": True,
    },
    "words 1-2, presence": {"presence": True, "longest": 2},
    "chars 1-3": {"kind": "chars", "longest": 3},
    "chars 3-5": {"kind": "chars", "shortest": 3, "longest": 5},
    "chars 2, no accents": {"kind": "chars", "shortest": 2, "longest": 2, "strip_accents": True},
    "chars 1-2, case kept, presence": {
        "kind": "chars",
        "longest": 2,
        "lower": False,
        "presence": True,
    },
    "chars in words 1-2": {"kind": "chars-in-words", "longest": 2},
    "chars in words 3-5": {"kind": "chars-in-words", "shortest": 3, "longest": 5},
    "chars in words 4, no accents": {
        "kind": "chars-in-words",
        "shortest": 4,
        "longest": 4,
        "strip_accents": True,
    },
    "chars 1-2, to ASCII": {
        "kind": "chars",
        "longest": 2,
        "strip_accents": True,
        "ascii_only": True,
    },
    "chars in words 3, to ASCII": {
        "kind": "chars-in-words",
        "shortest": 3,
        "longest": 3,
        "strip_accents": True,
        "ascii_only": True,
    },
    "chars in words 2-3, case kept": {
        "kind": "chars-in-words",
        "shortest": 2,
        "longest": 3,
        "lower": False,
    },
}
HASHED = {
    "words 1": {},
    "words 1-2, presence": {"longest": 2, "presence": True},
    "words 2, stop words": {"shortest": 2, "longest": 2, "stop_words": STOP},
    "chars 2-3": {"kind": "chars", "shortest": 2, "longest": 3},
    "chars in words 3-5": {"kind": "chars-in-words", "shortest": 3, "longest": 5},
}
ANY_WAY = st.sampled_from(sorted(WAYS))
THOROUGH = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def block(way):
    return BlockSettings(pattern="sklearn", **way)


def peer(way):
    ours = block(way)
    stripped = "ascii" if ours.ascii_only else "unicode"
    return {
        "analyzer": KINDS[ours.kind],
        "ngram_range": (ours.shortest, ours.longest),
        "lowercase": ours.lower,
        "strip_accents": stripped if ours.strip_accents else None,
        "stop_words": list(ours.stop_words) or None,
        "binary": ours.presence,
    }


def counted(texts, way, threads=1):
    features, rows = count([texts], [block(way)], threads)
    return list(features.blocks[0].names), rows.starts, rows.columns, rows.values


def counted_by_peer(texts, way):
    vectorizer = CountVectorizer(**peer(way))
    try:
        matrix = vectorizer.fit_transform(texts)
    except ValueError as error:
        assert "empty vocabulary" in str(error)  # noqa: PT017
        return [], np.zeros(len(texts) + 1), np.empty(0), np.empty(0)
    matrix.sort_indices()
    return vectorizer.get_feature_names_out().tolist(), matrix.indptr, matrix.indices, matrix.data


def assert_same(ours, theirs):
    assert ours[0] == theirs[0]
    for mine, other in zip(ours[1:], theirs[1:], strict=True):
        assert np.array_equal(mine, other)


def assert_parity(texts, way):
    assert_same(counted(texts, way), counted_by_peer(texts, way))


def assert_hashed_parity(texts, way, bits):
    hashed = {**way, "hash_bits": bits}
    vectorizer = HashingVectorizer(**peer(way), n_features=2**bits, alternate_sign=False, norm=None)
    matrix = vectorizer.transform(texts)
    matrix.sort_indices()
    ours = counted(texts, hashed)
    assert_same(ours, ([], matrix.indptr, matrix.indices, matrix.data))


def corpus(folder, n=None):
    (path, *_) = sorted(
        Path(str(DATA), folder).glob("*.jsonl.gz"), reverse=True
    )  # train before test
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in islice(lines, n)]


@pytest.fixture(scope="module")
def samples():
    """The texts of the embedded corpora."""
    folder = Path(sample.__file__).parent
    topics = [
        json.loads(line)["text"]
        for line in (folder / "topics.jsonl").read_text("utf-8").splitlines()
    ]
    return topics + (folder / "messages.csv").read_text("utf-8").splitlines()


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_odd_texts_are_counted_as_by_scikit_learn(odd, way):
    assert_parity(odd, way)


@pytest.mark.parametrize(
    "way", ["words 1", "words 1-2", "words, case kept", "chars 3-5", "chars in words 3-5"]
)
def test_tokens_around_block_edges_are_counted_as_by_scikit_learn(edges, way):
    assert_parity(edges, WAYS[way])


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_the_embedded_corpora_are_counted_as_by_scikit_learn(samples, way):
    assert_parity(samples, way)


@pytest.mark.parametrize(
    "way", ["words 1", "words, no accents", "words, to ASCII", "words, case kept"]
)
def test_every_code_point_is_cut_and_lowered_as_by_scikit_learn(code_points, way):
    blocks = [code_points[i : i + 256] for i in range(0, len(code_points), 256)]
    assert_parity(
        [" ".join(f"a{chr(cp)}b xx{chr(cp)}" for cp in block) for block in blocks], WAYS[way]
    )


@pytest.mark.parametrize("way", ["chars 2, no accents", "chars in words 1-2"])
def test_every_code_point_in_turn_is_counted_as_by_scikit_learn(code_points, way):
    assert_parity(
        ["".join(map(chr, code_points[i : i + 256])) for i in range(0, len(code_points), 256)],
        WAYS[way],
    )


@pytest.mark.parametrize("bits", [4, 10, 20])
@pytest.mark.parametrize("way", HASHED.values(), ids=HASHED)
def test_odd_texts_are_hashed_as_by_scikit_learn(odd, edges, way, bits):
    assert_hashed_parity(odd + edges[::7], way, bits)


@pytest.mark.parametrize(
    ("way", "text"),
    [
        ("words 1", "aB" * 2**19),
        ("words 1", "É" * 2**19),
        ("words 1-2", "word " * 100_000),
        ("words 1-3", "a1 b2 c3 " * 30_000),
        ("chars in words 4, no accents", "aB" * 2**18),
        ("chars 1-2, case kept, presence", "ab \u3000" * 2**17),
        ("chars 2, no accents", "\u0301" * 2**18 + "ﷺ" * 1000),
    ],
)
def test_huge_texts_are_counted_as_by_scikit_learn(way, text):
    assert_parity([text, "", "a b", text[: len(text) // 2]], WAYS[way])


@THOROUGH
@given(data=st.data(), way=ANY_WAY)
def test_any_texts_are_counted_as_by_scikit_learn(texts, data, way):
    assert_parity(data.draw(texts), WAYS[way])


@THOROUGH
@given(data=st.data(), way=st.sampled_from(sorted(HASHED)), bits=st.sampled_from([1, 4, 10, 20]))
def test_any_texts_are_hashed_as_by_scikit_learn(texts, data, way, bits):
    assert_hashed_parity(data.draw(texts), HASHED[way], bits)


@needs_data
@pytest.mark.parametrize("folder", ["ag_news", "chnsenticorp_hotel"])
def test_a_whole_corpus_is_counted_and_hashed_as_by_scikit_learn(folder):
    documents = corpus(folder)
    assert_parity(documents, WAYS["words 1"])
    assert_hashed_parity(documents, HASHED["words 1"], 20)


@needs_data
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_part_of_a_corpus_is_counted_as_by_scikit_learn(way):
    n = 4000 if way.get("longest", 1) == 1 else 1000
    assert_parity(corpus("ag_news", n), way)
    assert_parity(corpus("chnsenticorp_hotel", n // 2), way)


@needs_data
@pytest.mark.parametrize("bits", [4, 10, 20])
@pytest.mark.parametrize("way", HASHED.values(), ids=HASHED)
def test_a_part_of_a_corpus_is_hashed_as_by_scikit_learn(way, bits):
    assert_hashed_parity(corpus("ag_news", 1000), way, bits)


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("folder", ["ag_news", "chnsenticorp_hotel"])
def test_whole_corpora_are_counted_as_by_scikit_learn(folder, way):
    assert_parity(corpus(folder), way)


# --- the same whatever the threads, and however the text arrives ---


@pytest.mark.parametrize("hash_bits", [0, 10])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_threads_change_nothing(odd, edges, samples, way, hash_bits):
    documents = odd + edges[::5] + samples
    one = counted(documents, {**way, "hash_bits": hash_bits})
    for threads in (2, 3, 7):
        assert_same(counted(documents, {**way, "hash_bits": hash_bits}, threads), one)


@pytest.mark.parametrize("documents", [[], [""], ["a"], ["", "b c", ""]])
def test_more_threads_than_documents_change_nothing(documents):
    for way in WAYS.values():
        assert_same(counted(documents, way, 7), counted(documents, way))


def arrow_forms(documents):
    padded = ["before", *documents, "after"]
    for kind in (pa.string(), pa.large_string()):
        yield pa.array(documents, kind)
        yield pa.array(padded, kind).slice(1, len(documents))
        yield pa.concat_arrays([pa.array(["x", None], kind).slice(2), pa.array(documents, kind)])


@pytest.mark.parametrize("way", ["words 1", "words 1-2", "chars 1-3", "chars in words 3-5"])
def test_arrow_texts_equal_a_list_of_str(odd, way):
    expected = counted(odd, WAYS[way])
    for form in arrow_forms(odd):
        for threads in (1, 3):
            assert_same(counted(form, WAYS[way], threads), expected)


def test_null_texts_equal_empty_ones(odd):
    some = [None if i % 3 == 0 else text for i, text in enumerate(odd)]
    expected = counted([text or "" for text in some], WAYS["words 1"])
    assert_same(counted(some, WAYS["words 1"]), expected)
    for form in arrow_forms(some):
        assert_same(counted(form, WAYS["words 1"]), expected)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_arrow_without_any_text_gives_no_rows_or_empty_ones(kind):
    for array in (pa.array([], kind), pa.array(["a"], kind).slice(1)):
        assert counted(array, {})[1].tolist() == [0]
    for array in (pa.array([None, None], kind), pa.array(["", ""], kind), pa.nulls(2, kind)):
        assert counted(array, {})[1].tolist() == [0, 0, 0]


def test_offsets_beyond_two_billion_are_followed():
    place = 2**31 + 5
    data = np.zeros(place + 8, np.uint8)  # only the last page is ever touched
    data[place:] = np.frombuffer(b"ab cd ef", np.uint8)
    offsets = np.array([place, place + 5, place + 8], np.int64)
    array = pa.LargeStringArray.from_buffers(2, pa.py_buffer(offsets), pa.py_buffer(data))
    assert counted(array, {})[0] == ["ab", "cd", "ef"]


@settings(max_examples=40, deadline=None)
@given(data=st.data(), way=ANY_WAY, threads=st.sampled_from([1, 2, 3, 7]))
def test_any_texts_count_the_same_from_arrow_and_in_threads(texts, data, way, threads):
    documents = data.draw(texts)
    expected = counted(documents, WAYS[way])
    for form in (documents, *arrow_forms(documents)):
        assert_same(counted(form, WAYS[way], threads), expected)


# --- several blocks and batches ---


def test_blocks_stand_side_by_side(odd):
    ways = [WAYS["words 1"], WAYS["chars 1-3"], {**WAYS["words 1-2"], "hash_bits": 6}]
    features, rows = count([odd], [block(way) for way in ways], 2)
    matrix, first = rows.matrix(features.n_columns), 0
    for way, end in zip(ways, features.block_ends.tolist(), strict=True):
        _, starts, columns, counts = counted(odd, way)
        part = matrix[:, first:end]
        assert np.array_equal(part.indptr, starts)
        assert np.array_equal(part.indices, columns)
        assert np.array_equal(part.data, counts)
        first = end


def test_kept_names_of_hashed_features_are_the_vocabulary(odd):
    for way in HASHED.values():
        names, *hashed = counted(odd, {**way, "hash_bits": 10, "keep_names": True})
        assert names == counted(odd, way)[0]
        assert_same(([], *hashed), counted(odd, {**way, "hash_bits": 10}))
