"""The classifier classifies, explains, learns, forgets and merges exactly, in the same bytes."""

import pickle

import numpy as np
import pytest

from linnet import Recipe, evaluate, load, read, train
from linnet.classifier.classifier import from_bytes
from linnet.errors import SettingError
from tests.classifier.messages import SPAM, every_recipe


def test_ties_go_to_the_first_label():
    tied = train([("ant", "b"), ("bee", "a")], Recipe.of(learner="multinomial"))
    assert tied.classify("") == tied.classify("ant bee") == "a"
    assert tied.classify(["", "ant bee"]) == ["a", "a"]


def test_unseen_words_leave_scores_unchanged(classifier):
    for text in ("prize", "lunch at noon"):
        assert (
            classifier.score([text]).values == classifier.score([text + " zyzzyva ☂"]).values
        ).all()


def test_probabilities_sum_to_one_and_follow_the_labels(classifier):
    texts = ["prize now", "", "lunch " * 500]
    for text, probabilities in zip(texts, classifier.probabilities(texts), strict=True):
        assert sum(probabilities.values()) == pytest.approx(1)
        assert max(probabilities, key=probabilities.get) == classifier.classify(text)
        assert probabilities == classifier.probabilities(text)


@every_recipe
def test_contributions_and_offset_sum_to_the_scores(chosen):
    explained = train(SPAM, Recipe.of(**{**chosen, "smoothing": 0.5})).explain(
        "a prize now now at lunch zyzzyva"
    )
    assert explained.contributions
    sums = np.array(explained.offset) + np.sum([c.scores for c in explained.contributions], axis=0)
    assert sums.tolist() == pytest.approx(list(explained.scores), rel=1e-9)
    assert explained.label == explained.labels[int(np.argmax(explained.scores))]
    assert sum(explained.probabilities) == pytest.approx(1)


def test_a_contribution_is_the_count_times_the_weight(classifier):
    now = next(c for c in classifier.explain("now now lunch").contributions if c.feature == "now")
    # spam: "now" 3 of 8 words, 14 features: (3 + 1) / (8 + 14); ham: (0 + 1) / (13 + 14)
    assert len(classifier.model.features.blocks[0].names) == 14
    assert now.count == 2
    assert now.scores == pytest.approx((2 * np.log(1 / 27), 2 * np.log(4 / 22)))


def test_a_veto_is_explained_as_minus_infinity():
    strict = train(SPAM, Recipe.of(learner="multinomial", smoothing=0))
    explained = strict.explain("now lunch")
    assert {c.feature: c.scores.index(-np.inf) for c in explained.contributions} == {
        "lunch": 1,
        "now": 0,
    }
    assert explained.scores == (-np.inf, -np.inf)
    assert explained.probabilities == pytest.approx((0.6, 0.4))
    assert [c.feature for c in explained.strongest("spam")] == ["lunch", "now"]


def test_an_absent_word_that_vetoes_is_explained():
    # every x document has "ant": a document without it cannot be x
    strict = train(
        [("ant", "x"), ("ant bee", "x"), ("bee", "y")], Recipe.of(learner="bernoulli", smoothing=0)
    )
    explained = strict.explain("bee")
    assert explained.scores[0] == -np.inf
    sums = np.array(explained.offset) + np.sum([c.scores for c in explained.contributions], axis=0)
    assert sums.tolist() == pytest.approx(list(explained.scores))


def test_the_strongest_come_first(classifier):
    explained = classifier.explain("now prize at")
    assert explained.label == "spam"
    assert [c.feature for c in explained.strongest()] == ["now", "at", "prize"]


@every_recipe
def test_pickle_and_file_give_the_same_classifier(chosen, tmp_path):
    classifier = train(SPAM, Recipe.of(**chosen))
    classifier.save(tmp_path / "model.linnet")
    texts = ["prize now", "lunch", "", "at noon"]
    unpickled = pickle.loads(pickle.dumps(classifier))  # noqa: S301
    for twin in (unpickled, load(tmp_path / "model.linnet")):
        assert twin.to_bytes() == classifier.to_bytes()
        assert twin.recipe == classifier.recipe
        assert (twin.labels, twin.fields, twin.documents) == (
            classifier.labels,
            classifier.fields,
            5,
        )
        assert (twin.score(texts).values == classifier.score(texts).values).all()


def test_a_model_can_learn_into_its_own_file(classifier, tmp_path):
    path = tmp_path / "model.linnet"
    classifier.save(path)
    opened = load(path)
    opened.learn([("more pills", "spam")]).save(path)
    assert opened.classify("lunch") == "ham"  # still reads the old file
    assert load(path).documents == 6


def test_a_classifier_reads_the_columns_it_learned_from():
    # "title" and "label" are the obvious names; it was told to use others
    columns = {
        "title": ["bee", "ant"],
        "story": ["ant", "bee"],
        "label": ["p", "q"],
        "side": ["x", "y"],
    }
    classifier = train(read(columns, text="story", label="side"))
    assert classifier.classify(columns) == ["x", "y"]
    assert evaluate(classifier, columns).accuracy.value == 1.0
    assert classifier.learn(columns).labels == ("x", "y")
    again = from_bytes(classifier.to_bytes())
    assert (again.fields, again.label) == (("story",), "side")


def test_a_classifier_shows_itself_in_one_line():
    text = repr(train([("ant", "x"), ("bee", "y")]))
    assert text == "Classifier(multinomial, 2 documents, 2 features, labels x, y)"


def test_predictions_take_what_reading_takes(tmp_path):
    classifier = train([("win", "spam"), ("noon", "ham")], {"learner": "multinomial"})
    mails = {"text": ["win", 7, "noon"], "day": [1, 2, 3]}
    found = classifier.predict(mails, keep_columns="all", id="day", skip_bad_rows=True)
    assert found.to_arrow().column_names[:4] == ["text", "day", "row", "id"]
    assert found.to_arrow()["day"].to_pylist() == found.ids == [1, 2, 3]
    (batch,) = classifier.predict_batches({"text": ["win"], "day": [1]}, id="day")
    assert batch.ids == [1]
    documents = read({"text": ["win"]}, labelled=False)
    with pytest.raises(SettingError, match=r"got 'id'\. Pass them to linnet\.read"):
        classifier.predict(documents, id="day")
    nothing = classifier.predict({"text": [], "day": []}, keep_columns="day")
    assert nothing.to_arrow().column_names[0] == "day"


def test_a_lowest_probability_holds_for_the_object_and_for_no_file(tmp_path):
    classifier = train([("win", "spam"), ("noon", "ham")], {"learner": "multinomial"})
    careful = classifier.with_min_probability(0.9)
    assert careful.classify(["win", "hello"]) == careful.predict(["win", "hello"]).label_names()
    assert careful.classify("win") is None
    assert careful.predict("win", min_probability=0.5).label_names() == ["spam"]
    assert careful.predict("win").label_names() == [None]
    assert careful.predict("win", min_probability=0).label_names() == ["spam"]
    with pytest.raises(SettingError, match=r"no lowest probability; got 0\.9\. Save the"):
        careful.save(tmp_path / "careful.linnet")
    assert not (tmp_path / "careful.linnet").exists()
