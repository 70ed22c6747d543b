"""The object most people meet: text in, label out; it explains itself, saves itself, learns and forgets."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from linnet.classifier.document_sources import check_field_count, is_document, source_of
from linnet.classifier.fit import check_labels, count, drops_zero_weights, fit, fit_totals
from linnet.classifier.matching import check_labels_of, matched, warn_of_unknown
from linnet.errors import InputError, SettingError
from linnet.features.blocks import Features
from linnet.features.rows import Rows
from linnet.features.tokenizer import Tokenizer, TokensOf, engine_fields, tokenized
from linnet.files import FileState
from linnet.learning.class_totals import ClassTotals
from linnet.learning.counting import LabelledRows, Progress, count_rows, no_progress
from linnet.learning.frozen import check_same, frozen_totals, supported, with_frequencies
from linnet.learning.learner import Ability, TrainingData
from linnet.learning.preparation import (
    Prepared,
    label_totals,
    total_documents,
    totals_of,
    weighed_targets,
)
from linnet.learning.vocabulary import features_of, taking_part
from linnet.model.explanation import Explanation, explain
from linnet.model.float16 import to_float16
from linnet.model.linear_model import LinearModel
from linnet.model.scores import Scores
from linnet.model.zero_weights import without_zero_weights
from linnet.prediction.predict import joined, no_predictions, predict
from linnet.prediction.predictions import Predictions
from linnet.reading import Batch, Documents, read
from linnet.reading.known_labels import only_known
from linnet.reading.list_rows import is_missing
from linnet.recipe.recipe import Recipe
from linnet.storage import classifier_file, container
from linnet.storage.kept_documents import KeptDocuments, check_learned, no_totals, refuse_kept
from linnet.storage.totals import LazyTotals
from linnet.storage.training_record import TrainingRecord, outdated
from linnet.threads import threads_of

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
    kept: KeptDocuments | None = None  # its training documents, where asked for
    record: TrainingRecord | None = None  # what was tried and estimated, where something was

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
        """Return the label of a text (a str, or a tuple of one str per field), or the labels of many.

        Labels are strings, whatever they were before: 1 is "1". Where documents may have several labels, a list of
        them takes the place of the label. None where a document is missing (None or NaN, and nothing in any other
        column), and where the classifier may be unsure and is. An empty text is not missing.
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
        return [
            None if lacks else label for label, lacks in zip(scores.labels(), missing, strict=True)
        ]

    def _classify_one(self, fields: tuple[Any, ...]) -> Any:
        """Return the label of a document given field by field."""
        if self.model.features.of_columns and len(fields) == len(self.fields):
            return self.classify(dict(zip(self.fields, fields, strict=True)))
        if len(fields) == len(self.fields) and self.model.picks_highest and self.tokenizer is None:
            with suppress(ValueError, RuntimeError):
                return self.labels[self.model.engine.best(*fields)]
        return self.score([fields]).labels()[0]  # says what is wrong

    def probabilities(self, text: Any) -> Any:
        """Return label → P(label given text) for one text, or a list of those for many; None for a missing one."""
        if is_missing(text):
            return None
        if isinstance(text, str | tuple) or is_document(text):
            return self.probabilities([text])[0]
        scores, missing = self._scored(text)
        found = list[dict[str, float] | None]()
        for row, lacks in zip(scores.probabilities().tolist(), missing, strict=True):
            found.append(None if lacks else dict(zip(self.labels, row, strict=True)))
        return found

    def score(self, texts: Any, threads: int | None = 1) -> Scores:
        """Return the scores of many texts: a list, a frame, or Documents; threads=None uses all cores.

        A missing text has the scores of an empty one.
        """
        return self._scored(texts, threads)[0]

    def _scored(self, texts: Any, threads: int | None = 1) -> tuple[Scores, list[bool]]:
        """Return the scores of many texts, and which of these are missing."""
        parts = list(self._scored_parts(texts, threads_of(threads)))
        values = (
            np.concatenate([part for part, _ in parts])
            if parts
            else np.empty((0, len(self.labels)))
        )
        missing = [lacks for _, part in parts for lacks in part]
        return self.model.scores(values), missing

    def _scored_parts(self, texts: Any, threads: int) -> Iterator[tuple[Floats, list[bool]]]:
        """Yield the scores of a part of the texts, and which of these are missing: lists of texts are not copied."""
        columns = self.model.features.of_columns
        if isinstance(texts, list) and not columns and all(isinstance(text, str) for text in texts):
            fields = [texts] if texts else [[] for _ in self.fields]
            yield self.score_fields(fields, threads).values, [False] * len(texts)
        elif (
            isinstance(texts, list)
            and not columns
            and all(isinstance(text, tuple) for text in texts)
        ):
            for text in texts:
                check_field_count(len(text), self.fields)
            missing = [all(map(is_missing, text)) for text in texts]
            fields = [
                [None if is_missing(part) else part for part in field]
                for field in zip(*texts, strict=True)
            ]
            yield self.score_fields(fields, threads).values, missing
        else:
            for batch in self.read(texts, labelled=False).batches():
                yield self.score_batch(batch, threads).values, batch.is_missing().tolist()

    def score_batch(self, batch: Batch, threads: int | None = 1) -> Scores:
        """Return the scores of a batch of documents that were read by `read`."""
        threads = threads_of(threads)
        return self.model.score(self.rows(batch, threads), threads)

    def predict(self, data: Any, *, threads: int | None = None) -> Predictions:
        """Return the predictions for a document, or for many: all that `classify` takes, and paths.

        A str is a text, as for `classify`; a `pathlib.Path` is a file or folder to read.

        >>> from linnet import train
        >>> classifier = train([("cheap pills", "spam"), ("my lunch", "ham")], {})
        >>> classifier.predict(["pills", "lunch"]).label_names()
        ['spam', 'ham']
        """
        source = source_of(data, self.fields)
        parts = list(self.predict_batches(source, threads=threads))
        return joined(parts) if parts else no_predictions(self.model)

    def predict_batches(
        self, documents: Any, *, threads: int | None = None
    ) -> Iterator[Predictions]:
        """Yield the predictions for Documents, or for anything `read` takes, batch by batch, bad rows included."""
        threads = threads_of(threads)
        for batch in self.read(documents, labelled=False).batches():
            yield predict(self.model, self.rows(batch, threads), batch, threads)

    def rows(self, batch: Batch, threads: int = 1) -> Rows:
        """Return what the known features of a batch of documents are worth."""
        texts = engine_fields(batch.texts, self.tokenizer, batch.rows.tolist())
        names = self.model.features.columns
        columns = names.of_batch(batch, texts) if self.model.features.of_columns else None
        warn_of_unknown(self.model.features, columns)
        return self.model.rows(texts, threads, columns)

    def score_fields(self, fields: Sequence[Any], threads: int | None = 1) -> Scores:
        """Return the scores of texts given field by field, as lists of str or Arrow arrays."""
        threads = threads_of(threads)
        return self.model.score(self._rows(fields, threads), threads)

    def _rows(self, fields: Sequence[Any], threads: int) -> Rows:
        check_field_count(len(fields), self.fields)
        try:
            return self.model.rows(engine_fields(fields, self.tokenizer), threads)
        except (TypeError, UnicodeEncodeError, RuntimeError) as error:
            raise InputError(
                f"a text must be a str without lone surrogates; got: {error}. Clean it first."
            ) from None

    def read(self, source: Any, *, labelled: bool = True) -> Documents:
        """Return documents of the columns that it was trained on, where the source has them."""
        if isinstance(source, Documents):
            if labelled:
                check_labels_of(source, multilabel=self.multilabel)
            return matched(source, self.fields, self.model.features.columns, labelled=labelled)
        names = self.model.features.columns
        return read(
            source,
            text=None if len(self.fields) == 1 else self.fields,
            labelled=labelled,
            usual_text=self.fields[0] if self.fields else None,
            usual_label=self.label,
            categorical=names.categorical,
            numeric=names.numeric,
            features=names.named,
            multilabel=self.multilabel if labelled else None,
        )

    def __repr__(self) -> str:
        shown = ", ".join(self.labels[:5]) + ("…" if len(self.labels) > 5 else "")
        counts = f"{self.documents} documents, {self.model.features.n_columns} features"
        return f"<Classifier: {self.recipe.learner.name}, {counts}, labels {shown}>"

    def explain(self, text: Any) -> Explanation:
        """Return what each feature of a document (a str, a tuple per field, a dict) adds to each label's score."""
        if not isinstance(text, str | tuple | list | Mapping):
            raise InputError(
                f"a document must be a str, a tuple of one per field, or a dict; got {type(text).__name__}."
            )
        if isinstance(text, Mapping) or self.model.features.of_columns:
            return self._explain_read(text)
        texts = [[field] for field in ((text,) if isinstance(text, str) else tuple(text))]
        self._rows(texts, 1)  # says what is wrong, if anything is
        return explain(self.model, texts, tokenizer=self.tokenizer)

    def _explain_read(self, document: Any) -> Explanation:
        if not isinstance(document, Mapping):
            fields = (document,) if isinstance(document, str) else tuple(document)
            check_field_count(len(fields), self.fields)
            document = dict(zip(self.fields, fields, strict=True))
        batch = next(iter(self.read([document], labelled=False).batches()))
        return self.explain_batch(batch)

    def explain_batch(self, batch: Batch) -> Explanation:
        """Return the explanation of a document that was read by `read`: the only one of its batch."""
        texts = [[text[0].as_py() or ""] for text in batch.texts]
        read = engine_fields(texts, self.tokenizer)
        columns = (
            self.model.features.columns.of_batch(batch, read)
            if self.model.features.of_columns
            else None
        )
        return explain(self.model, texts, columns, self.tokenizer)

    def learn(
        self, documents: Any, threads: int | None = 1, progress: Progress = no_progress
    ) -> "Classifier":
        """Return the classifier that has also learned these documents.

        Naive Bayes of whole counts learns exactly. Where features depend on all documents (idf, bins, means, selection)
        they stay as they are, and words that are new are left out; so do other learners, which go on online.
        """
        refuse_kept("learn", self.kept)
        if self.goes_on:
            learned = self._learn_online(documents, threads_of(threads), progress)
        else:
            totals = self._own_totals("learn") + self._total(documents, threads, progress)
            learned = self._with(totals)
        return learned.with_record(outdated(self.record))

    @property
    def adds_labels(self) -> bool:
        """Whether documents that it learns may have labels that are new."""
        return not self.goes_on

    @property
    def goes_on(self) -> bool:
        """Whether it learns more documents by going on from its weights."""
        return Ability.GOES_ON in self.recipe.learner.abilities

    def _learn_online(self, documents: Any, threads: int, progress: Progress) -> "Classifier":
        documents = only_known(self.read(documents), self.labels)
        model, features = self.model, self.model.features
        blocks = [block.settings for block in features.of_text]
        counted = count_rows(
            tokenized(documents, self.tokenizer), blocks, threads, progress, features.columns
        )
        warn_of_unknown(self.model.features, counted.columns)
        totals = self.totals + label_totals(counted)
        counted = counted.among(self.labels, documents.name)
        targets = weighed_targets(counted, self.recipe.class_weights, totals)
        ready = Prepared(features, counted.rows, model.places(counted.features))
        rows = ready.of(counted.rows, counted.columns, threads)
        data = TrainingData(
            self.labels, features=features, rows=rows, targets=targets, threads=threads
        )
        moved = self.recipe.learner.go_on(model.weights, data)
        moved = to_float16(moved) if self.recipe.narrow else moved
        return replace(
            self, model=replace(model, weights=moved), stored_totals=totals, stale=model.tuned
        )

    def forget(
        self, documents: Any, threads: int | None = 1, progress: Progress = no_progress
    ) -> "Classifier":
        """Return the classifier that never saw these documents; they must have been learned.

        What no other document has goes with them. A model that keeps its documents is trained again on the others.
        """
        if self.kept is None:
            return self._subtract(documents, threads, progress)
        gone, left = self.kept.parted(self.read(documents), self.labels)
        if self.retrains:
            changed = self._train_again(gone, left, threads_of(threads), progress)
        else:
            changed = self._subtract(gone, threads, progress)
        return replace(changed, kept=KeptDocuments.of(left, changed.labels))

    @property
    def retrains(self) -> bool:
        """Whether it forgets by training again, since it keeps all that it was trained on."""
        return (
            self.kept is not None
            and self.model.features.columns.none
            and not self.learned_with_weights
        )

    def _train_again(
        self, gone: Documents, left: Documents, threads: int, progress: Progress
    ) -> "Classifier":
        cut = (tokenized(documents, self.tokenizer) for documents in (left, gone))
        counted, lost = (count(documents, self.recipe, threads, progress) for documents in cut)
        check_learned((counted.fingerprint, lost.fingerprint), self.totals.fingerprint)
        changed = from_counted(counted, self.recipe, self.fields, self.label, threads)
        return self._tune(replace(changed, tokenizer=self.tokenizer))

    def _subtract(self, documents: Any, threads: int | None, progress: Progress) -> "Classifier":
        mine, gone = self._own_totals("forget"), self._total(documents, threads, progress)
        left = mine - (gone.within(mine) if self.recipe.private else gone)
        if not left.labels:
            raise InputError(
                "forgetting must leave some documents; got all of them. Delete the model instead."
            )
        if self.recipe.adds_up:
            return self._with(left)
        features, left = supported(self.model.features, left, gone, max(1, self.recipe.private))
        return replace(self, model=replace(self.model, features=features))._with(left)

    def merge(self, other: "Classifier") -> "Classifier":
        """Return the classifier that has learned what both have learned."""
        refuse_kept("merge", self.kept, other.kept)
        mine, others = ((one.recipe.to_toml(), one.fields, one.multilabel) for one in (self, other))
        if mine != others:
            raise SettingError(
                "two models can be merged when they have the same recipe and fields; got different ones. "
                "Train both with the same settings: linnet inspect MODEL --recipe shows them."
            )
        totals = self._own_totals("merge")
        if not self.recipe.adds_up:
            check_same(self.model.features, other.model.features)
        merged = self._with(totals + other.totals)
        if not self.model.tuned:
            merged = other._tune(merged)
        label = self.label if self.label == other.label else None
        return replace(merged, exact=merged.exact and other.exact, label=label)

    def _own_totals(self, what: str) -> ClassTotals:
        if self.recipe.learner.needs != "totals":
            raise no_totals(self.recipe.learner.name, what)
        return self.totals if self.recipe.adds_up else self.totals.frozen()

    def _total(self, documents: Any, threads: int | None, progress: Progress) -> ClassTotals:
        documents = tokenized(self.read(documents), self.tokenizer)
        threads, features = threads_of(threads), self.model.features
        settings = [block.settings for block in features.of_text]
        if self.recipe.adds_up:
            return total_documents(documents, settings, threads, progress, self.recipe.columns)
        counted = count_rows(documents, settings, threads, progress, features.columns)
        warn_of_unknown(self.model.features, counted.columns)
        squares = self.recipe.learner.inputs.squares
        return frozen_totals(counted, self.model, squares=squares, threads=threads)

    def _with(self, totals: ClassTotals) -> "Classifier":
        features = None if self.recipe.adds_up else with_frequencies(self.model.features, totals)
        changed = from_totals(totals, self.recipe, self.fields, self.label, features)
        exact = changed.exact and self.exact and not self.recipe.private
        changed = replace(changed, exact=exact, tokenizer=self.tokenizer)
        return self._tune(changed)

    def _tune(self, changed: "Classifier") -> "Classifier":
        """Return the changed classifier with this one's calibration and cutoffs, if any, found before the change."""
        if not self.model.tuned:
            return changed
        model = changed.model.tuned_as(self.model)
        return replace(changed, model=model, stale=model.tuned)

    def with_record(self, record: TrainingRecord | None) -> "Classifier":
        """Return the classifier with a record of its training, where it may have one.

        Learning and forgetting give back the bytes of an exact model, which a record would change;
        a private model tells nothing of single documents, which an estimate could.
        """
        promises_bytes = self.exact and not self.model.tuned
        if promises_bytes or self.recipe.private:
            record = None
        return replace(self, record=record)

    def save(self, path: str | os.PathLike[str], *, unchanged: FileState | None = None) -> None:
        """Write the classifier to a file, whole or not at all; only if a file is still as it was."""
        container.write(path, *classifier_file.pack(self), unchanged=unchanged)

    def to_bytes(self) -> bytes:
        """Return the bytes of the file that `save` writes."""
        return container.encode(*classifier_file.pack(self))

    def __reduce__(self) -> Any:
        return from_bytes, (self.to_bytes(), *([self.tokenizer] if self.tokenizer else []))


