"""What can go wrong, in one sentence each: where, what must hold, what came, what to do.

Whatever a sentence quotes, it is one line and short enough to read: `quoted` and `listed` cut the
values and the lists in it, and a LinnetError cuts what is still too long.

What to do is data where it depends on who asks: a Python program passes `skip_bad_rows=True`, the
command an option. An error carries an `Advice`, and each front end has one table of its words:
`IN_PYTHON` is the one for Python programs.
"""

import re
from collections.abc import Callable, Collection, Iterable
from itertools import islice
from typing import Any

LONGEST_SENTENCE = 1_000
LONGEST_VALUE = 100  # characters of a value as it is quoted, quotes and escapes included
_START = 60  # characters that are left of a longer one
_MOST = 10  # values of a list
_LONGEST_NAME = 60
_LIST_ROOM = 300  # characters of a list
# In a URL: what comes between the name of a user and the host, and options by their names.
_PASSWORD = re.compile(r"(\w://[^\s:/@'\"]*):[^\s'\"]*@")
_SECRET_OPTION = re.compile(r"([?&;]\w*(?:pass|pwd|token|secret|key)\w*=)[^&;\s'\"]*", re.I)
# Invisible, but part of how words and emoji look.
_JOINERS = "\u200c\u200d"


class Advice:
    """What to do about an error, as data: its name in every table of words, and what these need.

    >>> str(Advice("name_format", formats="csv|tsv"))
    'Name the format csv|tsv.'
    """

    def __init__(self, name: str, **values: str) -> None:
        """Take a name of `IN_PYTHON` and the values of its words."""
        self.name = name
        self.values = values

    def __str__(self) -> str:
        return IN_PYTHON[self.name].format(**self.values)


IN_PYTHON = {
    "add_ridge": "Add a ridge or leave a column out.",
    "add_ridge_or_share": "Add a ridge, share the covariance or leave a column out.",
    "allow_multilabel": "Pass multilabel=True or keep one of them.",
    "fewer_features": "Leave rare features out, hash them, or use a naive Bayes learner.",
    "give_training": "Pass them as training=….",
    "give_training_or_learn": "Pass them as training=…, or add documents with classifier.learn.",
    "leave_encoding_out": "Leave the encoding out, so that it is found.",
    "leave_encoding_out_or_skip": "Leave the encoding out, so that it is found, or skip bad rows.",
    "keep_many_labels": "Name another label column, or say that so many are meant.",
    "name_column": "Name the {role} column.",
    "name_database": "Read {url} with sql='SELECT … AS text, … AS label FROM …'.",
    "name_date_format": "Pass date_format='%d/%m/%Y' or '%m/%d/%Y' to linnet.read.",
    "name_decimal_or_skip": "Name the decimal mark, or skip bad rows.",
    "name_delimiter": "Name the delimiter.",
    "name_encoding": "Name the encoding, such as {encoding}.",
    "name_encoding_or_skip": "Name the encoding, such as {encoding}, or skip bad rows.",
    "name_existing_column": "Name one of these.",
    "name_files_or_folder": "Name the files, or the format folder for one text in each file.",
    "name_format": "Name the format {formats}.",
    "name_learner": "Name the {learner} learner.",
    "name_learner_or_leave_out": "Name the {learner} learner, or leave {what} out.",
    "name_one_learner": "Name one of them.",
    "name_sheet": "Name one of them as sheet=….",
    "name_predicted_column": "Name the column of predicted labels.",
    "name_training": "Pass the training documents as training=….",
    "name_weight": "Read them with weight='column'.",
    "numeric_columns_only": "Name numeric columns, and set words to none.",
    "pass_tokenizer": "Pass the function {function} as tokenizer=….",
    "retrain": "Use linnet.retrain: it learns old and new documents together.",
    "pass_query": "Pass sql='SELECT … AS text, … AS label FROM …'.",
    "skip_bad_rows": "{otherwise} or skip bad rows.",
}


class LinnetError(Exception):
    """Anything linnet says no to."""

    def __init__(self, problem: object = "", advice: Advice | str | None = None) -> None:
        """Take what is wrong, in one line of at most 1,000 characters, and what to do as data."""
        self.problem = str(problem)
        self.advice = advice
        super().__init__(self.sentence(str))

    def sentence(self, in_words: Callable[[Advice], str]) -> str:
        """Return what is wrong and what to do, with the words of a front end."""
        if self.advice is None:
            return one_line(self.problem)
        if isinstance(self.advice, str):
            return one_line(f"{self.problem} {self.advice}")
        return one_line(f"{self.problem} {in_words(self.advice)}")


