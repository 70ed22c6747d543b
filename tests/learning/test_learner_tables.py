"""The settings of learners: what they fill in, refuse, and say in words."""

import pytest

from linnet.errors import SettingError
from linnet.learning.learner_tables import (
    ByHandTable,
    FullGaussianTable,
    LinearTable,
    NaiveBayesTable,
    OnlineTable,
    by_label,
)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (NaiveBayesTable("gaussian"), "gaussian naive Bayes, prior learned"),
        (
            NaiveBayesTable("complement", smoothing=0.5, norm=True),
            "complement naive Bayes, smoothing 0.5, no prior, normed",
        ),
        (
            NaiveBayesTable("binomial", trials="4", prior="uniform"),
            "binomial naive Bayes, smoothing 1, prior uniform, 4 trials",
        ),
        (
            FullGaussianTable(ridge=0.25),
            "Gaussian with the full covariance of each label, ridge 0.25, prior learned",
        ),
        (
            FullGaussianTable(covariance="shared", prior={"x": 0.25, "y": 0.75}),
            "Gaussian with the full covariance shared by all labels, prior x 0.25, y 0.75",
        ),
        (
            LinearTable("svm", strength="0.3/n"),
            "svm with squared-hinge loss, l2 penalty of strength 0.3/n, offset free",
        ),
        (
            LinearTable(penalty="elastic", l1_share=0.25, offset="none"),
            "logistic with logistic loss, elastic (l1 share 0.25) penalty of strength 1/n, "
            "offset none",
        ),
        (
            LinearTable(penalty="none"),
            "logistic with softmax loss, no penalty, offset free",
        ),
        (
            OnlineTable("perceptron", averaged=False, rounds=1),
            "perceptron, up to 1 round, offset free",
        ),
        (
            OnlineTable("passive-aggressive", cap=0.5),
            "passive-aggressive (pa-1, cap 0.5), averaged, up to 10 rounds, offset free",
        ),
        (
            OnlineTable("passive-aggressive", variant="pa", offset="none"),
            "passive-aggressive (pa), averaged, up to 10 rounds, offset none",
        ),
        (ByHandTable(), "weights by hand"),
        (ByHandTable(offset={"y": -1, "x": 2}), "weights by hand, offsets x 2, y -1"),
    ],
)
def test_settings_say_how_a_learner_learns(settings, words):
    assert settings.in_words() == words


def test_several_labels_of_a_document_have_a_loss_each():
    words = LinearTable(strength=0.001).in_words(multilabel=True)
    expected = "logistic with logistic loss for each label, l2 penalty of strength 0.001"
    assert words == f"{expected}, offset free"
    assert by_label({"ham": 0.9, "spam": 0.1}) == "ham 0.9, spam 0.1"


@pytest.mark.parametrize(
    ("settings", "loss", "smoothing"),
    [
        (LinearTable(), "softmax", None),
        (LinearTable(penalty="l1"), "logistic", None),
        (LinearTable("svm", penalty="l1"), "squared-hinge", None),
        (LinearTable("svm", loss="hinge"), "hinge", None),
        (LinearTable("nb-logistic"), "logistic", 1.0),
        (LinearTable("nb-svm", smoothing=0.5), "squared-hinge", 0.5),
    ],
)
def test_loss_and_smoothing_are_filled_in(settings, loss, smoothing):
    assert (settings.loss, settings.smoothing) == (loss, smoothing)


@pytest.mark.parametrize(
    ("table", "settings", "sentence"),
    [
        (NaiveBayesTable, {"smoothing": -1}, "smoothing must be 0 or above; got -1."),
        (NaiveBayesTable, {"prior": "often"}, "a prior must be learned, uniform or LABEL=P,…; got"),
        (FullGaussianTable, {"ridge": -1}, "a ridge must be from 0 to 1e+100; got -1."),
        (
            LinearTable,
            {"strength": 0},
            "strength must be a number from 1e-30 to 1e+12, or one over",
        ),
        (LinearTable, {"l1_share": 2}, "the l1 share must be from 0 to 1; got 2."),
        (LinearTable, {"learner": "nb-svm", "smoothing": 0}, "smoothing must be above 0 here; got"),
        (OnlineTable, {"cap": 0}, "the cap must be above 0; got 0."),
        (OnlineTable, {"rounds": 0}, "rounds must be 1 or above; got 0."),
        (ByHandTable, {"offset": {"x": 1e200}}, "offsets by hand must be a finite number for"),
        (LinearTable, {"penalty": "l3"}, "the penalty must be one of l2, l1, elastic, none; got"),
    ],
)
def test_settings_that_do_not_fit_are_a_sentence(table, settings, sentence):
    with pytest.raises(SettingError) as caught:
        table(**settings)
    assert sentence in str(caught.value)
