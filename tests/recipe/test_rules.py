"""Rules over several settings: each refuses what does not go together, in a sentence of its own."""

import pytest

from linnet import Recipe
from linnet.errors import SettingError
from linnet.learning.learner_rules import BAYES_RULES, LINEAR_RULES, ONLINE_RULES
from linnet.recipe.rules import FEATURE_RULES, RECIPE_RULES

RULES = (*FEATURE_RULES, *RECIPE_RULES, *BAYES_RULES, *LINEAR_RULES, *ONLINE_RULES)
LEXICON = {"good": ["nice"]}
BROKEN = {  # rule → settings that break it alone, and what is said
    "columns_are_coded": ({"coding": "x"}, "the coding must be one of one-hot, reference and"),
    "there_are_features": ({"words": None}, "there must be features; got no words"),
    "limits_hold": (
        {"hash_bits": 4, "min_documents": 2},
        "hashed features have no frequency limits; got both.",
    ),
    "selection_has_names": (
        {"hash_bits": 4, "select": "chi2", "select_top": 5},
        "hashed features cannot be selected; got hash bits too.",
    ),
    "names_are_of_hashes": ({"keep_names": True}, "names are always kept without hashing; got"),
    "tokenizer_is_alone": (
        {"tokenizer": "m:f", "chars": "3-5"},
        "with a tokenizer its tokens are the words, and all that is read of a text; got chars too.",
    ),
    "bins_are_asked_for": ({"bins": 5}, "bins belong to numbers taken as bins; got 5 bins."),
    "negation_has_a_lexicon": ({"negation": True}, "negation turns the words of a lexicon; got no"),
    "blocks_can_be_made": ({"words": "2-1"}, "must go from 1 or more up to 30 at most; got 2-1."),
    "unsure_has_a_cutoff": ({"unsure": True}, "unsure needs a cutoff that a label must be above"),
    "folds_go_by_one_column": (
        {"group": "a", "time": "b"},
        "documents must be divided by group or by time; got 'a' and 'b'.",
    ),
    "every_level_is_coded": (
        {"learner": "categorical", "categorical": ["a"], "coding": "reference"},
        "the categorical learner counts every level, so it needs one-hot coding; got reference.",
    ),
    "only_numbers_are_read": (
        {"learner": "full-gaussian", "numeric": ["a"]},
        "the full-gaussian learner reads plain numbers only; got words.",
    ),
    "length_counts_own_words": (
        {"learner": "binomial", "trials": "length", "tokenizer": "m:f"},
        "trials of the length count linnet's own words; got a tokenizer too.",
    ),
    "foreign_features_are_converted": (
        {"hash_bits": 4, "hash_signs": True},
        "a hash modulus, hash signs and ASCII only come with converted models; got the multinomial",
    ),
    "private_models_have_names": (
        {"private": 2, "hash_bits": 4},
        "a private model must have a vocabulary, since hashed features cannot drop rare words",
    ),
    "trials_are_given": ({"learner": "binomial"}, "the binomial learner needs trials; got none."),
    "trials_are_binomial": ({"trials": "3"}, "trials belong to the binomial learner; got '3'"),
    "smoothing_can_be_held": (
        {"smoothing": 1e-310},
        "smoothing must be 0, or from 1e-300 to 1e+100; got 1e-310.",
    ),
    "complement_is_smoothed": (
        {"learner": "complement", "smoothing": 0},
        "the complement learner needs smoothing above 0; got 0.",
    ),
    "complement_has_no_prior": (
        {"learner": "complement", "prior": "uniform"},
        "the complement learner has no prior; got one.",
    ),
    "norm_is_of_complement": ({"norm": True}, "norm belongs to the complement learner; got it"),
    "loss_is_of_learner": (
        {"learner": "svm", "loss": "softmax"},
        "the loss of the svm learner must be one of squared-hinge, hinge; got 'softmax'.",
    ),
    "l1_share_is_elastic": (
        {"learner": "svm", "l1_share": 0.25},
        "an l1 share belongs to the elastic penalty; got it with l2.",
    ),
    "hinge_has_l2": (
        {"learner": "svm", "loss": "hinge", "penalty": "l1"},
        "the hinge loss needs an l2 penalty; got l1.",
    ),
    "dual_has_l2": (
        {"learner": "svm", "solver": "dual", "penalty": "l1"},
        "the dual solver needs an l2 penalty; got l1.",
    ),
    "smoothing_is_of_ratios": (
        {"learner": "svm", "smoothing": 1.0},
        "smoothing belongs to naive Bayes and nb- learners; got it with svm.",
    ),
    "a_solver_stops": (
        {"learner": "svm", "tolerance": 2.0},
        "tolerance must be between 0 and 1 and rounds 1 or above; got 2.0 and 1000.",
    ),
    "steps_are_passive_aggressive": (
        {"learner": "perceptron", "cap": 0.5},
        "variant and cap belong to passive-aggressive; got them with perceptron.",
    ),
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_what_breaks_a_rule_is_a_sentence(rule):
    settings, sentence = BROKEN[rule.__name__]
    with pytest.raises(SettingError) as caught:
        Recipe.of(**settings)
    assert sentence in str(caught.value)
    assert rule.__doc__


@pytest.mark.parametrize(
    "settings",
    [
        {"words": None, "numeric": ["a"]},
        {"hash_bits": 4, "keep_names": True},
        {"tokenizer": "m:f", "keep_case": True},
        {"numeric": ["a"], "numeric_as": "bins", "bins": 5},
        {"lexicons": LEXICON, "negation": True},
        {"cutoff": 0.8, "unsure": True},
        {"learner": "full-gaussian", "words": None, "numeric": ["a"]},
        {"learner": "converted", "hash_bits": 4, "hash_signs": True},
        {"learner": "complement", "norm": True},
        {"learner": "svm", "penalty": "elastic", "l1_share": 0.25},
        {"learner": "passive-aggressive", "variant": "pa-2", "cap": 0.5},
    ],
)
def test_what_goes_together_is_a_recipe(settings):
    recipe = Recipe.of(**settings)
    assert Recipe.from_toml(recipe.to_toml()) == recipe
