"""linnet explain: what each feature of a text adds to the score of each label."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from linnet.cli import options
from linnet.cli.coloured import show_coloured
from linnet.cli.document_argument import document_json, document_of
from linnet.cli.explanation import print_explanation, print_nearest
from linnet.cli.model_path import load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.terminal import print_json, say
from linnet.cli.tokenizer import add_tokenizer

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.explanation.explained_document import ExplainedDocument

EXAMPLES = """
  linnet explain messages.linnet 'You have won a prize'
  linnet explain messages.linnet - < letter.txt --top 10
  linnet explain reviews.linnet --field title='Never again' --field body='It broke.' --json
  linnet explain messages.linnet 'You have won a prize' --html why.html --nearest 3
"""
MOST_FEATURES = 20
TEXT_HELP = "the text, or - to read it from standard input"
FIELD_HELP = "the text of one field, or the value of a column beside the text; repeat it"
TOP_HELP = f"show only the N strongest features; {MOST_FEATURES} by default, all with --json"
HTML_HELP = "write the text in colours, and all below, as one HTML page"
NEAREST_HELP = (
    "show the N most similar training documents, of a model trained with --keep-documents"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    parser.add_argument("text", metavar="TEXT", nargs="?", help=TEXT_HELP)
    parser.add_argument(
        "--field", action="append", metavar="NAME=TEXT", default=[], help=FIELD_HELP
    )
    parser.add_argument("--top", metavar="N", type=options.whole, help=TOP_HELP)
    parser.add_argument("--html", metavar="FILE", help=HTML_HELP)
    parser.add_argument("--nearest", metavar="N", type=options.whole, default=0, help=NEAREST_HELP)
    add_tokenizer(parser)
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Explain one text."""
    if args.html is not None:
        check_output(args.html, args.model)
    from linnet.explanation.explained_document import explain_document

    classifier = load_model(args.model, tokenizer=args.tokenizer)
    document = document_of(args.text, args.field, classifier)
    nearest = _number_of_nearest(args.nearest, classifier)
    explained = explain_document(classifier, document, nearest=nearest)
    if args.html is not None:
        _write_page(args.html, explained)
    if args.json:
        text = document_json(document, classifier.fields)
        print_json({"text": text, **explained.as_json(args.top)})
    else:
        _print_explained(explained, MOST_FEATURES if args.top is None else args.top)


def _number_of_nearest(n_nearest: int, classifier: "Classifier") -> int:
    """Return how many training documents to show; none where the model keeps none."""
    if n_nearest and classifier.kept is None:
        say(
            "the model keeps no training documents, so none are shown. "
            "Train it again with --keep-documents."
        )
        return 0
    return n_nearest


def _write_page(path: str, explained: "ExplainedDocument") -> None:
    from linnet.report.explanation_page import page_of

    with written_whole(path) as file:
        file.write(page_of(explained).encode())


def _print_explained(explained: "ExplainedDocument", top: int) -> None:
    from linnet.explanation.sentences import counterfactual_sentence

    explanation = explained.explanation
    for pieces in explanation.pieces():
        show_coloured(pieces, explanation.label)
    print_explanation(explanation, top)
    sentence = counterfactual_sentence(explanation, explained.counterfactual)
    if sentence:
        print(sentence)
    print_nearest(explained.nearest)
