"""linnet train: a file of labelled text in, a model file out."""

from argparse import ArgumentParser, Namespace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.choice import choice_as_json, chosen, leaves_choice, print_choice
from linnet.cli.documents import Tally, read_documents
from linnet.cli.grids import seconds
from linnet.cli.keeping import add_keeping, held, kept
from linnet.cli.model_path import check_model_output
from linnet.cli.progress import progress
from linnet.cli.record import add_no_record, without_record
from linnet.cli.small import made_small, small_line
from linnet.cli.terminal import print_json, say, size_of
from linnet.cli.tokenizer import tokenizer_of
from linnet.errors import SettingError, counted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.recipe.recipe import Recipe
    from linnet.tuning.small import Small

NAME = "train"
HELP = "learn from labelled documents and write a model file"
EXAMPLES = """
  linnet train messages.csv -o messages.linnet
  linnet train reviews.jsonl --text title --text body --label stars -o reviews.linnet --words 1-2
  linnet train mail/ -o mail.linnet --learner complement --min-documents 2 --json
  linnet train --learner lexicon --lexicon pos=positive.txt --lexicon neg=negative.txt -o tone.linnet
"""
CHOSEN = (
    "where none is named, the recipe that suits the documents best is chosen, among multinomial, complement, svm, "
    "logistic and nb-svm, or among those of them that take the settings given below"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    said = "a file, a folder with one sub-folder per label, or -; none for the lexicon learner"
    parser.add_argument("data", metavar="DATA", nargs="?", help=said)
    parser.add_argument(
        "-o", "--output", metavar="MODEL", required=True, help="the model file to write"
    )
    said = "where no learner is given: stop trying recipes after so long, 60s or 5m, with what is best then"
    parser.add_argument("--budget", metavar="TIME", type=seconds, help=said)
    said = "few features and a file that takes little space; what is lost by that is measured and printed"
    parser.add_argument("--small", action="store_true", help=said)
    said = "calibration and cutoffs: documents with the same value in this column are scored by a model of the others"
    parser.add_argument("--group", metavar="COLUMN", help=said)
    said = "calibration and cutoffs: each part by this column is scored by a model of the documents before it"
    parser.add_argument("--time", metavar="COLUMN", help=said)
    add_keeping(parser)
    add_no_record(parser)
    options.add_threads(parser)
    options.add_json(parser)
    options.add_reading(parser, multilabel=True, learns=True, weight=True)
    options.add_features(
        parser, default="its single words where a learner is named, else chosen with the learner"
    )
    options.add_learner(parser, default=CHOSEN)
    options.add_recipe(parser)


def run(args: Namespace) -> None:
    """Train, write the model, tell what was done."""
    start = perf_counter()
    check_model_output(args.output, args.data, args.recipe)
    recipe = options.recipe_of(args, learner=not leaves_choice(args))
    _tell_left_out(recipe)
    from linnet.cli.model import tell_alike
    from linnet.learning.learner import Ability

    tuned, small = None, None
    if leaves_choice(args):
        tuned, tally = chosen(args, recipe)
        classifier, small = tuned.classifier, tuned.small
    elif Ability.FROM_LEXICONS in recipe.learner.abilities:
        classifier, tally = _by_hand(args, recipe)
    else:
        (classifier, small), tally = _trained(args, recipe)
    if args.no_record:
        classifier, small = without_record(classifier, small)
    classifier.save(args.output)
    tell_alike(classifier.labels)
    result = _result(classifier, args.output, tally, perf_counter() - start)
    if args.json:
        print_json({**result, "choice": choice_as_json(tuned), "small": small and small.as_json()})
    else:
        if tuned is not None:
            print_choice(tuned)
        if args.small:
            print(small_line(small))
        _print(classifier, result, args.tokenizer, chosen=tuned is not None)


def _trained(
    args: Namespace, recipe: "Recipe"
) -> tuple[tuple["Classifier", "Small | None"], Tally]:
    if args.budget is not None:
        raise SettingError(
            "a budget is for choosing a recipe; got one that is given. Leave one of them out."
        )
    if args.data is None:
        raise SettingError(
            "there must be documents to learn from; got no DATA. Name a file or a folder."
        )
    tokenizer = tokenizer_of(args.tokenizer)
    documents, tally = read_documents(args, recipe=recipe, aside=recipe.aside)
    from linnet.tuning.train import train

    documents = held(args, documents, recipe)
    if args.small:
        tuned = made_small(args, documents, recipe, tokenizer)
        return (kept(args, tuned.classifier, documents), tuned.small), tally
    with progress("learning") as moved:
        classifier = train(
            documents, recipe, threads=args.threads, progress=moved, tokenizer=tokenizer
        )
    return (kept(args, classifier, documents), None), tally


def _by_hand(args: Namespace, recipe: "Recipe") -> tuple["Classifier", Tally]:
    from linnet.classifier.lexicon import from_lexicons

    if args.data is not None:
        raise SettingError(
            f"the lexicon learner takes no documents, its weights are given; got {args.data}. Leave it out."
        )
    if args.keep_documents or args.small:
        got = "--keep-documents" if args.keep_documents else "--small"
        raise SettingError(
            f"the lexicon learner has no documents to keep or to leave features out by; got {got}. Leave it out."
        )
    recipe, _ = recipe.cut_by(tokenizer_of(args.tokenizer))
    return from_lexicons(recipe), Tally()


def _tell_left_out(recipe: "Recipe") -> None:
    """Say how many entries of lexicons are no words and never met."""
    from linnet.features.lexicon import left_out

    for one in recipe.features.lexicons:
        if n := left_out(one):
            say(
                f"lexicon {one.name}: {n:,} of {len(one.words):,} entries are no words and left out."
            )


def _result(classifier: "Classifier", model: str, tally: Tally, seconds: float) -> dict[str, Any]:
    from linnet.cli.model import fingerprint_of

    return {
        "documents": classifier.documents,
        "features": classifier.model.features.n_columns,
        "labels": len(classifier.labels),
        "seconds": round(seconds, 6),
        "model": model,
        "learner": classifier.recipe.learner.name,
        "fingerprint": fingerprint_of(classifier),
        **tally.as_json(),
        "empty_texts": tally.empty_texts,
        "exact": classifier.exact,
    }


def _print(
    classifier: "Classifier", result: dict[str, Any], tokenizer: str | None, *, chosen: bool
) -> None:
    from linnet.cli.model import (
        in_words,
        label_counts,
        next_commands,
        tell_uncalibrated,
        tuning_lines,
    )

    learned = (
        f"Learned {counted(result['documents'], 'document')}"
        if result["documents"]
        else "Made without documents"
    )
    print(
        f"{learned} in {result['seconds']:.2f} s: {in_words(classifier.recipe, multilabel=classifier.multilabel)}."
    )
    print(f"Labels: {label_counts(classifier)}.")
    if not chosen:  # else the choice has said it
        tell_uncalibrated(classifier)
    for name, line in tuning_lines(classifier).items():
        print(f"{name.capitalize()}: {line}.")
    print(
        f"Wrote {result['model']} ({size_of(result['model'])}, {counted(result['features'], 'feature')})."
    )
    print(next_commands(result["model"], classifier.fields, tokenizer))
