"""Options that several commands share, and what they say put together.

An option that was not given leaves no trace (SUPPRESS): so those that were given override a recipe file.
"""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable
from functools import partial
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linnet.cli.tokenizer import HELP, add_tokenizer
from linnet.errors import SettingError, quoted
from linnet.learning.learners import learner_names

if TYPE_CHECKING:
    from linnet.recipe.recipe import Recipe

FEATURES = (
    "words", "chars", "chars_in_words", "word_pattern", "keep_case", "strip_accents", "stop_words", "weighting",
    "unit_length", "categorical", "numeric", "named", "cross", "length", "coding", "numeric_as", "bins", "hash_bits",
    "keep_names", "min_documents", "max_documents", "most_frequent", "select", "select_top",
    "negation",
)  # fmt: skip
LEARNER = (
    "learner", "smoothing", "prior", "norm", "trials", "loss", "penalty", "strength", "l1_share", "offset", "solver",
    "tolerance", "rounds", "variant", "cap", "averaged", "covariance", "ridge",
)  # fmt: skip
WHOLE = ("class_weights", "calibration", "unsure", "group", "time", "narrow", "private", "seed")


def add_reading(
    parser: ArgumentParser,
    *,
    label: bool = True,
    multilabel: bool = False,
    learns: bool = False,
    weight: bool = False,
    id: bool = False,  # noqa: A002
) -> None:
    """Add how the data is read: only what the command makes use of."""
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--text", action="append", metavar="COLUMN", help="text column; repeat it for several"
    )
    if label:
        group.add_argument(
            "--label", metavar="COLUMN", help="label column; found by its name if left out"
        )
    if multilabel:
        said = "a document may have any number of labels; lists of labels say so themselves"
        group.add_argument("--several-labels", action="store_true", default=None, help=said)
    if learns:
        said = "go on where labels are more than 1,000, with fewer than 4 documents each"
        group.add_argument("--many-labels", action="store_true", help=said)
    if weight:
        group.add_argument(
            "--weight", metavar="COLUMN", help="column with the weight of each document"
        )
    if id:
        group.add_argument(
            "--id", metavar="COLUMN", help="column with a name for each row, copied to the output"
        )
    group.add_argument(
        "--format", help="csv, tsv, jsonl, parquet, arrow, folder, fasttext, svmlight or lines"
    )
    group.add_argument(
        "--skip-bad-rows",
        action="store_true",
        help="leave bad rows out; say how many, why and of which labels",
    )


def add_features(parser: ArgumentParser, *, default: str = "by default its single words") -> None:
    """Add how text becomes features."""
    group = parser.add_argument_group("features", f"what is counted in a text; {default}")

    def add(name: str, metavar: str, help: str, type: Callable[[str], Any] = str) -> None:  # noqa: A002
        group.add_argument(name, metavar=metavar, help=help, type=type, default=SUPPRESS)

    add("--words", "N-M", "words and sequences of words: 1-2, or none")
    add("--chars", "N-M", "sequences of characters: 3-5")
    add("--chars-in-words", "N-M", "sequences of characters that do not cross words: 3-5")
    add(
        "--word-pattern",
        "PATTERN",
        "what a word is: unicode (default), sklearn, python (\\w+) or spaces",
    )
    add_tokenizer(group, HELP)
    _add_switch(group, "--keep-case", "tell Word from word")
    _add_switch(group, "--strip-accents", "read é as e")
    add("--stop-words", "FILE|WORDS", "words to leave out: a file, or word,word,…")
    add(
        "--min-documents",
        "N|SHARE",
        "leave out what fewer documents have: 2, or a share 0.01",
        amount,
    )
    add(
        "--max-documents",
        "N|SHARE",
        "leave out what more documents have: 1000, or a share 0.5",
        amount,
    )
    add("--most-frequent", "N", "keep only the N most frequent features", _whole_or_none)
    add(
        "--select",
        "HOW",
        "keep the features that tell most about the labels: chi2, mutual-information, weights or none",
    )
    add("--select-top", "N", "how many features --select keeps", positive)
    add(
        "--weighting",
        "HOW",
        "what a count is worth: counts (default), presence, sublinear, tfidf-log10, tfidf, sublinear-tfidf or bm25",
    )
    add(
        "--unit-length",
        "HOW",
        "give each document the length 1: l1, l2 or none; l2 by default with tfidf",
    )
    _add_columns(group)
    add("--hash-bits", "B", "no vocabulary: hash features to 2^B columns", whole)
    _add_switch(group, "--keep-names", "keep the names of hashed features, to explain with")


