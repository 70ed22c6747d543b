"""A text file in any encoding → the same as UTF-8, with what was found out about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from linnet.errors import Advice, InputError
from linnet.reading.encoding_choice import choose_encoding, is_settled
from linnet.reading.encodings import UTF8, checked_encoding
from linnet.reading.settings import ReadSettings
from linnet.reading.source import Source, Stream

FIRST_BYTES = 1 << 18
MOST_BYTES = 1 << 22  # so many bytes decide at most, where the first ones are ASCII or not UTF-8


@dataclass(frozen=True)
class TextInput:
    """A source whose bytes are UTF-8, the settings with its encoding, and notes about it."""

    source: Source
    settings: ReadSettings
    notes: tuple[str, ...] = ()

    @property
    def encoding(self) -> str:
        """The encoding that the source has, if it is not UTF-8 already."""
        return self.settings.encoding or UTF8


@dataclass(frozen=True)
class TranscodedSource:
    """A source that gives UTF-8, whatever its encoding."""

    source: Source
    encoding: str
    old_mac: bool = False  # whether a carriage return ends a line

    @property
    def name(self) -> str:
        """What errors call it."""
        return self.source.name

    @property
    def path(self) -> Path | None:
        """The file, if it is one."""
        return self.source.path

    def open(self) -> Stream:
        """Return the bytes from the start."""
        stream = self.source.open()
        stream.transcode(self.encoding, old_mac=self.old_mac)
        return stream

    @contextmanager
    def peek(self) -> Iterator[Stream]:
        """Lend the stream."""
        with self.source.peek() as stream:
            stream.transcode(self.encoding, old_mac=self.old_mac)
            yield stream


def text_input(source: Source, settings: ReadSettings, *, lines: bool = False) -> TextInput:
    """Return a text file as UTF-8: in the encoding named, or else in the one of its first bytes.

    Where each line is a document (`lines`), carriage returns end lines if nothing else does.
    """
    start = _start(source)
    found = found_encoding(start, settings, source.name)
    encoding = found.settings.encoding or UTF8
    old_mac = lines and _is_old_mac(start, encoding)
    if encoding != UTF8 or old_mac:
        source = TranscodedSource(source, encoding, old_mac)
    return TextInput(source, found.settings, found.notes)


@dataclass(frozen=True)
class EncodingFound:
    """The settings with the encoding of a text, and notes about it."""

    settings: ReadSettings
    notes: tuple[str, ...] = ()


def found_encoding(start: bytes, settings: ReadSettings, name: str) -> EncodingFound:
    """Return the encoding that is named, else that of the first bytes, or refuse to guess it."""
    if settings.encoding is not None:
        named = checked_encoding(settings.encoding)
        return EncodingFound(replace(settings, encoding=named, encoding_is_named=True))
    choice = choose_encoding(start)
    if choice.refused:
        raise not_readable(name, choice.likely)
    found = replace(settings, encoding=choice.encoding, likely_encodings=choice.likely)
    notes = () if choice.encoding == UTF8 else (encoding_note(choice.encoding),)
    return EncodingFound(found, notes)


def encoding_note(encoding: str) -> str:
    """Return in words that an encoding was found.

    >>> encoding_note("cp1252")
    'encoding cp1252 (found by its bytes)'
    """
    return f"encoding {encoding} (found by its bytes)"


def not_readable(name: str, likely: tuple[str, ...]) -> InputError:
    """Return the error of a text in another encoding, with the likely ones."""
    problem = f"{name}: text must be UTF-8, UTF-16 or cp1252 if its encoding is not named; "
    problem += f"got bytes that may be {' or '.join(likely)}."
    return InputError(problem, encoding_advice(likely))


def header_advice(settings: ReadSettings) -> Advice | str:
    """Return what to do about a header that is not in the encoding that was named or found."""
    if settings.encoding_is_named and settings.encoding == UTF8:
        return Advice("leave_encoding_out")
    return encoding_advice(settings.likely_encodings)


def encoding_advice(likely: tuple[str, ...]) -> Advice | str:
    """Return what to do about text in another encoding, which may be one of these."""
    if not likely:
        return "Save the file as UTF-8."
    return Advice("name_encoding", encoding=likely[0])


def _start(source: Source) -> bytes:
    """Return the first bytes of a source, up to the end of a line; nothing is used up."""
    with source.peek() as stream:
        data = _filled(stream, FIRST_BYTES)
        ended = len(data) < FIRST_BYTES
        if not ended and not is_settled(data):
            data += _filled(stream, MOST_BYTES - FIRST_BYTES)
            ended = len(data) < MOST_BYTES
        stream.unread(data)
    return data if ended else _whole_lines(data)


def _filled(stream: Stream, size: int) -> bytes:
    buffer = bytearray(size)
    count = stream.fill(memoryview(buffer))
    return bytes(memoryview(buffer)[:count])


def _whole_lines(data: bytes) -> bytes:
    """Return bytes up to the last line end, all where there is none."""
    end = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
    return data[:end] if end else data


def _is_old_mac(start: bytes, encoding: str) -> bool:
    """Return whether lines end with carriage returns only, as far as can be seen."""
    if encoding.startswith(("utf-16", "utf-32")):
        start = start.decode(encoding, "replace").encode()
    return b"\r" in start and b"\n" not in start
