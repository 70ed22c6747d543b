"""The object most people meet: text in, label out.

It explains itself, saves itself, learns and forgets. The modules of what it can do are imported
when it is asked to: most programs ask for little of it.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linnet.classifier import matching
from linnet.classifier.document_sources import by_field, check_field_count, is_document, source_of
from linnet.errors import InputError
from linnet.features.columns import Columns
from linnet.features.rows import Rows
from linnet.features.tokenizer import Tokenizer, TokensOf, engine_fields
from linnet.files import FileState
from linnet.learning.class_totals import ClassTotals
from linnet.learning.counting import Progress, no_progress
from linnet.learning.learner import Ability
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.reading import Batch, Documents
from linnet.reading.html_text import fields_without_html
from linnet.reading.written import is_missing
from linnet.recipe.recipe import Recipe
from linnet.storage import classifier_file, container
from linnet.storage.totals import LazyTotals
from linnet.threads import threads_of

if TYPE_CHECKING:
    from linnet.model.explanation import Explanation
    from linnet.prediction.predictions import Predictions
    from linnet.storage.kept_documents import KeptDocuments
    from linnet.storage.training_record import TrainingRecord

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Classifier:
    """Recipe, model and totals. Frozen: `learn` and `forget` give a new one.

    >>> from linnet import Recipe, train
    >>> pairs = [("cheap pills now", "spam"), ("lunch at noon", "ham"), ("see you at lunch", "ham")]
    >>> classifier = train(pairs, Recipe.of(learner="multinomial"))
    >>> classifier.classify("cheap lunch pills"), classifier.classify(["at noon", "pills"])
    ('spam', ['ham', 'spam'])
    """

    recipe: Recipe
    model: LinearModel
    stored_totals: ClassTotals | LazyTotals
    exact: bool = True
    label: str | None = None  # the column its labels came from
    tokenizer: Tokenizer | None = None  # in memory only: a file has its name
    stale: bool = False  # whether it has changed since calibration and cutoffs were found
    kept: "KeptDocuments | None" = None  # its training documents, where asked for
    record: "TrainingRecord | None" = None  # what was tried and estimated, where something was

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels it knows, sorted by their bytes."""
        return self.model.labels

    @property
    def fields(self) -> tuple[str, ...]:
        """The text columns it reads."""
        return self.model.features.fields

    @cached_property
    def totals(self) -> ClassTotals:
        """The totals it was made from."""
        stored = self.stored_totals
        return stored if isinstance(stored, ClassTotals) else stored.load()

    @property
    def documents(self) -> int:
        """How many documents it has learned."""
        return self.stored_totals.n_documents

    @property
    def learned_with_weights(self) -> bool:
        """Whether a document that it has learned had another weight than 1."""
        return bool(np.any(self.stored_totals.weights != self.stored_totals.documents))

    @property
    def multilabel(self) -> bool:
        """Whether a document may have any number of labels."""
        return self.model.multilabel

    def classify(self, text: Any) -> Any:
        """Return the label of a text (a str, or one per field in a tuple), or the labels of many.

        Labels are strings, whatever they were before: 1 is "1", True is "true". Where documents may
        have several labels, a list of them takes the place of the label. None where a document is
        missing (None or NaN, and nothing in any other column), and where the classifier may be
        unsure and is. An empty text is not missing.
        """
        if isinstance(text, str):
            return self._classify_one((text,))
        if isinstance(text, tuple):
            return None if text and all(map(is_missing, text)) else self._classify_one(text)
        if is_missing(text):
            return None
        if is_document(text):
            return self.classify([text])[0]
        scores, missing = self._scored(text)
        pairs = zip(scores.labels(), missing, strict=True)
        return [None if is_gone else label for label, is_gone in pairs]

    def _classify_one(self, fields: tuple[Any, ...]) -> Any:
        """Return the label of a document given field by field."""
        has_all_fields = len(fields) == len(self.fields)
        if has_all_fields and self.model.features.of_columns:
            return self.classify(dict(zip(self.fields, fields, strict=True)))
        takes_texts_as_they_are = self.tokenizer is None and not self.recipe.features.html
        if has_all_fields and self.model.picks_highest and takes_texts_as_they_are:
            with suppress(ValueError, RuntimeError):
                return self.labels[self.model.engine.best(*fields)]
        return self.score([fields]).labels()[0]  # says what is wrong

    def probabilities(self, text: Any) -> Any:
        """Return label → P(label given text) for one text, or a list of those for many.

        None for a missing text.
        """
        if is_missing(text):
            return None
        if isinstance(text, str | tuple) or is_document(text):
            return self.probabilities([text])[0]
        scores, missing = self._scored(text)
        by_label = list[dict[str, float] | None]()
        for row, is_gone in zip(scores.probabilities().tolist(), missing, strict=True):
            by_label.append(None if is_gone else dict(zip(self.labels, row, strict=True)))
        return by_label

    def score(self, texts: Any, threads: int | None = 1) -> Scores:
        """Return the scores of a text (a str), or of many: a list, a frame, or Documents.

        A missing text has the scores of an empty one; threads=None uses all cores.
        """
        return self._scored([texts] if isinstance(texts, str) else texts, threads)[0]

    def _scored(self, texts: Any, threads: int | None = 1) -> tuple[Scores, list[bool]]:
        """Return the scores of many texts, and which of these are missing."""
        no_scores = np.empty((0, len(self.labels)))
        values = [no_scores]
        missing = list[bool]()
        for part, part_missing in self._scored_parts(texts, threads_of(threads)):
            values.append(part)
            missing += part_missing
        return self.model.scores(np.concatenate(values)), missing

    def _scored_parts(self, texts: Any, threads: int) -> Iterator[tuple[Floats, list[bool]]]:
        """Yield the scores of some of the texts, and which of these are missing.

        Lists of texts are not copied.
        """
        plain = isinstance(texts, list) and not self.model.features.of_columns
        if plain and all(isinstance(text, str) for text in texts):
            fields = [texts] if texts else [[] for _ in self.fields]
            yield self.score_fields(fields, threads).values, [False] * len(texts)
        elif plain and all(isinstance(text, tuple) for text in texts):
            fields, missing = by_field(texts, self.fields)
            yield self.score_fields(fields, threads).values, missing
        else:
            for batch in self.read(texts, labelled=False).batches():
                yield self.score_batch(batch, threads).values, batch.is_missing().tolist()

    def score_batch(self, batch: Batch, threads: int | None = 1) -> Scores:
        """Return the scores of a batch of documents that were read by `read`."""
        threads = threads_of(threads)
        return self.model.score(self.rows(batch, threads), threads)

    def with_min_probability(self, min_probability: float | None) -> "Classifier":
        """Return the classifier that gives no label whose probability is below; no file has it."""
        return replace(self, model=self.model.with_min_probability(min_probability))

    def predict(
        self,
        data: Any,
        *,
        min_probability: float | None = None,
        threads: int | None = None,
        **reading: Any,
    ) -> "Predictions":
        """Return the predictions for a document, or for many: all that `classify` takes, and paths.

        A str is a text, as for `classify`; a `pathlib.Path` is a file or folder to read. A label
        whose probability is below `min_probability` is not given. `reading` is as for `read`.

        >>> from linnet import train
        >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
        >>> classifier.predict(["pills", "lunch"]).label_names()
        ['spam', 'ham']
        """
        from linnet.prediction.predict import joined, no_predictions

        classifier = self.with_min_probability(min_probability)
        documents = self.read(source_of(data, self.fields), labelled=False, **reading)
        parts = list(classifier.predict_batches(documents, threads=threads))
        if parts:
            return joined(parts)
        nothing = no_predictions(classifier.model, documents.kept_columns)
        return replace(nothing, frame_index=documents.frame_index)

    def predict_batches(
        self,
        data: Any,
        *,
        min_probability: float | None = None,
        threads: int | None = None,
        **reading: Any,
    ) -> "Iterator[Predictions]":
        """Yield the predictions for all that `read` takes, batch by batch, bad rows included."""
        from linnet.prediction.predict import predict

        threads = threads_of(threads)
        classifier = self.with_min_probability(min_probability)
        documents = self.read(data, labelled=False, **reading)
        for batch in documents.batches():
            rows = classifier.rows(batch, threads)
            predictions = predict(classifier.model, rows, batch, threads)
            yield replace(predictions, frame_index=documents.frame_index)

    def rows(self, batch: Batch, threads: int = 1) -> Rows:
        """Return what the known features of a batch of documents are worth."""
        texts = engine_fields(batch.texts, self.tokenizer, batch.rows.tolist())
        columns = self._columns(batch, texts)
        matching.warn_of_unknown(self.model.features, columns)
        return self.model.rows(texts, threads, columns)

    def _columns(self, batch: Batch, texts: Sequence[Any]) -> Columns | None:
        """Return what stands beside the texts of a batch, where the model reads it."""
        features = self.model.features
        return features.columns.of_batch(batch, texts) if features.of_columns else None

    def score_fields(self, fields: Sequence[Any], threads: int | None = 1) -> Scores:
        """Return the scores of texts given field by field, as lists of str or Arrow arrays."""
        threads = threads_of(threads)
        if self.recipe.features.html:
            fields = fields_without_html(fields)
        return self.model.score(self._rows(fields, threads), threads)

    def _rows(self, fields: Sequence[Any], threads: int) -> Rows:
        check_field_count(len(fields), self.fields)
        try:
            return self.model.rows(engine_fields(fields, self.tokenizer), threads)
        except (TypeError, UnicodeEncodeError, RuntimeError) as error:
            raise InputError(
                f"a text must be a str without lone surrogates; got: {error}. Clean it first."
            ) from None

    def read(self, source: Any, *, labelled: bool = True, **reading: Any) -> Documents:
        """Return documents of the columns it was trained on; `reading` goes to `linnet.read`."""
        return matching.documents_for(self, source, reading, labelled=labelled)

    def __repr__(self) -> str:
        from linnet.classifier.classifier_display import classifier_line

        return classifier_line(self)

    def _repr_html_(self) -> str:
        from linnet.classifier.classifier_display import classifier_html

        return classifier_html(self)

    def explain(self, text: Any) -> "Explanation":
        """Return what each feature of a document adds to each label's score.

        A document is a str, a tuple of one per field, or a dict. Where the model reads HTML, its
        text takes the place of the document.
        """
        from linnet.model.explanation import explain

        if not isinstance(text, str | tuple | list | Mapping):
            raise InputError(
                "a document must be a str, a tuple of one per field, or a dict; "
                f"got {type(text).__name__}."
            )
        if isinstance(text, Mapping) or self.model.features.of_columns:
            return self._explain_read(text)
        fields = (text,) if isinstance(text, str) else tuple(text)
        texts = [[field] for field in fields]
        if self.recipe.features.html:
            texts = fields_without_html(texts)
        self._rows(texts, 1)  # says what is wrong, if anything is
        return explain(self.model, texts, tokenizer=self.tokenizer)

    def _explain_read(self, document: Any) -> "Explanation":
        if not isinstance(document, Mapping):
            fields = (document,) if isinstance(document, str) else tuple(document)
            check_field_count(len(fields), self.fields)
            document = dict(zip(self.fields, fields, strict=True))
        batch = next(iter(self.read([document], labelled=False).batches()))
        return self.explain_batch(batch)

    def explain_batch(self, batch: Batch) -> "Explanation":
        """Return the explanation of a document that was read by `read`, alone in its batch."""
        from linnet.model.explanation import explain

        texts = [[text[0].as_py() or ""] for text in matching.checked_batch(batch).texts]
        columns = self._columns(batch, engine_fields(texts, self.tokenizer))
        return explain(self.model, texts, columns, self.tokenizer)

    def learn(
        self, documents: Any, threads: int | None = 1, progress: Progress = no_progress
    ) -> "Classifier":
        """Return the classifier that has also learned these documents.

        Naive Bayes of whole counts learns exactly. Where features depend on all documents (idf,
        bins, means, selection) they stay as they are, and words that are new are left out; so do
        other learners, which go on online. `linnet.retrain` learns new words, too.
        """
        from linnet.classifier import changing

        return changing.learn(self, documents, threads_of(threads), progress)

    @property
    def goes_on(self) -> bool:
        """Whether it learns more documents by going on from its weights."""
        return Ability.GOES_ON in self.recipe.learner.abilities

    @property
    def adds_labels(self) -> bool:
        """Whether documents that it learns may have labels that are new."""
        return not self.goes_on

    def forget(
        self, documents: Any, threads: int | None = 1, progress: Progress = no_progress
    ) -> "Classifier":
        """Return the classifier that never saw these documents; they must have been learned.

        What no other document has goes with them. A model that keeps its documents is trained
        again on the others.
        """
        from linnet.classifier import changing

        changed = changing.forget(self, documents, threads_of(threads), progress)
        return changed.with_record(None)  # it could tell of what was forgotten

    @property
    def retrains(self) -> bool:
        """Whether it forgets by training again, since it keeps all that it was trained on."""
        keeps_all = self.kept is not None and self.model.features.columns.none
        return keeps_all and not self.learned_with_weights

    def merge(self, other: "Classifier") -> "Classifier":
        """Return the classifier that has learned what both have learned."""
        from linnet.classifier import changing

        return changing.merge(self, other).with_record(None)

    def with_record(self, record: "TrainingRecord | None") -> "Classifier":
        """Return the classifier with a record of its training, where it may have one.

        Learning and forgetting give back the bytes of an exact model, which a record would change;
        a private model tells nothing of single documents, which an estimate could.
        """
        promises_bytes = self.exact and not self.model.tuned
        if promises_bytes or self.recipe.private:
            record = None
        return replace(self, record=record)

    def save(self, path: str | os.PathLike[str], *, unchanged: FileState | None = None) -> None:
        """Write the classifier to a file, whole or not at all, and only if it is `unchanged`."""
        container.write(path, *classifier_file.pack(self), unchanged=unchanged)

    def to_bytes(self) -> bytes:
        """Return the bytes of the file that `save` writes."""
        return container.encode(*classifier_file.pack(self))

    def __reduce__(self) -> Any:
        tokenizer = (self.tokenizer,) if self.tokenizer else ()
        return from_bytes, (self.to_bytes(), *tokenizer)


def load(path: str | os.PathLike[str], tokenizer: TokensOf | Tokenizer | None = None) -> Classifier:
    """Open a model file: by memory map, in milliseconds, running no code of the file.

    A model that was trained with a tokenizer needs the same function again.
    """
    return _unpack(container.open_file(path, classifier_file.NEEDS), tokenizer)


def from_bytes(data: bytes, tokenizer: TokensOf | Tokenizer | None = None) -> Classifier:
    """Return the classifier that `to_bytes` gave."""
    return _unpack(container.decode(data, classifier_file.NEEDS), tokenizer)


def _unpack(file: container.ModelFile, tokenizer: Any) -> Classifier:
    classifier = Classifier(**classifier_file.unpack(file))
    return replace(classifier, tokenizer=classifier.recipe.tokenizer(tokenizer, file.where))