def _add_columns(group: Any) -> None:
    """Add what is read beside the text."""

    def add(name: str, metavar: str, help: str, **more: Any) -> None:  # noqa: A002
        group.add_argument(name, metavar=metavar, help=help, default=SUPPRESS, **more)

    add(
        "--categorical",
        "COLUMN",
        "a column of levels beside the text; repeat it for several",
        action="append",
    )
    add(
        "--numeric",
        "COLUMN",
        "a column of numbers beside the text; repeat it for several",
        action="append",
    )
    add("--features", "COLUMN", "a column of objects with named features", dest="named")
    said = "categorical columns whose levels count together; repeat it for several"
    add(
        "--cross",
        "COLUMN,COLUMN",
        said,
        action="append",
        type=lambda text: [name.strip() for name in text.split(",")],
    )
    _add_switch(group, "--length", "the number of words as a feature")
    said = "a file of words, or of words and scores; what of it stands in a text is a feature; repeat it for several"
    add("--lexicon", "NAME=FILE", said, action="append", type=name_and_file)
    _add_switch(
        group, "--negation", "words of a lexicon after not, no, never… count with the opposite sign"
    )
    add(
        "--coding",
        "HOW",
        "of levels and bins: one-hot (default), or reference: the first level is all zeros",
    )
    add(
        "--numeric-as",
        "HOW",
        "numbers plain, standard (mean 0, deviation 1) or in bins; auto chooses by the learner",
    )
    add("--bins", "N", "how many bins; 4 by default: quartiles", type=positive)


def add_learner(
    parser: ArgumentParser, *, grid: bool = False, default: str = "where none is named, multinomial"
) -> None:
    """Add how weights are learned; where a grid is tried, smoothing and strength are left to the command."""
    group = parser.add_argument_group("learner")
    names = f"{', '.join(learner_names())}; {default}"
    group.add_argument("--learner", metavar="NAME", default=SUPPRESS, help=names)
    if not grid:
        said = "added to every count; 1 by default, 0 for none"
        group.add_argument("--smoothing", metavar="A", type=number, default=SUPPRESS, help=said)
    said = "learned (default), uniform, or LABEL=P,LABEL=P,…"
    group.add_argument("--prior", metavar="PRIOR", default=SUPPRESS, help=said)
    _add_switch(group, "--norm", "divide the weights of the complement learner by their sum")

    def add(name: str, metavar: str, help: str, type: Callable[[str], Any] = str) -> None:  # noqa: A002
        group.add_argument(name, metavar=metavar, help=help, type=type, default=SUPPRESS)

    add(
        "--trials",
        "N|COLUMN|length",
        "of the binomial learner: how often a feature could have been there",
    )
    add(
        "--covariance",
        "HOW",
        "of the full-gaussian learner: own (default) of each label, or shared by all",
    )
    add(
        "--ridge",
        "R",
        "added to the diagonal of the covariance of the full-gaussian learner; 0 by default",
        number,
    )
    add(
        "--loss",
        "LOSS",
        "logistic: softmax (default) or logistic (each label against the rest); svm: squared-hinge or hinge",
    )
    add(
        "--penalty", "KIND", "on the weights of logistic and svm: l2 (default), l1, elastic or none"
    )
    if not grid:
        add(
            "--strength",
            "S",
            "of the penalty, beside the average loss: a number, or 0.3/n; 1/n by default, which is C = 1 elsewhere",
            strength,
        )
    add("--l1-share", "P", "of the elastic penalty; 0.5 by default", number)
    add(
        "--offset",
        "HOW",
        "free (default), penalised or none; of the lexicon learner LABEL=W,LABEL=W,…",
    )
    add("--solver", "NAME", "auto (default), dual, newton, lbfgs, coordinate or gradient-descent")
    add("--tolerance", "T", "how far from the best a solver may stop; 1e-4 by default", number)
    add(
        "--rounds",
        "N",
        "most rounds of a solver; 1000 by default, 10 of perceptron and passive-aggressive",
        positive,
    )
    add(
        "--variant",
        "NAME",
        "how far passive-aggressive moves: pa-1 (default), pa-2 or pa, which has no cap",
    )
    add(
        "--cap", "C", "on the steps of passive-aggressive; 1 by default, smaller is gentler", number
    )
    said = "perceptron and passive-aggressive: the mean of the weights after each document (default), or the last ones"
    _add_switch(group, "--averaged", said)
    add("--class-weights", "WEIGHTS", "balanced, LABEL=W,LABEL=W,… or none (default)")
    said = (
        "what the probability of a label must be above: P, LABEL=P,… or rules to choose it by, such as LABEL=f1; of "
        "several labels 0.5 by default, 0 for margins"
    )
    add("--cutoff", "P|RULE", said)
    _add_switch(
        group,
        "--unsure",
        "give no label where none is above its cutoff, instead of the most probable one",
    )
    said = "make probabilities mean what they say: auto, temperature, shared-platt, platt, isotonic or none"
    add("--calibration", "HOW", said)


