"""A classifier → a fitted pipeline of scikit-learn's own classes with equal scores, where it has the same features."""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.errors import ModelFileError, SettingError
from linnet.features.blocks import Block, Features
from linnet.model.calibration import log_sigmoid
from linnet.model.linear_model import LinearModel

TOKENS = {"sklearn": r"(?u)\b\w\w+\b", "python": r"(?u)\b\w+\b"}
ANALYZERS = {"words": "word", "chars": "char", "chars-in-words": "char_wb"}
SUBLINEAR = {"count": False, "sublinear": True}
Floats = npt.NDArray[np.float64]


def to_pipeline(classifier: Classifier) -> Any:
    """Return a Pipeline that scores texts as a classifier does: a vectorizer, maybe a TfidfTransformer, and a model.

    Words must have been cut with the word pattern sklearn, and there must be one kind of feature.

    >>> from linnet import train
    >>> texts = {"text": ["good film", "bad film"], "label": ["pos", "neg"]}
    >>> classifier = train(texts, {"word_pattern": "sklearn", "weighting": "tfidf", "learner": "logistic"})
    >>> pipeline = to_pipeline(classifier)
    >>> list(pipeline.named_steps), type(pipeline[-1]).__name__
    (['vectorizer', 'weighting', 'model'], 'LogisticRegression')
    >>> pipeline.predict(["good", "bad"]).tolist()
    ['pos', 'neg']
    """
    from sklearn.pipeline import Pipeline

    classifier.model.weights.check_sound()
    _check(classifier)
    block = classifier.model.features.of_text[0]
    steps = [("vectorizer", _vectorizer(block))]
    if classifier.model.features.weighting is not None:
        steps.append(("weighting", _transformer(classifier.model.features)))
    return Pipeline([*steps, ("model", _model(classifier))])


def _check(classifier: Classifier) -> None:
    """Refuse what scikit-learn's own classes do not do."""
    model, features = classifier.model, classifier.model.features
    weighting = features.weighting
    for refused, must, got in (
        (
            len(features.blocks) != 1 or features.of_columns,
            "one kind of feature of one text",
            "others",
        ),
        (classifier.recipe.features.tokenizer is not None, "linnet's own words", "a tokenizer"),
        (model.multilabel, "one label for each text", "several"),
        (model.tuned or model.decision is not None, "no calibration and no cutoffs", "some"),
        (len(model.weights.rest_vetoes), "smoothing above 0", "0"),
        (
            weighting is not None and weighting.term not in SUBLINEAR,
            "counts or tf-idf",
            "another weighting",
        ),
        (
            any(block.settings.pattern not in TOKENS for block in features.of_text),
            "the word pattern sklearn",
            "another",
        ),
    ):
        if refused:
            raise SettingError(
                f"a model must have {must} to become a pipeline; got {got}. Train one that has."
            )


def _vectorizer(block: Block) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer

    settings = block.settings
    stripped = "ascii" if settings.ascii_only else "unicode"
    cut = {
        "analyzer": ANALYZERS[settings.kind],
        "token_pattern": TOKENS[settings.pattern],
        "ngram_range": (settings.shortest, settings.longest),
        "lowercase": settings.lower,
        "strip_accents": stripped if settings.strip_accents else None,
        "stop_words": list(settings.stop_words) or None,
        "binary": settings.presence,
    }
    if settings.hash_bits:
        n, signs = settings.n_hashed >> settings.hash_signs, settings.hash_signs
        return HashingVectorizer(n_features=n, alternate_sign=signs, norm=None, **cut)
    vocabulary = {name: column for column, name in enumerate(block.names)}
    if len(vocabulary) < len(block.names):
        raise ModelFileError(
            "the names of features must differ; got one twice: the file is damaged. Train it again."
        )
    vectorizer = CountVectorizer(vocabulary=vocabulary, **cut)
    vectorizer._validate_vocabulary()  # which gives it its vocabulary_
    return vectorizer


def _transformer(features: Features) -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer

    weighting = features.weighting
    assert weighting is not None
    norm, rare = None if weighting.unit == "none" else weighting.unit, len(weighting.rarity) > 0
    transformer = TfidfTransformer(norm=norm, use_idf=rare, sublinear_tf=SUBLINEAR[weighting.term])
    step = 1 + weighting.signs  # of two columns, one for each sign, scikit-learn has one
    transformer.n_features_in_ = features.n_columns // step  # so that it counts as fitted
    if rare:
        transformer.idf_ = np.array(weighting.rarity[::step])
    return transformer


def _model(classifier: Classifier) -> Any:
    """Return the model of scikit-learn that has this classifier's scores."""
    model, learner = classifier.model, classifier.recipe.learner
    step = 1 + model.features.of_text[0].settings.hash_signs
    table, offset = _table(model)[::step].T, np.array(model.weights.offset)
    if learner.name in BAYES:
        found = BAYES[learner.name](table, offset, learner)
    else:
        found = _linear(model.link)
        two = len(model.labels) == 2  # which share one w
        found.coef_, found.intercept_ = (
            (table[1:] - table[:1], offset[1:] - offset[:1]) if two else (table, offset)
        )
    found.classes_, found.n_features_in_ = np.array(model.labels), table.shape[1]
    return found


def _linear(link: str) -> Any:
    from sklearn.linear_model import LogisticRegression, SGDClassifier
    from sklearn.svm import LinearSVC

    if link == "margin":
        return LinearSVC()
    return LogisticRegression() if link == "softmax" else SGDClassifier(loss="log_loss")


def _multinomial(table: Floats, offset: Floats, learner: Any) -> Any:
    from sklearn.naive_bayes import MultinomialNB

    found = MultinomialNB(alpha=learner.smoothing)
    found.feature_log_prob_, found.class_log_prior_ = table, offset
    return found


def _complement(table: Floats, offset: Floats, learner: Any) -> Any:
    from sklearn.naive_bayes import ComplementNB

    found = ComplementNB(alpha=learner.smoothing, norm=learner.norm)
    found.feature_log_prob_, found.class_log_prior_ = table, offset
    return found


def _bernoulli(table: Floats, offset: Floats, learner: Any) -> Any:
    from sklearn.naive_bayes import BernoulliNB

    found = BernoulliNB(alpha=learner.smoothing)
    found.feature_log_prob_, found.class_log_prior_ = (
        log_sigmoid(table),
        offset - log_sigmoid(-table).sum(axis=1),
    )
    return found


BAYES = {"multinomial": _multinomial, "complement": _complement, "bernoulli": _bernoulli}


def _table(model: LinearModel) -> Floats:
    """Return the weights as one table features × labels."""
    weights, n = model.weights, len(model.labels)
    if len(weights.dense):
        return np.asarray(weights.dense, np.float64).reshape(-1, n)
    table = np.tile(np.asarray(weights.rest), (model.features.n_columns, 1))
    if len(weights.shared):
        table += np.outer(weights.shared, weights.scale)
    table[model.column_of_pair, weights.labels] += weights.weights
    return table
