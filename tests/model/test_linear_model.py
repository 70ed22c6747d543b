"""The linear model: rests, shared parts and vetoes add up to one weight per feature and label."""

import numpy as np
import pytest

from linnet.errors import ModelFileError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.model.explanation import explain
from linnet.model.linear_model import LinearModel, Weights

LABELS = ("x", "y")


def model(**changed):
    """Two blocks, words (ant, bee) and characters (a, b, c), with every kind of part.

    weight = rest[block] + shared[feature] · scale[block] + stored; stored: ant y 3, c x -1
    """
    words = Block(BlockSettings(), Names.of(["ant", "bee"]))
    characters = Block(BlockSettings(kind="chars"), Names.of(["a", "b", "c"]))
    arrays = {
        "offset": np.array([0.5, -0.5]),
        "prior": np.log([0.25, 0.75]),
        "rest": np.array([1.0, 2.0, 10.0, 20.0]),
        "starts": np.array([0, 1, 1, 1, 1, 2]),
        "labels": np.array([1, 0], np.int32),
        "weights": np.array([3.0, -1.0]),
        "shared": np.array([0.1, 0.2, 0.3, 0.4, 0.5]),
        "scale": np.array([1.0, 1.0, 2.0, 4.0]),
    }
    return LinearModel(
        Features(("text",), (words, characters)), LABELS, Weights(**{**arrays, **changed})
    )


WEIGHTS = {
    "ant": (1 + 0.1, 2 + 0.1 + 3),
    "bee": (1 + 0.2, 2 + 0.2),
    "a": (10 + 0.3 * 2, 20 + 0.3 * 4),
    "b": (10 + 0.4 * 2, 20 + 0.4 * 4),
    "c": (10 + 0.5 * 2 - 1, 20 + 0.5 * 4),
}


def test_the_weight_of_each_feature():
    for column, expected in enumerate(WEIGHTS.values()):
        weight, vetoes = model().weight_of(column)
        assert weight.tolist() == pytest.approx(expected)
        assert vetoes.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("", {}),
        ("zzz", {}),
        ("ant", {"ant": 1, "a": 1}),
        ("bee ant bee", {"ant": 1, "bee": 2, "a": 1, "b": 2}),
    ],
)
def test_a_score_is_the_offset_and_counts_times_weights(text, counts):
    made = model()
    expected = np.array([0.5, -0.5]) + sum(
        n * np.array(WEIGHTS[name]) for name, n in counts.items()
    )
    assert made.score(made.rows([[text]])).values[0].tolist() == pytest.approx(expected.tolist())
    assert LABELS[made.engine.best(text)] == LABELS[int(np.argmax(expected))]
    explained = explain(made, [[text]])
    assert {c.feature.split(":")[1]: c.count for c in explained.contributions} == counts


def test_vetoes_are_counted_not_added():
    # rest: every word vetoes x, ant takes it back; the offset vetoes y unless "c" is there
    vetoing = model(
        offset_vetoes=np.array([0, 1], np.int32),
        rest_vetoes=np.array([1, 0, 0, 0], np.int32),
        vetoes=np.array([0, 0], np.int32),
        starts=np.array([0, 1, 1, 1, 1, 2]),
    )
    vetoed = np.isneginf(vetoing.score(vetoing.rows([["zzz", "bee", "ant"]])).values)
    assert vetoed.tolist() == [[False, True], [True, True], [True, True]]
    taken_back = model(
        offset_vetoes=np.array([0, 1], np.int32),
        rest_vetoes=np.array([1, 0, 0, 0], np.int32),
        labels=np.array([0, 1], np.int32),
        vetoes=np.array([-1, -1], np.int32),
    )
    vetoed = np.isneginf(taken_back.score(taken_back.rows([["ant", "bee", "c", "ant c"]])).values)
    assert vetoed.tolist() == [[False, True], [True, True], [False, False], [False, False]]
    assert taken_back.weight_of(0)[1].tolist() == [0, 0]
    assert taken_back.weight_of(1)[1].tolist() == [1, 0]


def test_what_every_label_vetoes_is_labelled_by_the_prior():
    vetoing = model(
        offset_vetoes=np.array([1, 1], np.int32),
        rest_vetoes=np.zeros(4, np.int32),
        vetoes=np.zeros(2, np.int32),
    )
    assert vetoing.engine.best("ant") == 1  # 0.75
    assert vetoing.score(vetoing.rows([["ant"]])).labels() == ["y"]


def test_threads_do_not_change_scores():
    made = model()
    texts = [["ant bee " * (i % 7) + "c" * (i % 3) for i in range(500)]]
    expected = made.score(made.rows(texts)).values
    for threads in (2, 5):
        assert (made.score(made.rows(texts, threads), threads).values == expected).all()


@pytest.mark.parametrize(
    "changed",
    [
        {"offset": np.zeros(3)},
        {"prior": np.zeros(1)},
        {"rest": np.zeros(2)},
        {"starts": np.zeros(2, np.int64)},
        {"weights": np.zeros(1)},
        {"weights": np.zeros(2, np.float32)},
        {"labels": np.zeros(2, np.int64)},
        {"shared": np.zeros(2)},
        {"offset_vetoes": np.zeros(2, np.int32)},
        {"offset": np.zeros((2, 1))},
    ],
)
def test_arrays_that_do_not_fit_are_refused(changed):
    with pytest.raises(
        ModelFileError, match=r"the arrays of a model must fit each other; got: .*Train it again\.$"
    ):
        _ = model(**changed).engine


@pytest.mark.parametrize("number", [np.inf, -np.inf, np.nan, 1e200])
def test_a_weight_that_is_no_number_is_refused_where_it_is_asked_for(number):
    stored = model(weights=np.array([3.0, number]))
    assert stored.weight_of(0)[0].tolist() == model().weight_of(0)[0].tolist()
    with pytest.raises(ModelFileError, match="the weights of a model must be numbers up to 1e"):
        stored.added(4, 0.0)
