"""One document as a command takes it: a text, fields by name, other columns."""

import io
import sys

import pytest

from linnet.cli.document_argument import texts_of
from linnet.errors import InputError, SettingError


def test_standard_input_is_one_text(run, model, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"win\na prize\n")))
    assert run("explain", model, "-", "--json").json["text"] == "win\na prize"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    assert run("explain", model, "-").code == 2


def test_fields_by_name():
    assert texts_of(None, ["b=2=3", "a="], ("a", "b")) == ("", "2=3")
    assert texts_of(None, ["text=hi"], ("text",)) == ("hi",)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (None, []),
        ("hi", ["a=1", "b=2"]),
        (None, ["a=1"]),
        (None, ["a=1", "a=2", "b=3"]),
        ("hi", []),
    ],
)
def test_every_field_needs_one_text(text, named):
    with pytest.raises(SettingError, match="each field of the model must have one text"):
        texts_of(text, named, ("a", "b"))


def test_text_that_is_no_unicode_is_refused():
    with pytest.raises(InputError, match="UTF-8"):
        texts_of("\udcff", [], ("text",))


def test_several_fields(run, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("title,body,label\ngood,like it,pos\nbad,hate it,neg\n")
    model = tmp_path / "two.linnet"
    run("train", data, "-o", model, "--text", "title", "--text", "body")
    result = run("explain", model, "--field", "title=good", "--field", "body=it", "--json").json
    assert result["text"] == {"title": "good", "body": "it"}
    assert [feature["feature"] for feature in result["features"]] == [
        "title.words:good",
        "body.words:it",
    ]
    assert result["label"] == "pos"


def test_columns_beside_the_text_are_explained(run, tmp_path):
    data = tmp_path / "reviews.csv"
    data.write_text(
        "text,age,shop,label\ngood,3,north,y\nbad,9,south,n\ngood,4,south,y\nbad,8,north,n\n"
    )
    model = tmp_path / "m.linnet"
    options = ("--numeric", "age", "--categorical", "shop", "--learner", "logistic")
    assert run("train", data, "-o", model, *options).code == 0
    told = run("explain", model, "good", "--field", "age=3", "--field", "shop=north", "--json").json
    assert told["text"] == {"text": "good", "age": "3", "shop": "north"}
    names = [one["feature"] for one in told["features"]]
    assert names == ["text.words:good", "shop.categorical:north", "age.numeric:value"]
    missing = run("explain", model, "good", "--json").json
    assert [one["feature"] for one in missing["features"]][-2:] == [
        "age.numeric:missing",
        "age.numeric:value",
    ]
    assert run("explain", model, "good", "--field", "age=old").code == 2
