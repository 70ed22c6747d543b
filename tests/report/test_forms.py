"""The forms of a report, by the ending of its file."""

import pytest

from linnet.errors import SettingError
from linnet.report.forms import check_form, form_of, rendered


def test_the_ending_says_the_form_in_any_case():
    assert form_of("out.html/Report.JSON") == ".json"
    assert form_of("report") == ""
    assert rendered({"label": "übrig", "value": 0.5}, "Report.JSON") == (
        '{\n "label": "übrig",\n "value": 0.5\n}\n'
    )


def test_a_number_that_json_does_not_know_is_never_written():
    with pytest.raises(ValueError, match="JSON compliant"):
        rendered({"value": float("nan")}, "report.json")


def test_a_page_and_a_card_are_made_of_the_same_report(report):
    assert rendered(report, "report.html").startswith("<!DOCTYPE html>")
    assert rendered(report, "report.md").startswith("---\nlibrary_name: linnet\n")


@pytest.mark.parametrize(("path", "got"), [("report.PDF", ".PDF"), ("report", "no ending")])
def test_another_ending_is_refused_before_any_work(path, got):
    with pytest.raises(SettingError) as refused:
        check_form(path)
    assert str(refused.value) == (
        f"{path}: a report must end in .html, .json, .md; got {got}. Name it report.html."
    )


def test_only_a_page_needs_charts(monkeypatch):
    monkeypatch.setattr("linnet.report.html.find_spec", lambda _: None)
    check_form("report.json")
    check_form("report.md")
    with pytest.raises(SettingError, match=r"Install linnet\[report\]"):
        check_form("report.html")
