"""What an evaluation knows of the training of its classifier."""

import pytest

from linnet.evaluation.metrics.training_facts import ON_TRAINING_DOCUMENTS, TrainingFacts


@pytest.mark.parametrize(
    ("learned", "caution"), [(True, ON_TRAINING_DOCUMENTS), (False, ""), (None, "")]
)
def test_only_documents_that_were_learned_need_a_caution(learned, caution):
    assert TrainingFacts(learned).caution == caution
