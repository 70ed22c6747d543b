"""The recipe of a classifier on its documents and on more, compared with the classifier before."""

from dataclasses import replace

import numpy as np
import pytest

import linnet
from linnet import (
    InputError,
    SettingError,
    calibrate,
    choose,
    evaluate,
    lexicon_classifier,
    load,
    retrain,
    train,
)
from linnet.data_drift.score_warning import score_warning
from linnet.explanation.nearest import keep
from linnet.reading import read
from linnet.storage.training_record import TrainingRecord

SVM = {"learner": "svm"}


def films(n, seed, good=("good", "fine"), bad=("bad", "dull"), offset=0):
    """Texts of a telling word and nine others; no two are alike."""
    rng = np.random.default_rng(seed)
    pairs = []
    for number in range(n):
        label = "pos" if number % 2 else "neg"
        telling = rng.choice(good if number % 2 else bad)
        others = " ".join(f"w{word}" for word in rng.integers(0, 400, 9))
        pairs.append((f"{telling} {others}", label))
    return pairs


OLD = films(60, seed=1)
NEW = films(60, seed=2, good=("lovely",), bad=("awful",))  # words that are new


def columns(pairs, **more):
    texts, labels = zip(*pairs, strict=True)
    return {"text": list(texts), "label": list(labels), **more}


@pytest.mark.parametrize(
    "recipe",
    [
        {},
        SVM,
        {"learner": "logistic", "weighting": "tfidf", "words": "1-2", "min_documents": 2},
        {"learner": "svm", "calibration": "platt", "strength": "0.3/n"},
        {"learner": "svm", "hash_bits": 10},
        {"learner": "perceptron"},
        {"learner": "complement", "cutoff": ("pos=f1",)},
    ],
)
def test_the_new_classifier_is_that_of_training_on_all_documents(recipe):
    retrained = retrain(train(OLD, recipe), NEW, OLD)
    assert retrained.classifier.to_bytes() == train(OLD + NEW, recipe).to_bytes()
    assert retrained.new_documents == retrained.comparison.documents == 60
    assert retrained.same_training is True


def test_new_words_count_and_the_new_classifier_is_better_by_more_than_chance():
    retrained = retrain(train(OLD, SVM), NEW, OLD)
    assert retrained.difference.better == "B"
    assert not retrained.worse
    assert retrained.difference.b > 0.9
    assert retrained.classifier.classify(["lovely", "awful"]) == ["pos", "neg"]
    assert retrained.folds == 5


def test_neither_side_has_learned_what_it_is_judged_by():
    rng = np.random.default_rng(4)
    by_chance = [(text, str(rng.choice(["pos", "neg"]))) for text, _ in films(200, seed=3)]
    by_chance = [(text.replace("good", "").replace("bad", ""), label) for text, label in by_chance]
    retrained = retrain(train(OLD, SVM), by_chance, OLD)
    assert 0.3 < retrained.difference.b < 0.7  # a model that had learned them would be right
    assert evaluate(retrained.classifier, by_chance).accuracy.value > 0.9


def test_one_that_is_worse_is_told_from_one_that_is_not():
    nonsense = [(text, "neg" if label == "pos" else "pos") for text, label in films(300, seed=5)]
    classifier = train(OLD, SVM)
    more = films(60, seed=6)
    retrained = retrain(classifier, more, nonsense)
    assert retrained.worse
    assert retrained.difference.better == "A"
    assert retrained.same_training is False  # nor has it learned these
    assert not retrain(classifier, more, OLD).worse


def test_a_few_documents_decide_nothing_and_are_learned():
    retrained = retrain(train(OLD, SVM), NEW[:4], OLD)
    assert retrained.folds == 4
    assert retrained.difference.better is None
    assert not retrained.worse
    assert retrained.classifier.documents == 64


def test_a_single_new_document_is_learned_without_a_comparison():
    retrained = retrain(train(OLD, SVM), NEW[:1], OLD)
    assert retrained.comparison is retrained.difference is None
    assert (retrained.folds, retrained.worse, retrained.classifier.documents) == (0, False, 61)


