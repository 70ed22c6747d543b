"""linnet train: a file of labelled text in, a model file out."""

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.documents import read_documents
from linnet.cli.grids import seconds
from linnet.cli.inputs import data_in_words, files_read
from linnet.cli.model_path import check_model_output
from linnet.cli.progress import progress, search_progress
from linnet.cli.terminal import is_quiet, print_json, say, size_of
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import SettingError, counted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading import Documents
    from linnet.reading.tally import Tally
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.small import Small
    from linnet.tuning.tuned import Tuned

EXAMPLES = """
  linnet train messages.csv -o messages.linnet
  linnet train reviews.jsonl --text title --text body --label stars -o reviews.linnet --words 1-2
  linnet train april.csv may.xlsx 'older/*.jsonl.gz' -o messages.linnet
  linnet train sqlite:///tickets.db --sql 'SELECT body AS text, queue AS label FROM tickets' \
-o tickets.linnet
  linnet train mail/ -o mail.linnet --learner complement --min-documents 2 --json
  linnet train --learner lexicon --lexicon pos=positive.txt \
--lexicon neg=negative.txt -o tone.linnet
"""
CHOSEN = (
    "where none is named, the recipe that suits the documents best is chosen, "
    "among multinomial, complement, svm, logistic and nb-svm, "
    "or among those of them that take the settings given below"
)
DATA_HELP = (
    "files, patterns as 'parts/*.csv', folders of parts, a folder with one sub-folder per label, "
    "a database, or -; none for the lexicon learner"
)
OUTPUT_HELP = "the model file to write"
BUDGET_HELP = (
    "where no learner is given: stop trying recipes after so long, 60s or 5m, "
    "with what is best then"
)
SMALL_HELP = (
    "few features and a file that takes little space; what is lost by that is measured and printed"
)
GROUP_HELP = (
    "search, calibration and cutoffs: documents with the same value in this column are scored by "
    "a model of the others"
)
TIME_HELP = (
    "search, calibration and cutoffs: each part by this column is scored by a model of the "
    "documents before it"
)
KEEP_HELP = (
    "store the training texts in the model file, for explain --nearest and retrain: who has the "
    "file can read them"
)
REPORT_HELP = (
    "write a report too: a page (.html), all numbers (.json) or a model card (.md); it shows "
    "documents that the model which judged them had not learned"
)
REPORT_FOLDS = 5  # of the curves and suspects
FEATURES_DEFAULT = "its single words where a learner is named, else chosen with the learner"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    options.add_data(parser, DATA_HELP, default=[])
    parser.add_argument("-o", "--output", metavar="MODEL", required=True, help=OUTPUT_HELP)
    parser.add_argument("--budget", metavar="TIME", type=seconds, help=BUDGET_HELP)
    parser.add_argument("--small", action="store_true", help=SMALL_HELP)
    parser.add_argument("--group", metavar="COLUMN", help=GROUP_HELP)
    parser.add_argument("--time", metavar="COLUMN", help=TIME_HELP)
    parser.add_argument("--keep-documents", action="store_true", help=KEEP_HELP)
    options.add_split_duplicates(parser)
    parser.add_argument("--report", metavar="FILE", help=REPORT_HELP)
    options.add_no_record(parser)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, time=True, weight=True)
    options.add_features(parser, default=FEATURES_DEFAULT)
    options.add_learner(parser, default=CHOSEN)
    options.add_recipe(parser)


@dataclass(frozen=True, eq=False)
class Reported:
    """What a report is made of."""

    documents: "Documents"
    tuned: "Tuned | None" = None  # None where nothing was estimated yet


@dataclass(frozen=True, eq=False)
class Training:
    """What a training gave."""

    classifier: "Classifier"
    tally: "Tally"  # of what was read
    tuned: "Tuned | None" = None  # where the recipe was chosen
    small: "Small | None" = None  # where a small model was asked for, and could be made
    reported: "Reported | None" = None  # None where there are no documents to learn from


