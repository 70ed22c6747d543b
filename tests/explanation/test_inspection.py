"""What a model file holds, as plain data."""

import linnet
from linnet.explanation.inspection import inspect_model

PAIRS = [("win a prize", "spam"), ("cheap prize", "spam"), ("lunch at noon", "ham")]


def test_an_inspection_has_the_facts_of_the_file(tmp_path):
    path = tmp_path / "m.linnet"
    linnet.train(PAIRS, {}).save(path)
    facts = inspect_model(str(path), linnet.load(path), top=1)
    assert (facts["bytes"], facts["linnet"]) == (path.stat().st_size, linnet.__version__)
    assert [feature["feature"] for feature in facts["strongest"]["spam"]] == ["prize"]
