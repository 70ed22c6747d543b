"""Pipelines of scikit-learn in pickle and joblib files."""

import io
import pickle

import joblib
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from linnet import train
from linnet.errors import InputError, SettingError
from linnet.sklearn import TextClassifier, pickled
from linnet.sklearn.pickled import read_pipeline, write_pipeline

PAIRS = [("good film", "pos"), ("bad film", "neg")]


@pytest.mark.parametrize("write", [joblib.dump, pickle.dump])
def test_a_fitted_pipeline_is_read(write, tmp_path):
    texts, labels = zip(*PAIRS, strict=True)
    pipeline = make_pipeline(CountVectorizer(), MultinomialNB()).fit(texts, labels)
    with (tmp_path / "pipeline").open("wb") as file:
        write(pipeline, file)
    classifier = read_pipeline(str(tmp_path / "pipeline"))
    # (1 + 1) / (2 + 3) and (0 + 1) / (2 + 3)
    assert classifier.probabilities("good")["pos"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("suffix", [".joblib", ".pkl"])
def test_a_pipeline_of_scikit_learns_classes_is_written(suffix):
    classifier = train(PAIRS, {"learner": "multinomial", "word_pattern": "sklearn"})
    file = io.BytesIO()
    assert write_pipeline(classifier, file, suffix) == ""
    file.seek(0)
    pipeline = joblib.load(file)
    assert [type(step).__module__.partition(".")[0] for step in pipeline] == ["sklearn"] * 2
    assert pipeline.predict_proba(["good"])[0] == pytest.approx([1 / 3, 2 / 3])


def test_what_scikit_learn_cannot_score_is_written_as_ours_and_said():
    classifier = train(PAIRS, {"learner": "multinomial", "word_pattern": "unicode"})
    file = io.BytesIO()
    note = write_pipeline(classifier, file, ".pkl")
    assert note == (
        "a model must have the word pattern sklearn to become a pipeline: so this is a "
        "linnet.sklearn.TextClassifier, which needs linnet where it is opened."
    )
    estimator = pickle.loads(file.getvalue())  # noqa: S301 (our own bytes)
    assert type(estimator) is TextClassifier
    assert estimator.predict(["bad"]).tolist() == ["neg"]


class Explosive:
    """Raises when it is unpickled, with several lines or none."""

    def __init__(self, words):
        self.words = words

    def __reduce__(self):
        return explode, (self.words,)


def explode(words):
    raise RuntimeError(*words)


@pytest.mark.parametrize(
    ("words", "reason"), [(["one\n  two"], "got: one two. Check"), ([], "got: RuntimeError. Check")]
)
def test_whatever_a_file_does_is_told_in_one_line(words, reason, tmp_path):
    path = tmp_path / "odd.pkl"
    path.write_bytes(pickle.dumps(Explosive(words)))
    with pytest.raises(InputError, match=rf"odd\.pkl: a pickle or joblib file of a .*; {reason}"):
        read_pipeline(str(path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"must be readable here; got: .*No such file"):
        read_pipeline(str(tmp_path / "none.joblib"))


def test_without_scikit_learn_nothing_is_converted(monkeypatch):
    monkeypatch.setattr(pickled, "find_spec", lambda _: None)
    with pytest.raises(SettingError, match="converting needs scikit-learn; got none"):
        read_pipeline("pipeline.joblib")
