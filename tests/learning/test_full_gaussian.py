"""The Gaussian with full covariance: by hand, by SciPy's density, and as in scikit-learn."""

import math

import numpy as np
import pytest

from linnet import Recipe, cross_validate, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import InputError, SettingError

# a: the corners of a square around (1, 1): covariance I. b: (5, 5) ± (2, 0) and ± (1, 1):
# covariance ½ (4 0; 0 0) + ½ (1 1; 1 1) = (2.5 0.5; 0.5 0.5), determinant 1,
# inverse (0.5 -0.5; -0.5 2.5)
SQUARE = [(0, 0), (2, 0), (0, 2), (2, 2)]
SLANTED = [(7, 5), (3, 5), (6, 6), (4, 4)]
LOG_2_PI = math.log(2 * math.pi)

rng = np.random.default_rng(5)
N, COLUMNS = 300, ["a", "b", "c"]
CODES = rng.integers(0, 3, N)
NUMBERS = np.einsum("nij,nj->ni", rng.normal(size=(3, 3, 3))[CODES], rng.normal(size=(N, 3)))
NUMBERS = NUMBERS * [1, 20, 0.1] + rng.normal(size=(3, 3))[CODES] * [1, 20, 0.1] + [1e4, -300, 2]
NAMES = np.array(["x", "y", "z"])


def table(numbers, labels, columns="xy"):
    return {
        **dict(zip(columns, np.asarray(numbers, float).T.tolist(), strict=True)),
        "label": list(labels),
    }


DATA = table(NUMBERS, NAMES[CODES], COLUMNS)
TWO = table(SQUARE + SLANTED, "aaaabbbb")


def trained(data, **chosen):
    """A classifier that says the same after it was saved."""
    chosen = {"words": None, "numeric": [name for name in data if name != "label"], **chosen}
    classifier = train(data, Recipe.of(learner="full-gaussian", **chosen))
    twin = from_bytes(classifier.to_bytes())
    assert (twin.score(data).values == classifier.score(data).values).all()
    assert twin.to_bytes() == classifier.to_bytes()
    return classifier


def scores(classifier, *numbers):
    return classifier.score(table(numbers, "a" * len(numbers))).values


def density(numbers, weight=None, ridge=0.0, covariance=None):
    """SciPy's log density of all NUMBERS by the mean and covariance of some of them."""
    from scipy.stats import multivariate_normal

    mean = np.average(numbers, axis=0, weights=weight)
    own = np.cov(numbers.T, bias=True, aweights=weight) if covariance is None else covariance
    return multivariate_normal(mean, own + ridge * np.eye(3)).logpdf(NUMBERS)


def pooled():
    return sum(np.mean(k == CODES) * np.cov(NUMBERS[k == CODES].T, bias=True) for k in range(3))


def test_by_hand():
    classifier = trained(TWO)
    # (3, 3): both quadratic forms are 8. (3, 5): 4 + 16 from (1, 1); 0.5 * 4 from (5, 5).
    # log P(label) = -log 2
    expected = np.array([(-4, -4), (-10, -1)]) - LOG_2_PI - math.log(2)
    np.testing.assert_allclose(scores(classifier, (3, 3), (3, 5)), expected, rtol=1e-12)
    assert classifier.probabilities({"x": 3, "y": 5})["a"] == pytest.approx(
        1 / (1 + math.exp(9)), rel=1e-9
    )
    assert classifier.classify({"x": 1, "y": 3}) == "a"


def test_the_weights_by_hand():
    # around (3, 3), the mean of all: a has the mean (-2, -2), b (2, 2), P m is (-2, -2) and (0, 4);
    # m'Pm is 8 for both
    model = trained(TWO).model
    assert [model.features.name(column) for column in range(5)] == [
        "x.numeric:missing", "x.numeric:value", "y.numeric:missing", "y.numeric:value",
        "products:x × y",
    ]  # fmt: skip
    weights, squares = model.weights.weights.reshape(5, 2), model.weights.squares.reshape(5, 2)
    np.testing.assert_allclose(weights, [(0, 0), (-2, 0), (0, 0), (-2, 4), (0, 0.5)], atol=1e-14)
    np.testing.assert_allclose(
        squares, [(0, 0), (-0.5, -0.25), (0, 0), (-0.5, -1.25), (0, 0)], atol=1e-14
    )
    np.testing.assert_allclose(model.weights.offset, [-4 - LOG_2_PI - math.log(2)] * 2, rtol=1e-14)