def run(args: Namespace) -> None:
    """Train, write the model, print what was done."""
    start = perf_counter()
    check_model_output(args.output, *files_read(args.data, args.format), args.recipe)
    if args.report is not None:
        _check_report(args)

    chooses = bool(args.data) and not options.names_learner(args)
    recipe = options.recipe_of(args, learner=not chooses)
    _say_unused_entries(recipe)
    training = _choose(args, recipe) if chooses else _train(args, recipe)
    if args.no_record:
        from linnet.cli.record import without_record

        classifier, small = without_record(training.classifier, training.small)
        training = replace(training, classifier=classifier, small=small)
    training.classifier.save(args.output)

    result = _result(training, args.output, perf_counter() - start)
    if args.report is not None:
        _write_report(args, training)

    if args.json:
        print_json(result)
        return
    if is_quiet():
        return
    _print_choice(args, training)
    _print_model(training, result, args.tokenizer)


def _check_report(args: Namespace) -> None:
    """Refuse, before any work, a report that could not be written."""
    from linnet.cli.report import check_report

    if not args.data:
        raise SettingError(
            "a report shows documents that are judged; got no DATA. Name a file, or leave --report "
            "out."
        )
    check_report(args.report, args.output, args.data, args.format)


def _write_report(args: Namespace, training: Training) -> None:
    """Write the report of the choice, or of the recipe that was given."""
    from linnet.cli.report import write_judged_report, write_tuned_report

    reported = training.reported
    if reported is None:
        return
    tuned = reported.tuned
    if tuned is not None and tuned.tried:
        write_tuned_report(args, reported.documents, tuned, REPORT_FOLDS)
    else:  # the recipe was given, or the documents are too few to choose one
        write_judged_report(args, reported.documents, training.classifier.recipe)


def _choose(args: Namespace, recipe: "Recipe") -> Training:
    """Return the classifier that suits the documents best."""
    from linnet.tuning.choose import choose

    documents, tally = _read_training(args, recipe)
    named = [name for name in (*options.feature_names(), "calibration") if name in vars(args)]
    with search_progress() as show_progress:
        tuned = choose(
            documents,
            recipe,
            named=named,
            learner_settings=options.learner_settings(args),
            budget=args.budget,
            split_duplicates=args.split_duplicates,
            small=args.small,
            threads=args.threads,
            tokenizer=tokenizer_of(args.tokenizer),
            progress=show_progress,
        )
    classifier = _with_documents(args, tuned.classifier, documents)
    return Training(classifier, tally, tuned, tuned.small, Reported(documents, tuned))


def _train(args: Namespace, recipe: "Recipe") -> Training:
    """Return the classifier of a recipe that is given."""
    from linnet.learning.learner import Ability
    from linnet.tuning.make import make

    if Ability.FROM_LEXICONS in recipe.learner.abilities:
        return _from_lexicons(args, recipe)
    _check_given_recipe(args)
    tokenizer = tokenizer_of(args.tokenizer)
    documents, tally = _read_training(args, recipe)
    if args.small:
        return _make_small(args, recipe, documents, tally)
    with progress("learning") as show_progress:
        classifier = make(
            documents, recipe, threads=args.threads, progress=show_progress, tokenizer=tokenizer
        )
    classifier = _with_documents(args, classifier, documents)
    return Training(classifier, tally, reported=Reported(documents))


def _check_given_recipe(args: Namespace) -> None:
    if args.budget is not None:
        raise SettingError(
            "a budget is for choosing a recipe; got one that is given. Leave one of them out."
        )
    if args.split_duplicates and not args.small:
        raise SettingError(
            "duplicates matter to an estimate, which there is where a recipe is chosen; "
            "got one that is given and --split-duplicates. Leave one of them out."
        )
    if not args.data:
        raise SettingError(
            "there must be documents to learn from; got no DATA. Name a file or a folder."
        )


def _make_small(
    args: Namespace, recipe: "Recipe", documents: "Documents", tally: "Tally"
) -> Training:
    from linnet.tuning.choose import make_small

    tokenizer = tokenizer_of(args.tokenizer)
    with search_progress() as show_progress:
        tuned = make_small(
            documents,
            recipe,
            split_duplicates=args.split_duplicates,
            threads=args.threads,
            tokenizer=tokenizer,
            progress=show_progress,
        )
    classifier = _with_documents(args, tuned.classifier, documents)
    return Training(classifier, tally, None, tuned.small, Reported(documents, tuned))


