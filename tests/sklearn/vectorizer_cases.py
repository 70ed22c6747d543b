"""Texts, settings and comparisons that the tests of vectorizers share."""

import warnings

import numpy as np
import pytest

LINES = [
    "The quick brown fox jumps over the lazy dog.",
    "A lazy dog sleeps; the fox does not!",
    "Müller's Café serves crème brûlée and café au lait",
    "naïve façade, résumé — Ångström's coöperation",
    "e-mail me at someone@example.org or call 555-0199",
    "Win 1,000,000 now!!! Click http://example.org/win?x=1&y=2",
    "see you at 10:30 tomorrow, ok? ok. OK!",
    "Быстрая коричневая лиса прыгает через ленивую собаку",
    "Ταχίστη αλώπηξ βαφὴς ψημένη γη, δρασκελίζει ΟΔΟΣ",
    "敏捷的棕色狐狸跳过懒狗。今天天气很好",
    "snake_case camelCase UPPER lower MiXeD x y z",
    "   leading, trailing   and \t\t tabs \n new \r\n lines  ",
    "one",
    "",
    "a b c d e",
    "to be or not to be that is the question",
    "the the the the",
    "Straße STRASSE straße",
    "fox dog fox dog fox dog",
    "I'm can't won't it's o'clock",
]
HOSTILE = [
    "\x00NUL\x00 in\x00side words",
    "w" * 2**20,
    "ΟΔΥΣΣΕΥΣ ΣΑΣ Σ ΑΣ. ΑΣΑ",
    "İstanbul DİYARBAKIR ısı İİ",
    "e\u0301te\u0301 n\u0303 a\u0300\u0301\u0302 \u0301\u0301",
    "𝒜𝓃𝓉 🦊🦊 𠀀𠀁 👩‍👩‍👧 🇩🇪 x𝟙y",
    "\u200bzero\u200dwidth\ufeff bom",
    "ﬁne ﬂow ｆｕｌｌ ① ½ K Å",
    "\u2028line\u2029para\x85nel\xa0nbsp\u3000wide\x1cfs",
    " ",
    "",
]
COUNTS = {
    "defaults": {},
    "words 1-2": {"ngram_range": (1, 2)},
    "words 2-3": {"ngram_range": (2, 3)},
    "words 3": {"ngram_range": (3, 3)},
    "case kept": {"lowercase": False},
    "accents by Unicode": {"strip_accents": "unicode"},
    "accents by ASCII": {"strip_accents": "ascii", "ngram_range": (1, 2)},
    "accents by a function": {"strip_accents": str.swapcase},
    "english stop words": {"stop_words": "english"},
    "own stop words, 1-2": {
        "stop_words": ["the", "fox", "café", "лиса", "zzz"],
        "ngram_range": (1, 2),
    },
    "binary": {"binary": True, "ngram_range": (1, 2)},
    "float32": {"dtype": np.float32},
    "uint8": {"dtype": np.uint8},
    "min_df 2": {"min_df": 2},
    "min_df share": {"min_df": 0.1, "ngram_range": (1, 2)},
    "max_df 3": {"max_df": 3},
    "max_df share": {"max_df": 0.2},
    "max_features 7": {"max_features": 7},
    "max_features with ties": {
        "max_features": 40,
        "ngram_range": (1, 2),
        "min_df": 1,
        "max_df": 0.9,
    },
    "max_features beyond all": {"max_features": 10**6},
    "chars": {"analyzer": "char"},
    "chars 2-4": {"analyzer": "char", "ngram_range": (2, 4)},
    "chars 3, case kept": {"analyzer": "char", "ngram_range": (3, 3), "lowercase": False},
    "chars, no accents": {"analyzer": "char", "ngram_range": (1, 2), "strip_accents": "unicode"},
    "char_wb 3-5": {"analyzer": "char_wb", "ngram_range": (3, 5)},
    "char_wb 2, min_df": {"analyzer": "char_wb", "ngram_range": (2, 2), "min_df": 2},
    "the default pattern without a flag": {"token_pattern": r"\b\w\w+\b"},
    "runs of word characters": {"token_pattern": r"\w{2,}", "ngram_range": (1, 2)},
    "between spaces": {"token_pattern": r"\S+"},
    "any word": {"token_pattern": r"(?u)\b\w+\b"},
    "a group": {"token_pattern": r"(\w)\w+"},
    "a tokenizer": {"tokenizer": str.split, "token_pattern": None},
    "a preprocessor": {"preprocessor": lambda text: text.upper()[::-1]},
    "an analyzer": {"analyzer": lambda text: text.split("o")},
    "a vocabulary": {"vocabulary": ["fox", "dog", "the", "zebra", "café"]},
    "a mapping": {"vocabulary": {"fox": 2, "the lazy": 0, "dog": 1}, "ngram_range": (1, 2)},
    "a set": {"vocabulary": {"fox", "dog", "лиса"}, "binary": True},
    "a vocabulary of anything": {
        "vocabulary": ["fox", ("no", "text"), 7, "\ud800", "dog"],
        "lowercase": False,
    },
    "40-grams": {"analyzer": "char", "ngram_range": (1, 40)},
}
VALUES = {
    "defaults": {},
    "words 1-2, sublinear": {"ngram_range": (1, 2), "sublinear_tf": True},
    "l1": {"norm": "l1"},
    "no norm": {"norm": None},
    "not smooth": {"smooth_idf": False, "stop_words": "english"},
    "no idf": {"use_idf": False},
    "float32": {"dtype": np.float32, "sublinear_tf": True},
    "binary, min_df": {"binary": True, "min_df": 2},
    "char_wb": {"analyzer": "char_wb", "ngram_range": (2, 4), "max_features": 50},
    "a vocabulary": {"vocabulary": ["fox", "dog", "the"]},
    "a tokenizer": {"tokenizer": str.split, "token_pattern": None},
}
HASHED = {
    "defaults": {},
    "64 columns": {"n_features": 64},
    "10 columns": {"n_features": 10, "norm": None},
    "1 column": {"n_features": 1, "norm": None},
    "2 columns": {"n_features": 2, "norm": None, "ngram_range": (1, 2)},
    "1000 columns, no signs": {"n_features": 1000, "alternate_sign": False},
    "2**28 columns": {"n_features": 2**28, "norm": "l1"},
    "2**30 columns": {"n_features": 2**30},
    "words 1-3": {"ngram_range": (1, 3), "n_features": 300},
    "binary": {"binary": True, "n_features": 16, "norm": None},
    "char_wb": {"analyzer": "char_wb", "ngram_range": (2, 4), "n_features": 2**18},
    "chars, float32": {"analyzer": "char", "ngram_range": (3, 3), "dtype": np.float32},
    "stop words": {"stop_words": "english", "n_features": 128},
    "a tokenizer": {"tokenizer": str.split, "token_pattern": None},
}
SETS = [
    *(("CountVectorizer", way, ask) for way, ask in COUNTS.items()),
    *(("TfidfVectorizer", way, ask) for way, ask in VALUES.items()),
    *(("HashingVectorizer", way, ask) for way, ask in HASHED.items()),
]
every_set = pytest.mark.parametrize(
    ("name", "ask"), [(n, a) for n, _, a in SETS], ids=[f"{n}-{w}" for n, w, _ in SETS]
)
every_class = pytest.mark.parametrize(
    "name", ["CountVectorizer", "TfidfVectorizer", "HashingVectorizer"]
)


def assert_equal_matrices(mine, other):
    assert type(mine) is type(other)
    assert mine.has_sorted_indices
    other.sort_indices()  # after fit_transform scikit-learn's are not in order
    assert (mine.shape, mine.dtype, mine.indices.dtype) == (
        other.shape,
        other.dtype,
        other.indices.dtype,
    )
    assert np.array_equal(mine.indptr, other.indptr)
    assert np.array_equal(mine.indices, other.indices)
    close = {"rtol": 1e-6} if mine.dtype == np.float32 else {"rtol": 0, "atol": 1e-12}
    np.testing.assert_allclose(mine.data, other.data, **close)


def said(work):
    """Return what a call complains of: its warnings, and its error if any."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        error = None
        try:
            work()
        except Exception as raised:
            error = (type(raised), str(raised))
    return [(one.category, str(one.message)) for one in caught], error
