"""What is wrong with one row, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from linnet.errors import Advice, InputError, SettingError, quoted
from linnet.reading.encodings import UTF8
from linnet.reading.settings import ReadSettings
from linnet.reading.transcoding import original_bytes

_AROUND = 16  # bytes shown on both sides of one that is not UTF-8


@dataclass(frozen=True, slots=True)
class Fault:
    """One row that is not a document: the rule, what came, what to do besides skipping it."""

    number: int
    rule: str
    got: str
    advice: str | Advice = "Correct the row"  # an Advice says by itself that it may be skipped
    skippable: bool = True
    reason: str = ""  # the rule without what only this row has; "" where that is the rule itself
    seen: str = ""  # where in the row it was found, for those who want to look at it
    # Its labels, bytes for one that cannot be read; None where they are not known.
    labels: tuple[str | bytes, ...] | None = None
    # What is kept of it for the output; None where nothing can be read.
    kept: tuple[str | None, ...] | None = None

    def error(self, name: str) -> InputError:
        """Return the sentence for the user."""
        return self.error_at(f"{name}, row {self.number}")

    def error_at(self, place: str) -> InputError:
        """Return the sentence for the user, about the row at a place in words."""
        problem = f"{place}: {self.rule}; got {self.got}."
        if isinstance(self.advice, Advice):
            return InputError(problem, self.advice)
        if self.skippable:
            return InputError(problem, Advice("skip_bad_rows", otherwise=self.advice))
        return InputError(f"{problem} {self.advice}.")

    def kind(self) -> str:
        """Return what it has in common with the faults of other rows."""
        return self.reason or self.rule

    def shown(self) -> str:
        """Return what came, in short."""
        if not self.seen:
            return self.got
        return f"{self.got} in {self.seen}"


def bad_utf8(number: int, data: bytes) -> Fault:
    """Return the fault of a row whose bytes are not UTF-8.

    >>> fault = bad_utf8(812, bytes([65, 255]))
    >>> print(fault.error("a.csv"))
    a.csv, row 812: text must be UTF-8; got byte 0xff. Save the file as UTF-8 or skip bad rows.
    >>> print(fault.shown())
    byte 0xff in b'A\\xff'
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        place = error.start
        around = data[max(0, place - _AROUND) : place + _AROUND]
        rule = "text must be UTF-8"
        got = f"byte {data[place]:#04x}"
        return Fault(number, rule, got, "Save the file as UTF-8", seen=quoted(around))
    raise AssertionError("these bytes are UTF-8")


def bad_text(number: int, data: bytes, settings: ReadSettings) -> Fault | None:
    """Return the fault of a row with bytes that its encoding does not have, None for a good one."""
    try:
        data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return None
    if settings.encoding in (None, UTF8):
        fault = bad_utf8(number, data)
        if settings.encoding_is_named:
            return replace(fault, advice=Advice("leave_encoding_out_or_skip"))
        if settings.likely_encodings:
            likely = settings.likely_encodings[0]
            fault = replace(fault, advice=Advice("name_encoding_or_skip", encoding=likely))
        return fault
    place = data.index(b"\xff")  # marks a byte that came as it is in the original
    original = original_bytes(data)
    around = original[max(0, place - _AROUND) : place + _AROUND]
    rule = f"text must be {settings.encoding}"
    return Fault(number, rule, f"byte {original[place]:#04x}", seen=quoted(around))


def lone_surrogate(number: int, values: Iterable[str | None]) -> Fault | None:
    """Return the fault of a row with half a UTF-16 pair, which UTF-8 cannot hold."""
    for value in values:
        if value is None:
            continue
        try:
            value.encode()
        except UnicodeEncodeError as error:
            surrogate = ord(value[error.start])
            got = f"the lone surrogate U+{surrogate:04X}"
            return Fault(number, "text must be Unicode", got)
    return None


def readable_labels(labels: Iterable[str | bytes | None]) -> tuple[str | bytes, ...]:
    """Return the labels of a bad row that are not empty; bytes stay bytes where they are no text.

    >>> readable_labels([b"spam", b"", b"gr" + bytes([252, 223]) + b"e", None])
    ('spam', b'gr\\xfc\\xdfe')
    """
    return tuple(_readable(label) for label in labels if label)


def _readable(label: str | bytes) -> str | bytes:
    data = label if isinstance(label, bytes) else _bytes(label)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _bytes(label: str) -> bytes:
    """Return the bytes of a label; those that are no text came as surrogates."""
    try:
        return label.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return label.encode("utf-8", "surrogatepass")


def multilabel_error(where: str, got: str) -> SettingError:
    """Return the error of several labels that came where one per document was expected."""
    problem = f"{where}: a document must have one label; got {got}."
    return SettingError(problem, Advice("allow_multilabel"))
