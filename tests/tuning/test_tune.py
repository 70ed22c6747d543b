"""The recipe that suits documents best, and an honest estimate of it."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import Recipe, read, train, tune
from linnet.errors import SettingError
from linnet.evaluation.random import uniforms
from linnet.evaluation.splits.splits import TEST, SplitCriteria, split, stratified_folds
from linnet.validation.evaluate import evaluate
from linnet.validation.folds import Folds

SMOOTHINGS = [0.01, 0.1, 1.0, 10.0]
GRID = {"words": ["1", "1-2"], "smoothing": SMOOTHINGS}


def corpus(n=120, noise=0.2):
    """Documents of five words of twenty.

    A label leans to ten of them, and some have the other label.
    """
    numbers = uniforms(3, n * 6).reshape(n, 6)
    rows = []
    for d, row in enumerate(numbers):
        words = [f"w{int(u * 14) + 6 * (d % 2)}" for u in row[:5]]
        rows.append((" ".join(words), "ab"[(d + (row[5] < noise)) % 2]))
    return rows


def test_the_values_are_those_of_scikit_learn():
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.model_selection import GridSearchCV, PredefinedSplit
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline

    data = corpus()
    texts, labels = zip(*data, strict=True)
    codes = np.array([label == "b" for label in labels], np.int32)
    folds = PredefinedSplit(stratified_folds(codes, 5, 0))
    pipeline = make_pipeline(CountVectorizer(token_pattern=r"\S+"), MultinomialNB())
    grid = {"multinomialnb__alpha": SMOOTHINGS}
    peer = GridSearchCV(pipeline, grid, cv=folds, scoring="f1_macro").fit(texts, labels)
    ours = tune(data, grid={"smoothing": SMOOTHINGS}, metric="macro-f1", reserve=0)
    assert [one.value for one in ours.tried] == pytest.approx(
        peer.cv_results_["mean_test_score"].tolist(), abs=1e-12
    )
    spread = peer.cv_results_["std_test_score"] / 2  # the deviation of five over the root of four
    assert [one.standard_error for one in ours.tried] == pytest.approx(spread.tolist(), abs=1e-12)
    assert ours.best.settings["smoothing"] == peer.best_params_["multinomialnb__alpha"]


def test_the_model_is_that_of_training_with_the_chosen_recipe():
    data = corpus()
    grid = {
        "learner": ["svm", "multinomial", "logistic"],
        "weighting": ["tfidf", "counts"],
        "strength": [1e-2, 1e-1],
    }
    for base, asked in (({}, GRID), ({}, grid), ({"private": 2}, {"min_documents": [1, 3]})):
        tuned = tune(data, base, asked, threads=2)
        without_record = replace(tuned.classifier, record=None)
        assert without_record.to_bytes() == train(data, tuned.recipe).to_bytes()
        again = Recipe.from_toml(tuned.recipe.to_toml())
        assert without_record.to_bytes() == train(data, again).to_bytes()


def test_threads_change_nothing():
    one, two = (
        tune(corpus(), grid=[GRID, {"learner": ["svm"], "strength": [0.1, 0.01]}], threads=n)
        for n in (1, 3)
    )
    assert one.tried == two.tried
    assert one.classifier.to_bytes() == two.classifier.to_bytes()
    assert one.as_json() == two.as_json()


def test_the_first_of_equals_is_chosen():
    data = [("good film", "pos"), ("bad film", "neg")] * 20
    assert tune(data, grid={"smoothing": [0.5, 0.1, 1.0]}).best.settings == {"smoothing": 0.5}


def test_reserved_documents_play_no_part_in_choosing():
    data = corpus()
    codes = np.array([label == "b" for _, label in data], np.int32)
    away = split(SplitCriteria(codes), test=0.2) == TEST
    assert (np.count_nonzero(away), np.count_nonzero(away & (codes == 1))) in (
        (24, 12),
        (24, 13),
        (24, 11),
    )
    broken = [
        ("none of this", label) if gone else (text, label)
        for (text, label), gone in zip(data, away, strict=True)
    ]
    first, second = tune(data, grid=GRID), tune(broken, grid=GRID)
    assert first.tried == second.tried
    assert first.estimate.accuracy.value > second.estimate.accuracy.value
    kept = [row for row, gone in zip(data, away, strict=True) if not gone]
    reserved = [row for row, gone in zip(data, away, strict=True) if gone]
    wanted = evaluate(train(kept, first.recipe), reserved)
    # Only an evaluation of a classifier knows of its training.
    assert first.estimate.as_json() == replace(wanted, training_facts=None).as_json()


def test_the_best_of_many_is_too_good_to_be_true_and_the_estimate_is_not():
    # Labels that have nothing to do with the words: half of them are right in the long run.
    data = [
        (text, "ab"[int(u * 2)]) for (text, _), u in zip(corpus(200), uniforms(9, 200), strict=True)
    ]
    grid = {
        "most_frequent": [3, 5, 8, 10, 12, 15, 18, 20],
        "smoothing": [0.01, 1.0, 30.0],
        "weighting": ["counts", "tfidf"],
    }
    tuned = tune(data, grid=grid, outer_folds=5)
    low, high = tuned.estimate.accuracy.interval
    assert tuned.best.value > tuned.estimate.accuracy.value
    assert low < 0.5 < high
    assert (tuned.reserved, tuned.outer_folds) == (200, 5)


def test_each_answer_is_known_by_who_gave_it():
    data = corpus()
    held = tune(data, grid={"smoothing": [0.1, 1.0]}, outer_folds=3).held
    texts = [text for batch in held.documents.batches() for text in batch.texts[0].to_pylist()]
    given = [held.predictions.labels[place] for place in held.predictions.predicted]
    assert [held.answered(place).classify(text) for place, text in enumerate(texts)] == given
    assert (
        len({id(held.answered(place)) for place in range(len(texts))}) == len(held.classifiers) == 3
    )
    assert [held.classifier.classify(text) for text in texts] != given


def test_without_a_reserve_there_is_no_estimate():
    tuned = tune(corpus(), grid=GRID, reserve=0)
    assert (tuned.estimate, tuned.reserved, tuned.as_json()["estimate"]) == (None, 0, {})
    assert tuned.best.documents == 120


def test_by_kinds_only_the_best_are_tried_with_all_their_settings():
    learners = ["multinomial", "complement", "svm", "logistic", "perceptron"]
    grid = {
        "words": ["1", "1-2"],
        "learner": learners,
        "smoothing": [1.0, 0.1, 10.0],
        "strength": ["1/n", "0.1/n"],
    }
    tuned = tune(corpus(), grid=grid, search="kinds", reserve=0)
    values = {}  # of each kind, in the order of the grid
    for one in tuned.tried:
        values.setdefault((one.settings["words"], one.settings["learner"]), []).append(one.value)
    assert all(first is not None for first, *_ in values.values())
    whole = {kind for kind, (_, *others) in values.items() if others and None not in others}
    none = {kind for kind, (_, *others) in values.items() if others and set(others) == {None}}
    assert len(whole) >= 3
    assert whole | none == {kind for kind in values if kind[1] != "perceptron"}
    assert min(values[kind][0] for kind in whole) >= max(values[kind][0] for kind in none)
    assert tuned.best.value == max(one.value for one in tuned.tried if one.value is not None)


def test_halving_tries_few_recipes_on_all_documents():
    data = corpus(3000)
    grid = {"words": ["1", "1-2", "1-3"], "smoothing": [0.001, 0.1, 1.0], "min_documents": [1, 500]}
    tuned = tune(data, grid=grid, search="halving", reserve=0)
    # 18 recipes on a ninth, 6 on a third, 2 on all.
    sizes = [round(one.documents, -1) for one in tuned.tried]
    assert [sizes.count(size) for size in (330, 1000, 3000)] == [12, 4, 2]
    assert tuned.best.documents == 3000
    assert tuned.best.recipe.features.min_documents == 1
    assert tuned.best.value == tune(data, tuned.recipe, {"seed": [0]}, reserve=0).best.value


def test_few_documents_are_not_halved_into_nothing():
    sizes = {one.documents for one in tune(corpus(), grid=GRID, search="halving", reserve=0).tried}
    assert sizes == {120}


def test_draws_at_random():
    tuned = tune(corpus(), {"learner": "svm"}, {"strength": "1e-4..1e-1"}, search="random", draws=6)
    assert len({one.settings["strength"] for one in tuned.tried}) == 6


def test_one_standard_error_chooses_the_simplest():
    data = corpus(300)
    grid = {"learner": ["svm"], "words": ["1", "1-2"], "strength": [1e-3, 1e-2, 1e-1]}
    best, simple = (
        tune(data, grid=grid, one_standard_error=wanted, reserve=0).best for wanted in (False, True)
    )
    tried = tune(data, grid=grid, reserve=0).tried
    near = [one for one in tried if one.value >= best.value - best.standard_error]
    assert simple in near
    assert simple.features == min(one.features for one in near)
    same = [one for one in near if one.features == simple.features]
    assert simple.settings["strength"] == max(one.settings["strength"] for one in same)


def test_a_spent_budget_leaves_one_recipe_at_least():
    tuned = tune(
        corpus(), grid=[{"smoothing": [1.0]}, {"words": ["1-2", "1-3", "1-4"]}], budget=1e-9
    )
    tried = [one for one in tuned.tried if one.value is not None]
    assert (len(tried), tuned.stopped) == (1, "budget")
    assert tuned.best == tried[0]


def test_ctrl_c_keeps_the_best_so_far():
    standings = []

    def progress(search_progress):
        standings.append(search_progress)
        if search_progress.done == 2 and not search_progress.stopped:
            raise KeyboardInterrupt

    tuned = tune(corpus(), grid=GRID, progress=progress)
    assert sum(one.value is not None for one in tuned.tried) == 2
    assert (tuned.stopped, standings[-1].stopped) == ("interrupted", "interrupted")
    assert tuned.estimate is not None


def test_ctrl_c_before_anything_was_tried_stops():
    def progress(search_progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(corpus(), grid=GRID, progress=progress)


def test_a_recipe_that_cannot_learn_is_told_and_another_chosen():
    tuned = tune(corpus(), {"weighting": "tfidf"}, {"min_documents": [1, 1000]})
    assert "must leave some features" in tuned.tried[1].problem
    assert tuned.best is tuned.tried[0]
    with pytest.raises(SettingError, match="must leave some features"):
        tune(corpus(), {"weighting": "tfidf"}, {"min_documents": [1000, 2000]})


def test_a_tokenizer_cuts_texts_in_every_recipe():
    tuned = tune(
        corpus(),
        grid={"words": ["1", "1-2"], "learner": ["svm", "multinomial"]},
        tokenizer=str.split,
    )
    assert tuned.classifier.classify("w1 w2") in ("a", "b")


def test_documents_of_weight_0_are_not_there():
    data = corpus()
    columns = {"text": [text for text, _ in data], "label": [label for _, label in data]}
    weights = [float(at % 3 > 0) for at in range(120)]
    weighted = tune(read({**columns, "w": weights}, weight="w"), grid=GRID)
    plain = tune([row for at, row in enumerate(data) if at % 3], grid=GRID)
    assert (weighted.documents, weighted.tried) == (80, plain.tried)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"metric": "acuracy"}, "a metric must be one of accuracy"),
        ({"search": "magic"}, "a search must be one of grid, random, halving, kinds; got 'magic'"),
        ({"budget": 0}, "a budget must be a time above 0"),
        ({"reserve": 1.0}, "the reserve must be a share"),
        ({"outer_folds": 1}, "outer folds must be 2 or more"),
        ({"folds": None}, "got leave-one-out"),
        ({"folds": 1}, "folds must be a whole number, 2 or above"),
    ],
)
def test_what_cannot_be_is_refused(asked, sentence):
    with pytest.raises(SettingError, match=sentence):
        tune(corpus(), grid=GRID, **asked)


def multilabel(n=150):
    """Documents with any of three labels: each label has a word, and noise words stand between."""
    numbers = uniforms(5, n * 7).reshape(n, 7)
    rows = []
    for row in numbers:
        labels = [label for label, u in zip("abc", row[:3], strict=True) if u < 0.35]
        seen = [label for label, u in zip(labels, row[3:6], strict=False) if u < 0.85]
        rows.append(
            (" ".join([*(f"word{label}" for label in seen), f"noise{int(row[6] * 9)}"]), labels)
        )
    return rows


def test_of_several_labels_values_are_those_of_scikit_learn():
    from sklearn.metrics import f1_score

    data = multilabel()
    recipe = {"learner": "logistic", "strength": 0.001}
    tuned = tune(data, recipe, {"words": ["1"]}, reserve=0, folds=3, split_duplicates=True)
    assert tuned.metric == "micro-f1"
    flags = np.array([[label in labels for label in "abc"] for _, labels in data])
    codes, sizes = np.nonzero(flags)[1], flags.sum(axis=1)
    (parts,) = Folds(3).parts(SplitCriteria(codes, np.concatenate([[0], np.cumsum(sizes)])))
    values = []
    for part in range(3):
        held = parts.held_out(part)
        model = train([one for one, out in zip(data, held, strict=True) if not out], recipe)
        said = model.classify([text for (text, _), out in zip(data, held, strict=True) if out])
        given = np.array([[label in labels for label in "abc"] for labels in said])
        values.append(f1_score(flags[held], given, average="micro"))
    assert tuned.best.by_part == pytest.approx(values, abs=1e-12)


def test_of_several_labels_the_estimate_comes_from_reserved_documents():
    data = multilabel()
    grid = {"learner": ["multinomial", "logistic", "svm"], "strength": [0.001], "smoothing": [1.0]}
    tuned = tune(data, grid=grid, metric="macro-f1")
    assert tuned.reserved == 30
    assert set(tuned.estimate.measures) >= {
        "macro-f1",
        "subset-accuracy",
        "hamming-loss",
        "log-loss",
    }
    low, high = tuned.measures()["micro-f1"].interval
    assert low < tuned.estimate.measures["micro-f1"].value < high
    assert "occur in fewer than 20 groups" in tuned.measures()["macro-f1"].reason
    assert next(iter(tuned.measures())) == "macro-f1"
    assert tuned.classifier.multilabel
    assert train(data, tuned.recipe).probabilities("worda") == tuned.classifier.probabilities(
        "worda"
    )


def test_of_several_labels_naive_bayes_is_calibrated_and_judged_without():
    tuned = tune(multilabel(), grid={"smoothing": [0.1, 1.0]})
    assert tuned.recipe.calibration == "auto"
    assert tuned.classifier.model.calibration is not None
    assert tuned.uncalibrated().keys() == {"log-loss", "brier"}
    assert tuned.as_json()["estimate"]["log-loss"]["value"] < 1


@pytest.mark.parametrize(
    "how", [{"search": "halving"}, {"search": "random", "draws": 2}, {"outer_folds": 3}]
)
def test_of_several_labels_every_search_works(how):
    tuned = tune(
        multilabel(900), grid={"smoothing": SMOOTHINGS}, metric="hamming-loss", threads=1, **how
    )
    again = tune(
        multilabel(900), grid={"smoothing": SMOOTHINGS}, metric="hamming-loss", threads=2, **how
    )
    assert tuned.as_json() == again.as_json()
    best = min(
        one.value for one in tuned.tried if one.documents == 720 + 180 * ("outer_folds" in how)
    )
    assert tuned.best.value == best  # the smaller the better


def test_a_metric_must_fit_the_documents():
    with pytest.raises(
        SettingError, match=r"one of subset-accuracy, .*several labels; got 'accuracy'"
    ):
        tune(multilabel(), grid=GRID, metric="accuracy")
    with pytest.raises(SettingError, match=r"one of accuracy, .*; got 'hamming-loss'"):
        tune(corpus(), grid=GRID, metric="hamming-loss")


def grouped(n=120):
    """Documents of the same author have the same label, a word of their own and a day.

    Nothing else tells labels.
    """
    words = (uniforms(4, n * 4) * 12).astype(int).reshape(n, 4)
    return {
        "text": [
            " ".join(f"w{word}" for word in row) + f" author{d % 12}" for d, row in enumerate(words)
        ],
        "label": ["ab"[(d % 12) % 2] for d in range(n)],
        "author": [f"n{d % 12}" for d in range(n)],
        "day": [f"2024-01-{1 + d // 5:02}" for d in range(n)],
    }


def test_an_author_is_never_on_both_sides():
    grid = {"smoothing": [0.01, 0.1]}
    easy = tune(grouped(), grid=grid)
    assert (easy.best.value, easy.estimate.accuracy.value) == (1.0, 1.0)
    for asked in ({}, {"outer_folds": 3}):
        hard = tune(grouped(), grid=grid, folds=Folds(3, group="author"), **asked)
        assert max(hard.best.value, hard.estimate.accuracy.value) < 0.75
        assert hard.estimate.groups == (
            12 if asked else len(set(hard.held.predictions.groups.tolist()))
        )


@pytest.mark.parametrize("by", [{"group": "author"}, {"time": "day"}])
def test_what_is_calibrated_is_divided_like_the_folds(by):
    tuned = tune(grouped(), grid={"smoothing": [0.01, 0.1]}, folds=Folds(3, **by))
    assert {name: getattr(tuned.recipe, name) for name in by} == by
    assert (
        train(grouped(), Recipe.from_toml(tuned.recipe.to_toml())).to_bytes()
        == replace(tuned.classifier, record=None).to_bytes()
    )
    again = tune(
        grouped(), tuned.recipe, {"smoothing": [0.01, 0.1]}, folds=3
    )  # the recipe alone says it, too
    assert (again.tried, again.recipe) == (tuned.tried, tuned.recipe)
    assert (
        tune(
            grouped(), grid={"learner": ["logistic"]}, folds=Folds(3, **by)
        ).recipe.metadata_columns
        == ()
    )


def test_the_reserved_documents_are_the_latest():
    tuned = tune(grouped(), grid={"smoothing": [0.01, 0.1]}, folds=Folds(3, time="day"))
    late = [place for place, day in enumerate(grouped()["day"]) if day > "2024-01-19"]
    early, late = (
        {name: values[rows] for name, values in grouped().items()}
        for rows in (slice(late[0]), slice(late[0], None))
    )
    assert tuned.reserved == len(late["text"]) == 25
    assert (
        tuned.estimate.accuracy.value == evaluate(train(early, tuned.recipe), late).accuracy.value
    )
    assert len(tuned.best.by_part) == 3


def test_a_label_that_comes_late_is_judged_too():
    data = grouped()
    data["label"][-30:] = ["c"] * 30
    tuned = tune(data, grid={"smoothing": [0.01, 0.1]}, folds=Folds(3, time="day"), outer_folds=4)
    assert tuned.held.predictions.labels == ("a", "b", "c")
    assert tuned.reserved == len(tuned.held.predictions) < 120


def test_folds_can_be_repeated():
    tuned = tune(corpus(), grid={"smoothing": [0.1, 1.0]}, folds=Folds(4, repeats=3))
    assert len(tuned.best.by_part) == 12
    once = tune(corpus(), grid={"smoothing": [0.1, 1.0]}, folds=4)
    assert tuned.tried[0].by_part[:4] == once.tried[0].by_part