def test_shared_by_hand():
    # (1.75 0.25; 0.25 0.75), determinant 1.25, inverse (0.6 -0.2; -0.2 1.4)
    # (3, 3): 4 * 1.6 from both. (3, 5): (2, 4) from a, 2.4 - 3.2 + 22.4; (-2, 0) from b, 2.4
    classifier = trained(TWO, covariance="shared")
    expected = (
        -0.5 * (LOG_2_PI * 2 + math.log(1.25))
        - math.log(2)
        - 0.5 * np.array([(6.4, 6.4), (21.6, 2.4)])
    )
    np.testing.assert_allclose(scores(classifier, (3, 3), (3, 5)), expected, rtol=1e-12)


def test_ridge_by_hand():
    # a: covariance 2 I, determinant 4; b: (3.5 0.5; 0.5 1.5), determinant 5,
    # inverse (1.5 -0.5; -0.5 3.5) / 5
    expected = [-LOG_2_PI - 0.5 * math.log(4) - 2, -LOG_2_PI - 0.5 * math.log(5) - 0.5 * 4 * 4 / 5]
    np.testing.assert_allclose(
        scores(trained(TWO, ridge=1), (3, 3))[0], np.array(expected) - math.log(2), rtol=1e-12
    )


def test_g5_mean_and_covariance_of_dependent_numbers():
    """x = A z + mu has mean mu and covariance A A' (004 §2): maximum likelihood finds them (§3)."""
    # z: the four corners, mean 0, variance 1, independent. A A' = (5 1; 1 1), determinant 4,
    # inverse (1 -1; -1 5) / 4
    corners, mu = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)]), np.array([10, 20])
    numbers = corners @ np.array([(2, 1), (0, 1)]).T + mu
    assert numbers.tolist() == [[13, 21], [11, 19], [9, 21], [7, 19]]
    classifier = trained(table([*numbers, *SQUARE], "aaaabbbb"), prior="uniform")
    at_mean, apart = scores(classifier, (10, 20), (12, 21))[:, 0] + math.log(2)
    assert math.exp(at_mean) == pytest.approx(1 / (2 * math.pi * 2), rel=1e-12)
    assert apart - at_mean == pytest.approx(-0.5 * (4 - 2 * 2 + 5) / 4, rel=1e-10)


@pytest.mark.parametrize("numeric_as", ["auto", "plain"])
@pytest.mark.parametrize("ridge", [0, 0.5])
def test_scores_are_the_joint_log_density_of_the_numbers_as_they_are(ridge, numeric_as):
    log_prior = np.log(np.bincount(CODES) / N)
    own = np.stack([density(NUMBERS[k == CODES], ridge=ridge) for k in range(3)], axis=1)
    ours = trained(DATA, ridge=ridge, numeric_as=numeric_as)
    np.testing.assert_allclose(ours.score(DATA).values, own + log_prior, rtol=1e-9)
    shared = np.stack(
        [density(NUMBERS[k == CODES], None, ridge, pooled()) for k in range(3)], axis=1
    )
    ours = trained(DATA, ridge=ridge, covariance="shared", numeric_as=numeric_as)
    np.testing.assert_allclose(ours.score(DATA).values, shared + log_prior, rtol=1e-9)


def test_standardised_numbers_give_the_same_probabilities():
    plain, standard = trained(DATA), trained(DATA, numeric_as="standard")
    np.testing.assert_allclose(
        standard.score(DATA).probabilities(), plain.score(DATA).probabilities(), atol=1e-9
    )
    # and their density is that of (x - mean) / deviation
    apart = standard.score(DATA).values - plain.score(DATA).values
    np.testing.assert_allclose(apart, np.log(NUMBERS.std(axis=0)).sum(), rtol=1e-8)


