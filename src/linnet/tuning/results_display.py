"""Results of tuning in a line, and as tables for a notebook."""

from linnet.display.html import caution, more, note, result, table
from linnet.display.words import NOTHING, line, measured
from linnet.errors import bounded, counted
from linnet.evaluation.metrics.evaluation_display import evaluation_tables, measure_table
from linnet.tuning.curves import Band, Curve, Point
from linnet.tuning.outcome import best_first, finished, settings_in_words, value_in_words
from linnet.tuning.retrained import Retrained
from linnet.tuning.tried import Tried
from linnet.tuning.tuned import Held, Tuned

MOST_TRIED = 10
MOST_POINTS = 30
LONGEST_SETTINGS = 160
NO_ESTIMATE = "no honest estimate: no documents were kept out of choosing"


def tried_line(tried: Tried) -> str:
    """Return the settings of a recipe, and how good it was."""
    documents = f"on {counted(tried.documents, 'document')}" if tried.documents else ""
    value = tried.problem or f"{_value(tried)} {documents}".strip()
    return line("Tried", f"{bounded(settings_in_words(tried), LONGEST_SETTINGS)}: {value}")


def _value(tried: Tried) -> str:
    if tried.value is None:
        return NOTHING
    error = tried.standard_error
    return f"{tried.value:.4f}" + ("" if error is None else f" ± {error:.4f}")


def tuned_line(tuned: Tuned) -> str:
    """Return the best of what was tried, and the honest estimate."""
    if not tuned.tried:
        return line("Tuned", "one recipe, since documents are few", NO_ESTIMATE)
    settings = bounded(settings_in_words(tuned.best), LONGEST_SETTINGS)
    recipes = counted(len(finished(tuned)), "recipe")
    estimate = _estimate_words(tuned)
    return line("Tuned", f"best of {recipes}: {settings}", estimate, _copies_words(tuned))


def _copies_words(tuned: Tuned) -> str:
    """Return how many copies were kept together."""
    if tuned.duplicates is None or not tuned.duplicates.n_kept:
        return ""
    return f"{counted(tuned.duplicates.n_kept, 'duplicate')} kept in one fold"


def _estimate_words(tuned: Tuned) -> str:
    measures = _main_measures(tuned)
    if not measures:
        return NO_ESTIMATE
    values = [f"{name} {measure}" for name, measure in measures.items()]
    return f"estimate by {counted(tuned.reserved, 'document')}: {', '.join(values)}"


def _main_measures(tuned: Tuned) -> dict[str, object]:
    """Return the estimate by the metric of the search, and by those that everybody knows."""
    measures = tuned.measures()
    usual = ("subset-accuracy", "micro-f1") if tuned.classifier.multilabel else ()
    names = dict.fromkeys((tuned.metric, *(usual or ("accuracy", "macro-f1"))))
    return {name: measures[name] for name in names if name in measures}


def tuned_html(tuned: Tuned) -> str:
    """Return what was tried, the best first, and the honest estimate."""
    order = best_first(tuned)
    rows = [_tried_row(tried) for tried in order[:MOST_TRIED]]
    head = ("recipe", tuned.metric, "features", "documents")
    caption = "Tried, the best first; its value is the best of many"
    tried = table(head, rows, caption=caption) if rows else note("Documents are few: one recipe.")
    recipes = counted(len(finished(tuned)), "recipe")
    about = f"{counted(tuned.documents, 'document')}, {recipes} tried to the end"
    stopped = note(f"Not all was tried: {tuned.stopped}.") if tuned.stopped else ""
    left_out = more(len(order) - len(rows), "recipe", "tried")
    copies = note(" ".join(tuned.copies_in_words))
    return result("Tuned", _estimate(tuned), copies, tried, left_out, stopped, about=about)


def _tried_row(tried: Tried) -> tuple[str, ...]:
    settings = settings_in_words(tried)
    return settings, _value(tried), f"{tried.features:,}", f"{tried.documents:,}"


