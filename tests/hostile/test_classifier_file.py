"""Damaged classifiers: whatever the bytes say, there is an answer or a ModelFileError, never a
crash or a hang.
"""

import json
import warnings

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from linnet import Recipe, read, train
from linnet.classifier.classifier import from_bytes
from linnet.classifier.sampling import sample
from linnet.classifier.trained import from_totals
from linnet.errors import InputError, ModelFileError, SettingError
from linnet.explanation.strongest import strongest
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import DTYPES, decode, encode
from tests.hostile.damage import JUNK, paths

pytestmark = pytest.mark.filterwarnings("ignore:.*was trained with Unicode")

ROWS = {
    "title": ["ant bee", "bee bee cow", "cow dog", "ant"],
    "body": ["elk", "elk fox", "", "fox gnu"],
    "label": ["x", "y", "z", "x"],
}
RECIPES = {
    "limits": {"min_documents": 2, "words": "1-2"},
    "vetoes": {"learner": "bernoulli", "smoothing": 0, "stop_words": ["elk"]},
    "complement": {"learner": "complement", "norm": True},
    "hashed": {"hash_bits": 4, "keep_names": True},
}
TEXTS = [("ant bee cow dog", "elk fox gnu"), ("", ""), ("bee", "ant ☂ elk")]


def documents():
    return read(ROWS, text=["title", "body"])


TRAINED = {name: train(documents(), Recipe.of(**chosen)) for name, chosen in RECIPES.items()}
FILES = {name: classifier.to_bytes() for name, classifier in TRAINED.items()}
OPENED = {name: decode(data, NEEDS) for name, data in FILES.items()}
every_file = pytest.mark.parametrize("name", FILES)


def use(data):
    """Do everything one does with a classifier.

    Say whether the file was good enough for all of it.
    """
    try:
        with warnings.catch_warnings():
            # Weights of a damaged file may be anything: infinities minus infinities warn.
            warnings.simplefilter("ignore", RuntimeWarning)
            exercise(from_bytes(data))
    except (
        ModelFileError,
        InputError,
        SettingError,
    ):  # the latter two when learning from what the file says
        return False
    return True


def exercise(classifier):
    for text in TEXTS:
        assert classifier.classify(text) in classifier.labels
    classifier.explain(TEXTS[0]).strongest()
    assert len(classifier.probabilities(TEXTS)) == len(TEXTS)
    assert isinstance(classifier.documents, int)
    assert len(classifier.totals.labels) == len(classifier.labels)
    assert len(strongest(classifier, 2)) == len(classifier.labels)
    assert repr(classifier)
    if classifier.recipe.learner.learner != "complement":
        assert len(sample(classifier, 2)) == 2
    for trained in TRAINED.values():
        relearn(classifier, trained.totals)


def relearn(classifier, more):
    """Learn and forget totals, where they are of the same kind."""
    totals = classifier.totals
    _ = totals + totals
    if [block.settings for block in totals.blocks] == [block.settings for block in more.blocks]:
        from_totals(totals + more - more, classifier.recipe, classifier.fields)
        classifier.to_bytes()


def digits_of_header(data):
    """Return where the header has digits."""
    end = 8 + int.from_bytes(data[:8], "little")
    return [at for at in range(8, end) if chr(data[at]).isdigit()]


def arrays_of(name):
    return {array: OPENED[name].array(array) for array in OPENED[name].names}


def rewritten(name, changed_metadata=None, **changed_arrays):
    kept = {
        key: array
        for key, array in {**arrays_of(name), **changed_arrays}.items()
        if array is not None
    }
    return encode(OPENED[name].metadata if changed_metadata is None else changed_metadata, kept)


@every_file
def test_the_whole_file_is_good(name):
    assert use(FILES[name])
    assert rewritten(name) == FILES[name]


# One block stands for all: they are read by the same lines.
ARRAYS = [
    (name, array)
    for name in FILES
    for array in OPENED[name].names
    if not array.startswith("block1")
]


def damaged(array):
    """Yield arrays of the same type and length with other numbers in them."""
    raw = np.frombuffer(array.tobytes(), np.uint8)
    patterns = [
        np.zeros_like(raw),
        np.full_like(raw, 0xFF),
        np.full_like(raw, 0x7F),
        np.full_like(raw, 0x80),
    ]
    patterns += [raw[::-1], np.roll(raw, array.itemsize), np.roll(raw, 1)]
    patterns += [
        np.random.default_rng(seed).integers(0, 256, len(raw), np.uint8) for seed in range(2)
    ]
    yield from (np.frombuffer(pattern.tobytes(), array.dtype) for pattern in patterns)
    if array.dtype.kind in "iu":
        yield from (array + 1, array - 1, array * 2, np.sort(array)[::-1])


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_other_numbers_in_an_array(name, array):
    for other in damaged(OPENED[name].array(array)):
        use(rewritten(name, **{array: other}))


@pytest.mark.parametrize(("name", "array"), ARRAYS)
def test_another_shape_type_or_length_of_an_array(name, array):
    good = OPENED[name].array(array)
    others = [
        good[:-1],
        good[:0],
        np.append(good, good[:1]),
        good.reshape(-1, 1),
        good.reshape(1, -1),
        None,
    ]
    with np.errstate(all="ignore"):
        others += [good.astype(dtype) for dtype in DTYPES.values() if dtype != good.dtype]
    for other in others:
        use(rewritten(name, **{array: other}))
    if array.startswith("model.") and array != "model.shared":
        assert not use(rewritten(name, **{array: good[:-1] if len(good) else np.zeros(1)}))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


