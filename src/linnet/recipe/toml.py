"""Plain data as TOML."""

import json
from collections.abc import Mapping
from typing import Any


def value_of(value: Any) -> str:
    """Return a number, string, list or flat table in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string(value)
    if isinstance(value, Mapping):
        return (
            "{ "
            + ", ".join(f"{string(key)} = {value_of(item)}" for key, item in value.items())
            + " }"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(value_of(item) for item in value) + "]"
    return repr(value)


def key_of(key: str) -> str:
    """Return a key in TOML."""
    return key if key.isascii() and key.replace("_", "").isalnum() else string(key)


def string(text: str) -> str:
    """Return a string in TOML, whose basic strings are JSON's, but for U+007F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