def test_copies_of_old_documents_are_learned_but_not_compared():
    copies = [(f"{text.upper()}!", label) for text, label in OLD[:20]]
    retrained = retrain(train(OLD, SVM), NEW + copies, OLD)
    assert (retrained.new_documents, retrained.n_copies) == (80, 20)
    assert retrained.comparison.documents == 60
    assert retrained.classifier.documents == 140


def test_exact_duplicates_of_any_length_are_copies():
    short = [("ok", "pos"), ("no", "neg")]
    again = [("OK!", "pos"), ("No.", "neg"), ("why", "neg"), ("why?", "neg")]
    retrained = retrain(train(OLD + short, SVM), NEW + again, OLD + short)
    assert retrained.n_copies == 2
    assert (retrained.comparison.documents, retrained.comparison.groups) == (62, 61)


def test_where_all_are_copies_nothing_is_compared():
    retrained = retrain(train(OLD, SVM), OLD, OLD)
    assert (retrained.n_copies, retrained.comparison) == (60, None)


def test_copies_among_the_new_documents_stay_in_one_fold():
    rng = np.random.default_rng(7)
    by_chance = [(text, str(rng.choice(["pos", "neg"]))) for text, _ in films(100, seed=8)]
    twice = by_chance + [(f"{text} so", label) for text, label in by_chance]
    retrained = retrain(train(OLD, SVM), twice, OLD)
    assert retrained.comparison.groups == 100
    assert 0.3 < retrained.difference.b < 0.7
    assert retrained.difference.test == "paired randomisation"


def test_new_labels_are_learned_and_the_old_classifier_is_wrong_about_them():
    news = [(text, "news") for text, _ in films(20, seed=9, good=("minister",), bad=("vote",))]
    retrained = retrain(train(OLD, SVM), films(40, seed=10) + news, OLD)
    assert retrained.classifier.labels == ("neg", "news", "pos")
    assert retrained.n_with_new_labels == 20
    assert retrained.difference.a <= 40 / 60
    assert retrained.difference.b > 0.9


def test_a_label_of_one_new_document():
    retrained = retrain(train(OLD, SVM), [*NEW, ("a vote of the minister", "news")], OLD)
    assert retrained.n_with_new_labels == 1
    assert retrained.classifier.classify("minister vote") == "news"


def test_kept_documents_are_the_old_ones_and_the_new_ones_are_kept_too(tmp_path):
    classifier = keep(train(OLD, SVM), OLD)
    retrained = retrain(classifier, NEW)
    assert retrained.same_training is True
    assert len(retrained.classifier.kept) == 120
    whole = keep(train(OLD + NEW, SVM), OLD + NEW)
    assert retrained.classifier.to_bytes() == whole.to_bytes()
    retrained.classifier.save(tmp_path / "m.linnet")
    again = retrain(load(tmp_path / "m.linnet"), films(10, seed=11))
    assert len(again.classifier.kept) == 130


def test_without_old_documents_the_sentence_says_what_to_do():
    with pytest.raises(SettingError, match=r"keeps none\. Pass them as training=…, or add .*learn"):
        retrain(train(OLD, SVM), NEW)
    private = train(OLD, {"learner": "multinomial", "private": 2})
    with pytest.raises(SettingError, match=r"classifier\.learn"):
        retrain(private, NEW)


def test_kept_texts_are_not_all_that_was_learned_with_weights_or_groups():
    weighted = read(columns(OLD, n=[2.0] * 60), weight="n")
    classifier = keep(train(weighted, SVM), weighted)
    with pytest.raises(SettingError, match=r"weights or other columns, too\. Pass them"):
        retrain(classifier, NEW)
    grouped = read(columns(OLD, who=["a", "b", "c"] * 20), metadata="who")
    classifier = keep(train(grouped, {**SVM, "calibration": "platt", "group": "who"}), grouped)
    with pytest.raises(SettingError, match="weights or other columns"):
        retrain(classifier, NEW)


def test_weights_count():
    old = read(columns(OLD, n=[2.0] * 60), weight="n")
    more = read(columns(NEW, n=[3.0] * 60), weight="n")
    retrained = retrain(train(old, SVM), more, old)
    whole = read(columns(OLD + NEW, n=[2.0] * 60 + [3.0] * 60), weight="n")
    assert retrained.classifier.to_bytes() == train(whole, SVM).to_bytes()
    assert retrained.same_training is None