def _from_lexicons(args: Namespace, recipe: "Recipe") -> Training:
    """Return the classifier whose weights are written by hand."""
    from linnet.classifier.lexicon import from_lexicons
    from linnet.reading.tally import Tally

    if args.data:
        data = data_in_words(args.data)
        raise SettingError(
            f"the lexicon learner takes no documents, its weights are given; got {data}. "
            "Leave it out."
        )
    if args.keep_documents or args.small:
        option = "--keep-documents" if args.keep_documents else "--small"
        raise SettingError(
            "the lexicon learner has no documents to keep or to leave features out by; "
            f"got {option}. Leave it out."
        )
    recipe, _ = recipe.cut_by(tokenizer_of(args.tokenizer))
    return Training(from_lexicons(recipe), Tally())


def _read_training(args: Namespace, recipe: "Recipe") -> "tuple[Documents, Tally]":
    """Return the documents, in memory where they are kept: a stream can be read only once."""
    from linnet.classifier.training_documents import held_in_memory

    documents, tally = read_documents(args, recipe=recipe, metadata=recipe.metadata_columns)
    if not args.keep_documents:
        return documents, tally
    if recipe.private:
        raise SettingError(
            "a private model must not contain its training texts; got --keep-documents. "
            "Leave one out."
        )
    return held_in_memory(documents), tally


def _with_documents(
    args: Namespace, classifier: "Classifier", documents: "Documents"
) -> "Classifier":
    """Return the classifier, with its documents where they are kept."""
    if not args.keep_documents:
        return classifier
    from linnet.explanation.nearest import keep

    return keep(classifier, documents)


def _say_unused_entries(recipe: "Recipe") -> None:
    """Say how many entries of lexicons are no words and never met."""
    from linnet.features.lexicon import left_out

    for lexicon in recipe.features.lexicons:
        n = left_out(lexicon)
        if n:
            entries = f"{n:,} of {len(lexicon.words):,} entries"
            say(f"lexicon {lexicon.name}: {entries} are no words and left out.")


def _result(training: Training, model: str, taken: float) -> dict[str, Any]:
    from linnet.classifier.facts import fingerprint_of

    classifier = training.classifier
    tally = training.tally
    learned = {
        "documents": classifier.documents,
        "features": classifier.model.features.n_columns,
        "labels": len(classifier.labels),
        "seconds": round(taken, 6),
        "model": model,
        "learner": classifier.recipe.learner.name,
        "fingerprint": fingerprint_of(classifier),
    }
    small = None if training.small is None else training.small.as_json()
    return {
        **learned,
        **tally.as_json(),
        "empty_texts": tally.empty_texts,
        "exact": classifier.exact,
        "choice": _choice_facts(training.tuned),
        "small": small,
    }


def _choice_facts(tuned: "Tuned | None") -> dict[str, Any] | None:
    """Return what was chosen, None where the recipe was given."""
    if tuned is None:
        return None
    from linnet.tuning.outcome import choice_facts

    return choice_facts(tuned)


def _print_choice(args: Namespace, training: Training) -> None:
    """Print which recipe was chosen, and what a small model has lost."""
    if training.tuned is not None:
        from linnet.cli.choice import print_choice

        print_choice(training.tuned)
    if args.small:
        from linnet.cli.small import small_line

        print(small_line(training.small))


def _print_model(training: Training, result: dict[str, Any], tokenizer: str | None) -> None:
    from linnet.classifier.facts_in_words import (
        calibration_lines,
        label_counts,
        uncalibrated_sentence,
    )
    from linnet.cli.model import next_commands
    from linnet.recipe.words import in_words

    classifier = training.classifier
    learned = "Made without documents"
    if result["documents"]:
        learned = f"Learned {counted(result['documents'], 'document')}"
    recipe = in_words(classifier.recipe, multilabel=classifier.multilabel)
    print(f"{learned} in {result['seconds']:.2f} s: {recipe}.")
    print(f"Labels: {label_counts(classifier)}.")
    uncalibrated = uncalibrated_sentence(classifier)
    if uncalibrated and training.tuned is None:  # else the choice has said it
        print(uncalibrated)
    for name, line in calibration_lines(classifier).items():
        print(f"{name.capitalize()}: {line}.")
    features = counted(result["features"], "feature")
    print(f"Wrote {result['model']} ({size_of(result['model'])}, {features}).")
    print(next_commands(result["model"], classifier.fields, tokenizer))
