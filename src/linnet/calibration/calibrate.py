"""A classifier with calibrated probabilities and cutoffs, from documents it has not learned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from warnings import warn

import numpy as np
import numpy.typing as npt

from linnet.calibration.cross_calibration import (
    AUTO,
    FOLDS,
    NONE,
    Chosen,
    Numbers,
    choose,
    parts_of,
    probability_predictions,
)
from linnet.calibration.cutoff_rules import CutoffRules, LabelledProbabilities
from linnet.calibration.cutoffs import choose_cutoffs
from linnet.calibration.maximum_likelihood import fit_calibration
from linnet.calibration.truth import Flags, Floats, Truth
from linnet.classifier.classifier import Classifier
from linnet.errors import DataWarning, SettingError
from linnet.evaluation.metrics.register import METRICS, PROBABILITY_METRICS
from linnet.evaluation.splits.copies import keeping
from linnet.evaluation.splits.splits import Parts
from linnet.learning.counting import LabelCodes, LabelledRows, Progress, no_progress
from linnet.model.calibration import Calibration
from linnet.model.decision import Decision
from linnet.model.scores import Scores
from linnet.reading import Documents
from linnet.reading.known_labels import only_known
from linnet.recipe.recipe import Recipe
from linnet.storage.training_record import outdated
from linnet.threads import threads_of
from linnet.validation.fingerprints import compared_with_training
from linnet.validation.folds import Folds
from linnet.validation.out_of_fold import Work, or_raise, rough, scored, whole
from linnet.validation.splitting import criteria_of, with_copies
from linnet.validation.subtraction import Counted, count

ENOUGH = 10_000  # documents to find a calibration on
Quality = dict[str, float | None]
NO_CUTOFFS = CutoffRules()
ON_TRAINING_DOCUMENTS = (
    "The model was trained on exactly these documents: its probabilities will be too sure. "
    "Use others."
)


def calibrate(  # noqa: PLR0913
    classifier: Classifier,
    documents: Any,
    *,
    method: str = AUTO,
    cutoffs: str | Sequence[str] = (),
    costs: Mapping[tuple[str, str], float] | None = None,
    unsure: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> Classifier:
    """Return the classifier with a calibration and cutoffs from labelled documents new to it.
    `method` is temperature, shared-platt, platt, isotonic, none, or auto. `cutoffs` are rules such
    as "spam=f1", "spam=0.8", "spam=budget:ham:0.001" (at most one in 1,000 ham lost), or "cost"
    with `costs` {(true, given): number}. With `unsure` a document that no label is above its cutoff
    for gets none. A DataWarning says where these are exactly the training documents.

    >>> from linnet import train
    >>> classifier = train([("good film", "pos"), ("bad film", "neg")], {"learner": "svm"})
    >>> others = [("so good", "pos"), ("too bad", "neg")]
    >>> others += [("good or bad", "pos"), ("a bad good film", "neg")]
    >>> calibrated = calibrate(classifier, others)
    >>> {label: round(p, 3) for label, p in calibrated.probabilities("good").items()}
    {'neg': 0.166, 'pos': 0.834}
    """
    if isinstance(cutoffs, str):
        cutoffs = (cutoffs,)
    cutoff_rules = CutoffRules(tuple(cutoffs), costs or {}, unsure)
    documents, are_learned = compared_with_training(
        classifier.read(documents), classifier, threads_of(threads)
    )
    development = Development.of(classifier, documents, threads, progress)
    if are_learned():
        warn(ON_TRAINING_DOCUMENTS, DataWarning, stacklevel=2)
    return development.calibrated(method, cutoff_rules)


def calibrated_out_of_fold(
    classifier: Classifier,
    documents: Documents,
    threads: int,
    rows: LabelledRows | None = None,
    copies: Numbers | None = None,
) -> Classifier:
    """Return the classifier with the calibration and the cutoffs of its recipe.

    They are found on the documents it has learned, each scored by a model that has not learned it.
    The documents are counted unless their rows are given, and copies of one another are looked for
    unless it is known which these are: they have the same number.
    """
    recipe = classifier.recipe
    counted = _counted(documents, recipe, rows, threads)
    folds = Folds(FOLDS, seed=recipe.seed, group=recipe.group, time=recipe.time)
    criteria = criteria_of(documents, folds)
    if copies is None:
        criteria, _ = with_copies(criteria, documents, threads)
    else:
        criteria = keeping(criteria, copies)
    (parts,) = folds.at_most(criteria).parts(criteria)

    cutoffs = recipe.rules(multilabel=counted.multilabel)
    cutoff_rules = CutoffRules(cutoffs, {}, recipe.unsure, approximate=True)
    work = Work(threads, only=None if cutoffs else _enough_parts(parts))
    results = or_raise(scored(counted, parts, [rough(recipe)], work))
    out_of_fold = whole(list(results))
    truth: Truth = criteria.codes
    if counted.multilabel:
        truth = _label_flags(criteria.codes, criteria.starts, len(counted.labels))
    values = out_of_fold.scores.values
    development = Development(as_trained(classifier), values, truth[out_of_fold.documents])
    return development.calibrated(recipe.calibration, cutoff_rules)


def _counted(
    documents: Documents, recipe: Recipe, rows: LabelledRows | None, threads: int
) -> Counted:
    if rows is None:
        return count(documents, recipe, threads)
    return Counted(**vars(rows), recipe=recipe)


def _enough_parts(parts: Parts) -> tuple[int, ...]:
    """Return as many parts as have enough documents together: a calibration has few numbers."""
    held_out = np.array(parts.held_out_parts())
    sizes = [parts.held_out(part).sum() for part in held_out[:-1]]
    n_before = np.cumsum([0, *sizes])
    return tuple(held_out[n_before < ENOUGH].tolist())


@dataclass(frozen=True, eq=False)
class Development:
    """Documents that a classifier has not learned: its own scores for them, and what is true."""

    classifier: Classifier  # without a calibration, and with cutoffs as its recipe has them
    values: Floats
    truth: Truth
    # What belongs together is in the same part; None: each document is by itself.
    part: Numbers | None = None

    @classmethod
    def of(
        cls,
        classifier: Classifier,
        documents: Any,
        threads: int | None = None,
        progress: Progress = no_progress,
    ) -> "Development":
        """Return the documents, scored by a classifier."""
        plain = as_trained(classifier)
        label_codes = LabelCodes()
        label_codes.codes.update({label: place for place, label in enumerate(plain.labels)})

        values = list[Floats]()
        truth = list[Truth]()
        n_seen = 0
        for batch in only_known(plain.read(documents), plain.labels).batches():
            n_seen += len(batch)
            progress(batch.share, n_seen)
            values.append(plain.score_batch(batch, threads_of(threads)).values)
            codes = label_codes.encode(batch.label_numbers)
            if plain.multilabel:
                truth.append(_label_flags(codes, batch.label_starts, len(plain.labels)))
            else:
                truth.append(codes)
        return cls(plain, np.concatenate(values), np.concatenate(truth))

    def calibrated(self, method: str = AUTO, cutoff_rules: CutoffRules = NO_CUTOFFS) -> Classifier:
        """Return the classifier with a calibration of this method, and with these cutoffs."""
        calibration = self.calibration(method)
        model = replace(self.classifier.model, calibration=calibration)
        decision = self._recipe_decision(calibration)
        if cutoff_rules.rules:
            decision = self._decision(model.scores(self.values), cutoff_rules, decision)
        model = replace(model, decision=decision)
        calibrated = replace(self.classifier, model=model)
        return calibrated.with_record(outdated(self.classifier.record))

    def calibration(self, method: str) -> Calibration | None:
        """Return the calibration of this method; for auto, of the best one."""
        if method == AUTO:
            method = self.chosen().method
        if method == NONE:
            return None
        return fit_calibration(self.values, self.truth, method, self.classifier.model.link)

    def _recipe_decision(self, calibration: Calibration | None) -> Decision | None:
        """Return the cutoffs of the recipe, those on margins as the probabilities they become."""
        model = self.classifier.model
        recipe = self.classifier.recipe
        if not model.multilabel or model.has_probabilities or calibration is None:
            return model.decision
        if recipe.cutoff is None:
            return recipe.decision(model.labels, has_probabilities=True)

        assert model.decision is not None
        margins = model.decision.cutoffs
        calibrated = replace(model, calibration=calibration).scores(margins[None])
        rules = tuple(f"margin {margin:g}" for margin in margins)
        return Decision(calibrated.probabilities()[0], rules)

    def _decision(
        self, scores: Scores, cutoff_rules: CutoffRules, start: Decision | None
    ) -> Decision:
        if not scores.has_probabilities:
            raise SettingError(
                "cutoffs need probabilities; got a model of margins and no calibration. "
                "Calibrate it too."
            )
        # Of two labels a calibration keeps the order of documents, so what held for scores holds
        # for probabilities.
        many_exclusive = len(scores.label_names) > 2 and not scores.multilabel
        order_changes = scores.calibration is not None and many_exclusive
        if order_changes:
            cutoff_rules = replace(cutoff_rules, approximate=True)
        probabilities = scores.probabilities()
        labelled = LabelledProbabilities(scores.label_names, probabilities, self.truth)
        return choose_cutoffs(labelled, cutoff_rules, start)

    def chosen(self, method: str = AUTO) -> Chosen:
        """Return the method with the probabilities of each document by a map of the others."""
        part = parts_of(self.truth) if self.part is None else self.part
        scores = self.classifier.model.scores(self.values)
        return choose(scores, self.truth, part, method)

    def gain(self, method: str = AUTO) -> tuple[Quality, Quality]:
        """Return how good probabilities are before and after, by a map of the other documents.
        Numbers are None where there are no probabilities, and after where there is only one
        document.
        """
        before = self._quality(self.chosen(NONE).probabilities)
        after = self._quality(self.chosen(method).probabilities)
        return before, after

    def _quality(self, probabilities: Floats | None) -> Quality:
        if probabilities is None:
            return dict.fromkeys(PROBABILITY_METRICS)
        predictions = probability_predictions(probabilities, self.truth)
        return {name: METRICS[name].of(predictions) for name in PROBABILITY_METRICS}


def as_trained(classifier: Classifier) -> Classifier:
    """Return the classifier as it was trained."""
    recipe = classifier.recipe
    model = replace(classifier.model, calibration=None, decision=None)
    if model.multilabel:
        decision = recipe.decision(model.labels, has_probabilities=model.has_probabilities)
        model = replace(model, decision=decision)
    return replace(classifier, model=model, stale=False)


def _label_flags(
    codes: npt.NDArray[Any], starts: npt.NDArray[np.int64] | None, n_labels: int
) -> Flags:
    """Return documents × labels: which of them each document has."""
    assert starts is not None
    n_documents = len(starts) - 1
    flags = np.zeros((n_documents, n_labels), np.bool_)
    rows = np.repeat(np.arange(n_documents), np.diff(starts))
    flags[rows, codes] = True
    return flags
