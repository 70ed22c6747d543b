"""Documents whose given label is implausible."""

import numpy as np
import pytest

from linnet import read, suspects
from linnet.evaluation.metrics.labelled_predictions import LabelledPredictions
from linnet.evaluation.random import uniforms
from linnet.validation.folds import Folds
from linnet.validation.label_suspects import margins_of

FILMS = [
    ("good film", "pos"),
    ("fine good film", "pos"),
    ("bad film", "neg"),
    ("dull bad film", "neg"),
] * 5


def test_margins_by_hand():
    scores = np.array([[2.0, 0.5, 1.0], [2.0, 0.5, 1.0], [0.0, -np.inf, -1.0]])
    predictions = LabelledPredictions(
        ("a", "b", "c"), np.array([0, 2, 1]), np.array([0, 0, 0]), scores
    )
    margins, likelier = margins_of(predictions)
    assert (margins.tolist(), likelier.tolist()) == ([1.0, -1.0, -np.inf], [2, 0, 0])


@pytest.mark.parametrize("learner", ["multinomial", "logistic", "svm"])
def test_a_wrong_label_is_found(learner):
    data = {
        "text": [text for text, _ in FILMS],
        "label": [label for _, label in FILMS],
        "id": [f"n{i}" for i in range(20)],
    }
    data["label"][6] = "pos"  # "bad film"
    (found,) = suspects(read(data, id="id"), {"learner": learner}, folds=4)
    assert (found.row, found.id, found.label, found.likelier, found.text) == (
        6,
        "n6",
        "pos",
        "neg",
        "bad film",
    )
    assert found.margin < 0
    if learner == "svm":
        assert found.probability is found.likelier_probability is None
    else:
        assert found.probability < found.likelier_probability
        assert found.margin == pytest.approx(np.log(found.probability / found.likelier_probability))


def test_the_worst_come_first_and_long_texts_are_cut():
    data = [*FILMS, ("good", "neg"), ("good fine" + " film" * 100, "neg")]
    found = suspects(data, folds=None)
    assert [one.row for one in found] == [21, 20]
    assert (len(found[0].text), found[0].text[-1]) == (240, "…")


def test_suspects_of_a_pandas_frame_have_its_labels():
    pandas = pytest.importorskip("pandas")
    data = [*FILMS, ("good", "neg"), ("good fine film", "neg")]
    frame = pandas.DataFrame(data, columns=["text", "label"])
    frame.index = [f"review {n}" for n in range(len(data))]
    found = suspects(frame, folds=None)
    assert list(found.to_pandas().index) == ["review 21", "review 20"]
    assert list(found[1:].to_pandas().index) == ["review 20"]
    assert found[1:].not_judged == found.not_judged
    assert list(frame.loc[found.to_pandas().index]["text"]) == ["good fine film", "good"]
    assert [frame.iloc[one.row]["text"] for one in found] == ["good fine film", "good"]
    assert len(found[:0].to_pandas()) == 0
    assert "id" not in found.to_pandas().columns  # none was read
    frame["id"] = [f"n{n}" for n in range(len(data))]
    with_ids = suspects(read(frame, id="id"), folds=None)
    assert with_ids.to_pandas()["id"].tolist() == ["n21", "n20"]


def test_a_label_that_is_impossible_has_no_margin():
    data = [("a", "x"), ("a", "x"), ("b", "y"), ("b", "y"), ("a", "y")]
    found = suspects(data, {"smoothing": 0.0}, folds=None)
    assert [(one.row, one.margin, one.probability) for one in found] == [(4, None, 0.0)]


def test_of_several_labels_each_is_judged_by_itself():
    films = [
        ("good film", ["good"]),
        ("good jokes", ["funny", "good"]),
        ("jokes", ["funny"]),
        ("dull film", []),
    ] * 5
    wrong = [("good jokes", ["funny"]), ("dull film", ["funny"])]  # good is missing, funny is wrong
    found = suspects([*films, *wrong], {"learner": "logistic", "strength": 0.001})
    assert {(one.row, one.label, one.status) for one in found} == {
        (20, "good", "missing"),
        (21, "funny", "given"),
    }
    assert [one.probability > 0.5 for one in found] == [one.status == "missing" for one in found]
    odds = [one.probability / (1 - one.probability) for one in found]
    assert [one.margin for one in found] == pytest.approx([-abs(np.log(one)) for one in odds])
    assert found[0].margin <= found[1].margin
    assert found[0].as_json().keys() == {
        "row",
        "id",
        "label",
        "status",
        "probability",
        "margin",
        "text",
    }
    margins = suspects([*films, *wrong], {"learner": "svm"})
    assert {(one.row, one.label, one.probability) for one in margins} == {
        (20, "good", None),
        (21, "funny", None),
    }


@pytest.mark.parametrize("folds", [5, None])
def test_planted_errors_are_among_the_first_suspects(real_data, folds):
    data = real_data("ag_news", 20_000)
    labels = sorted({label for _, label in data})
    draws = uniforms(5, len(data))
    wrong = {at for at, u in enumerate(draws.tolist()) if u < 0.05}
    planted = [
        (
            text,
            labels[(labels.index(label) + 1 + int(draws[at] * 1e6) % 3) % 4]
            if at in wrong
            else label,
        )
        for at, (text, label) in enumerate(data)
    ]
    found = suspects(planted, {"smoothing": 0.3}, folds=folds)[: len(data) // 20]
    assert sum(one.row in wrong for one in found) >= 0.6 * len(wrong)


@pytest.mark.parametrize("learner", ["multinomial", "logistic", "svm"])
@pytest.mark.parametrize("folds", [4, None])
def test_the_only_document_of_a_label_is_no_suspect(learner, folds):
    single = [(f"word{n} film", f"label{n}") for n in range(3)]
    found = suspects(
        [*FILMS, ("good good film", "neg"), *single], {"learner": learner}, folds=folds
    )
    assert [(one.row, one.label) for one in found] == [(20, "neg")]
    assert found.not_judged == 3


def test_a_label_of_one_group_cannot_be_judged_by_other_groups():
    data = {
        "text": ["good film", "bad film", "good film", "bad film", "odd film", "odd film"],
        "label": ["pos", "neg", "pos", "neg", "odd", "odd"],
        "by": ["ann", "ann", "bob", "bob", "ann", "ann"],
    }
    documents = read(data, metadata=["by"])
    assert suspects(documents, folds=Folds(2, group="by")).not_judged == 2


def test_by_time_a_label_is_judged_only_once_it_was_seen():
    data = {
        "text": ["a", "b", "a", "b", "c", "c"],
        "label": ["x", "y", "x", "y", "z", "z"],
        "day": list("123456"),
    }
    found = suspects(read(data, metadata=["day"]), folds=Folds(5, time="day"))
    # The second document is the first of its label, as is the fifth; the first one is not judged at
    # all.
    assert found.not_judged == 2
    assert [one.row for one in found if one.margin is None] == []


def test_of_several_labels_one_that_only_one_document_has_is_no_suspect():
    films = [
        ("good film", ["good"]),
        ("good jokes", ["funny", "good"]),
        ("jokes", ["funny"]),
        ("dull film", []),
    ] * 5
    found = suspects(
        [*films, ("good film", ["good", "rare"])], {"learner": "logistic", "strength": 0.001}
    )
    assert [one for one in found if one.label == "rare"] == []
    assert found.not_judged == 1