@every_file
def test_sizes_that_overflow_to_the_right_sum_are_refused(name):
    # 4 · 2^62 is 0 in 64 bits, so the last size is right while others point far outside
    for array in OPENED[name].names:
        if array.endswith((".sizes", "offsets")) and len(OPENED[name].array(array)) >= 4:
            sizes = OPENED[name].array(array).astype(np.uint64)
            sizes[:4] += np.uint64(2**62)
            use(rewritten(name, **{array: sizes.astype(np.int64)}))
            use(rewritten(name, **{array: sizes}))


@every_file
def test_other_values_in_the_header(name):
    metadata = OPENED[name].metadata
    for number, path in enumerate(paths(metadata)):
        if not path or path[0] in ("format", "needs") or path[:2] == ("blocks", 1):
            continue
        # all of the junk in one file, in the others a part of it everywhere
        for junk in JUNK if name == "limits" else JUNK[number % 5 :: 5]:
            use(rewritten(name, replaced(metadata, path, junk)))


@every_file
def test_missing_header_keys(name):
    metadata = OPENED[name].metadata
    for key in metadata.keys() - {"format", "needs"}:
        good = use(rewritten(name, {k: v for k, v in metadata.items() if k != key}))
        assert good == (key == "linnet")


@pytest.mark.parametrize(
    "fields",
    [
        [],
        ["title"],
        ["title", "body", "more"],
        ["title", "title"],
        ["title", 5],
        "title",
        {"title": 1},
    ],
)
def test_other_fields(fields):
    use(rewritten("limits", {**OPENED["limits"].metadata, "fields": fields}))


@settings(max_examples=300, deadline=None)
@given(
    name=st.sampled_from(sorted(FILES)),
    flips=st.lists(st.tuples(st.floats(0, 0.999999), st.integers(1, 255)), min_size=1, max_size=4),
)
@example(name="limits", flips=[(0.0, 1)])
def test_any_bytes_changed(name, flips):
    # once under another name, so that the checksum does not hide what is behind it
    for whole in (FILES[name], FILES[name].replace(b"checksum", b"unwanted")):
        data = bytearray(whole)
        for where, change in flips:
            data[int(where * len(data))] ^= change
        use(bytes(data))


@settings(max_examples=100, deadline=None)
@given(name=st.sampled_from(sorted(FILES)), share=st.floats(0, 0.999999))
def test_a_truncated_file_is_refused(name, share):
    data = FILES[name]
    with pytest.raises(ModelFileError):
        from_bytes(data[: int(share * len(data))])


NUMBERS = [(name, at) for name, data in FILES.items() for at in digits_of_header(data)]


@settings(max_examples=300, deadline=None)
@given(place=st.sampled_from(NUMBERS), digit=st.sampled_from("0123456789-.e"))
def test_other_digits_in_the_header(place, digit):
    name, at = place
    data = bytearray(FILES[name].replace(b"checksum", b"unwanted"))
    data[at] = ord(digit)
    use(bytes(data))


@every_file
def test_a_damaged_array_is_noticed_by_whatever_reads_all_of_it(name):
    data = bytearray(FILES[name])
    at = data.index(OPENED[name].array("model.weights").tobytes())
    data[at] ^= 1
    classifier = from_bytes(bytes(data))
    assert classifier.classify(TEXTS[0]) in classifier.labels  # opened in no time, so not checked
    changes = [classifier.learn, classifier.forget, lambda _: classifier.merge(TRAINED[name])]
    readings = [lambda _: classifier.to_bytes(), lambda _: strongest(classifier, 2)]
    if name != "complement":
        readings.append(lambda _: sample(classifier, 2))
    for use_all in changes + readings:
        with pytest.raises(ModelFileError, match="checksum must be that of its content"):
            use_all(documents())


@pytest.mark.parametrize("sums", [[2.0**60], [1e300], [np.nan]])
def test_sums_that_no_documents_have_are_not_drawn(sums):
    good = OPENED["limits"].array("block0.totals.sums")
    assert not use(rewritten("limits", **{"block0.totals.sums": np.resize(sums, good.shape)}))


def test_names_of_hashed_columns_that_keep_none_are_refused():
    metadata = OPENED["hashed"].metadata
    assert not use(rewritten("hashed", replaced(metadata, ("blocks", 0, "keep_names"), False)))


def test_a_lookup_table_without_an_end_is_left():
    # all slots taken: looking for a word must stop after one round
    lookup = OPENED["limits"].array("block0.lookup")
    assert not np.all(lookup)
    use(rewritten("limits", **{"block0.lookup": np.full_like(lookup, 1)}))


def test_the_files_of_this_test_hold_every_kind_of_array():
    kinds = {array.split(".", 1)[1] for _, array in ARRAYS}
    assert {
        "vetoes",
        "rest_vetoes",
        "shared",
        "scale",
        "lookup",
        "columns",
        "outside.bytes",
    } <= kinds
    assert json.dumps(OPENED["limits"].metadata)
