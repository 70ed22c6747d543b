"""The page: whole, closed to the network, and with nothing in it that texts could break out of."""

import base64
import hashlib
import json
import re

import pytest

from linnet.errors import SettingError
from linnet.report.forms import rendered
from linnet.report.html import embedded, html
from tests.report.reports import report_of

HOSTILE = (
    "</script><script>alert(1)</script><!-- & \u2028 \u202e {{data}} <img src=x onerror=alert(1)>"
)


@pytest.fixture
def page(classifier):
    return html(report_of(classifier, [(HOSTILE, "<b>ham</b>"), ("lunch", "ham"), ("win", "ham")]))


def test_the_data_comes_back_as_it_went_in():
    report = {"text": HOSTILE, "number": 1.5}
    assert not re.search("[<>&\u2028\u2029]", embedded(report))
    assert json.loads(embedded(report)) == report


def test_texts_end_no_script(page):
    scripts = re.findall(r"<script[^>]*>", page)
    assert len([one for one in scripts if one == "<script>" or "application/json" in one]) == 3
    data = re.search(
        r'<script type="application/json" id="report-data">(.*?)</script>', page, re.S
    ).group(1)
    assert HOSTILE in [one["text"] for one in json.loads(data)["documents"]]
    assert "&lt;b&gt;ham" not in data


def test_the_policy_allows_just_these_scripts(page):
    policy = (
        re.search(r'Content-Security-Policy" content="([^"]+)"', page)
        .group(1)
        .replace("&#x27;", "'")
    )
    scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
    digests = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    assert "script-src " + " ".join(f"'sha256-{one}'" for one in digests) + ";" in policy
    assert policy.startswith("default-src 'none'")


def test_nothing_is_fetched_and_no_handler_stands_in_the_page(page):
    own = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
    own = re.sub(r'<script type="application/json".*?</script>', "", own, flags=re.S)
    assert not re.search(r"(src|href)=[\"'](?!#)|url\(|@import| on\w+=", own)


def test_without_plotly_there_is_a_sentence(monkeypatch, report):
    monkeypatch.setattr("linnet.report.html.find_spec", lambda _: None)
    with pytest.raises(
        SettingError, match=r"Install linnet\[report\], or name report\.json or report\.md\."
    ):
        html(report)
    assert rendered(report, "report.json")
    assert rendered(report, "report.md")


def test_what_stands_beside_the_headline_is_text_only(classifier):
    report = report_of(classifier, [("at noon", "<b>"), ("lunch", "<b>")])
    page = html(report)
    beside = "Always giving &lt;b&gt;, the most frequent label here: 100 %."
    assert f'<p class="beside">{beside}</p>' in page
    assert '<p class="beside">' not in html({**report, "beside": ""})