def test_own_covariance_is_quadratic_discriminant_analysis():
    from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis

    theirs = QuadraticDiscriminantAnalysis(tol=0, store_covariance=True).fit(NUMBERS, CODES)
    # older versions divide by n - 1: with each label drawn towards its mean just so far it comes
    # out as ours
    drawn = NUMBERS.copy()
    for k in range(3):
        of, n = k == CODES, np.sum(k == CODES)
        mean, variance = NUMBERS[of].mean(axis=0), NUMBERS[of].var(axis=0)
        ratio = theirs.covariance_[k][0, 0] / variance[0]
        assert min(abs(ratio - 1), abs(ratio - n / (n - 1))) < 1e-9
        drawn[of] = mean + (NUMBERS[of] - mean) / math.sqrt(ratio)
    theirs.fit(drawn, CODES)
    np.testing.assert_allclose(
        trained(DATA).score(DATA).probabilities(), theirs.predict_proba(NUMBERS), atol=1e-9
    )


def test_shared_covariance_is_linear_discriminant_analysis():
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(
        NUMBERS, CODES
    )  # this one divides by n, as ours
    ours = trained(DATA, covariance="shared")
    np.testing.assert_allclose(
        ours.score(DATA).probabilities(), theirs.predict_proba(NUMBERS), atol=1e-9
    )


def test_without_correlation_it_is_gaussian_naive_bayes():
    one = {"n": DATA["b"], "label": DATA["label"]}
    full, naive = trained(one), train(one, Recipe.of(learner="gaussian", words=None, numeric=["n"]))
    np.testing.assert_allclose(
        full.score(one).values, naive.score(one).values, rtol=1e-6
    )  # but for its floor


def test_priors():
    uniform, given = trained(TWO, prior="uniform"), trained(TWO, prior={"a": 0.9, "b": 0.1})
    assert uniform.probabilities({"x": 3, "y": 3}) == pytest.approx({"a": 0.5, "b": 0.5})
    assert given.probabilities({"x": 3, "y": 3}) == pytest.approx({"a": 0.9, "b": 0.1})
    with pytest.raises(SettingError, match="must name every label"):
        trained(TWO, prior={"a": 1.0})
    with pytest.raises(SettingError, match="a prior must be learned"):
        Recipe.of(learner="full-gaussian", words=None, numeric=["x"], prior="flat")


@pytest.mark.parametrize("covariance", ["own", "shared"])
def test_a_document_of_weight_two_is_two_documents(covariance):
    weighed = {**TWO, "w": [2, 1, 1, 1, 0, 1, 1, 1]}
    twice = {name: [values[0], *values[:4], *values[5:]] for name, values in TWO.items()}
    recipe = Recipe.of(
        learner="full-gaussian", words=None, numeric=["x", "y"], covariance=covariance, ridge=0.1
    )
    ours = train(read(weighed, weight="w", numeric=["x", "y"]), recipe)
    np.testing.assert_allclose(
        scores(ours, *SQUARE), scores(train(twice, recipe), *SQUARE), rtol=1e-12
    )


def test_fractional_weights_are_those_of_the_density():
    weight = rng.uniform(0.1, 3, N)
    recipe = Recipe.of(learner="full-gaussian", words=None, numeric=COLUMNS, prior="uniform")
    ours = train(read({**DATA, "w": weight.tolist()}, weight="w", numeric=COLUMNS), recipe)
    expected = [density(NUMBERS[k == CODES], weight[k == CODES]) - math.log(3) for k in range(3)]
    np.testing.assert_allclose(ours.score(DATA).values, np.stack(expected, axis=1), rtol=1e-9)


def test_class_weights_count_in_the_prior_and_in_a_shared_covariance():
    # b counts three times: its prior is 3/4, the shared covariance (I + 3 B) / 4
    # = (2.125 0.375; 0.375 0.625)
    ours = trained(TWO, class_weights={"b": 3}, covariance="shared")
    inverse = np.linalg.inv(np.array([(2.125, 0.375), (0.375, 0.625)]))
    expected = [
        math.log(p) - 0.5 * np.array(d) @ inverse @ d for p, d in ((0.25, (2, 2)), (0.75, (-2, -2)))
    ]
    got = scores(ours, (3, 3))[0]
    assert got[0] - got[1] == pytest.approx(expected[0] - expected[1], rel=1e-12)


