"""Why a document gets its label, by hand."""

import math

import numpy as np
import pytest

from linnet.features.blocks import Block, BlockSettings, Features
from linnet.features.names import Names
from linnet.model.calibration import Temperature
from linnet.model.decision import Decision
from linnet.model.explanation import Contribution, explain
from linnet.model.linear_model import LinearModel, Weights

INF = math.inf
WEIGHTS = np.array([[1.0, -1.0], [0.0, 2.0]])  # of ant and bee, for x and y


def model(vetoes=None, offset_vetoes=(0, 0), **settings):
    words = Block(BlockSettings(), Names.of(["ant", "bee"]))
    weights = Weights.full(WEIGHTS, np.log([0.5, 0.5]), 1, offset=np.array([0.5, 0.0]))
    if vetoes is not None:
        weights = Weights(
            **weights.arrays(),
            offset_vetoes=np.array(offset_vetoes, np.int32),
            rest_vetoes=np.zeros(2, np.int32),
            vetoes=np.array(vetoes, np.int32),
        )
    return LinearModel(Features(("text",), (words,)), ("x", "y"), weights, **settings)


def test_features_add_their_count_times_their_weights():
    found = explain(model(), [["ant, ant bee"]])
    assert found.offset == (0.5, 0)
    assert found.contributions == (
        Contribution("ant", 2, (2, -2), column=0),
        Contribution("bee", 1, (0, 2), column=1),
    )
    # 1/2 + 2 + 0 and 0 - 2 + 2
    assert found.scores == (2.5, 0)
    assert found.probabilities[0] == pytest.approx(1 / (1 + math.exp(-2.5)))
    assert (found.answer, found.unsure, found.calibrated) == ("x", False, False)


def test_colours_share_what_a_feature_adds_to_a_label_over_the_others():
    found = explain(model(), [["ant, ant bee"]])
    # For x, ant adds 2 - -2 = 4, half of it at each place, and bee 0 - 2.
    assert [one.feature for one in found.strongest("y")] == ["ant", "bee"]
    (pieces,) = found.pieces()
    assert pieces == [("ant", 2), (", ", 0), ("ant", 2), (" ", 0), ("bee", -2)]
    assert found.pieces("y") == [[(piece, -value) for piece, value in pieces]]
    by_count = found.pieces_by(lambda one: one.count, by_words=False)
    assert by_count[0][:4] == [("a", 1 / 3), ("n", 1 / 3), ("t", 1 / 3), (",", 0)]


def test_a_text_of_unknown_words_has_the_offset_alone():
    found = explain(model(), [["zyzzyva"]])
    assert (found.contributions, found.scores) == ((), (0.5, 0))
    assert found.pieces() == [[("zyzzyva", 0)]]


def test_a_veto_is_in_the_word_that_is_there_or_in_the_offset():
    # The word ant vetoes y; or else x is vetoed from the start, and no word takes it back.
    present = explain(model(vetoes=[0, 1, 0, 0]), [["ant"]])
    assert present.contributions[0].scores == (1, -INF)
    assert (present.offset, present.scores) == ((0.5, 0), (1.5, -INF))
    assert present.pieces() == [[("ant", 99)]]  # shown in place of infinity
    absent = explain(model(vetoes=[0, 0, 0, 0], offset_vetoes=(1, 0)), [["bee"]])
    assert (absent.offset, absent.scores) == ((-INF, 0), (-INF, 2))


@pytest.mark.parametrize(
    ("scores", "contrast"),
    [
        ((3.0,), 3),
        ((3.0, 1.0, 2.0), 1.5),
        ((3.0, -INF), INF),
        ((-INF, 3.0), -INF),
        ((-INF, -INF), 0),
    ],
)
def test_a_contrast_is_what_a_label_gets_more_than_the_others(scores, contrast):
    assert Contribution("word", 1, scores).contrast(0) == contrast


def test_the_answer_is_none_one_or_several():
    # P(x) = 1 / (1 + e^-0.5) = 0.62
    strict = Decision(np.array([0.9, 0.9]), ("0.9", "0.9"), unsure=True)
    unsure = explain(model(decision=strict), [[""]])
    assert (unsure.answer, unsure.label, unsure.unsure) == (None, "x", True)

    # Of 2.5 and 0, one is above a margin of 0, and both above -1.
    for cutoff, answer in ((0.0, ["x"]), (-1.0, ["x", "y"])):
        several = {"multilabel": True, "decision": Decision.plain(np.full(2, cutoff))}
        found = explain(model(link="margin", **several), [["ant ant bee"]])
        assert found.answer == answer
        assert found.probabilities == (None, None)

    # Scores 0.5 and 0 halved: 1 / (1 + e^-0.25)
    cool = explain(model(calibration=Temperature(2.0)), [[""]])
    assert cool.calibrated
    assert cool.scores == (0.5, 0)
    assert cool.probabilities[0] == pytest.approx(1 / (1 + math.exp(-0.25)))
