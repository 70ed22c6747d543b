"""The forms of a report, by its file's ending: page (.html), all numbers (.json), card (.md)."""

import json
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from linnet.errors import SettingError
from linnet.report.card import card
from linnet.report.html import check_charts, html

Report = Mapping[str, Any]  # what `gather` gives: the seam between numbers and their pictures


def _json(report: Report) -> str:
    return json.dumps(report, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


FORMS: dict[str, Callable[[Report], str]] = {".html": html, ".json": _json, ".md": card}


def check_form(path: str) -> None:
    """Refuse, before any work, a report that could not be written."""
    if form_of(path) not in FORMS:
        got = PurePath(path).suffix or "no ending"
        raise SettingError(
            f"{path}: a report must end in {', '.join(FORMS)}; got {got}. Name it report.html."
        )
    if form_of(path) == ".html":
        check_charts()


def form_of(path: str) -> str:
    """Return the ending that says which form a report has.

    >>> form_of("out/Report.HTML")
    '.html'
    """
    return PurePath(path).suffix.lower()


def rendered(report: Report, path: str) -> str:
    """Return the report in the form that its path asks for."""
    check_form(path)
    return FORMS[form_of(path)](report)
