"""A classifier → a fitted pipeline of scikit-learn's own classes with equal scores."""

from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.classifier import Classifier
from linnet.errors import ModelFileError, SettingError
from linnet.features.blocks import Block, BlockSettings, Features
from linnet.model.calibration import log_sigmoid
from linnet.model.linear_model import LinearModel

TOKENS = {"sklearn": r"(?u)\b\w\w+\b", "python": r"(?u)\b\w+\b"}
ANALYZERS = {"words": "word", "chars": "char", "chars-in-words": "char_wb"}
SUBLINEAR = {"count": False, "sublinear": True}
Floats = npt.NDArray[np.float64]


def to_pipeline(classifier: Classifier) -> Any:
    """Return a Pipeline that scores texts as a classifier does.

    A vectorizer, maybe a TfidfTransformer, and a model.

    Words must have been cut with the word pattern sklearn, and there must be one kind of feature.

    >>> from linnet import train
    >>> texts = {"text": ["good film", "bad film"], "label": ["pos", "neg"]}
    >>> recipe = {"word_pattern": "sklearn", "weighting": "tfidf", "learner": "logistic"}
    >>> classifier = train(texts, recipe)
    >>> pipeline = to_pipeline(classifier)
    >>> list(pipeline.named_steps), type(pipeline[-1]).__name__
    (['vectorizer', 'weighting', 'model'], 'LogisticRegression')
    >>> pipeline.predict(["good", "bad"]).tolist()
    ['pos', 'neg']
    """
    from sklearn.pipeline import Pipeline

    classifier.model.weights.check_sound()
    _check(classifier)
    features = classifier.model.features
    steps = [("vectorizer", _vectorizer(features.of_text[0]))]
    if features.weighting is not None:
        steps.append(("weighting", _transformer(features)))
    steps.append(("model", _model(classifier)))
    return Pipeline(steps)


def _check(classifier: Classifier) -> None:
    """Refuse what scikit-learn's own classes do not do."""
    model = classifier.model
    features = model.features
    if len(features.blocks) != 1 or features.of_columns:
        raise _refusal("one kind of feature of one text", "others")
    if classifier.recipe.features.tokenizer is not None:
        raise _refusal("linnet's own words", "a tokenizer")
    if classifier.recipe.features.html:
        raise _refusal("texts as they are", "texts of HTML")
    if model.multilabel:
        raise _refusal("one label for each text", "several")
    if model.tuned or model.decision is not None:
        raise _refusal("no calibration and no cutoffs", "some")
    if len(model.weights.rest_vetoes):
        raise _refusal("smoothing above 0", "0")
    if features.weighting is not None and features.weighting.term not in SUBLINEAR:
        raise _refusal("counts or tf-idf", "another weighting")
    if any(block.settings.pattern not in TOKENS for block in features.of_text):
        raise _refusal("the word pattern sklearn", "another")


def _refusal(must: str, got: str) -> SettingError:
    return SettingError(
        f"a model must have {must} to become a pipeline; got {got}. Train one that has."
    )


def _vectorizer(block: Block) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer

    settings = block.settings
    analysis = _analysis(settings)
    if settings.hash_bits:
        signs = settings.hash_signs
        n_features = settings.n_hashed >> signs
        return HashingVectorizer(n_features=n_features, alternate_sign=signs, norm=None, **analysis)

    vocabulary = {name: column for column, name in enumerate(block.names)}
    if len(vocabulary) < len(block.names):
        raise ModelFileError(
            "the names of features must differ; got one twice: the file is damaged. Train it again."
        )
    vectorizer = CountVectorizer(vocabulary=vocabulary, **analysis)
    vectorizer._validate_vocabulary()  # which gives it its vocabulary_
    return vectorizer


