"""Three ways to count agree: the plain one, the counters, and a model's fixed vocabulary."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import linnet
from linnet import _core
from linnet.features.blocks import BlockSettings
from linnet.features.names import Names
from linnet.features.rows import count
from linnet.reading.engine_texts import engine_texts

WAYS = {
    "words": {},
    "words 1-3": {"longest": 3},
    "words 2, stop words": {"shortest": 2, "longest": 2, "stop_words": ("the", "i", "東京", "👍")},
    "words, sklearn": {"pattern": "sklearn", "longest": 2},
    "words, spaces": {"pattern": "spaces", "longest": 3},
    "words, case kept, no accents": {"lower": False, "strip_accents": True},
    "words, presence": {"presence": True, "longest": 2},
    "chars 1-3": {"kind": "chars", "longest": 3},
    "chars in words 2-4": {"kind": "chars-in-words", "shortest": 2, "longest": 4},
    "chars in words, no accents": {"kind": "chars-in-words", "longest": 3, "strip_accents": True},
    "chars in words, to ASCII": {
        "kind": "chars-in-words",
        "longest": 3,
        "strip_accents": True,
        "ascii_only": True,
    },
}
# The same ways as the recipe of a classifier says them.
RECIPES = {
    "words": {},
    "words 1-3": {"words": "1-3"},
    "words 2, stop words": {"words": "2", "stop_words": ["the", "i", "東京", "👍"]},
    "words, sklearn": {"words": "1-2", "word_pattern": "sklearn"},
    "words, python": {"words": "1-2", "word_pattern": "python"},
    "words, spaces": {"words": "1-3", "word_pattern": "spaces"},
    "words, case kept, no accents": {"keep_case": True, "strip_accents": True},
    "words, presence": {"words": "1-2", "weighting": "presence"},
    "chars 1-3": {"words": None, "chars": "1-3"},
    "chars in words 2-4": {"words": None, "chars_in_words": "2-4"},
    "chars in words, no accents": {"words": None, "chars_in_words": "1-3", "strip_accents": True},
    "three blocks": {"words": "1-2", "chars": "2-3", "chars_in_words": "3-4"},
    "hashed": {"words": "1-2", "hash_bits": 6},
    "hashed, presence": {"words": None, "chars": "2", "hash_bits": 4, "weighting": "presence"},
}
ENOUGH = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def stated(text, block):
    """The features of one text with their counts, from the plain statement."""
    counts = Counter(_core.tokens(text, block.engine_text()))
    return dict.fromkeys(counts, 1) if block.presence else dict(counts)


def as_dicts(rows, name):
    """Each row as name → count."""
    ends = zip(rows.starts[:-1].tolist(), rows.starts[1:].tolist(), strict=True)
    columns, counts = rows.columns.tolist(), rows.values.tolist()
    return [{name(columns[i]): counts[i] for i in range(begin, end)} for begin, end in ends]


def hashed(features, settings):
    """Column → count, from name → count."""
    columns: Counter[int] = Counter()
    for name, n in features.items():
        names = Names.of([name]).engine()
        (column,) = _core.hash_columns(names, settings.engine_hashing()).tolist()
        columns[column] += n
    return {column: 1 if settings.presence else n for column, n in columns.items()}


def expected_row(text, features):
    """What a model must find in a text: of each block the known features, by column."""
    row, first = {}, 0
    for block, end in zip(features.blocks, features.block_ends.tolist(), strict=True):
        found = stated(text, block.settings)
        if block.settings.hash_bits:
            found = hashed(found, block.settings)
        else:
            places = {name: i for i, name in enumerate(block.names)}
            found = {places[name]: n for name, n in found.items() if name in places}
        row |= {first + column: n for column, n in found.items()}
        first = end
    return row


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_counters_count_what_the_plain_statement_says(odd, edges, way):
    documents = odd + edges[::6]
    features, rows = count([documents], [BlockSettings(**way)], 2)
    assert as_dicts(rows, features.name) == [
        stated(text, BlockSettings(**way)) for text in documents
    ]


@ENOUGH
@given(data=st.data(), way=st.sampled_from(sorted(WAYS)))
def test_counters_count_what_the_plain_statement_says_of_any_text(texts, data, way):
    documents, block = data.draw(texts), BlockSettings(**WAYS[way])
    features, rows = count([documents], [block])
    assert as_dicts(rows, features.name) == [stated(text, block) for text in documents]
    names = list(features.blocks[0].names)
    assert names == sorted(set(names), key=str.encode)


@ENOUGH
@given(data=st.data(), way=st.sampled_from(sorted(RECIPES)), threads=st.sampled_from([1, 2, 5]))
def test_a_model_finds_exactly_the_features_it_knows(texts, data, way, threads):
    learned, unseen = ["a b c", "The 東京", *data.draw(texts)], data.draw(texts)
    pairs = [(text, "even" if i % 2 == 0 else "odd") for i, text in enumerate(learned)]
    model = linnet.train(pairs, linnet.Recipe.of(**RECIPES[way])).model
    documents = learned + unseen
    rows = model.rows([engine_texts(documents)], threads)
    assert as_dicts(rows, int) == [expected_row(text, model.features) for text in documents]


@pytest.mark.parametrize("way", sorted(RECIPES))
def test_a_model_finds_in_its_own_documents_what_was_counted(odd, edges, way):
    documents = odd + edges[::9]
    pairs = [(text, str(i % 2)) for i, text in enumerate(documents)]
    model = linnet.train(pairs, linnet.Recipe.of(**RECIPES[way])).model
    blocks = [block.settings for block in model.features.blocks]
    features, counted = count([documents], blocks, 3)
    found = model.rows([engine_texts(documents)], 2)
    assert [list(block.names) for block in features.blocks] == [
        list(block.names) for block in model.features.blocks
    ]
    for array in ("starts", "columns", "values"):
        assert np.array_equal(getattr(found, array), getattr(counted, array))


def test_one_text_at_a_time_is_classified_as_many_at_once(odd):
    classifier = linnet.train([(text, str(i % 3)) for i, text in enumerate(odd)])
    assert [classifier.classify(text) for text in odd] == classifier.classify(odd)