def test_contributions_and_offset_sum_to_the_scores():
    for chosen in ({}, {"covariance": "shared"}, {"numeric_as": "standard"}):
        classifier = trained(DATA, **chosen)
        explained = classifier.explain({name: DATA[name][0] for name in COLUMNS})
        sums = np.array(explained.offset) + sum(
            np.array(one.scores) for one in explained.contributions
        )
        assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9)
        assert [one.feature for one in explained.contributions] == [
            *(f"{name}.numeric:value" for name in COLUMNS),
            "products:a × b", "products:a × c", "products:b × c",
        ]  # fmt: skip


def test_cross_validation_refits_each_fold():
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    recipe = Recipe.of(learner="full-gaussian", words=None, numeric=COLUMNS, covariance="shared")
    theirs = LinearDiscriminantAnalysis(solver="lsqr")
    rows = np.arange(N)
    wrong = sum(
        theirs.fit(NUMBERS[rows != i], CODES[rows != i]).predict(NUMBERS[[i]])[0] != CODES[i]
        for i in rows
    )
    assert cross_validate(DATA, recipe, folds=None).best.errors == wrong
    assert cross_validate(DATA, recipe, folds=5).documents == N


# What cannot be


def refusal(data, **chosen):
    with pytest.raises((SettingError, InputError)) as caught:
        trained(data, **chosen)
    return str(caught.value)


SINGULAR = "a covariance must have an inverse; got "
ADVICE = "Add a ridge, share the covariance or leave a column out."


@pytest.mark.parametrize(
    ("numbers", "got"),
    [
        ([(1, 2), (2, 4), (3, 6), (5, 10)], "'x', 'y', which vary as one"),
        ([(1, 5), (2, 5), (3, 5), (4, 5)], "'y', which hardly varies"),
        ([(1, 0.1), (2, 0.1), (3, 0.1), (4, 0.1)], "'y', which hardly varies"),
        ([(7, 7)] * 4, "'x', 'y', which vary as one"),
    ],
)
@pytest.mark.parametrize("far", [0, 1e9])
def test_a_singular_covariance_is_refused(numbers, got, far):
    data = table(np.array([*SLANTED, *numbers]) + far, "aaaabbbb")
    assert refusal(data) == f"label 'b' (documents: 4): {SINGULAR}{got}. {ADVICE}"
    for remedy in ({"ridge": 0.1}, {"covariance": "shared"}):
        assert np.isfinite(trained(data, **remedy).score(data).values).all()


def test_one_document_of_a_label():
    data = table([*SQUARE, (9, 9)], "aaaab")
    assert (
        refusal(data)
        == f"label 'b' (documents: 1): {SINGULAR}'x', 'y', which vary as one. {ADVICE}"
    )
    assert trained(data, covariance="shared").classify({"x": 8, "y": 8}) == "b"
    assert trained(data, ridge=1).classify({"x": 8, "y": 8}) == "b"


def test_a_shared_covariance_can_be_singular_too():
    data = table([(1, 2), (2, 4), (5, 1), (6, 3)], "aabb")
    assert refusal(data, covariance="shared") == (
        f"all labels: {SINGULAR}'x', 'y', which vary as one. Add a ridge or leave a column out."
    )


def test_large_means_with_a_tiny_variance_lose_no_digits():
    # whole numbers of 2^-20 around 2^30 are exact
    near = np.array(SQUARE + SLANTED) * 2.0**-20
    far, zero = trained(table(near + 2.0**30, "aaaabbbb")), trained(table(near, "aaaabbbb"))
    np.testing.assert_allclose(scores(far, *(near + 2.0**30)), scores(zero, *near), rtol=1e-12)
    expected = np.array(scores(trained(TWO), *SQUARE, *SLANTED)) + 2 * math.log(2.0**20)
    np.testing.assert_allclose(scores(zero, *near), expected, rtol=1e-9)


