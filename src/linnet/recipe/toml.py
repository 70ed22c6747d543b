"""Plain data as TOML."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def toml_of(data: Mapping[str, Any], tables: Sequence[str] = ()) -> str:
    """Return a document in TOML: values first, then these tables, then other tables.

    >>> print(toml_of({"learner": {"name": "svm"}, "seed": 7}, ["learner"]), end="")
    seed = 7
    <BLANKLINE>
    [learner]
    name = "svm"
    """
    others = [name for name, item in data.items() if isinstance(item, Mapping)]
    last = dict.fromkeys([*tables, *others])
    lines = [line_of(name, item) for name, item in data.items() if name not in last]
    for name in last:
        lines += ["", f"[{name}]"]
        lines += [line_of(key, item) for key, item in data[name].items()]
    return "\n".join(lines) + "\n"


def line_of(key: str, value: Any) -> str:
    """Return a key and its value in TOML."""
    return f"{key_of(key)} = {value_of(value)}"


def value_of(value: Any) -> str:
    """Return a number, string, list or flat table in TOML.

    >>> value_of({"a": [1, 2.5, True, "b"]})
    '{ "a" = [1, 2.5, true, "b"] }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string(value)
    if isinstance(value, Mapping):
        items = [f"{string(key)} = {value_of(item)}" for key, item in value.items()]
        return "{ " + ", ".join(items) + " }"
    if isinstance(value, list | tuple):
        items = [value_of(item) for item in value]
        return "[" + ", ".join(items) + "]"
    return repr(value)


def key_of(key: str) -> str:
    """Return a key in TOML."""
    return key if key.isascii() and key.replace("_", "").isalnum() else string(key)


def string(text: str) -> str:
    """Return a string in TOML, whose basic strings are JSON's, but for U+007F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
