"""5 folds × 20 smoothings on ag_news by subtraction, against GridSearchCV of the whole pipeline."""

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from benchmarks.measure import ag_news, report, seconds
from linnet.reading import read
from linnet.recipe.recipe import Recipe
from linnet.validation.cross_validation import cross_validate


def run() -> None:
    texts, labels = ag_news()
    smoothings = np.logspace(-3, 1, 20).tolist()
    recipe = Recipe.of(learner="multinomial", word_pattern="sklearn")

    def ours() -> object:
        return cross_validate(
            read(texts, labels=labels), recipe, smoothings=smoothings, folds=5, threads=2
        )

    def peer(n_jobs: int | None) -> object:
        pipeline = make_pipeline(CountVectorizer(), MultinomialNB())
        search = GridSearchCV(
            pipeline, {"multinomialnb__alpha": smoothings}, cv=5, n_jobs=n_jobs, refit=False
        )
        return search.fit(texts, labels)

    taken = seconds(ours, 5)
    report("5 folds × 20 smoothings", taken, seconds(lambda: peer(None), 1), 300)
    report("5 folds × 20 smoothings, peer with n_jobs=2", taken, seconds(lambda: peer(2), 1), 300)
