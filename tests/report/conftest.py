"""A classifier of a few messages, and the report of how it does on others."""

import pytest

import linnet
from tests.report.reports import HELD_OUT, LEARNED, report_of


@pytest.fixture(scope="session")
def classifier():
    return linnet.train(LEARNED)


@pytest.fixture
def report(classifier):
    return report_of(classifier, HELD_OUT)
