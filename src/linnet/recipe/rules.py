"""Rules over several settings of a recipe: each refuses what does not go together."""

from typing import TYPE_CHECKING

from linnet.errors import Advice, SettingError, quoted
from linnet.learning.vocabulary import Limits
from linnet.recipe.feature_table import CODINGS, NUMERIC, WORD_PATTERNS

if TYPE_CHECKING:
    from linnet.recipe.features import FeatureSettings
    from linnet.recipe.recipe import Recipe

OTHER_READERS = ("chars", "chars_in_words", "strip_accents", "length", "lexicons")  # of texts
NO_NUMBERS = (
    "words", "chars", "chars_in_words", "categorical", "cross", "named", "length", "lexicons",
)  # fmt: skip


def columns_are_coded(features: "FeatureSettings") -> None:
    """Levels and numbers are coded in ways that exist."""
    if features.coding not in CODINGS or features.numeric_as not in NUMERIC:
        raise SettingError(
            f"the coding must be one of {', '.join(CODINGS)} and numbers be taken as "
            f"{', '.join(NUMERIC)}; got "
            f"{quoted(features.coding)} and {quoted(features.numeric_as)}."
        )


def there_are_features(features: "FeatureSettings") -> None:
    """Something is read."""
    grams = features.words or features.chars or features.chars_in_words
    if not grams and not features.columns("none"):
        raise SettingError(
            "there must be features; got no words and no characters. Ask for one of them."
        )


def limits_hold(features: "FeatureSettings") -> None:
    """Frequency limits are numbers or shares, and are there only without hashing."""
    limits = Limits(features.min_documents, features.max_documents, features.most_frequent)
    if features.hash_bits and not limits.none:
        raise SettingError(
            "hashed features have no frequency limits; got both. Leave one of them out."
        )


def selection_has_names(features: "FeatureSettings") -> None:
    """Only features of a vocabulary are selected."""
    if not features.selection.none and features.hash_bits:
        raise SettingError(
            "hashed features cannot be selected; got hash bits too. Leave one of them out."
        )


def names_are_of_hashes(features: "FeatureSettings") -> None:
    """Names are kept on request only where features are hashed."""
    if features.keep_names and not features.hash_bits:
        raise SettingError(
            "names are always kept without hashing; got keep names. Leave it out, or set hash bits."
        )


def tokenizer_is_alone(features: "FeatureSettings") -> None:
    """With a tokenizer, nothing else reads texts in a way of its own."""
    if features.tokenizer is None:
        return
    other = next((name for name in OTHER_READERS if getattr(features, name)), None)
    if features.word_pattern != WORD_PATTERNS[0]:
        other = "word_pattern"
    if other is None and features.words:
        return
    got = "no words" if other is None else f"{other.replace('_', ' ')} too"
    raise SettingError(
        f"with a tokenizer its tokens are the words, and all that is read of a text; got {got}."
    )


def bins_are_asked_for(features: "FeatureSettings") -> None:
    """A number of bins is given only where numbers are taken as bins."""
    if features.numeric_as != "bins" and features.bins != type(features).bins:
        raise SettingError(
            f"bins belong to numbers taken as bins; got {features.bins} bins. Take numbers as "
            "bins too."
        )


def negation_has_a_lexicon(features: "FeatureSettings") -> None:
    """Negation needs words that it turns."""
    if features.negation and not features.lexicons:
        raise SettingError(
            "negation turns the words of a lexicon; got no lexicon. Name one, or leave it out."
        )


def blocks_can_be_made(features: "FeatureSettings") -> None:
    """N-grams, hashing and stop words are what blocks of features take."""
    features.blocks(1, presence=False)


def unsure_has_a_cutoff(recipe: "Recipe") -> None:
    """Unsure is below a cutoff."""
    if recipe.unsure and recipe.cutoff is None:
        raise SettingError(
            "unsure needs a cutoff that a label must be above; got none. Give one, such as 0.8."
        )


def folds_go_by_one_column(recipe: "Recipe") -> None:
    """Documents are divided by groups or by time."""
    if recipe.group is not None and recipe.time is not None:
        raise SettingError(
            "documents must be divided by group or by time; "
            f"got {quoted(recipe.group)} and {quoted(recipe.time)}. Leave one out."
        )


def every_level_is_coded(recipe: "Recipe") -> None:
    """Learners that count every level need one-hot coding."""
    learner = recipe.learner
    if recipe.features.coding == "reference" and learner.inputs.every_level:
        raise SettingError(
            f"the {learner.name} learner counts every level, so it needs one-hot coding; got "
            "reference. "
            "Leave the coding out."
        )


def only_numbers_are_read(recipe: "Recipe") -> None:
    """A learner of plain numbers reads nothing else."""
    if not recipe.learner.inputs.numbers_only:
        return
    features = recipe.features
    others = [name for name in NO_NUMBERS if getattr(features, name)]
    if features.numeric_as == "bins":
        others.append("bins")
    if not others:
        return
    problem = f"the {recipe.learner.name} learner reads plain numbers only; got {others[0]}."
    if others[0] == "words":
        raise SettingError(problem, Advice("numeric_columns_only"))
    raise SettingError(f"{problem} Use the mixed learner for that.")


def length_counts_own_words(recipe: "Recipe") -> None:
    """Trials of the length of a text are counted by linnet's own words."""
    if recipe.features.tokenizer is not None and recipe.learner.inputs.text_length:
        raise SettingError(
            "trials of the length count linnet's own words; got a tokenizer too. Leave one out."
        )


def foreign_features_are_converted(recipe: "Recipe") -> None:
    """Features as other programs make them come with converted models only."""
    features = recipe.features
    foreign = features.hash_modulus or features.hash_signs or features.ascii_only
    if foreign and not recipe.learner.inputs.foreign:
        raise SettingError(
            "a hash modulus, hash signs and ASCII only come with converted models; got the "
            f"{recipe.learner.name} learner. Leave them out, and set hash bits or strip accents."
        )


def private_models_have_names(recipe: "Recipe") -> None:
    """Rare words can only be dropped from a vocabulary."""
    if recipe.private > 1 and recipe.features.hash_bits:
        raise SettingError(
            "a private model must have a vocabulary, since hashed features cannot drop rare "
            "words; got hash bits "
            "too. Leave one of them out."
        )


FEATURE_RULES = (
    columns_are_coded,
    there_are_features,
    limits_hold,
    selection_has_names,
    names_are_of_hashes,
    tokenizer_is_alone,
    bins_are_asked_for,
    negation_has_a_lexicon,
    blocks_can_be_made,
)
RECIPE_RULES = (
    unsure_has_a_cutoff,
    folds_go_by_one_column,
    every_level_is_coded,
    only_numbers_are_read,
    length_counts_own_words,
    foreign_features_are_converted,
    private_models_have_names,
)
