"""Totals of coverage, from the files that the two tools write."""

import json

from coverage_totals import engine_totals, python_totals


def test_totals_of_python(tmp_path):
    totals = {"covered_lines": 9, "num_statements": 10, "covered_branches": 1, "num_branches": 4}
    report = tmp_path / "python.json"
    report.write_text(json.dumps({"totals": totals}), encoding="utf-8")
    expected = "Python: branches 25.0 % (1 of 4), lines 90.0 % (9 of 10)"
    assert python_totals(report) == expected


def test_totals_of_the_engine(tmp_path):
    totals = {"line_covered": 1500, "line_total": 2000, "branch_covered": 0, "branch_total": 0}
    report = tmp_path / "engine.json"
    report.write_text(json.dumps(totals), encoding="utf-8")
    expected = "Engine: branches 0.0 % (0 of 0), lines 75.0 % (1,500 of 2,000)"
    assert engine_totals(report) == expected
