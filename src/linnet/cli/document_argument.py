"""One document on the command line: a text, or NAME=TEXT for each field and each other column."""

import json
import shlex
import sys
from typing import TYPE_CHECKING, Any

from linnet.errors import InputError, SettingError, listed, quoted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier


def document_of(text: str | None, pairs: list[str], classifier: "Classifier") -> Any:
    """Return the document as the classifier takes it: a tuple of texts; a dict with columns too."""
    fields = classifier.fields
    columns = classifier.model.features.columns
    others = [*columns.categorical, *columns.numeric]
    if columns.named:
        others.append(columns.named)
    if not fields and text is not None:
        name = shlex.quote(others[0])
        raise SettingError(f"this model reads no text; got one. Pass --field {name}=VALUE instead.")
    of_fields = [pair for pair in pairs if _name_and_text(pair)[0] not in others]
    texts = texts_of(text, of_fields, fields)
    if not others:
        return texts

    document: dict[str, Any] = dict.fromkeys(others)  # what is not given is missing
    document |= dict(_name_and_text(pair) for pair in pairs if pair not in of_fields)
    if columns.named:
        document[columns.named] = _json_object(document[columns.named] or "{}")
    return document | dict(zip(fields, texts, strict=True))


def document_json(document: Any, fields: tuple[str, ...]) -> Any:
    """Return the document as `--json` shows it: a text, or a dict.

    >>> document_json(("Never", "It broke."), ("title", "body"))
    {'title': 'Never', 'body': 'It broke.'}
    """
    if isinstance(document, dict):
        return document
    if len(document) == 1:
        return document[0]
    return dict(zip(fields, document, strict=True))


def texts_of(text: str | None, pairs: list[str], fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return the text of each field, as given by position or by name.

    >>> texts_of(None, ["body=It broke.", "title=Never"], ("title", "body"))
    ('Never', 'It broke.')
    """
    by_name = dict(_name_and_text(pair) for pair in pairs)
    if text is not None and not pairs and len(fields) == 1:
        return (_checked(_standard_input() if text == "-" else text),)
    if text is not None or set(by_name) != set(fields) or len(by_name) != len(pairs):
        names = list(by_name) if text is None else ["TEXT", *by_name]
        raise _wrong_texts(names, fields)
    return tuple(_checked(by_name[field]) for field in fields)


def _wrong_texts(names: list[str], fields: tuple[str, ...]) -> SettingError:
    wanted = " ".join(f"--field {shlex.quote(field)}=TEXT" for field in fields)
    if len(fields) == 1:
        wanted = f"TEXT, or {wanted}"
    return SettingError(
        f"each field of the model must have one text; got {listed(names) or 'none'}. Pass {wanted}."
    )


def _name_and_text(pair: str) -> tuple[str, str]:
    name, sign, text = pair.partition("=")
    if not sign:
        raise SettingError(
            f"--field must be NAME=TEXT; got {quoted(pair)}. Write --field body='some text'."
        )
    return name, text


def _json_object(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise SettingError(
            f"named features must be a JSON object; got {quoted(text)}. Write '{{\"length\": 7}}'."
        ) from None


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode().removesuffix("\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"standard input: text must be UTF-8; got {error.reason}. Convert it to UTF-8."
        ) from None


def _checked(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(
            "a text must be UTF-8; got other bytes. Set the terminal to UTF-8."
        ) from None
    return text
