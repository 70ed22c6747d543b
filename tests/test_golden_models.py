"""Golden files of every kind of model.

They load forever, answer as they did, and are saved again in the same bytes.
"""

import json

import numpy as np
import pytest

from linnet import SettingError
from linnet.features.column_blocks import KINDS
from linnet.learning.naive_bayes import NaiveBayes
from linnet.storage import classifier_file
from linnet.storage.classifier_file import NEEDS
from linnet.storage.container import open_file
from tests.golden_models import ANSWERS, MODELS, opened, path_of

WRITTEN = json.loads(ANSWERS.read_text(encoding="utf-8"))
NAIVE = [name for name in MODELS if isinstance(opened(name).recipe.learner, NaiveBayes)]
every_model = pytest.mark.parametrize("name", MODELS)


@every_model
def test_a_golden_model_gives_the_answers_of_its_day(name):
    classifier, asked = opened(name), MODELS[name].asked()
    scores = classifier.score(asked)
    assert scores.labels() == WRITTEN[name]["labels"]
    np.testing.assert_allclose(scores.values, WRITTEN[name]["scores"], rtol=1e-12, atol=1e-12)
    if "probabilities" in WRITTEN[name]:
        np.testing.assert_allclose(
            scores.probabilities(), WRITTEN[name]["probabilities"], rtol=1e-12
        )


@every_model
def test_a_golden_model_is_saved_again_in_the_same_bytes(name, monkeypatch):
    # as the versions of its day would
    header = open_file(path_of(name), NEEDS).metadata
    monkeypatch.setattr(classifier_file, "__version__", header["linnet"])
    monkeypatch.setattr(classifier_file._core, "UNICODE_VERSION", header["unicode"])
    assert opened(name).to_bytes() == path_of(name).read_bytes()


@pytest.mark.parametrize("name", NAIVE)
def test_a_golden_naive_bayes_learns_and_forgets(name):
    classifier, more, asked = opened(name), MODELS[name].more(), MODELS[name].asked()
    learned = classifier.learn(more)
    assert (classifier.documents, learned.documents) == (6, 8)
    assert not np.array_equal(learned.score(asked).values, classifier.score(asked).values)
    again = learned.forget(more)
    assert again.documents == 6
    if classifier.exact:
        assert again.to_bytes() == classifier.to_bytes()
    else:  # sums of fractions lose their last digits
        assert again.score(asked).labels() == WRITTEN[name]["labels"]
        np.testing.assert_allclose(
            again.score(asked).values, WRITTEN[name]["scores"], rtol=1e-9, atol=1e-9
        )


@pytest.mark.parametrize("name", [name for name in MODELS if name not in NAIVE])
def test_other_golden_models_forget_nothing_and_learn_online_if_at_all(name):
    classifier, more = opened(name), MODELS[name].more()
    with pytest.raises(SettingError, match="learner cannot forget"):
        classifier.forget(more)
    if name in ("lexicon", "full-gaussian", "converted", "converted-ascii"):
        with pytest.raises(SettingError, match="learner cannot learn"):
            classifier.learn(more)
    else:
        assert classifier.learn(more).documents == 8


def test_the_golden_models_need_everything_there_is():
    headers = [open_file(path_of(name), NEEDS).metadata for name in MODELS]
    assert {need for header in headers for need in header["needs"]} == NEEDS
    kinds = {
        block["kind"] for header in headers for block in header["blocks"] if "columns" in block
    }
    assert kinds == KINDS.keys()
    assert all(path_of(name).stat().st_size < 12_000 for name in MODELS)
