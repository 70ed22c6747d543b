"""A terminal in memory."""

import io


class Terminal(io.TextIOWrapper):
    """A screen that remembers what was written on it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        return self.buffer.getvalue().decode()
