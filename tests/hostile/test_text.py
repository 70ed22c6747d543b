"""Any text at all: a right answer or one clear sentence, and never a hang."""

import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linnet
from linnet import _core
from linnet.errors import InputError, LinnetError
from linnet.features.blocks import BlockSettings
from linnet.features.rows import count

LONE = ["\ud800", "a \udfff b", "\ud83d", "ok \ude00\ud83d"]
MARK = "\u0301"
KINDS = {
    "words": BlockSettings(longest=2),
    "words, sklearn": BlockSettings(pattern="sklearn", longest=2),
    "words, no accents": BlockSettings(strip_accents=True),
    "words, to ASCII": BlockSettings(strip_accents=True, ascii_only=True),
    "chars": BlockSettings(kind="chars", shortest=2, longest=3),
    "chars in words": BlockSettings(kind="chars-in-words", shortest=3, longest=4),
}


@pytest.fixture(scope="module")
def classifier():
    return linnet.train([("good film 👍", "pos"), ("bad film 👎", "neg"), ("good fun", "pos")])


@pytest.fixture(autouse=True)
def _no_hang():
    """Whatever stands in a text, the work must stay in proportion to its length."""
    begin = time.perf_counter()
    yield
    assert time.perf_counter() - begin < 20


def names_and_counts(texts, block=KINDS["words"], threads=1):
    features, rows = count([texts], [block], threads)
    return (
        list(features.blocks[0].names),
        rows.starts.tolist(),
        rows.columns.tolist(),
        rows.values.tolist(),
    )


# --- what is no text ---


@pytest.mark.parametrize("text", LONE, ids=ascii)
@pytest.mark.parametrize("block", KINDS.values(), ids=KINDS)
def test_a_lone_surrogate_is_refused_when_counting(text, block):
    with pytest.raises(InputError, match="surrogate"):
        count([["fine", text]], [block])


@pytest.mark.parametrize("text", LONE, ids=ascii)
@pytest.mark.parametrize("ask", ["classify", "probabilities", "explain"])
def test_a_lone_surrogate_is_refused_by_a_classifier(classifier, ask, text):
    with pytest.raises(InputError, match="surrogate"):
        getattr(classifier, ask)(text)
    with pytest.raises(InputError, match="surrogate"):
        getattr(classifier, ask)((text,))


@pytest.mark.parametrize("text", LONE, ids=ascii)
@pytest.mark.parametrize("ask", ["classify", "probabilities", "score"])
def test_a_lone_surrogate_among_many_texts_is_refused(classifier, ask, text):
    for many in (["fine", text], [("fine",), (text,)]):
        with pytest.raises(InputError, match="surrogate"):
            getattr(classifier, ask)(many)


@pytest.mark.parametrize("text", LONE, ids=ascii)
def test_a_lone_surrogate_is_refused_when_training(text):
    with pytest.raises(InputError, match="surrogate"):
        linnet.train([("fine", "a"), (text, "b")])


def test_a_lone_surrogate_among_stop_words_is_refused():
    with pytest.raises(LinnetError):
        count([["a"]], [BlockSettings(stop_words=("\ud800",))])


def test_what_is_no_str_is_refused(classifier):
    for odd in (3, b"bytes", 1.5, ["a"]):
        with pytest.raises((LinnetError, TypeError)):
            count([["fine", odd]], [KINDS["words"]])
        with pytest.raises((LinnetError, TypeError)):
            classifier.classify(["fine", odd])
        with pytest.raises((LinnetError, TypeError)):
            classifier.classify((odd,))


def test_no_text_counts_as_an_empty_document_and_has_no_label(classifier):
    assert names_and_counts([None, "a", None]) == names_and_counts(["", "a", ""])
    for form in (
        [None, "good"],
        pa.array([None, "good"]),
        pa.array([None, "good"], pa.large_string()),
    ):
        assert names_and_counts(form) == names_and_counts(["", "good"])
    assert np.array_equal(
        classifier.score([None, "good"]).values, classifier.score(["", "good"]).values
    )
    assert classifier.classify([None, ""]) == [None, classifier.classify("")]


