"""A recipe in words: what each row of the table says of its setting, put into one sentence."""

from typing import TYPE_CHECKING

from linnet.recipe.feature_table import COLUMNS, GRAMS, MORE
from linnet.recipe.recipe_table import AT_END, WITH_LEARNER
from linnet.settings.setting import words_of

if TYPE_CHECKING:
    from linnet.recipe.features import FeatureSettings
    from linnet.recipe.recipe import Recipe


def in_words(recipe: "Recipe", *, multilabel: bool = False) -> str:
    """Return how the model is made; where documents are `multilabel`, how each label is told.

    >>> from linnet.recipe.recipe import Recipe
    >>> in_words(Recipe.of(words="1-2", min_documents=2))
    'multinomial naive Bayes, smoothing 1, prior learned, on words 1-2 in at least 2 documents'
    >>> in_words(Recipe.of(learner="complement"))
    'complement naive Bayes, smoothing 1, no prior, on words'
    >>> in_words(Recipe.of(learner="svm", loss="hinge", weighting="tfidf"))
    'svm with hinge loss, l2 penalty of strength 1/n, offset free, on words, weighed by tfidf'
    >>> in_words(Recipe.of(learner="passive-aggressive", averaged=False))
    'passive-aggressive (pa-1, cap 1), up to 10 rounds, offset free, on words'
    >>> in_words(Recipe.of(learner="full-gaussian", ridge=0.1, words=None, numeric=["age"]))
    'Gaussian with the full covariance of each label, ridge 0.1, prior learned, on columns age'
    >>> recipe = Recipe.of(learner="perceptron", class_weights="balanced", private=5)
    >>> in_words(recipe).partition("free, ")[2]
    'class weights balanced, on words; private: no word of fewer than 5 documents'
    """
    learner = recipe.learner.in_words(multilabel=multilabel)
    features = features_in_words(recipe.features)
    sentence = ", ".join([learner, *words_of(recipe, WITH_LEARNER), f"on {features}"])
    return "; ".join([sentence, *words_of(recipe, AT_END)])


def features_in_words(features: "FeatureSettings") -> str:
    """Return which features there are, and what holds of them.

    >>> from linnet.recipe.features import FeatureSettings
    >>> features_in_words(FeatureSettings(chars=(3, 5), numeric=("age",), keep_case=True))
    'words and chars 3-5 and columns age, case kept'
    """
    kinds = words_of(features, GRAMS)
    columns = words_of(features, COLUMNS)
    if columns:
        kinds.append(f"columns {', '.join(columns)}")
    more = words_of(features, MORE)
    if not kinds:
        return ", ".join(more)
    if not more:
        return " and ".join(kinds)
    space = " " if more[0].startswith("in ") else ", "
    return " and ".join(kinds) + space + ", ".join(more)
