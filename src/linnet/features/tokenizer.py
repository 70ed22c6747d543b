"""Tokens by a Python function: what needs a language library, such as lemmas, parts of speech.

The engine reads the tokens of a text as one text with a separator between them, and takes them as
they are. A model file holds the name of the function, never its code, and nothing is imported
because a file names it.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from linnet.errors import Advice, InputError, SettingError, quoted
from linnet.reading.engine_texts import Texts, engine_texts

if TYPE_CHECKING:
    from linnet.reading.documents import Batch, Documents

SEPARATOR = "\x1f"
PATTERN = "given"  # the word pattern of the engine that takes tokens as they are
# A space parts the words of an n-gram; none of them may come before it.
NOT_IN_GRAMS = re.compile(r"[\x00-\x1e ]")

TokensOf = Callable[[str], Iterable[str]]


class UnfitError(ValueError):
    """What a tokenizer gave is not what it must give."""


@dataclass(frozen=True)
class Tokenizer:
    """A function from a text to its tokens, and its name.

    >>> Tokenizer.of(str.split).cut(["to be", None])
    ['to\\x1fbe', None]
    """

    name: str  # module:function, as a model file has it
    function: TokensOf
    # Whether tokens become n-grams, which are named by words with a space between.
    grams: bool = False

    @classmethod
    def of(cls, function: Any) -> "Tokenizer":
        """Return a function as a tokenizer, by the name that Python has for it."""
        if isinstance(function, Tokenizer):
            return function
        if not callable(function):
            raise SettingError(
                "a tokenizer must be a function from a text to its tokens; "
                f"got {quoted(function)}. Pass a function."
            )
        named = function if hasattr(function, "__qualname__") else type(function)
        module = getattr(named, "__module__", None) or "builtins"
        return cls(f"{module}:{named.__qualname__}", function)

    def cut(
        self, texts: Any, rows: Sequence[int] | None = None, where: str = ""
    ) -> list[str | None]:
        """Return each text as its tokens with separators between, one by one in this thread."""
        listed = texts if isinstance(texts, list) else texts.to_pylist()
        if not all(isinstance(text, str | None) for text in listed):
            raise TypeError("a text must be a str")
        done: list[str | None] = []
        try:
            for text in listed:
                done.append(None if text is None else self._joined(text))
        except Exception as error:
            row = len(done) if rows is None else rows[len(done)]
            rule = f"take every text; got {type(error).__name__}: {error}"
            if isinstance(error, UnfitError):
                rule = str(error)
            raise InputError(
                f"{where}row {row}: the tokenizer {self.name} must {rule}. Mend it."
            ) from error
        return done

    def _joined(self, text: str) -> str:
        returned = self.function(text)
        if isinstance(returned, str) or not isinstance(returned, Iterable):
            raise UnfitError(f"give a list of tokens; got {quoted(returned)}")
        tokens = list(returned)
        try:
            joined = SEPARATOR.join(tokens)
        except TypeError:
            odd = next(token for token in tokens if not isinstance(token, str))
            raise UnfitError(
                f"give tokens that are str; got {quoted(odd)} of type {type(odd).__name__}"
            ) from None
        if joined.count(SEPARATOR) >= max(len(tokens), 1):
            raise UnfitError("give tokens without U+001F, which parts them; got one with it")
        if self.grams and NOT_IN_GRAMS.search(joined):
            token = next(token for token in tokens if NOT_IN_GRAMS.search(token))
            raise UnfitError(
                "give tokens without spaces and control characters to make n-grams of; "
                f"got {quoted(token)}"
            )
        return joined


def _unread(_: str) -> NoReturn:
    raise SettingError(
        "this model was opened without its tokenizer, so it reads no texts. Load it with it."
    )


UNREAD = Tokenizer("", _unread)  # for those who open a model and read no texts with it


def required_tokenizer(name: str | None, function: Any, where: str) -> Tokenizer | None:
    """Return a function as the tokenizer of this name, None where no tokenizer is needed."""
    if function is UNREAD:
        return UNREAD if name else None
    if function is None and name is None:
        return None
    if function is None:
        raise SettingError(
            f"{where} needs the tokenizer {name}, a function that no file of ours holds; got none.",
            Advice("pass_tokenizer", function=_function(str(name))),
        )
    tokenizer = Tokenizer.of(function)
    if name is None:
        raise SettingError(
            f"{where} cuts texts by itself; got the tokenizer {tokenizer.name}. Leave it out."
        )
    if _function(tokenizer.name) != _function(name):
        warnings.warn(
            f"{where} was trained with the tokenizer {name}; got {tokenizer.name}, "
            "and other tokens may give other labels. Pass the same function, or train again.",
            stacklevel=4,
        )
    return tokenizer


def _function(name: str) -> str:
    """Return the name of the function alone: modules are moved."""
    return name.rpartition(":")[2]


def engine_fields(
    fields: Sequence[Any], tokenizer: Tokenizer | None, rows: Sequence[int] | None = None
) -> list[Texts]:
    """Return texts by field as the engine reads them: as tokens where there is a tokenizer."""
    if tokenizer is not None:
        fields = [tokenizer.cut(field, rows) for field in fields]
    return [engine_texts(field) for field in fields]


def tokenized(documents: "Documents", tokenizer: Tokenizer | None) -> "Documents":
    """Return the documents with their texts cut into tokens where there is a tokenizer."""
    if tokenizer is None:
        return documents
    import pyarrow as pa

    def cut(batch: "Batch", text: Any) -> Any:
        tokens = tokenizer.cut(text, batch.rows.tolist(), f"{documents.name}, ")
        try:
            return pa.array(tokens, pa.large_string())
        except UnicodeEncodeError as error:
            got = error.object[error.start]
            raise InputError(
                f"{documents.name}: a token must have no lone surrogates; got {quoted(got)}."
            ) from None

    def batches() -> "Iterator[Batch]":
        for batch in documents.open_batches():
            texts = tuple(cut(batch, text) for text in batch.texts)
            yield replace(batch, texts=texts)

    return replace(documents, open_batches=batches)
