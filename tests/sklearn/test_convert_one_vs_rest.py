"""A OneVsRestClassifier becomes one model, also where texts have several labels.

And every calibration of one model.
"""

import joblib
import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import (
    CountVectorizer,
    HashingVectorizer,
    TfidfTransformer,
    TfidfVectorizer,
)
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from linnet.classifier.classifier import load
from linnet.cli.main import main
from linnet.errors import ModelFileError, SettingError
from linnet.features.blocks import BlockSettings
from linnet.recipe.recipe import Recipe
from linnet.sklearn import to_classifier, to_pipeline
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import decode
from tests.sklearn.convert_cases import LABELS, STRANGE, TEXTS, TWO, svc

ALL = TEXTS + STRANGE
both = pytest.mark.parametrize("labels", [LABELS, TWO], ids=["three labels", "two labels"])
SETS = np.array(
    [
        [label == LABELS[0], "w" in text, len(text) > 60]
        for label, text in zip(LABELS, TEXTS, strict=True)
    ]
)
EACH = {
    "logistic": LogisticRegression(),
    "svm": svc(),
    "modified huber": SGDClassifier(loss="modified_huber", random_state=0),
    "multinomial": MultinomialNB(),
    "bernoulli": BernoulliNB(),
    "calibrated": CalibratedClassifierCV(svc(), cv=2, ensemble=False),
}


def saved(classifier, path):
    classifier.save(path)
    again = load(path)
    assert again.to_bytes() == classifier.to_bytes()
    assert Recipe.from_toml(again.recipe.to_toml()) == classifier.recipe
    return again


