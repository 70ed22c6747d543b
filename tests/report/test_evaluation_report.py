"""The report of an evaluation as the bytes of a file, and what tells one file from another."""

import json

import pytest

from linnet.report.evaluation_report import file_identity, report_bytes
from linnet.validation.detailed_evaluation import Details, evaluate_in_detail
from linnet.validation.labelled_predictions import predictions_with_metadata
from tests.report.reports import HELD_OUT


@pytest.fixture
def evaluation(classifier):
    predictions, metadata = predictions_with_metadata(classifier, HELD_OUT)
    return evaluate_in_detail(predictions, metadata, Details())


def test_only_the_json_has_all_of_the_evaluation(classifier, evaluation):
    data = report_bytes("out.json", classifier, HELD_OUT, evaluation, looks={"times": 3})
    report = json.loads(data)
    assert report["evaluation"]["accuracy"]["value"] == 0.5  # two of four are told right
    assert report["looks"] == {"times": 3}
    assert len(report["documents"]) == 4
    assert b'"evaluation"' not in report_bytes("out.md", classifier, HELD_OUT, evaluation)


def test_half_a_character_does_not_stop_a_report(classifier, evaluation):
    card = report_bytes("card.md", classifier, HELD_OUT, evaluation, words="naïve \ud83d")
    assert "naïve \\ud83d".encode() in card


def test_a_file_is_told_by_its_name_without_folders_and_by_its_bytes(tmp_path):
    path = tmp_path / "model.linnet"
    path.write_bytes(b"abc")
    # The digest of "abc" in FIPS 180-2, appendix B.1.
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert file_identity(str(path)) == {"name": "model.linnet", "sha256": digest}


def test_a_folder_and_standard_input_have_no_digest(tmp_path):
    assert file_identity(str(tmp_path)) == {"name": tmp_path.name, "sha256": None}
    assert file_identity("-") == {"name": "-", "sha256": None}
