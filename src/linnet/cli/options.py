"""Options that several commands share, and what they say put together.

Settings have their options from the table of settings. An option that was not given leaves no trace
(SUPPRESS): so those that were given override a recipe file.
"""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from linnet.cli.tokenizer import HELP, add_tokenizer
from linnet.errors import SettingError, quoted
from linnet.learning.learners import DEFAULT, learner_names
from linnet.recipe.table import names, rows
from linnet.settings.kinds import Flag, Int, Kind, Number, Strength
from linnet.settings.setting import Setting

if TYPE_CHECKING:
    from linnet.recipe.recipe import Recipe

DATA_HELP = "labelled documents"
JSON_HELP = "print one JSON object instead of text"


def add_choice_or_alone(
    parser: ArgumentParser, option: str, choices: Sequence[str], help_text: str
) -> None:
    """Declare an option with one of these values; alone it has the first."""
    parser.add_argument(option, nargs="?", const=choices[0], choices=choices, help=help_text)


def add_data(parser: ArgumentParser, help_text: str = DATA_HELP, **default: Any) -> None:
    """Add what is read, a list of names; `default=` is read where nothing is named."""
    nargs = "*" if default else "+"
    parser.add_argument("data", metavar="DATA", nargs=nargs, help=help_text, **default)


def add_training(parser: ArgumentParser, help_text: str) -> None:
    """Add the documents that a model was trained on, a list of names."""
    help_text = f"{help_text}; repeat it for several"
    parser.add_argument("--training", metavar="DATA", action="append", default=[], help=help_text)


def add_reading(  # noqa: PLR0913
    parser: ArgumentParser,
    *,
    label: bool = True,
    multilabel: bool = False,
    learns: bool = False,
    time: bool = False,
    weight: bool = False,
    id: bool = False,  # noqa: A002
    keep: bool = False,
) -> None:
    """Add how the data is read: only what the command makes use of."""
    group = parser.add_argument_group("reading")
    used = {
        "label": label,
        "several_labels": multilabel,
        "many_labels": learns,
        "fold_labels": label,
        "min_label_documents": learns,
        "rare_labels_into": learns,
        "date_format": time,
        "weight": weight,
        "id": id,
        "keep_columns": keep,
    }
    for row in rows("reading"):
        if used.get(row.name, True):
            _add_reading(group, row)


def _add_reading(group: Any, row: Setting) -> None:
    """Add an option that has its default where it is not given."""
    options: dict[str, Any] = {"dest": row.name, "default": row.default, "help": row.help}
    if isinstance(row.kind, Flag):
        options["action"] = "store_true"
    else:
        options["metavar"] = row.metavar
    if isinstance(row.kind, Int):
        options["type"] = parser_of(row.kind)
    if row.repeated:
        options["action"] = "append"
    group.add_argument(*row.options, **options)


def add_features(parser: ArgumentParser, *, default: str = "by default its single words") -> None:
    """Add how text becomes features."""
    group = parser.add_argument_group("features", f"what is counted in a text; {default}")
    _add_settings(group, [row for row in rows("features") if not row.heading])
    add_tokenizer(group, HELP)


def add_learner(
    parser: ArgumentParser, *, grid: bool = False, default: str = "where none is named, multinomial"
) -> None:
    """Add how weights are learned; with a grid, smoothing and strength are left to the command."""
    group = parser.add_argument_group("learner")
    help_text = f"{', '.join(learner_names())}; {default}"
    group.add_argument("--learner", metavar="NAME", default=SUPPRESS, help=help_text)
    left_out = {"learner"}
    if grid:
        left_out |= {"smoothing", "strength"}
    learner_rows = [row for row in rows("learner") if row.name not in left_out]
    deciding_rows = [row for row in rows("recipe") if row.heading == "learner"]
    _add_settings(group, [*learner_rows, *deciding_rows])


def add_recipe(parser: ArgumentParser) -> None:
    """Add what concerns the recipe as a whole."""
    group = parser.add_argument_group("recipe")
    help_text = "a recipe to start from; options that are given override it"
    group.add_argument("--recipe", metavar="FILE.toml", help=help_text)
    _add_settings(group, [row for row in rows("recipe") if not row.heading])


def _add_settings(group: Any, settings: Sequence[Setting]) -> None:
    """Add an option for each name; its rows, of different learners, share it."""
    for name in dict.fromkeys(row.name for row in settings):
        same_name = [row for row in settings if row.name == name]
        if same_name[0].options:
            _add_setting(group, same_name)


def _add_setting(group: Any, same_name: Sequence[Setting]) -> None:
    first = same_name[0]
    flags = dict.fromkeys(flag for row in same_name for flag in row.options)
    help_texts = dict.fromkeys(row.help for row in same_name)
    options: dict[str, Any] = {
        "dest": first.name,
        "default": SUPPRESS,
        "help": "; ".join(help_texts),
    }
    if isinstance(first.kind, Flag):
        options["action"] = BooleanOptionalAction
    else:
        options |= {"metavar": first.metavar, "type": parser_of(first.kind)}
    if first.repeated:
        options["action"] = "append"
    group.add_argument(*flags, **options)


def add_group(parser: ArgumentParser) -> None:
    """Add the column of groups."""
    _add_column(parser, "group")


def _add_column(parser: ArgumentParser, name: str) -> None:
    row = next(row for row in rows("recipe") if row.name == name)
    parser.add_argument(*row.options, metavar=row.metavar, help=row.help)


def add_metadata(parser: ArgumentParser) -> None:
    """Add columns that may give the label away."""
    help_text = (
        "a column to look for leaks in too: does it alone tell the label? repeat it for several"
    )
    parser.add_argument(
        "--metadata",
        "--aside",
        dest="metadata",
        metavar="COLUMN",
        action="append",
        default=[],
        help=help_text,
    )


