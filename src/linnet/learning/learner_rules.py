"""Rules over several settings of a learner: each refuses what does not go together."""

from collections.abc import Mapping
from typing import Any

from linnet.errors import Advice, SettingError, quoted
from linnet.settings.kinds import refuse_unless_named

LOSSES: Mapping[str, tuple[str, ...]] = {  # of each learner, the default first
    "logistic": ("softmax", "logistic"),
    "svm": ("squared-hinge", "hinge"),
    "nb-logistic": ("logistic",),
    "nb-svm": ("squared-hinge", "hinge"),
}
LEAST_SMOOTHING, MOST_SMOOTHING = 1e-300, 1e100  # what logs and sums can hold


def trials_are_given(chosen: Any) -> None:
    """The binomial learner cannot do without trials."""
    if chosen.learner == "binomial" and chosen.trials is None:
        raise SettingError(
            "the binomial learner needs trials; got none. Give a number, length or a column."
        )


def trials_are_binomial(chosen: Any) -> None:
    """Only the binomial learner has trials."""
    if chosen.learner != "binomial" and chosen.trials is not None:
        raise SettingError(
            f"trials belong to the binomial learner; got {quoted(chosen.trials)} without it.",
            Advice("name_learner_or_leave_out", learner="binomial", what="them"),
        )


def smoothing_can_be_held(chosen: Any) -> None:
    """Logs and sums must be able to hold the smoothing, unless there is none."""
    smoothing = chosen.smoothing
    if smoothing and not LEAST_SMOOTHING <= smoothing <= MOST_SMOOTHING:
        raise SettingError(
            f"smoothing must be 0, or from {LEAST_SMOOTHING} to {MOST_SMOOTHING}; got {smoothing}. "
            "Use 1.0 if unsure."
        )


def complement_is_smoothed(chosen: Any) -> None:
    """The complement learner cannot do without smoothing."""
    if chosen.learner == "complement" and chosen.smoothing == 0:
        raise SettingError(
            "the complement learner needs smoothing above 0; got 0. Use 1.0 if unsure."
        )


def complement_has_no_prior(chosen: Any) -> None:
    """The complement learner has no prior."""
    if chosen.learner == "complement" and chosen.prior != "learned":
        raise SettingError("the complement learner has no prior; got one. Leave it out.")


def norm_is_of_complement(chosen: Any) -> None:
    """Only the complement learner has a norm."""
    if chosen.norm and chosen.learner != "complement":
        raise SettingError(
            "norm belongs to the complement learner; got it without.",
            Advice("name_learner_or_leave_out", learner="complement", what="it"),
        )


def loss_is_of_learner(chosen: Any) -> None:
    """Each linear learner has losses of its own."""
    what = f"the loss of the {chosen.learner} learner"
    refuse_unless_named(what, chosen.loss, LOSSES[chosen.learner], hint=True)


def l1_share_is_elastic(chosen: Any) -> None:
    """Only the elastic penalty has an l1 share."""
    if chosen.penalty != "elastic" and chosen.l1_share != type(chosen).l1_share:
        raise SettingError(
            f"an l1 share belongs to the elastic penalty; got it with {chosen.penalty}. Leave it "
            "out."
        )


def hinge_has_l2(chosen: Any) -> None:
    """The hinge loss is solved with an l2 penalty only."""
    if chosen.loss == "hinge" and chosen.penalty != "l2":
        raise SettingError(
            f"the hinge loss needs an l2 penalty; got {chosen.penalty}. Use the squared-hinge "
            "loss, or l2."
        )


def dual_has_l2(chosen: Any) -> None:
    """The dual solver needs an l2 penalty."""
    if chosen.solver == "dual" and chosen.penalty != "l2":
        raise SettingError(
            f"the dual solver needs an l2 penalty; got {chosen.penalty}. Use the auto solver."
        )


def smoothing_is_of_ratios(chosen: Any) -> None:
    """Of the linear learners only those on naive Bayes ratios are smoothed."""
    if chosen.smoothing is not None and not chosen.learner.startswith("nb-"):
        raise SettingError(
            f"smoothing belongs to naive Bayes and nb- learners; got it with {chosen.learner}."
        )


def a_solver_stops(chosen: Any) -> None:
    """A solver needs a tolerance and rounds."""
    if not 0 < chosen.tolerance < 1 or chosen.rounds < 1:
        raise SettingError(
            f"tolerance must be between 0 and 1 and rounds 1 or above; got {chosen.tolerance} and "
            f"{chosen.rounds}. "
            "Leave them out if unsure."
        )


def steps_are_passive_aggressive(chosen: Any) -> None:
    """A perceptron has neither variants nor a cap."""
    usual = (type(chosen).variant, type(chosen).cap)
    if chosen.learner == "perceptron" and (chosen.variant, chosen.cap) != usual:
        raise SettingError(
            "variant and cap belong to passive-aggressive; got them with perceptron. Leave them "
            "out."
        )


BAYES_RULES = (
    trials_are_given,
    trials_are_binomial,
    smoothing_can_be_held,
    complement_is_smoothed,
    complement_has_no_prior,
    norm_is_of_complement,
)
LINEAR_RULES = (
    loss_is_of_learner,
    l1_share_is_elastic,
    hinge_has_l2,
    dual_has_l2,
    smoothing_is_of_ratios,
    a_solver_stops,
)
ONLINE_RULES = (steps_are_passive_aggressive,)
