"""Small classifiers: few features, a narrow file, and an honest word on what is lost."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from linnet import choose, evaluate, sample, train, tune
from linnet.tuning import search, small
from linnet.tuning.choose import FEWEST, make_small

# One word tells the label, the other 32 say nothing.
NOISE = [f"w{number}" for number in range(32)]
TOLD = [
    (f"{'good' if n % 2 else 'bad'} {NOISE[n % 32]} {NOISE[n * 7 % 32]}", "ny"[n % 2])
    for n in range(320)
]
SVM = {"learner": "svm", "strength": 0.01}


@pytest.fixture(scope="module")
def messages():
    return pd.read_csv(sample.path("messages.csv")).drop_duplicates("text")


def test_only_words_that_tell_something_stay():
    found = make_small(TOLD, SVM)
    # 34 words, halved five times: 1.06; absence of bad is as good as good
    assert list(found.classifier.model.features.blocks[0].names) == ["bad"]
    assert (found.small.features, found.small.of_features, found.small.documents) == (1, 34, 320)
    assert (found.small.loss.a, found.small.loss.b, found.small.loss.difference.value) == (1, 1, 0)
    assert (found.small.size, found.estimate.accuracy.value) == (
        len(found.classifier.to_bytes()),
        1,
    )
    assert found.small.of_size == len(train(TOLD, SVM).to_bytes())


def test_what_is_lost_is_measured_on_documents_that_played_no_part(messages, monkeypatch):
    monkeypatch.setattr(small, "LOSS", 1.0)  # nothing is too much to lose
    monkeypatch.setattr(small, "LEAST", 1 / 512)
    found = tune(messages, SVM, [{}], small=True)
    held = found.held.documents
    texts = [text for batch in held.batches() for text in batch.texts[0].to_pylist()]
    reserved = messages.text.isin(texts)
    learned, others = messages[~reserved], messages[reserved]
    whole = train(learned, {**SVM, "calibration": "auto"})
    few, by = round(whole.model.features.n_columns / 512), found.classifier.recipe.features.select
    pruned = train(
        learned, {**SVM, "calibration": "auto", "select": by, "select_top": few, "narrow": True}
    )
    expected = [evaluate(one, others).accuracy.value for one in (whole, pruned)]
    loss = found.small.loss
    assert [loss.a, loss.b] == expected
    assert loss.difference.value == pytest.approx(expected[1] - expected[0])
    assert loss.difference.value < -0.1
    assert loss.difference.interval[1] < 0
    assert (found.small.documents, found.estimate.accuracy.value) == (len(others), expected[1])


def test_ctrl_c_while_features_are_halved_gives_up(monkeypatch):
    know = search._Trying._know

    def interrupted(trying, place, tried):
        know(trying, place, tried)
        if trying.how.kind == "grid":
            raise KeyboardInterrupt

    monkeypatch.setattr(search._Trying, "_know", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_small(TOLD, SVM)


def test_features_stay_where_all_of_them_are_needed():
    # Each document has a word of its own label that only one other document has.
    pairs = [(f"{label}{n // 2}", label) for label in "xy" for n in range(100)]
    found = make_small(pairs, {"learner": "multinomial"})
    assert (found.small.features, found.small.of_features, found.recipe.features.select) == (
        100,
        100,
        "none",
    )
    assert found.small.size < found.small.of_size


def test_the_same_bytes_with_any_number_of_threads_and_from_the_recipe_alone(messages):
    one, two = (choose(messages[:100], small=True, threads=threads) for threads in (1, 2))
    assert one.classifier.to_bytes() == two.classifier.to_bytes()
    without_record = replace(one.classifier, record=None)
    assert without_record.to_bytes() == train(messages[:100], one.recipe).to_bytes()
    assert one.recipe.narrow
    assert one.small == two.small
    given = train(messages[:300], SVM, small=True)
    without_record = replace(given, record=None)
    assert without_record.to_bytes() == train(messages[:300], given.recipe).to_bytes()


@pytest.mark.parametrize(
    "settings",
    [
        {"learner": "logistic", "hash_bits": 8},
        {"learner": "gaussian", "words": None, "numeric": ["age"]},
    ],
)
def test_where_no_words_can_be_left_out_the_file_is_narrow(settings):
    rows = {
        "text": [text for text, _ in TOLD],
        "age": np.arange(320.0) % 7,
        "label": [label for _, label in TOLD],
    }
    found = make_small(rows, settings)
    assert (found.recipe.narrow, found.small.features) == (True, found.small.of_features)


def test_several_labels_per_document_are_compared_by_micro_f1():
    rows = {"text": [text for text, _ in TOLD], "label": [[label, "all"] for _, label in TOLD]}
    found = make_small(rows, {"learner": "logistic"})
    assert (found.small.loss.metric, found.small.loss.difference.value) == ("micro-f1", 0)
    assert found.small.features < found.small.of_features


def test_too_few_documents_to_leave_features_out_by():
    for found in (make_small(TOLD[: FEWEST - 1], SVM), choose(TOLD[: FEWEST - 1], small=True)):
        assert (found.small, found.recipe.narrow) == (None, True)
