"""TextClassifier: raw texts in scikit-learn's contract."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

from linnet import load, sample
from linnet.errors import SettingError
from linnet.sklearn import TextClassifier, to_classifier

RECIPE = {"learner": "multinomial"}


@pytest.fixture(scope="module")
def messages():
    """Texts and labels of the sample."""
    frame = pd.read_csv(sample.path("messages.csv"))
    return frame["text"].tolist(), frame["label"].to_numpy()


def test_a_choice_is_made_and_judged(messages):
    texts, labels = messages
    chosen = TextClassifier().fit(texts[:120], labels[:120])
    assert chosen.recipe_ == chosen.classifier_.recipe
    low, high = chosen.estimate_.interval
    assert low < chosen.estimate_.value < high
    again = TextClassifier().fit(texts[:120], labels[:120])
    assert np.array_equal(again.predict_proba(texts), chosen.predict_proba(texts))


def test_answers_are_those_of_the_classifier(messages, tmp_path):
    texts, labels = messages
    made = TextClassifier(RECIPE).fit(texts, labels)
    made.classifier_.save(tmp_path / "m.linnet")
    kept, pickled = load(tmp_path / "m.linnet"), pickle.loads(pickle.dumps(made))  # noqa: S301
    assert made.predict(texts[:50]).tolist() == [kept.classify(text) for text in texts[:50]]
    assert np.array_equal(pickled.predict_proba(texts), made.predict_proba(texts))
    assert np.allclose(made.predict_proba(texts).sum(axis=1), 1)
    assert np.array_equal(
        made.decision_function(texts) > 0, made.predict(texts) == made.classes_[1]
    )


def test_labels_keep_their_type_and_order(messages):
    texts, labels = messages
    numbers = np.where(labels == "spam", 10, 9)  # "10" comes before "9" as text
    made = TextClassifier(RECIPE).fit(texts, numbers)
    assert made.classes_.tolist() == [9, 10]
    assert made.predict(texts).dtype == numbers.dtype
    assert (made.predict(texts) == numbers).mean() > 0.9
    assert np.array_equal(made.predict_proba(texts).argmax(axis=1), made.predict(texts) - 9)


def test_weights_count_documents(messages):
    texts, labels = messages
    weights = np.arange(len(texts)) % 3
    weighed = TextClassifier(RECIPE).fit(texts, labels, sample_weight=weights)
    repeated = TextClassifier(RECIPE).fit(np.repeat(texts, weights), np.repeat(labels, weights))
    assert np.allclose(weighed.predict_proba(texts), repeated.predict_proba(texts), rtol=1e-9)


def test_frames_series_clone_and_cross_validation(messages):
    texts, labels = messages
    plain = TextClassifier(RECIPE)
    for form in (pd.Series(texts), pd.DataFrame({"text": texts}), np.array(texts, object)):
        assert np.array_equal(
            clone(plain).fit(form, labels).predict(form), plain.fit(texts, labels).predict(texts)
        )
    assert cross_val_score(plain, np.array(texts, object), labels, cv=3).mean() > 0.85


def test_it_becomes_the_classifier_that_it_holds(messages):
    texts, labels = messages
    made = TextClassifier(RECIPE).fit(texts, labels)
    assert to_classifier(made) is made.classifier_
    assert to_classifier(make_pipeline(made)) is made.classifier_
    with pytest.raises(SettingError, match="a TextClassifier must be fitted to be converted"):
        to_classifier(TextClassifier(RECIPE))