def assert_same_sets(pipeline, classifier):
    scores = classifier.score(ALL)
    assert scores.label_names == tuple(map(str, pipeline.classes_))
    assert scores.chosen().astype(int).tolist() == pipeline.predict(ALL).tolist()
    if scores.has_probabilities:
        assert scores.probabilities() == pytest.approx(pipeline.predict_proba(ALL), abs=1e-6)
    else:
        assert scores.values == pytest.approx(pipeline.decision_function(ALL), rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("model", EACH.values(), ids=EACH)
def test_texts_of_several_labels(model, tmp_path):
    pipeline = make_pipeline(TfidfVectorizer(), OneVsRestClassifier(model)).fit(
        TEXTS, SETS.astype(int)
    )
    assert_same_sets(pipeline, saved(to_classifier(pipeline), tmp_path / "m.linnet"))


@pytest.mark.filterwarnings("ignore:Label (not )?. is present in all training examples")
@pytest.mark.parametrize("model", EACH.values(), ids=EACH)
@pytest.mark.parametrize("place", [0, 3], ids=["first", "last"])
@pytest.mark.parametrize("always", [0, 1], ids=["never", "always"])
def test_a_label_that_all_texts_have_or_none(model, place, always, tmp_path):
    sets = np.insert(SETS.astype(int), place, always, axis=1)
    pipeline = make_pipeline(CountVectorizer(), OneVsRestClassifier(model)).fit(TEXTS, sets)
    classifier = saved(to_classifier(pipeline), tmp_path / "m.linnet")
    assert_same_sets(pipeline, classifier)
    assert classifier.score(ALL).chosen()[:, place].tolist() == [bool(always)] * len(ALL)


@both
@pytest.mark.parametrize("method", ["sigmoid", "isotonic", "temperature"])
@pytest.mark.parametrize(
    "model",
    [svc(), LogisticRegression(), OneVsRestClassifier(svc())],
    ids=["svm", "logistic", "one-vs-rest"],
)
def test_every_calibration_of_one_model(model, method, labels, tmp_path):
    alone = CalibratedClassifierCV(model, cv=3, ensemble=False, method=method)
    frozen = FrozenEstimator(make_pipeline(TfidfVectorizer(), model).fit(TEXTS[::2], labels[::2]))
    whole = CalibratedClassifierCV(frozen, method=method).fit(TEXTS, labels)
    for fitted in (make_pipeline(CountVectorizer(), alone).fit(TEXTS, labels), whole):
        found = saved(to_classifier(fitted), tmp_path / "m.linnet").score(ALL)
        assert found.probabilities() == pytest.approx(fitted.predict_proba(ALL), abs=1e-6)
        assert found.labels() == fitted.predict(ALL).tolist()


def test_isotonic_probabilities_of_0_are_0():
    pipeline = make_pipeline(
        CountVectorizer(), CalibratedClassifierCV(svc(), cv=3, ensemble=False, method="isotonic")
    )
    expected = pipeline.fit(TEXTS, LABELS).predict_proba(TEXTS)
    assert (expected == 0).any()
    assert to_classifier(pipeline).score(TEXTS).probabilities() == pytest.approx(
        expected, abs=1e-12
    )


@both
def test_each_of_the_rest_calibrated(labels):
    each = OneVsRestClassifier(CalibratedClassifierCV(svc(), cv=3, ensemble=False))
    pipeline = make_pipeline(CountVectorizer(), each).fit(TEXTS, labels)
    found = to_classifier(pipeline).score(ALL)
    assert found.probabilities() == pytest.approx(pipeline.predict_proba(ALL), abs=1e-6)
    assert found.labels() == pipeline.predict(ALL).tolist()


def test_all_of_it_in_one_pipeline_by_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    model = CalibratedClassifierCV(
        OneVsRestClassifier(svc()), cv=2, ensemble=False, method="isotonic"
    )
    hashed = HashingVectorizer(
        n_features=500, norm=None, alternate_sign=False, strip_accents="ascii"
    )
    pipeline = make_pipeline(
        hashed, SelectKBest(chi2, k=200), TfidfTransformer(), MaxAbsScaler(), model
    )
    joblib.dump(pipeline.fit(TEXTS, LABELS), "p.joblib")
    assert main(["convert", "p.joblib", "m.linnet", "--trust"]) == 0
    assert (
        "converted from OneVsRestClassifier, on words, sklearn's word pattern, accents stripped "
        "to ASCII" in (capsys.readouterr().out)
    )
    found = load("m.linnet").score(ALL)
    assert found.labels() == pipeline.predict(ALL).tolist()
    assert found.probabilities() == pytest.approx(pipeline.predict_proba(ALL), abs=1e-9)
    assert main(["convert", "m.linnet", "back.joblib"]) == 0
    assert "so this is a linnet.sklearn.TextClassifier" in capsys.readouterr().err
    assert joblib.load("back.joblib").predict(ALL).tolist() == pipeline.predict(ALL).tolist()


@pytest.mark.parametrize("model", [svc(), LogisticRegression()], ids=["svm", "logistic"])
def test_there_and_back(model):
    counts = CountVectorizer(strip_accents="ascii")
    pipeline = make_pipeline(
        counts, SelectKBest(chi2, k=60), TfidfTransformer(), OneVsRestClassifier(model)
    )
    again = to_pipeline(to_classifier(pipeline.fit(TEXTS, LABELS)))
    assert again[0].strip_accents == "ascii"
    assert again.decision_function(ALL) == pytest.approx(
        pipeline.decision_function(ALL), rel=1e-5, abs=1e-6
    )
    assert again.predict(ALL).tolist() == pipeline.predict(ALL).tolist()


def test_what_was_left_out_before_weighing_is_not_in_the_file():
    for steps in (
        (CountVectorizer(), SelectKBest(chi2, k=60), TfidfTransformer()),
        (CountVectorizer(), SelectKBest(chi2, k=60)),
    ):
        classifier = to_classifier(make_pipeline(*steps, svc()).fit(TEXTS, LABELS))
        assert classifier.model.features.n_columns == 60
    whole = to_classifier(
        make_pipeline(TfidfVectorizer(), SelectKBest(chi2, k=60), svc()).fit(TEXTS, LABELS)
    )
    assert whole.model.features.n_columns > 60  # the others still count for the length of a text
    assert whole.model.n_used <= 60


def test_older_programs_refuse_a_model_that_strips_to_ascii():
    pipeline = make_pipeline(CountVectorizer(strip_accents="ascii"), svc()).fit(TEXTS, LABELS)
    with pytest.raises(ModelFileError, match="ascii-only"):
        decode(to_classifier(pipeline).to_bytes(), NEEDS - {"ascii-only"})
    with pytest.raises(SettingError, match="ASCII only belongs to stripped accents"):
        BlockSettings(ascii_only=True)
