"""A report as one page: it opens offline, needs no network, and shows texts as mere text."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from linnet.errors import SettingError
from linnet.evaluation.metrics.training_facts import ON_TRAINING_DOCUMENTS

# In the order in which they need each other.
SCRIPTS = (
    "elements",
    "texts",
    "numbers",
    "tables",
    "values",
    "charts",
    "theme",
    "documents",
    "search",
    "data",
    "measures",
    "leaks",
    "drift",
    "labels",
    "confusion",
    "thresholds",
    "calibration",
    "risk_coverage",
    "mistakes",
    "learning_curves",
    "reproduce",
    "page",
)
# What would end the script that holds the data, start another, or end a line of it.
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def check_charts() -> None:
    """Refuse a page where the charts that go into it are not installed."""
    if find_spec("plotly") is None:
        raise SettingError(
            "a report in HTML must have its charts, which plotly draws; "
            "got an installation without it. "
            "Install linnet[report], or name report.json or report.md."
        )


def html(report: Mapping[str, Any]) -> str:
    """Return the page."""
    check_charts()
    from plotly.offline import get_plotlyjs

    charts = _script(get_plotlyjs())
    script = _script(_own_script())
    name = escape(report["data"]["name"])
    policy = _policy(charts, script)
    parts = {
        "title": f"linnet report: {name}",
        "name": name,
        "headline": escape(report["headline"]),
        "beside": _beside(report),
        "caution": _first_caution(report),
        "policy": escape(policy),
        "style": _file("page.css"),
        "data": embedded(report),
        "charts": charts,
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match.group(1)], _file("page.html"))


def _beside(report: Mapping[str, Any]) -> str:
    """Return what stands beside the headline; "" if there is nothing."""
    if not report["beside"]:
        return ""
    return f'<p class="beside">{escape(report["beside"])}</p>'


def _first_caution(report: Mapping[str, Any]) -> str:
    """Return the caution that makes the headline worthless; "" if there is none."""
    if not report["on_training_documents"]:
        return ""
    return f'<p class="caution"><strong>Mind:</strong> {escape(ON_TRAINING_DOCUMENTS)}</p>'


def embedded(report: Mapping[str, Any]) -> str:
    r"""Return JSON that cannot leave the element it stands in.

    >>> embedded({"text": "</script><b>&"})
    '{"text": "\\u003c/script\\u003e\\u003cb\\u003e\\u0026"}'
    """
    text = json.dumps(report, ensure_ascii=False, allow_nan=False)
    return re.sub("[<>&\u2028\u2029]", lambda match: UNSAFE[match.group()], text)


def _own_script() -> str:
    bodies = "\n".join(_file(f"{name}.js") for name in SCRIPTS)
    return f'(() => {{\n"use strict";\n{bodies}\n}})();\n'


def _script(text: str) -> str:
    """Return a script as a browser hashes it: plain line ends, and no end of its element."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines.replace("</script", "<\\/script")


def _policy(*scripts: str) -> str:
    """Return what the page may do: run these very scripts; charts need styles of their own."""
    hashes = " ".join(map(_hash, scripts))
    rules = [
        "default-src 'none'",
        f"script-src {hashes}",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)


def _hash(script: str) -> str:
    digest = sha256(script.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def _file(name: str) -> str:
    return (files("linnet.report") / "page" / name).read_text(encoding="utf-8")
