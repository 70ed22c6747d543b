"""The embedded example corpus: written for linnet, small enough to read, real enough to be wrong.

* ``messages.csv``: short messages, ``text,label`` with the labels ``spam`` and ``ham``. Neither is
  easy: some spam sounds like a friend, some ham talks about prizes, codes and invoices.
* ``topics.jsonl``: sentences about cooking, football and computers in English, Spanish and German,
  one object with ``text``, ``label`` and ``language`` (``en``, ``es``, ``de``) per line.
"""

from pathlib import Path

from linnet.errors import SettingError, quoted

__all__ = ["NAMES", "path"]

NAMES = ("messages.csv", "topics.jsonl")


def path(name: str) -> Path:
    """Return where the embedded file ``name`` lies.

    >>> path("messages.csv").read_text(encoding="utf-8").splitlines()[0]
    'text,label'
    """
    if name not in NAMES:
        names = " or ".join(NAMES)
        raise SettingError(
            f"sample: a name must be {names}; got {quoted(name)}. Choose one of these."
        )
    return Path(__file__).with_name(name)