def test_weights_are_not_dropped_without_a_word():
    old = read(columns(OLD, n=[2.0] * 60), weight="n")
    classifier = train(old, SVM)
    with pytest.raises(SettingError, match=r"weights, as those that .* got documents without"):
        retrain(classifier, NEW, old)
    with pytest.raises(SettingError, match="got documents without"):
        retrain(classifier, read(columns(NEW, n=[1.0] * 60), weight="n"), OLD)


def test_another_number_of_weighted_documents_is_not_what_was_learned():
    old = read(columns(OLD, n=[2.0] * 60), weight="n")
    more = read(columns(NEW, n=[3.0] * 60), weight="n")
    fewer = read(columns(OLD[:40], n=[2.0] * 40), weight="n")
    assert retrain(train(old, SVM), more, fewer).same_training is False


@pytest.mark.parametrize("more", [{"group": "who"}, {"time": "day"}])
def test_folds_go_by_the_columns_of_the_recipe(more):
    days = [f"2024-01-{day:02}" for day in range(1, 31)] * 2
    who = [f"w{n % 7}" for n in range(60)]
    old, new = columns(OLD, who=who, day=days), columns(NEW, who=who, day=days)
    recipe = {**SVM, "calibration": "platt", **more}
    retrained = retrain(train(old, recipe), new, old)
    assert retrained.comparison is not None
    if "group" in more:
        assert retrained.comparison.groups == 7
    assert not retrained.worse


def test_documents_without_the_column_of_the_recipe_are_refused():
    old = columns(OLD, who=["a", "b", "c"] * 20)
    classifier = train(old, {**SVM, "calibration": "platt", "group": "who"})
    with pytest.raises(SettingError, match="'who', by which the recipe divides documents"):
        retrain(classifier, read(NEW), old)


def test_several_labels_per_document():
    def sets(pairs):
        return [(text, [label, "long"][: 1 + n % 2]) for n, (text, label) in enumerate(pairs)]

    retrained = retrain(train(sets(OLD), SVM), [*sets(NEW), ("a vote", ["news"])], sets(OLD))
    assert retrained.metric == "subset-accuracy"
    assert retrained.n_with_new_labels == 1
    assert retrained.classifier.labels == ("long", "neg", "news", "pos")
    assert retrained.classifier.multilabel


