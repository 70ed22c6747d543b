"""The text of HTML, however badly it is written."""

from time import process_time

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linnet
from linnet import Recipe, train
from linnet.reading import read
from linnet.reading.html_text import column_without_html, html_sentence, text_of_html
from linnet.sklearn import TextClassifier
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode

PAIRS = [
    ("<p>good <b>film</b></p>", "pos"),
    ("<div class='bad'>fine plot</div>", "pos"),
    ("<p>bad&nbsp;film</p>", "neg"),
    ("dull <!-- good --> story", "neg"),
]
HTML = Recipe.of(html=True)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("plain", "plain"),
        ("<p>a</p><p>b</p>", " a b "),
        ("a<br/>b<hr>c", "a b c"),
        ("<b>bold</b>ly", "boldly"),
        ("a <b>c</b>", "a c"),
        ("<a href='x>y' title=\"<b>\">k</a>z", "kz"),
        ("<IMG SRC=x>a", " a"),
        ("Caf&eacute; &#233; &#xE9; &lt;b&gt; &amp;lt;", "Café é é <b> &lt;"),
        ("AT&T & R&D; &unknown;", "AT&T & R&D; &unknown;"),
        ("<script>if (a < b) '</b>'</script>x", " x"),
        ("<STYLE type=x>p { }</style >x", " x"),
        ("a<script src=x />b", "a b"),
        ("<script>never closed", " "),
        ("a<!-- <p> -->b<!-->c<!-- open", "abc"),
        ("<!DOCTYPE html><?xml version='1'?>x", "x"),
        ("1 < 2 > 0 <3 <- << <>", "1 < 2 > 0 <3 <- << <>"),
        ("<john@example.org> <http://a.b>", "<john@example.org> <http://a.b>"),
        ('<p class="open>Hello', " Hello"),
        ("<p <b>x</b>", "<p x"),
        ("<o:p></o:p>word", " word"),
        ("</p", "</p"),
        ("<!", "<!"),
        ("<p", "<p"),
        ("&#99999999999999999999;|&#0;|&#xD800;|&#" + "9" * 5000 + ";", "�|�|�|�"),
    ],
)
def test_the_text_of(html, text):
    assert text_of_html(html) == text


@given(st.text(alphabet="<>/!-ab \"'&#;xpscriptyle=09\n", max_size=60))
def test_any_text_is_read(html):
    text = text_of_html(html)
    text.encode()
    if "<" not in html and "&" not in html:
        assert text is html


@pytest.mark.parametrize("tail", ["", ">", "'", '"'])
@pytest.mark.parametrize(
    "part",
    [
        "<a ",
        "<a '",
        "<!--",
        "<",
        "&",
        "&#",
        '<a ">" ',
        "<a '><a\" ",
        "<script>",
        "<a \"'>'<a",
        "<a",
    ],
)
def test_hostile_texts_take_time_in_proportion_to_their_length(part, tail):
    start = process_time()
    text_of_html(f"<a {part * 100_000}{tail}")
    assert process_time() - start < 5  # it would be hours


def test_a_column_without_html_is_not_copied():
    column = pa.array(["good film", None, "dull"])
    assert column_without_html(column) is column


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_only_texts_with_html_change(kind):
    column = pa.array(["a", None, "<b>b</b>", "&lt;", ""], kind).slice(1)
    assert column_without_html(column).to_pylist() == [None, "b", "<", ""]
    assert column_without_html(column).type == kind


def test_html_is_taken_out_once():
    documents = read([("&amp;lt;", "x")], html=True)
    model = train([("&amp;lt; a", "x"), ("b", "y")], Recipe.of(html=True, chars="1-4"))
    [batch] = model.read(documents).batches()
    assert batch.texts[0].to_pylist() == ["&lt;"]


def test_a_model_of_html_learns_its_text_alone():
    model = train(PAIRS, HTML)
    names = {model.model.features.name(column) for column in range(model.model.features.n_columns)}
    assert names == {"good", "film", "fine", "plot", "bad", "dull", "story"}


def test_all_that_a_model_does_reads_html_as_its_text():
    model = train(PAIRS, HTML)
    html = "<div class='good'>b&#97;d <b>fi</b>lm</div>"
    assert model.classify(html) == model.classify([html])[0] == model.classify("bad film") == "neg"
    assert model.classify((html,)) == model.classify({"text": html}) == "neg"
    assert model.probabilities(html) == model.probabilities(" bad film ")
    assert model.predict([html]).label_names() == ["neg"]
    assert model.explain(html).texts[0].text == " bad film "
    assert model.explain({"text": html}).texts[0].text == " bad film "
    assert linnet.evaluate(model, [(html, "neg")]).accuracy.value == 1.0


def test_learning_more_is_training_on_all():
    whole = train(PAIRS, HTML).to_bytes()
    assert train(PAIRS[:3], HTML).learn(PAIRS[3:]).to_bytes() == whole
    assert (
        train([*PAIRS, ("<i>x</i>", "pos")], HTML).forget([("<i>x</i>", "pos")]).to_bytes() == whole
    )


def test_documents_read_so_and_a_recipe_that_says_so_make_the_same_model():
    assert train(read(PAIRS, html=True), Recipe()).to_bytes() == train(PAIRS, HTML).to_bytes()
    assert train(read(PAIRS, html=True), HTML).to_bytes() == train(PAIRS, HTML).to_bytes()


def test_an_older_program_refuses_a_model_of_html():
    data = train(PAIRS, HTML).to_bytes()
    with pytest.raises(linnet.errors.ModelFileError, match="html"):
        decode(data, NEEDS - {"html"})
    assert train(PAIRS, {}).recipe.to_toml() == Recipe().to_toml()


def test_the_estimator_takes_it_too():
    texts = [text for text, _ in PAIRS]
    labels = [label for _, label in PAIRS]
    estimator = TextClassifier({"html": True}).fit(texts, labels)
    assert estimator.classifier_.recipe.features.html
    assert estimator.predict(["<p class='good'>bad film"]).tolist() == ["neg"]


def test_few_texts_with_html_are_not_worth_a_sentence():
    texts = [("a < b & c", "x")] * 30 + [("a<br>", "x")]
    [batch] = read(texts).batches()
    assert html_sentence(batch) == ""
    [batch] = read([*texts, ("<P class=x>", "x")]).batches()
    assert html_sentence(batch) == "2 of the first 32 texts have HTML, such as '<br>'"