def from_totals(
    totals: ClassTotals,
    recipe: Recipe,
    fields: tuple[str, ...],
    label: str | None = None,
    features: Features | None = None,
) -> Classifier:
    """Return the naive Bayes classifier that a recipe makes of totals, of these features where they are known."""
    check_labels(totals.own_labels, multilabel=totals.multilabel)
    totals.checked()
    kept = taking_part(totals, recipe.limits) if features is None else totals
    model = fit_totals(kept, features or features_of(totals, kept, fields), recipe)
    stored = totals.within(kept) if recipe.private else totals
    return Classifier(recipe, model, stored, totals.exact and recipe.adds_up, label)


def from_counted(
    counted: LabelledRows | ClassTotals,
    recipe: Recipe,
    fields: tuple[str, ...],
    label: str | None,
    threads: int = 1,
) -> Classifier:
    """Return the classifier that a recipe makes of documents that were counted for it."""
    if isinstance(counted, LabelledRows):
        recipe.check_names(counted.labels)
        return from_rows(counted, recipe, label, threads)
    recipe.check_names(counted.own_labels)
    return from_totals(counted, recipe, fields, label)


def from_rows(
    counted: LabelledRows, recipe: Recipe, label: str | None, threads: int = 1
) -> Classifier:
    """Return the classifier that a recipe makes of documents that are kept as rows."""
    check_labels(counted.labels, multilabel=counted.multilabel)
    prepared = recipe.preparation.learn(counted, threads)
    if recipe.learner.needs == "totals":
        totals = totals_of(counted, prepared, squares=recipe.learner.inputs.squares)
        return from_totals(totals, recipe, prepared.features.fields, label, prepared.features)
    model = fit(counted, prepared, recipe, threads)
    model = without_zero_weights(model) if drops_zero_weights(recipe) else model
    return Classifier(recipe, model, label_totals(counted), exact=False, label=label)


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


__all__ = ["Classifier", "from_bytes", "from_totals", "load"]
