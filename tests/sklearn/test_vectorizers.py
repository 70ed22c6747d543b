"""Our vectorizers beside scikit-learn's: the same matrices, vocabularies, errors and warnings."""

import gzip
import io
import json
import os
import re
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn import config_context
from sklearn.feature_extraction import text as theirs

import linnet.sklearn as ours
from tests.sklearn.vectorizer_cases import (
    HOSTILE,
    LINES,
    SETS,
    assert_equal_matrices,
    every_class,
    every_set,
    said,
)

DATA = os.environ.get("LINNET_DATA")


def corpus(folder, n):
    if DATA is None:
        pytest.skip("set LINNET_DATA to the folder with the test corpora")
    (path, *_) = sorted(Path(DATA, folder).glob("*.jsonl.gz"), reverse=True)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in islice(lines, n)]


def assert_parity(name, ask, texts, more=()):
    mine, other = getattr(ours, name)(**ask), getattr(theirs, name)(**ask)
    try:
        expected = other.fit_transform(texts)
    except ValueError as error:  # nothing is left of these texts
        with pytest.raises(ValueError, match=re.escape(str(error))):
            mine.fit_transform(texts)
        return
    assert_equal_matrices(mine.fit_transform(texts), expected)
    assert_equal_matrices(
        mine.fit(texts).transform([*more, *texts[::2]]), other.transform([*more, *texts[::2]])
    )
    if name == "HashingVectorizer":
        return
    assert mine.vocabulary_ == other.vocabulary_
    assert set(map(str, mine.get_feature_names_out())) == set(
        map(str, other.get_feature_names_out())
    )
    if "idf_" in dir(other) and other.use_idf:
        np.testing.assert_allclose(mine.idf_, other.idf_, atol=1e-12)


# --- the same numbers ---


@pytest.mark.filterwarnings(
    "ignore:The parameter:UserWarning", "ignore:Your stop_words:UserWarning"
)
@every_set
def test_real_lines_become_the_same_matrix(name, ask):
    assert_parity(name, ask, LINES, more=["an unseen word", "fox"])


@pytest.mark.filterwarnings(
    "ignore:The parameter:UserWarning", "ignore:Your stop_words:UserWarning"
)
@every_set
def test_hostile_lines_become_the_same_matrix(name, ask):
    wide = ask.get("ngram_range", (1, 1)) == (1, 40)
    assert_parity(name, ask, [line[:2000] for line in HOSTILE] + LINES if wide else HOSTILE + LINES)


@pytest.mark.parametrize("folder", ["ag_news", "chnsenticorp_hotel", "sms_spam"])
@pytest.mark.filterwarnings(
    "ignore:The parameter:UserWarning", "ignore:Your stop_words:UserWarning"
)
@every_set
def test_real_corpora_become_the_same_matrix(name, ask, folder):
    short = {"char": 60, "char_wb": 150}.get(str(ask.get("analyzer")), 400)
    assert_parity(name, ask, corpus(folder, short))


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(
        st.text(st.characters(max_codepoint=0x2FFF), max_size=30), min_size=1, max_size=5
    ),
    ask=st.sampled_from(
        [{}, {"ngram_range": (1, 2)}, {"strip_accents": "ascii"}, {"token_pattern": r"\S+"}]
    ),
)
def test_any_texts_become_the_same_matrix(texts, ask):
    texts.append("one fox")
    assert_parity("CountVectorizer", ask, texts)
    assert_parity("HashingVectorizer", {**ask, "n_features": 5, "norm": None}, texts)


BY_PYTHON = ("a group", "a tokenizer", "an analyzer", "between", "40-grams", "2**30")


@pytest.mark.filterwarnings(
    "ignore:The parameter:UserWarning", "ignore:Your stop_words:UserWarning"
)
@pytest.mark.parametrize(
    ("name", "way", "ask"), SETS, ids=[f"{name}-{way}" for name, way, _ in SETS]
)
def test_the_engine_does_all_but_a_few(name, way, ask, monkeypatch):
    def slow(*_):
        raise AssertionError("taken scikit-learn's way")

    monkeypatch.setattr(theirs.CountVectorizer, "_count_vocab", slow)
    monkeypatch.setattr(theirs.HashingVectorizer, "transform", slow)
    vectorizer = getattr(ours, name)(**ask)
    if way.startswith(BY_PYTHON):
        with pytest.raises(AssertionError, match="scikit-learn's way"):
            vectorizer.fit_transform(LINES)
    else:
        assert (
            vectorizer.fit_transform(LINES).shape[0]
            == vectorizer.transform(LINES).shape[0]
            == len(LINES)
        )