def _estimate(tuned: Tuned) -> str:
    """Return the measures on documents that played no part in choosing."""
    measures = tuned.measures()
    names = _main_measures(tuned)
    if not names:
        return note(f"There is {NO_ESTIMATE}.")
    how = "reserved from the start"
    if tuned.outer_folds:
        how = f"in {tuned.outer_folds} outer folds"
    documents = counted(tuned.reserved, "document")
    chosen = {name: measures[name] for name in names}
    return measure_table(chosen, "honest estimate") + note(f"By {documents} {how}.")


def held_line(held: Held) -> str:
    """Return how good the answers are."""
    return line("Held", repr(held.evaluation))


def held_html(held: Held) -> str:
    """Return the evaluation of the answers."""
    about = counted(held.evaluation.documents, "document") + " that played no part in choosing"
    return result("Held", evaluation_tables(held.evaluation), about=about)


def curve_line(curve: Curve) -> str:
    """Return where a curve goes along, and its best point."""
    points = counted(len(curve.points), "point")
    return line("Curve", f"{curve.metric} along {curve.along}", points, _ends(curve))


def _ends(curve: Curve) -> str:
    """Return the first and the last point."""
    if not curve.points:
        return ""
    ends = dict.fromkeys((curve.points[0], curve.points[-1]))
    words = [f"{measured(end.held_out.mean)} at {value_in_words(end.at)}" for end in ends]
    return f"held out {' to '.join(words)}"


def curve_html(curve: Curve) -> str:
    """Return the points: the mean, the lowest and the highest over folds or draws."""
    rows = [_point_row(point) for point in curve.points[:MOST_POINTS]]
    head = (curve.along, "training", "held out")
    about = f"of {curve.metric} along {curve.along}; in brackets the lowest and the highest"
    left_out = more(len(curve.points) - len(rows), "point", "points")
    return result("Curve", table(head, rows), left_out, about=about)


def _point_row(point: Point) -> tuple[str, ...]:
    return value_in_words(point.at), _band(point.training), _band(point.held_out)


def _band(band: Band) -> str:
    if band.low is None or band.high is None:
        return measured(band.mean)
    return measured(band.mean, (band.low, band.high))


def retrained_line(retrained: Retrained) -> str:
    """Return how many documents are new, and how the new classifier compares with the old one."""
    new = counted(retrained.new_documents, "new document")
    return line("Retrained", f"{new}{_copied_words(retrained)}", *_retrained_words(retrained))


def _retrained_words(retrained: Retrained) -> list[str]:
    """Return how both compare, and what else is to be known."""
    words = [_compared_words(retrained)]
    if retrained.same_training is False:
        words.append("old documents are not those of the training")
    if retrained.loses_calibration:
        words.append("no calibration or cutoffs any more")
    return words


def _copied_words(retrained: Retrained) -> str:
    n_copies = retrained.n_copies
    return f" of which {n_copies:,} are copies of old ones" if n_copies else ""


def _compared_words(retrained: Retrained) -> str:
    difference = retrained.difference
    comparison = retrained.comparison
    if difference is None:
        return "not compared with the classifier before"
    verdict = "worse" if retrained.worse else "not worse"
    values = f"before {measured(difference.a)}, now {measured(difference.b)}"
    compared = "" if comparison is None else f" on {comparison.documents:,} of them"
    return f"{difference.metric} {values}{compared}: {verdict}"


def retrained_html(retrained: Retrained) -> str:
    """Return how both classifiers compare on the new documents."""
    rows = [
        ("documents", f"{retrained.before.documents:,}", f"{retrained.classifier.documents:,}"),
        ("labels", str(len(retrained.before.labels)), str(len(retrained.classifier.labels))),
    ]
    sentence = _compared_words(retrained)
    difference = retrained.difference
    if difference is not None:
        rows.append((difference.metric, measured(difference.a), measured(difference.b)))
        sentence = f"{sentence}; A is the classifier before: {difference.sentence}"
    about = counted(retrained.new_documents, "new document")
    cautions = [caution(sentence) for sentence in retrained.cautions]
    sentences = (retrained.copies_in_words, sentence, retrained.new_labels_in_words)
    notes = map(note, sentences)
    return result("Retrained", *cautions, table(("", "before", "now"), rows), *notes, about=about)