def add_recipe(parser: ArgumentParser) -> None:
    """Add what concerns the recipe as a whole."""
    group = parser.add_argument_group("recipe")
    said = "a recipe to start from; options that are given override it"
    group.add_argument("--recipe", metavar="FILE.toml", help=said)
    _add_switch(
        group, "--narrow", "round weights to 11 bits, and write a file that takes less space"
    )
    said = "keep no word seen in fewer than N documents: the words of a model are data"
    group.add_argument("--private", metavar="N", type=whole, default=SUPPRESS, help=said)
    said = "seed of everything random; 0 by default"
    group.add_argument("--seed", metavar="N", type=whole, default=SUPPRESS, help=said)


def add_group(parser: ArgumentParser) -> None:
    """Add the column of groups."""
    said = "documents with the same value in this column are never on both sides"
    parser.add_argument("--group", metavar="COLUMN", help=said)


def add_aside(parser: ArgumentParser) -> None:
    """Add columns that may give the label away."""
    said = "a column to look for leaks in too: does it alone tell the label? repeat it for several"
    parser.add_argument("--aside", metavar="COLUMN", action="append", default=[], help=said)


def add_dividing(parser: ArgumentParser) -> None:
    """Add how folds are divided: again, by groups, by time."""
    said = "so many times, with other folds each time; 1 by default"
    parser.add_argument("--repeats", metavar="N", type=positive, default=1, help=said)
    add_group(parser)
    said = "fold after fold by this column, each judged by a model of the documents before it"
    parser.add_argument("--time", metavar="COLUMN", help=said)


def add_threads(parser: ArgumentParser) -> None:
    """Add how many threads work; their number never changes a result."""
    parser.add_argument(
        "--threads", metavar="N", type=positive, help="threads to use; all cores by default"
    )


def add_json(parser: ArgumentParser, help: str = "print one JSON object instead of text") -> None:  # noqa: A002
    """Add the output for programs."""
    parser.add_argument("--json", action="store_true", help=help)


def _add_switch(group: Any, name: str, help: str) -> None:  # noqa: A002
    group.add_argument(name, action=BooleanOptionalAction, default=SUPPRESS, help=help)


def names_learner(args: Namespace) -> bool:
    """Return whether a learner is named, by an option or in a recipe file."""
    return args.recipe is not None or "learner" in vars(args)


def learner_settings(args: Namespace) -> dict[str, Any]:
    """Return the settings of learners that were given."""
    given = vars(args)
    settings = {name: given[name] for name in LEARNER if name in given}
    if "offset" in given:
        settings["offset"] = by_label("--offset", given["offset"], "free, penalised, none")
    if "prior" in given:
        settings["prior"] = by_label("--prior", given["prior"], "learned, uniform")
    return settings


def recipe_of(args: Namespace, *, learner: bool = True) -> "Recipe":
    """Return the recipe of the file, if one was named, with the options that were given on top.

    Settings of learners can be left out: where none is named, they say which learners are tried.
    """
    from linnet.recipe.recipe import Recipe

    data = (Recipe() if args.recipe is None else Recipe.load(args.recipe)).to_dict()
    given = vars(args)
    data["features"] |= {name: given[name] for name in FEATURES if name in given}
    if given.get("select") == "none":
        data["features"].pop("select_top", None)
    if given.get("learner", data["learner"]["name"]) != data["learner"]["name"]:
        data["learner"] = {"name": given["learner"]}  # settings of another learner are not its own
    data["learner"] |= learner_settings(args) if learner else {}
    data |= {name: given[name] for name in WHOLE if given.get(name) is not None}
    data["learner"]["name"] = data["learner"].pop("learner", data["learner"]["name"])
    if "stop_words" in given:
        data["features"]["stop_words"] = stop_words(given["stop_words"])
    if "lexicon" in given:
        from linnet.reading.lexicon import read_lexicon

        data["features"]["lexicons"] = {
            name: read_lexicon(path, name) for name, path in given["lexicon"]
        }
    if "class_weights" in given:
        data["class_weights"] = by_label(
            "--class-weights", given["class_weights"], "balanced, none"
        )
    if "cutoff" in given:
        data["cutoff"] = cutoff_of(given["cutoff"])
    return Recipe.from_dict(data)