@every_class
def test_lone_surrogates_are_taken_as_by_scikit_learn(name):
    assert_parity(name, {}, [*LINES, "a \ud800lone surro\udfffgate"])


def test_the_sparse_interface_is_the_one_scikit_learn_is_set_to():
    with config_context(sparse_interface="sparray"):
        for name in ("CountVectorizer", "TfidfVectorizer", "HashingVectorizer"):
            mine, other = (getattr(module, name)() for module in (ours, theirs))
            assert isinstance(mine.fit_transform(LINES), sparse.csr_array)
            assert_equal_matrices(mine.transform(LINES), other.fit(LINES).transform(LINES))


# --- however documents come ---


def forms(texts):
    yield "tuple", tuple(texts)
    yield "generator", (text for text in texts)
    yield "NumPy of str", np.array(texts)
    yield "NumPy of objects", np.array(texts, dtype=object)
    yield "NumPy column", np.array(texts, dtype=object).reshape(-1, 1)
    yield "pandas", pd.Series(texts)
    yield "pandas objects", pd.Series(texts, dtype=object)
    yield "pandas categories", pd.Series(texts).astype("category")
    yield "pandas frame", pd.DataFrame({"text": texts})
    yield "polars", pl.Series(texts)
    yield "polars frame", pl.DataFrame({"text": texts})
    yield "Arrow", pa.array(texts)
    yield "Arrow chunks", pa.chunked_array([texts[:7], texts[7:]])
    yield "Arrow views", pa.array(texts, pa.string_view())
    yield "Arrow table", pa.table({"text": pa.array(texts, pa.large_string())})
    yield "NumPy's own str", [np.str_(text) for text in texts]
    yield "bytes", [text.encode() for text in texts]
    yield "bytes and str", [text.encode() if i % 2 else text for i, text in enumerate(texts)]


@every_class
@pytest.mark.parametrize("form", [form for form, _ in forms(LINES)])
@pytest.mark.parametrize(
    "ask", [{}, {"strip_accents": "ascii"}, {"tokenizer": str.split, "token_pattern": None}]
)
def test_documents_count_the_same_in_every_form(name, form, ask):
    expected = getattr(ours, name)(**ask).fit_transform(LINES)
    vectorizer = getattr(ours, name)(**ask)
    if name == "HashingVectorizer":
        assert_equal_matrices(vectorizer.transform(dict(forms(LINES))[form]), expected)
    else:
        assert_equal_matrices(vectorizer.fit_transform(dict(forms(LINES))[form]), expected)
        assert_equal_matrices(vectorizer.transform(dict(forms(LINES))[form]), expected)


def test_many_documents_in_arrow_count_as_a_list_does():
    texts = LINES * 30
    assert_equal_matrices(
        ours.CountVectorizer().fit_transform(pa.array(texts)),
        theirs.CountVectorizer().fit_transform(texts),
    )


@every_class
def test_files_are_read(name, tmp_path):
    paths = [tmp_path / str(i) for i in range(len(LINES))]
    for path, line in zip(paths, LINES, strict=True):
        path.write_bytes(line.encode("latin-1", "replace"))
    asked = {"encoding": "latin-1", "input": "filename"}
    given, expected = (
        [getattr(module, name)(**asked).fit_transform(paths)] for module in (ours, theirs)
    )
    assert_equal_matrices(*given, *expected)
    files = [io.BytesIO(path.read_bytes()) for path in paths]
    vectorizer = getattr(ours, name)(encoding="latin-1", input="file")
    assert_equal_matrices(
        vectorizer.fit_transform(files)
        if name != "HashingVectorizer"
        else vectorizer.transform(files),
        *expected,
    )


# --- the same complaints ---


