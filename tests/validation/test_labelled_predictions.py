"""What a classifier predicts for labelled documents, beside what is true of them."""

from dataclasses import replace

import numpy as np
import pytest

from linnet import lexicon_classifier, train
from linnet.errors import InputError
from linnet.evaluation.metrics.labelled_predictions import UNSURE
from linnet.model.decision import Decision
from linnet.reading import read
from linnet.validation.labelled_predictions import labelled_predictions, predictions_with_metadata

# A score is the number of words of a lexicon, and the log of what a label is worth.
MARGINS = lexicon_classifier({"neg": ["bad"], "pos": ["good"]})
TONE = replace(MARGINS, model=replace(MARGINS.model, link="softmax"))
FILMS = [("good good", "pos"), ("bad", "pos"), ("good", "mixed")]


def test_scores_are_those_of_the_classifier_and_labels_are_sorted():
    found = labelled_predictions(TONE, FILMS)
    assert found.labels == ("mixed", "neg", "pos")
    assert found.truth.tolist() == [2, 2, 0]
    assert found.predicted.tolist() == [2, 1, 2]
    # Of a label that the classifier does not know there is no score and no probability.
    assert found.scores.tolist() == [[-np.inf, 0, 2], [-np.inf, 1, 0], [-np.inf, 0, 1]]
    assert found.probabilities[:, 0].tolist() == [0, 0, 0]
    assert found.probabilities[1, 1] == pytest.approx(np.e / (np.e + 1))


def test_margins_have_no_probabilities():
    found = labelled_predictions(MARGINS, FILMS[:2])
    assert found.scores.tolist() == [[0, 2], [1, 0]]
    assert found.probabilities is None


def test_an_unsure_classifier_gives_no_label():
    decision = Decision(np.array([0.8, 0.8]), ("0.8", "0.8"), unsure=True)
    unsure = replace(TONE, model=replace(TONE.model, decision=decision))
    # Two words of a label: e² / (e² + 1) = 0.88; one: e / (e + 1) = 0.73.
    found = labelled_predictions(unsure, [("good good", "pos"), ("good", "pos")])
    assert found.predicted.tolist() == [1, UNSURE]


def test_sets_of_labels_are_flags_and_a_new_label_is_never_given():
    films = [("good fun", ["fun", "pos"]), ("good plot", ["pos"]), ("dull", [])]
    several = train(films, {})
    found = labelled_predictions(several, [("good fun", ["new", "pos"]), ("dull", [])])
    assert found.labels == ("fun", "new", "pos")
    assert found.truth.astype(int).tolist() == [[0, 1, 1], [0, 0, 0]]
    assert found.predicted[:, 1].tolist() == [False, False]
    assert found.predicted[0].tolist() == [True, False, True]
    assert (found.scores[0, 1], found.probabilities[0, 1]) == (-np.inf, 0)


def test_batches_are_put_together_and_told_as_they_are_read():
    documents = read(
        {
            "text": [text for text, _ in FILMS],
            "label": [label for _, label in FILMS],
            "author": ["ann", None, "bob"],
        },
        metadata="author",
    )
    (batch,) = documents.batches()
    parts = [batch.kept(batch.rows < 2), batch.kept(batch.rows >= 2)]
    stream = replace(documents, open_batches=lambda: iter(parts))
    told = []
    found, metadata = predictions_with_metadata(
        TONE, stream, lengths=True, progress=lambda _, seen: told.append(seen)
    )
    assert found.scores.tolist() == labelled_predictions(TONE, FILMS).scores.tolist()
    assert metadata.columns["author"].to_pylist() == ["ann", None, "bob"]
    assert metadata.words.tolist() == [2, 1, 1]
    assert told == [2, 3]


def test_there_must_be_documents(tmp_path):
    path = tmp_path / "empty.csv"
    path.write_text("text,label\n")
    with pytest.raises(InputError, match="there must be at least one document with a label"):
        labelled_predictions(TONE, path)


def test_a_column_of_names_is_not_taken_for_labels():
    names = [("good", f"name {number}") for number in range(1001)]
    with pytest.raises(InputError, match="got 1,001 others in 1,001 rows"):
        labelled_predictions(TONE, read(names, many_labels=True))