class InputError(LinnetError, ValueError):
    """What was read is not what we can read."""


class SettingError(LinnetError, ValueError):
    """A recipe or option asks for what does not exist or does not fit."""


class ModelFileError(LinnetError):
    """A model file is damaged, foreign or too new."""


class DataWarning(UserWarning):
    """What is read may not be what is meant."""


class NotConverged(UserWarning):
    """A solver stopped before it reached the asked precision."""


def quoted(value: Any) -> str:
    """Return a value as a sentence quotes it: on one line, cut where it would be too long to read.

    >>> quoted("old"), quoted("a" * 5000)[-20:]
    ("'old'", '… (5,002 characters)')
    """
    if isinstance(value, str | bytes | bytearray) and len(value) > LONGEST_VALUE:
        length = len(value) + len(repr(value[:0]))
        text = repr(value[:LONGEST_VALUE])
    else:
        text = repr(value)
        length = len(text)

    if length <= LONGEST_VALUE:
        return escaped(text)
    return f"{escaped(text[:_START])}… ({length:,} characters)"


def listed(values: Collection[Any], most: int = _MOST) -> str:
    """Return values as a list to read, cut where it would be too long.

    >>> listed(["id", "body"]), listed(["a", "b", "c", "d"], most=2)
    ("'id', 'body'", "'a', 'b' … and 2 more")
    """
    return shortened((quoted(value) for value in values), len(values), most)


def shortened(parts: Iterable[str], count: int, most: int = _MOST) -> str:
    """Return the first of so many parts with commas between, and how many more there are.

    >>> shortened(["a 1", "b 2", "c 3"], 3, most=2)
    'a 1, b 2 … and 1 more'
    """
    chosen: list[str] = []
    room = _LIST_ROOM
    for part in islice(parts, most):
        room -= len(part) + 2
        if chosen and room < 0:
            break
        chosen.append(part)
    first = ", ".join(chosen)
    n_more = count - len(chosen)
    if n_more > 0:
        return f"{first} … and {n_more:,} more"
    return first


def one_line(sentence: str) -> str:
    """Return a sentence on one line that is not too long.

    >>> one_line("data.csv: got two\\nlines.")
    'data.csv: got two\\\\nlines.'
    """
    # Cut before and after: escapes of a long text would take long, and make it longer.
    return bounded(escaped(without_passwords(bounded(sentence))))


def without_passwords(text: str) -> str:
    """Return a text without the passwords of the URLs in it.

    >>> without_passwords("postgresql://me:secret@host/shop?sslpassword=x is not understood")
    'postgresql://me:***@host/shop?sslpassword=*** is not understood'
    """
    if "://" not in text:
        return text
    return _SECRET_OPTION.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))


def bounded(sentence: str, most: int = LONGEST_SENTENCE) -> str:
    """Return a sentence without its middle where it is too long; its start and its advice stay.

    >>> bounded("data.csv: got " + "x" * 5000 + ". Check the file.", 60)
    'data.csv: got xxxxxxxxxxxxxxxxxxx … xxxxxxx. Check the file.'
    """
    if len(sentence) <= most:
        return sentence
    end = most * 2 // 5
    start = most - end - 3
    return f"{sentence[:start]} … {sentence[-end:]}"


def escaped(text: str) -> str:
    """Return the text on one line, with an escape for all that is no visible character.

    >>> escaped("a\\nb"), escaped("naïve 👩‍👧")
    ('a\\\\nb', 'naïve 👩\u200d👧')
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else _escape(c) for c in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()


def shown(name: str) -> str:
    """Return the name of a label or feature as a person can read it, cut where it is very long.

    >>> shown("prize"), shown(" pr"), shown("")
    ('prize', "' pr'", "''")
    """
    if len(name) > _LONGEST_NAME:
        name = f"{name[: _LONGEST_NAME - 1]}…"
    text = escaped(name)
    if not text or text.strip() != text:
        return f"'{text}'"
    return text


def counted(number: int, thing: str) -> str:
    """Return a number and its thing.

    >>> counted(1, "label"), counted(2676, "feature")
    ('1 label', '2,676 features')
    """
    return f"{number:,} {thing}" + ("" if number == 1 else "s")