def cutoff_of(text: str) -> float | dict[str, float] | tuple[str, ...]:
    """Return a number, one for each label, or rules.

    >>> cutoff_of("0.8"), cutoff_of("ham=0.1,spam=0.9"), cutoff_of("spam=f1,ham=0.2")
    (0.8, {'ham': 0.1, 'spam': 0.9}, ('spam=f1', 'ham=0.2'))
    """
    rules = tuple(part.strip() for part in text.split(","))
    if not all(_is_number(rule.rpartition("=")[2]) for rule in rules):
        return rules
    found = by_label("--cutoff", text, "a number")
    return number_of("--cutoff", found) if isinstance(found, str) else found


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def number_of(option: str, text: str) -> float:
    """Return the number that an option was given."""
    try:
        return number(text)
    except ArgumentTypeError as error:
        raise SettingError(f"{option}: {error}.") from None


def stop_words(text: str) -> list[str]:
    """Return the words of a file, or those written here.

    >>> stop_words("the, of,and")
    ['the', 'of', 'and']
    """
    path = Path(text)
    if text == "english" and not path.exists():
        raise SettingError(
            "--stop-words must be a file or word,word; got 'english'. There are no built-in lists."
        )
    if "," in text or not text.strip() or not (path.exists() or "/" in text or path.suffix):
        return [word.strip() for word in text.split(",") if word.strip()]
    try:
        return path.read_text(encoding="utf-8-sig").split()
    except (OSError, UnicodeDecodeError) as error:
        why = f"--stop-words {text}: a file of words in UTF-8 must be readable; got: {error}."
        raise SettingError(f"{why} Check the path, or write word,word.") from None


def by_label(option: str, text: str, names: str) -> str | dict[str, float]:
    """Return a name, or a number for each label.

    >>> by_label("--prior", "uniform", "learned, uniform"), by_label("--prior", "ham=0.9,spam=0.1", "")
    ('uniform', {'ham': 0.9, 'spam': 0.1})
    """
    if "=" not in text:
        return text
    try:
        pairs = [part.rsplit("=", 1) for part in text.split(",")]
        return {label.strip(): float(number) for label, number in pairs}
    except ValueError:
        raise SettingError(
            f"{option} must be {names} or LABEL=P,LABEL=P,…; got {quoted(text)}. Write ham=0.9,spam=0.1."
        ) from None


def amount(text: str) -> int | float:
    """Return a number of documents where it is written as a whole number, else a share of them.

    >>> amount("2"), amount("0.5"), amount("1.0")
    (2, 0.5, 1.0)
    """
    return int(text) if text.strip().isdecimal() else number(text)


def name_and_file(text: str) -> tuple[str, str]:
    """Return the two sides of NAME=FILE.

    >>> name_and_file("good=words.txt")
    ('good', 'words.txt')
    """
    name, _, file = (part.strip() for part in text.partition("="))
    if not name or not file:
        raise ArgumentTypeError(f"NAME=FILE must come here; got {quoted(text)}")
    return name, file


def number(text: str) -> float:
    """Return a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise ArgumentTypeError(f"a finite number must come here; got {quoted(text)}")
    return value


def strength(text: str) -> float | str:
    """Return a strength: a number, or one over n, the documents that are learned from.

    >>> strength("1e-5"), strength("0.3/n")
    (1e-05, '0.3/n')
    """
    return text if text.endswith("/n") else number(text)


def numbers(text: str) -> tuple[float, ...]:
    """Return numbers with commas between them, each once.

    >>> numbers("0.01,0.1,1,1.0")
    (0.01, 0.1, 1.0)
    """
    return tuple(dict.fromkeys(number(part) for part in text.split(",")))


def whole(text: str, least: int = 0) -> int:
    """Return a whole number that is not too small."""
    if not (text.isascii() and text.isdecimal()) or int(text) < least:
        raise ArgumentTypeError(
            f"a whole number, {least} or above, must come here; got {quoted(text)}"
        )
    return int(text)


positive = partial(whole, least=1)


def _whole_or_none(text: str) -> int | None:
    return None if text == "none" else whole(text)