@every_class
@pytest.mark.parametrize(
    "work",
    [
        lambda make: make().fit("one string"),
        lambda make: make().fit_transform("one string"),
        lambda make: make().fit(["ant bee"]).transform("one string"),
        lambda make: make().transform(["not fitted"]),
        lambda make: make().fit_transform([]),
        lambda make: make().fit_transform(["", " "]),
        lambda make: make(stop_words="english").fit_transform(["the of and"]),
        lambda make: make(stop_words="german").fit_transform(["the"]),
        lambda make: make(stop_words=["Don't", "ELL"]).fit_transform(["hello world"]),
        lambda make: make(analyzer="sentences").fit_transform(["a"]),
        lambda make: make(analyzer="char", stop_words=["a"], token_pattern="x").fit_transform(
            ["abc"]
        ),
        lambda make: make(ngram_range=(3, 1)).fit_transform(["abc"]),
        lambda make: make(token_pattern="(a)(b)").fit_transform(["abc"]),
        lambda make: make(token_pattern="(").fit_transform(["abc"]),
        lambda make: make(tokenizer=str.split).fit_transform(["abc def"]),
        lambda make: make(strip_accents="wrong").fit_transform(["abc def"]),
        lambda make: make().fit_transform(["abc", None]),
        lambda make: make().fit_transform(["abc", np.nan]),
        lambda make: make().fit_transform(["abc", 7]),
        lambda make: make(lowercase=False).fit_transform(["abc", 7]),
        lambda make: make().fit_transform(pd.Series(["abc", None])),
        lambda make: make().fit_transform(["abc", b"\xff\xfe"]),
        lambda make: make(decode_error="replace").fit_transform(["abc", b"ab\xff\xfe"]),
        lambda make: make(input="filename").fit_transform(["/no/such/file"]),
        lambda make: make(dtype=np.int32, norm="l3").fit_transform(["abc"]),
    ],
)
def test_complaints_are_the_same(name, work):
    assert said(lambda: work(getattr(ours, name))) == said(lambda: work(getattr(theirs, name)))


@pytest.mark.parametrize("name", ["CountVectorizer", "TfidfVectorizer"])
@pytest.mark.parametrize(
    "work",
    [
        lambda make: make(vocabulary=[]).fit(["a"]),
        lambda make: make(vocabulary=["a", "a"]).fit(["a"]),
        lambda make: make(vocabulary={"a": 0, "b": 0}).fit(["a"]),
        lambda make: make(vocabulary={"a": 0, "b": 2}).fit(["a"]),
        lambda make: make(vocabulary=["Ant", "bee"]).fit(["ant"]),
        lambda make: make(min_df=3, max_df=2).fit(["a"]),
        lambda make: make(min_df=2).fit(["ant", "bee"]),
        lambda make: make(max_features=0).fit(["ant", "bee"]),
        lambda make: make().get_feature_names_out(),
        lambda make: make().inverse_transform([[1]]),
        lambda make: make(dtype=np.int32).fit(["ant"]),
    ],
)
def test_complaints_about_vocabularies_are_the_same(name, work):
    assert said(lambda: work(getattr(ours, name))) == said(lambda: work(getattr(theirs, name)))


# --- subclasses and objects with steps of their own ---


class Shouting(ours.CountVectorizer):
    def build_tokenizer(self):
        cut = super().build_tokenizer()
        return lambda text: [f"{token}!" for token in cut(text)]


class Stemming(ours.TfidfVectorizer):
    def build_analyzer(self):
        analyze = super().build_analyzer()
        return lambda text: [token[:3] for token in analyze(text)]


def test_a_subclass_with_a_step_of_its_own_keeps_it():
    assert sorted(Shouting().fit(["ant bee"]).vocabulary_) == ["ant!", "bee!"]
    assert sorted(Stemming().fit(["antler beetle"]).vocabulary_) == ["ant", "bee"]


def test_a_step_put_on_an_object_is_kept():
    vectorizer = ours.HashingVectorizer(norm=None, alternate_sign=False)
    vectorizer.build_analyzer = lambda: lambda _: ["same"]
    assert vectorizer.transform(["ant bee", "cat"]).nnz == 2