def test_labels_too_far_apart_for_their_variance_are_refused():
    # both a and b are right, but of their squares, 1e16, nothing of a variance of 1 would be left
    data = table([*SQUARE, *(np.array(SLANTED) + 1e8)], "aaaabbbb")
    assert "hardly varies" in refusal(data) or "vary as one" in refusal(data)
    data = table([*SQUARE, *(np.array(SLANTED) + 1e5)], "aaaabbbb")
    np.testing.assert_allclose(
        scores(trained(data), (1, 1))[0, 0], -LOG_2_PI - math.log(2), atol=1e-4
    )


@pytest.mark.parametrize("missing", [None, float("nan"), ""])
def test_a_missing_number_is_refused(missing):
    message = (
        "column 'y' must have a number in every document, below 1e+75, since its products count; "
        "got none. "
    )
    lacking = {**TWO, "y": [missing, *TWO["y"][1:]]}
    assert refusal(lacking) == message + "Correct it, or leave such documents out."
    with pytest.raises(InputError, match="column 'y' must have a number"):
        trained(TWO).classify({"x": 1, "y": missing})
    with pytest.raises(InputError, match="column 'n' must have a number"):
        trained({"n": [1, 2, 3, 5], "label": list("aabb")}).classify({"n": missing})


@pytest.mark.parametrize("huge", [1e76, -1e300, float("inf")])
def test_numbers_beyond_all_products_are_refused(huge):
    assert "column 'y'" in refusal({**TWO, "y": [huge, *TWO["y"][1:]]})
    with pytest.raises(InputError, match="'y'"):
        trained(TWO).score({"x": [1], "y": [huge]})


@pytest.mark.parametrize("size", [1e-59, 1e-30, 1e30, 1e73])
def test_numbers_of_any_size(size):
    numbers = np.array(SQUARE + SLANTED) * size
    classifier = trained(table(numbers, "aaaabbbb"))
    expected = scores(trained(TWO), *SQUARE) - 2 * math.log(size)
    np.testing.assert_allclose(scores(classifier, *numbers[:4]), expected, rtol=1e-9)
    assert np.isfinite(scores(classifier, (9e74, -9e74))).all()


@pytest.mark.parametrize(
    ("chosen", "got"),
    [
        ({}, "words. Name numeric columns, and set words to none."),
        ({"words": None, "chars": "3"}, "chars. Use the mixed learner for that."),
        ({"words": None, "categorical": ["c"]}, "categorical. Use the mixed learner for that."),
        ({"words": None, "cross": [["c", "d"]]}, "cross. Use the mixed learner for that."),
        ({"words": None, "length": True}, "length. Use the mixed learner for that."),
        ({"words": None, "named": "features"}, "named. Use the mixed learner for that."),
        ({"words": None, "numeric_as": "bins"}, "bins. Use the mixed learner for that."),
    ],
)
def test_only_plain_numbers_are_read(chosen, got):
    with pytest.raises(SettingError) as caught:
        Recipe.of(learner="full-gaussian", numeric=["x"], **chosen)
    assert str(caught.value) == f"the full-gaussian learner reads plain numbers only; got {got}"


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (
            {"covariance": "diagonal"},
            r"the covariance must be one of own, shared; got 'diagonal'\.",
        ),
        ({"ridge": -1}, r"a ridge must be from 0 to 1e\+100; got -1\."),
        ({"ridge": float("nan")}, r"a ridge must be from 0"),
        ({"ridge": float("inf")}, r"a ridge must be from 0"),
        ({"ridge": "much"}, r"ridge must be a float"),
        ({"smoothing": 1.0}, r"smoothing belongs to the learners .*; got it with full-gaussian"),
    ],
)
def test_settings_that_do_not_fit(chosen, said):
    with pytest.raises(SettingError, match=said):
        Recipe.of(learner="full-gaussian", words=None, numeric=["x"], **chosen)


def test_learning_more_is_refused():
    with pytest.raises(SettingError, match="a model of the full-gaussian learner cannot learn"):
        trained(TWO).learn(TWO)


def test_several_labels_per_document_are_refused():
    data = {"x": [1, 2, 3], "y": [1, 3, 2], "label": [["a", "b"], ["a"], []]}
    with pytest.raises(SettingError, match="needs documents of one label each; got several"):
        train(data, Recipe.of(learner="full-gaussian", words=None, numeric=["x", "y"]))