def test_other_columns_and_texts_of_two_fields():
    def table(pairs):
        texts, labels = zip(*pairs, strict=True)
        return {
            "title": [text.split()[0] for text in texts],
            "body": [" ".join(text.split()[1:]) for text in texts],
            "stars": [5 if label == "pos" else 1 for label in labels],
            "shop": ["a", "b", "c"] * (len(texts) // 3),
            "label": list(labels),
        }

    how = {"text": ("title", "body"), "numeric": "stars", "categorical": "shop"}
    old, new = read(table(OLD), **how), read(table(NEW), **how)
    classifier = train(old, SVM)
    whole = train(read(table(OLD + NEW), **how), SVM)
    assert retrain(classifier, new, old).classifier.to_bytes() == whole.to_bytes()
    assert retrain(classifier, table(NEW), table(OLD)).classifier.to_bytes() == whole.to_bytes()


def test_documents_without_text():
    def table(n):
        numbers = [float(i % 7) for i in range(n)]
        return {"x": numbers, "label": ["a" if x > 3 else "b" for x in numbers]}

    how = {"text": (), "numeric": "x"}
    old, new = read(table(30), **how), read(table(40), **how)
    recipe = {"learner": "gaussian", "words": None, "numeric": ["x"]}
    retrained = retrain(train(old, recipe), new, old)
    assert retrained.n_copies == 0
    assert retrained.difference.b == 1.0


def test_a_tokenizer_is_used_again():
    def halves(text):
        return [half for word in text.split() for half in (word[:2], word[2:]) if half]

    classifier = train(OLD, SVM, tokenizer=halves)
    retrained = retrain(classifier, NEW, OLD)
    whole = train(OLD + NEW, SVM, tokenizer=halves)
    assert retrained.classifier.to_bytes() == whole.to_bytes()
    assert retrained.classifier.classify("lovely") == "pos"


def test_the_estimate_becomes_that_of_the_new_documents():
    tuned = choose(OLD)
    retrained = retrain(tuned.classifier, NEW, OLD)
    record = retrained.classifier.record
    assert record.n_tried == tuned.classifier.record.n_tried
    assert (record.estimate.documents, record.estimate.outer_folds) == (60, 5)
    assert record.main_measure.value == pytest.approx(retrained.difference.b, abs=1e-6)
    assert record.label_counts == {"neg": 60, "pos": 60}
    assert record.baseline.accuracy == 0.5
    assert not record.stale
    assert record.profile.documents == 120
    assert record.estimate.on_new_documents
    assert record.estimate.origin == "on 60 new documents when it was retrained"
    assert TrainingRecord.from_json(record.as_json()) == replace(record, profile=None)


def test_new_documents_of_one_label_raise_no_false_alarm():
    tuned = linnet.tune(OLD + films(240, seed=20), SVM, {"strength": ["1/n"]})
    one_label = [pair for pair in films(200, seed=21) if pair[1] == "pos"]
    retrained = retrain(tuned.classifier, one_label, OLD + films(240, seed=20)).classifier
    assert retrained.record.profile.predicted is None
    assert linnet.drift(retrained, [text for text, _ in films(200, seed=22)]).found == ()
    wrong = [(text, "neg" if label == "pos" else "pos") for text, label in films(40, seed=23)]
    mixed = films(200, seed=24) + wrong
    evaluation = evaluate(retrained, mixed)
    assert evaluation.accuracy.interval[1] < retrained.record.main_measure.interval[0]
    assert score_warning(retrained, evaluation, None) is None


def test_without_a_comparison_the_estimate_is_outdated():
    tuned = choose(OLD)
    assert retrain(tuned.classifier, NEW[:1], OLD).classifier.record.stale
    assert retrain(train(OLD, SVM), NEW, OLD).classifier.record is None


def test_it_is_compared_by_the_metric_of_the_search_or_by_another():
    tuned = linnet.tune(OLD, SVM, {"strength": ["1/n"]}, metric="macro-f1")
    assert retrain(tuned.classifier, NEW, OLD).metric == "macro-f1"
    assert retrain(tuned.classifier, NEW, OLD, metric="accuracy").metric == "accuracy"
    by_loss = linnet.tune(OLD, {}, {"smoothing": [1.0]}, metric="log-loss")
    assert retrain(by_loss.classifier, NEW, OLD).metric == "accuracy"  # new labels have none
    with pytest.raises(SettingError, match="a measure must be one of"):
        retrain(tuned.classifier, NEW, OLD, metric="beauty")


def test_a_calibration_that_is_not_in_the_recipe_is_lost():
    classifier = calibrate(train(OLD, SVM), films(60, seed=12))
    assert retrain(classifier, NEW, OLD).loses_calibration
    in_recipe = train(OLD, {**SVM, "calibration": "platt"})
    assert not retrain(in_recipe, NEW, OLD).loses_calibration


def test_weights_that_were_given_are_not_learned_again():
    classifier = lexicon_classifier({"pos": {"good": 1.0}, "neg": {"bad": 1.0}})
    with pytest.raises(SettingError, match="got one of the lexicon learner"):
        retrain(classifier, NEW, OLD)


@pytest.mark.parametrize("more", [[], {"text": [], "label": []}])
def test_there_must_be_new_documents(more):
    with pytest.raises(InputError, match="got none"):
        retrain(train(OLD, SVM), more, OLD)


def test_new_documents_must_have_labels_as_the_model_has():
    with pytest.raises(SettingError, match="one label each"):
        retrain(train(OLD, SVM), read([("a", ["x", "y"])]), OLD)


def test_the_number_of_threads_does_not_show():
    one = retrain(choose(OLD, threads=1).classifier, NEW, OLD, threads=1)
    many = retrain(choose(OLD, threads=3).classifier, NEW, OLD, threads=3)
    assert one.classifier.to_bytes() == many.classifier.to_bytes()
    assert one.as_json() == many.as_json()


def test_progress_goes_on():
    shares = []
    retrain(train(OLD, SVM), NEW, OLD, progress=lambda share, _: shares.append(share))
    assert shares == sorted(shares)
    assert len(shares) == 5