@pytest.mark.parametrize(
    "call",
    [
        "count([['a']], [BlockSettings(field=1)])",
        "count([['a'], ['b', 'c']], [BlockSettings()])",
        "count([['a']], [BlockSettings()], threads=0)",
        "count([['a']], [BlockSettings()], threads=2_000)",
        "classifier.score(['a'], threads=0)",
        "classifier.score(['a'], threads=100_000)",
        "classifier.model.score(Rows(np.array([0, 9, 1]), np.array([0], np.int32), np.array([1], "
        "np.uint32)))",
        "classifier.model.score(Rows(np.array([-9, 1]), np.array([0], np.int32), np.array([1], "
        "np.uint32)))",
    ],
)
def test_a_call_that_makes_no_sense_never_ends_the_process(call):
    # In a process of its own: what is tested is that there is no crash.
    program = (
        "import numpy as np, linnet\n"
        "from linnet.features.blocks import BlockSettings\n"
        "from linnet.features.rows import Rows, count\n"
        "classifier = linnet.train([('a b', 'x'), ('c d', 'y')])\n"
        f"try:\n    {call}\nexcept (ValueError, TypeError, RuntimeError, linnet.LinnetError):\n   "
        " pass\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


# --- texts that are long, deep or repeated ---


def test_one_token_of_ten_megabytes_is_one_word(classifier):
    token = "aB" * 5_000_000
    for pattern in ("unicode", "sklearn"):
        block = BlockSettings(pattern=pattern)
        assert (
            names_and_counts([token, "x " + token], block)[0][-1 if pattern == "sklearn" else 0]
            == token.lower()
        )
    assert classifier.classify(f"{token} good {token}") == "pos"
    assert linnet.train([(token, "a"), ("b", "b")]).classify(token.upper()) == "a"


def test_a_million_marks_belong_to_the_letter_before_them():
    deep = "a" + MARK * 1_000_000
    assert names_and_counts([deep + " b"], BlockSettings()) == ([deep, "b"], [0, 2], [0, 1], [1, 1])
    assert names_and_counts([deep + " b"], BlockSettings(strip_accents=True))[0] == ["a", "b"]
    assert names_and_counts([MARK * 1_000_000], BlockSettings())[0] == []
    assert names_and_counts(["中" + MARK * 1_000_000 + "文"], BlockSettings())[0] == [
        "中" + MARK * 1_000_000 + "文"
    ]
    assert names_and_counts([deep], BlockSettings(kind="chars", longest=2))[0] == [
        "a",
        "a" + MARK,
        MARK,
        MARK * 2,
    ]


def test_sigmas_between_a_million_marks_are_lowered_as_by_python():
    for text in (
        "AΣ" + MARK * 1_000_000,
        "A" + MARK * 1_000_000 + "Σ",
        ("Σ" + MARK * 9) * 100_000,
        "Σ'" * 500_000 + "A",
    ):
        expected = {word for word in text.lower().split("'") if word}
        assert set(names_and_counts([text], BlockSettings())[0]) == expected


def test_ten_megabytes_of_emoji_are_counted():
    assert names_and_counts(["😀" * 2_500_000], BlockSettings()) == (
        ["😀"],
        [0, 1],
        [0],
        [2_500_000],
    )
    assert names_and_counts(["👍🏽" * 1_250_000], BlockSettings()) == (
        ["👍🏽"],
        [0, 1],
        [0],
        [1_250_000],
    )
    assert names_and_counts(["🇩🇪" * 1_250_000], BlockSettings()) == (
        ["🇩🇪"],
        [0, 1],
        [0],
        [1_250_000],
    )
    family = "‍".join(["👩"] * 1_400_000)
    assert names_and_counts([family], BlockSettings()) == ([family], [0, 1], [0], [1])
    grams = names_and_counts(["😀" * 2_500_000], BlockSettings(kind="chars", shortest=2, longest=3))
    assert grams == (["😀😀", "😀😀😀"], [0, 2], [0, 1], [2_499_999, 2_499_998])


def test_ten_megabytes_of_emoji_are_classified(classifier):
    assert classifier.classify("👍" * 2_500_000) == "pos"
    assert classifier.classify(["👎" * 2_500_000, "👍"]) == ["neg", "pos"]


def test_ten_megabytes_of_one_script_are_pairs():
    assert names_and_counts(["中" * 3_500_000], BlockSettings()) == (
        ["中中"],
        [0, 1],
        [0],
        [3_499_999],
    )
    assert names_and_counts(["ก" * 3_500_000], BlockSettings()) == (
        ["กก"],
        [0, 1],
        [0],
        [3_499_999],
    )


def test_a_text_that_grows_elevenfold_is_counted():
    # U+FDFA is three bytes, and thirty-three without its ligature: eighteen characters.
    grown = "صلى الله عليه وسلم"
    names, _, _, counts = names_and_counts(["ﷺ " * 500_000], BlockSettings(strip_accents=True))
    assert names == sorted(grown.split(), key=str.encode)
    assert counts == [500_000] * 4


def test_many_threads_with_one_huge_text_change_nothing():
    texts = ["", "word " * 400_000, "a", "Étude " * 200_000]
    for block in KINDS.values():
        assert names_and_counts(texts, block, 4) == names_and_counts(texts, block)


def test_the_longest_n_grams_are_counted():
    words = [f"w{i}" for i in range(40)]
    names, *_ = names_and_counts([" ".join(words)], BlockSettings(shortest=30, longest=30))
    assert names == sorted(" ".join(words[i : i + 30]) for i in range(11))
    names, *_ = names_and_counts(
        ["".join(words)[:35]], BlockSettings(kind="chars", shortest=30, longest=30)
    )
    assert len(names) == 6


# --- any text, any bytes ---


@settings(max_examples=100, deadline=None)
@given(texts=st.lists(st.text(max_size=60), max_size=5), kind=st.sampled_from(sorted(KINDS)))
def test_any_str_is_counted_as_stated(texts, kind):
    block = KINDS[kind]
    names, starts, columns, counts = names_and_counts(texts, block)
    for i, text in enumerate(texts):
        row = {names[columns[j]]: counts[j] for j in range(starts[i], starts[i + 1])}
        tokens = _core.tokens(text, block.engine_text())
        assert row == {name: tokens.count(name) for name in tokens}


def arrow_of(texts):
    """An Arrow column of any bytes: nobody looks whether they are UTF-8."""
    offsets = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    return pa.StringArray.from_buffers(
        len(texts), pa.py_buffer(offsets), pa.py_buffer(b"".join(texts))
    )


broken = st.lists(
    st.lists(
        st.one_of(
            st.binary(max_size=6),
            st.text(max_size=8).map(str.encode),
            st.sampled_from([b"word", b" ", "ΑΣ".encode(), b"\xff" * 17]),
            st.sampled_from(
                [b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\xe2\x80"]
            ),  # never valid
        ),
        max_size=8,
    ).map(b"".join),
    max_size=4,
)


@settings(max_examples=200, deadline=None)
@given(texts=broken, kind=st.sampled_from(["words", "words, sklearn", "words, no accents"]))
def test_broken_bytes_separate_words(texts, kind):
    repaired = [text.decode("utf-8", "replace") for text in texts]
    assert names_and_counts(arrow_of(texts), KINDS[kind]) == names_and_counts(repaired, KINDS[kind])


@settings(max_examples=100, deadline=None)
@given(texts=broken)
def test_broken_bytes_are_scored_as_what_they_can_be_read_as(classifier, texts):
    repaired = [text.decode("utf-8", "replace") for text in texts]
    ours = classifier.score_fields([arrow_of(texts)]).values
    assert np.array_equal(ours, classifier.score_fields([repaired]).values)


def test_a_list_that_others_empty_meanwhile_is_scored_as_it_was(classifier):
    import threading

    texts = [f"good {number} film" for number in range(20_000)]
    stop = threading.Event()

    def empty():
        while not stop.is_set():
            texts[:] = [f"bad {number} plot" for number in range(20_000)]

    other = threading.Thread(target=empty)
    other.start()
    try:
        for _ in range(5):
            assert len(classifier.score(texts, threads=2).values) == 20_000
    finally:
        stop.set()
        other.join()
