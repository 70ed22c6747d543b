"""What settings, measures and learners are called in scikit-learn, and here: for hints."""

from collections.abc import Collection

# Name there → names here, with how they relate where that is more than another word.
NAMES: dict[str, tuple[tuple[str, ...], str]] = {
    "C": (("strength",), "1 / (C · documents): C=1 is strength='1/n', C=10 is strength='0.1/n'"),
    "alpha": (("smoothing", "strength"), "smoothing of naive Bayes, strength of linear learners"),
    "max_iter": (("rounds",), ""),
    "tol": (("tolerance",), ""),
    "random_state": (("seed",), ""),
    "l1_ratio": (("l1_share",), ""),
    "fit_intercept": (("offset",), "'none' in place of False"),
    "fit_prior": (("prior",), "'uniform' in place of False"),
    "class_prior": (("prior",), ""),
    "class_weight": (("class_weights",), ""),
    "ngram_range": (("words", "chars"), "words='1-2' in place of (1, 2)"),
    "analyzer": (("words", "chars"), "chars='2-4' in place of analyzer='char'"),
    "token_pattern": (("word_pattern",), ""),
    "lowercase": (("keep_case",), "True in place of False"),
    "min_df": (("min_documents",), ""),
    "max_df": (("max_documents",), ""),
    "max_features": (("most_frequent",), ""),
    "n_features": (("hash_bits",), "18 in place of 2**18"),
    "sublinear_tf": (("weighting",), ""),
    "use_idf": (("weighting",), "'tfidf' in place of True"),
    "f1": (("macro-f1", "micro-f1"), ""),
    "f1_macro": (("macro-f1",), ""),
    "f1_micro": (("micro-f1",), ""),
    "f1_weighted": (("weighted-f1",), ""),
    "precision": (("macro-precision", "micro-precision"), ""),
    "recall": (("macro-recall", "micro-recall"), ""),
    "roc_auc": (("macro-roc-area",), ""),
    "neg_log_loss": (("log-loss",), ""),
    "neg_brier_score": (("brier",), ""),
    "matthews_corrcoef": (("mcc",), ""),
    "average_precision": (("macro-average-precision",), ""),
    "LogisticRegression": (("logistic",), ""),
    "LinearSVC": (("svm",), ""),
    "MultinomialNB": (("multinomial",), ""),
    "ComplementNB": (("complement",), ""),
    "BernoulliNB": (("bernoulli",), ""),
    "CategoricalNB": (("categorical",), ""),
    "GaussianNB": (("gaussian",), ""),
}


def hint_of(name: object, known: Collection[str]) -> str:
    """Return what a name of scikit-learn is called here, of the known names; "" for another.

    >>> hint_of("max_iter", ["rounds", "seed"]), hint_of("max_iter", ["seed"])
    ("scikit-learn's max_iter is rounds here.", '')
    """
    if not isinstance(name, str) or name not in NAMES:
        return ""
    names, relation = NAMES[name]
    ours = " or ".join(own for own in names if own in known)
    if not ours:
        return ""
    return f"scikit-learn's {name} is {ours} here{relation and f', {relation}'}."
