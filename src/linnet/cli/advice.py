"""What the command advises: the options that do what an error asks for."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from linnet.errors import IN_PYTHON, Advice, LinnetError

IN_OPTIONS = IN_PYTHON | {
    "add_ridge": "Pass --ridge R or leave a column out.",
    "add_ridge_or_share": "Pass --ridge R or --covariance shared, or leave a column out.",
    "allow_multilabel": "Pass --multilabel or keep one of them.",
    "fewer_features": (
        "Keep fewer features (--min-documents, --most-frequent, --hash-bits), "
        "or use a naive Bayes learner (--learner multinomial)."
    ),
    "give_training": "Pass --training DATA.",
    "give_training_or_learn": "Pass --training DATA, or add documents with linnet learn.",
    "leave_encoding_out": "Leave --encoding out, so that it is found.",
    "leave_encoding_out_or_skip": (
        "Leave --encoding out, so that it is found, or pass --skip-bad-rows."
    ),
    "keep_many_labels": "Pass --label COLUMN, or --many-labels.",
    "name_database": "Pass {url} --sql 'SELECT … AS text, … AS label FROM …'.",
    "name_date_format": "Pass --date-format '%d/%m/%Y' or '%m/%d/%Y'.",
    "name_decimal_or_skip": "Pass --decimal , or --decimal . or --skip-bad-rows.",
    "name_delimiter": "Pass --delimiter CHARACTER.",
    "name_encoding": "Pass --encoding NAME, such as {encoding}.",
    "name_encoding_or_skip": "Pass --encoding NAME, such as {encoding}, or --skip-bad-rows.",
    "name_files_or_folder": ("Name the files, or pass --format folder for one text in each file."),
    "name_format": "Pass --format {formats}.",
    "name_learner": "Pass --learner {learner}.",
    "name_learner_or_leave_out": "Pass --learner {learner}, or leave {what} out.",
    "name_one_learner": "Pass --learner with one of them.",
    "name_sheet": "Pass --sheet with one of them.",
    "name_predicted_column": "Pass --predicted COLUMN.",
    "name_training": "Name the training documents with --training DATA.",
    "name_weight": "Pass --weight COLUMN.",
    "numeric_columns_only": "Pass --numeric COLUMN and --words none.",
    "pass_tokenizer": "Pass --tokenizer FILE.py:{function} or MODULE:{function}.",
    "retrain": "Use linnet retrain: it learns old and new documents together.",
    "pass_query": "Pass --sql 'SELECT … AS text, … AS label FROM …'.",
    "skip_bad_rows": "{otherwise} or pass --skip-bad-rows.",
}
ROLES_WITH_AN_OPTION = ("text", "label", "id", "weight")


def sentence_for_command(error: BaseException, words: Sequence[str] = ()) -> str:
    """Return an error with its advice as options; `words` are those of the command line.

    >>> from linnet.errors import InputError
    >>> error = InputError("a.csv, row 2: a label must not be empty; got ''.",
    ...     Advice("skip_bad_rows", otherwise="Drop the row"))
    >>> sentence_for_command(error)
    "a.csv, row 2: a label must not be empty; got ''. Drop the row or pass --skip-bad-rows."
    """
    if not isinstance(error, LinnetError):
        return str(error)
    return error.sentence(lambda advice: in_options(advice, words))


def in_options(advice: Advice, words: Sequence[str] = ()) -> str:
    """Return an advice as options of the command.

    >>> in_options(Advice("name_column", role="label"))
    'Pass --label COLUMN.'
    >>> words = ["split", "a.csv", "--time", "day"]
    >>> in_options(Advice("name_existing_column", column="day"), words)
    'Name one of these with --time.'
    """
    if advice.name == "name_column" and advice.values["role"] in ROLES_WITH_AN_OPTION:
        return f"Pass --{advice.values['role']} COLUMN."
    if advice.name == "name_existing_column":
        return _name_existing_column(advice.values["column"], words)
    return IN_OPTIONS[advice.name].format(**advice.values)


def _name_existing_column(column: str, words: Sequence[str]) -> str:
    """Return the advice to name another column, with the option that named this one."""
    for option, value in _options(words):
        if value == column:
            return f"Name one of these with {option}."
    return IN_PYTHON["name_existing_column"]


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the options with their values, as --option value or --option=value."""
    for word, next_word in zip_longest(words, words[1:], fillvalue=""):
        option, equals, value = word.partition("=")
        if option.startswith("--"):
            yield option, value if equals else next_word