def _analysis(settings: BlockSettings) -> dict[str, Any]:
    """Return the parameters of a vectorizer that say how it cuts texts."""
    return {
        "analyzer": ANALYZERS[settings.kind],
        "token_pattern": TOKENS[settings.pattern],
        "ngram_range": (settings.shortest, settings.longest),
        "lowercase": settings.lower,
        "strip_accents": _strip_accents(settings),
        "stop_words": list(settings.stop_words) or None,
        "binary": settings.presence,
    }


def _strip_accents(settings: BlockSettings) -> str | None:
    if not settings.strip_accents:
        return None
    return "ascii" if settings.ascii_only else "unicode"


def _transformer(features: Features) -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer

    weighting = features.weighting
    assert weighting is not None
    norm = None if weighting.unit == "none" else weighting.unit
    use_idf = len(weighting.rarity) > 0
    sublinear = SUBLINEAR[weighting.term]
    transformer = TfidfTransformer(norm=norm, use_idf=use_idf, sublinear_tf=sublinear)
    step = 1 + weighting.signs  # of two columns, one for each sign, scikit-learn has one
    transformer.n_features_in_ = features.n_columns // step  # so that it counts as fitted
    if use_idf:
        transformer.idf_ = np.array(weighting.rarity[::step])
    return transformer


def _model(classifier: Classifier) -> Any:
    """Return the model of scikit-learn that has this classifier's scores."""
    model = classifier.model
    learner = classifier.recipe.learner
    step = 1 + model.features.of_text[0].settings.hash_signs
    table = _table(model)[::step].T
    offset = np.array(model.weights.offset)
    if learner.name in BAYES:
        estimator = BAYES[learner.name](table, offset, learner)
    else:
        estimator = _linear(table, offset, model.link)
    estimator.classes_ = np.array(model.labels)
    estimator.n_features_in_ = table.shape[1]
    return estimator


def _linear(table: Floats, offset: Floats, link: str) -> Any:
    estimator = _unfitted_linear(link)
    if len(table) == 2:  # two labels share one w
        estimator.coef_ = table[1:] - table[:1]
        estimator.intercept_ = offset[1:] - offset[:1]
    else:
        estimator.coef_ = table
        estimator.intercept_ = offset
    return estimator


def _unfitted_linear(link: str) -> Any:
    from sklearn.linear_model import LogisticRegression, SGDClassifier
    from sklearn.svm import LinearSVC

    if link == "margin":
        return LinearSVC()
    if link == "softmax":
        return LogisticRegression()
    return SGDClassifier(loss="log_loss")


def _multinomial(table: Floats, offset: Floats, learner: Any) -> Any:
    from sklearn.naive_bayes import MultinomialNB

    estimator = MultinomialNB(alpha=learner.smoothing)
    estimator.feature_log_prob_ = table
    estimator.class_log_prior_ = offset
    return estimator


def _complement(table: Floats, offset: Floats, learner: Any) -> Any:
    from sklearn.naive_bayes import ComplementNB

    estimator = ComplementNB(alpha=learner.smoothing, norm=learner.norm)
    estimator.feature_log_prob_ = table
    estimator.class_log_prior_ = offset
    return estimator


def _bernoulli(table: Floats, offset: Floats, learner: Any) -> Any:
    from sklearn.naive_bayes import BernoulliNB

    all_absent = log_sigmoid(-table).sum(axis=1)
    estimator = BernoulliNB(alpha=learner.smoothing)
    estimator.feature_log_prob_ = log_sigmoid(table)
    estimator.class_log_prior_ = offset - all_absent
    return estimator


BAYES = {"multinomial": _multinomial, "complement": _complement, "bernoulli": _bernoulli}


def _table(model: LinearModel) -> Floats:
    """Return the weights as one table features × labels."""
    weights = model.weights
    if len(weights.dense):
        return np.asarray(weights.dense, np.float64).reshape(-1, len(model.labels))
    table = np.tile(np.asarray(weights.rest), (model.features.n_columns, 1))
    if len(weights.shared):
        table += np.outer(weights.shared, weights.scale)
    table[model.column_of_pair, weights.labels] += weights.weights
    return table
