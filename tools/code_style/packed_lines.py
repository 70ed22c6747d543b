"""Find lines of C++ or JavaScript that hold several declarations or statements.

A line is judged by itself, without its comments, its strings and all that is in brackets. So the
head of a `for` and a function or lambda on one line are free; so is `case 1: count(); break;`.
"""

import re

TEXT = re.compile(r'"(?:\\.|[^"\\])*"|(?<!\w)\'(?:\\.|[^\'\\])+\'')
COMMENT = re.compile(r"/\*.*?\*/|//.*")
BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>;]*>")
END_OF_LONG_BRACKET = re.compile(r".*\)")
START_OF_LONG_BRACKET = re.compile(r"\(.*")
BREAK = re.compile(r"\bbreak\s*;")

NO_TYPE = r"(?!return\b|throw\b|using\b|delete\b)"
TYPE = r"(?:\w+\s+)*[\w:]+[\s*&]+"
NAME = r"[*&]*\w+\s*(?:=[^,;]*)?"
SEVERAL_NAMES = re.compile(rf"\s*{NO_TYPE}{TYPE}{NAME}(?:,\s*{NAME})+;\s*")


def has_several_declarations(line: str) -> bool:
    """Return whether a line declares or sets two names, as `int low = 0, high = 1;` does."""
    return SEVERAL_NAMES.fullmatch(outside_brackets(line)) is not None


def has_several_statements(line: str) -> bool:
    """Return whether a line holds two statements, as `low = 0; high = 1;` does."""
    outside = BREAK.sub("", outside_brackets(line))
    return outside.count(";") > 1


def outside_brackets(line: str) -> str:
    """Return what a line says outside of brackets, strings and comments."""
    line = TEXT.sub("0", line)
    line = COMMENT.sub("", line)

    removed = 1
    while removed:
        line, removed = BRACKETS.subn("", line)
    line = END_OF_LONG_BRACKET.sub("", line)
    return START_OF_LONG_BRACKET.sub("", line)