def add_partitioning(parser: ArgumentParser) -> None:
    """Add how folds are divided: again, by groups, by time."""
    help_text = "so many times, with other folds each time; 1 by default"
    parser.add_argument("--repeats", metavar="N", type=positive, default=1, help=help_text)
    add_group(parser)
    _add_column(parser, "time")


def add_min_probability(parser: ArgumentParser, help_text: str) -> None:
    """Add the lowest probability that a label is given with."""
    parser.add_argument(
        "--min-probability",
        metavar="P",
        type=parser_of(Number(least=0, most=1)),
        default=0.0,
        help=help_text,
    )


def add_threads(parser: ArgumentParser) -> None:
    """Add how many threads work; their number never changes a result."""
    parser.add_argument(
        "--threads", metavar="N", type=positive, help="threads to use; all cores by default"
    )


def add_split_duplicates(parser: ArgumentParser) -> None:
    """Add the option that lets copies of a document be in several parts."""
    help_text = (
        "do not look for exact and near duplicates; by default copies are kept in one part, so "
        "that the estimate is honest"
    )
    parser.add_argument("--split-duplicates", action="store_true", help=help_text)


def add_no_record(parser: ArgumentParser) -> None:
    """Add the option that leaves the training record out."""
    help_text = "leave out of the model file what was tried and how good the model was estimated"
    parser.add_argument("--no-record", action="store_true", help=help_text)


def add_json(parser: ArgumentParser, help: str = JSON_HELP) -> None:  # noqa: A002
    """Add the output for programs."""
    parser.add_argument("--json", action="store_true", help=help)


def names_learner(args: Namespace) -> bool:
    """Return whether a learner is named, by an option or in a recipe file."""
    return args.recipe is not None or "learner" in vars(args)


def feature_names() -> list[str]:
    """Return the settings of features that options set; a tokenizer is named by itself."""
    return [row.name for row in rows("features") if row.options and not row.heading]


def learner_settings(args: Namespace) -> dict[str, Any]:
    """Return the settings of learners that were given."""
    return dict(_given(args, "learner", names("learner")))


def recipe_of(args: Namespace, *, learner: bool = True, start: "Recipe | None" = None) -> "Recipe":
    """Return the recipe of the file, if one was named, with the options that were given on top.

    `start` is a recipe to begin with where none was named.
    Settings of learners can be left out: where none is named, they say which learners are tried.
    """
    from linnet.reading.lexicon import read_lexicons
    from linnet.recipe.recipe import Recipe

    data: dict[str, Any] = {"features": {}, "learner": {"name": DEFAULT}}
    if start is not None:
        data = start.to_dict()
    if args.recipe is not None:
        data = Recipe.load(args.recipe).to_dict()

    features = dict(_given(args, "features", feature_names()))
    if "lexicons" in features:
        features["lexicons"] = read_lexicons(features["lexicons"])
    if features.get("select") == "none":
        data["features"].pop("select_top", None)
    data["features"] |= features

    settings = learner_settings(args)
    name = settings.pop("learner", data["learner"]["name"])
    if name != data["learner"]["name"]:
        data["learner"] = {"name": name}  # settings of another learner are not its own
    if learner:
        data["learner"] |= settings

    whole = _given(args, "recipe", names("recipe"))
    data |= {name: value for name, value in whole if value is not None}
    return Recipe.from_dict(data)


def _given(args: Namespace, table: str, wanted: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield those of the wanted settings of a table that were given, as plain data."""
    values = vars(args)
    for name in wanted:
        if name in values:
            same_name = [row for row in rows(table) if row.name == name]
            yield name, _read(same_name, values[name])


def _read(same_name: Sequence[Setting], value: Any) -> Any:
    """Return plain data: what the kind of each row makes of the value."""
    for row in same_name:
        if value is not None:
            value = row.kind.read(same_name[0].options[0], value)
    return value


def parser_of(kind: Kind) -> Callable[[str], Any]:
    """Return what parses an option of this kind, and says what must come where it cannot."""

    def parse(text: str) -> Any:
        try:
            return kind.parse(text)
        except ValueError:
            problem = f"{kind.must_come} must come here; got {quoted(text)}"
            raise ArgumentTypeError(problem + _with_a_point(kind, text)) from None

    return parse


def _with_a_point(kind: Kind, text: str) -> str:
    """Return the advice to write a decimal point, where a decimal comma is all that is wrong."""
    number = text.replace(",", ".", 1)
    try:
        kind.parse(number)
    except ValueError:
        return ""
    return f". Write {number}, with a point"


def number(text: str) -> float:
    """Return a finite number."""
    value: float = parser_of(Number())(text)
    return value


def number_of(option: str, text: str) -> float:
    """Return the number that an option was given."""
    try:
        return number(text)
    except ArgumentTypeError as error:
        raise SettingError(f"{option}: {error}.") from None


def numbers(text: str) -> tuple[float, ...]:
    """Return numbers with commas between them, each once.

    >>> numbers("0.01,0.1,1,1.0")
    (0.01, 0.1, 1.0)
    """
    return tuple(dict.fromkeys(number(part) for part in text.split(",")))


def strengths(text: str) -> tuple[float | str, ...]:
    """Return strengths with commas between them, each once.

    >>> strengths("0.01,1/n,0.01")
    (0.01, '1/n')
    """
    parse = parser_of(Strength(least=0, most=inf))
    return tuple(dict.fromkeys(parse(part) for part in text.split(",")))


def whole(text: str, least: int = 0) -> int:
    """Return a whole number that is not too small."""
    value: int = parser_of(Int(least))(text)
    return value


positive = partial(whole, least=1)
