"""linnet explain: what each feature of a text adds to the score of each label."""

import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from math import isinf
from typing import TYPE_CHECKING, Any

from linnet.cli import options
from linnet.cli.coloured import show_coloured
from linnet.cli.model_path import load_model
from linnet.cli.output_file import check_output, written_whole
from linnet.cli.table import Table
from linnet.cli.terminal import counted, print_json, say, shown
from linnet.cli.tokenizer import add_tokenizer
from linnet.errors import InputError, SettingError, escaped, listed, quoted

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.explanation.counterfactuals import Counterfactual
    from linnet.model.explanation import Contribution, Explanation
    from linnet.storage.kept_documents import Neighbour

NAME = "explain"
HELP = "show what each feature of a text adds to each label"
EXAMPLES = """
  linnet explain messages.linnet 'You have won a prize'
  linnet explain messages.linnet - < letter.txt --top 10
  linnet explain reviews.linnet --field title='Never again' --field body='It broke.' --json
  linnet explain messages.linnet 'You have won a prize' --html why.html --nearest 3
"""
MOST_LABELS = 6
MOST_FEATURES = 20


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("model", metavar="MODEL", help="a model file")
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="the text, or - to read it from standard input"
    )
    said = "the text of one field, or the value of a column beside the text; repeat it"
    parser.add_argument("--field", action="append", metavar="NAME=TEXT", default=[], help=said)
    said = f"show only the N strongest features; {MOST_FEATURES} by default, all with --json"
    parser.add_argument("--top", metavar="N", type=options.whole, help=said)
    parser.add_argument(
        "--html", metavar="FILE", help="write the text in colours, and all below, as one HTML page"
    )
    said = "show the N most similar training documents, of a model trained with --keep-documents"
    parser.add_argument("--nearest", metavar="N", type=options.whole, default=0, help=said)
    add_tokenizer(parser)
    options.add_json(parser)


def run(args: Namespace) -> None:
    """Explain one text."""
    if args.html is not None:
        check_output(args.html, args.model)
    classifier = load_model(args.model, tokenizer=args.tokenizer)
    document, text = _document(args, classifier)
    explanation = classifier.explain(document)
    turn, near = (
        _turn(classifier, document, explanation),
        _nearest(classifier, document, args.nearest),
    )
    if args.html is not None:
        _write_page(args.html, explanation, turn, near)
    if args.json:
        told = {
            "turn": turn.as_json() if turn else None,
            "nearest": [one.as_json() for one in near],
        }
        print_json({"text": text, **as_json(explanation, args.top), **told})
    else:
        for pieces in explanation.pieces():
            show_coloured(pieces, explanation.label)
        print_explanation(explanation, MOST_FEATURES if args.top is None else args.top)
        _print_beside(explanation, turn, near)


def _turn(
    classifier: "Classifier", document: Any, explanation: "Explanation"
) -> "Counterfactual | None":
    from linnet.explanation.counterfactuals import counterfactual

    return counterfactual(classifier, document, explanation)


def _nearest(classifier: "Classifier", document: Any, n: int) -> "list[Neighbour]":
    if n and classifier.kept is None:
        say(
            "the model keeps no training documents, so none are shown. Train it again with --keep-documents."
        )
    if not n or classifier.kept is None:
        return []
    from linnet.explanation.nearest import nearest

    return nearest(classifier, document, n)


def _write_page(
    path: str, explanation: "Explanation", turn: "Counterfactual | None", near: "list[Neighbour]"
) -> None:
    from linnet.report.explanation_page import explanation_page

    page = explanation_page(explanation, _headline(explanation), [turn_of(explanation, turn)], near)
    with written_whole(path) as file:
        file.write(page.encode())


def _print_beside(
    explanation: "Explanation", turn: "Counterfactual | None", near: "list[Neighbour]"
) -> None:
    if said := turn_of(explanation, turn):
        print(said)
    if near:
        print("The most similar training documents:")
        rows = [
            (shown(" · ".join(one.texts)), ", ".join(map(shown, one.labels)), f"{one.likeness:.3f}")
            for one in near
        ]
        Table(("text", "label", "likeness"), rows, left=2).show()


def turn_of(explanation: "Explanation", turn: "Counterfactual | None") -> str:
    """Return which words would change the answer, in a sentence; none where no feature stands in the text."""
    if turn is None:
        stays = (
            "Without up to 5 of its words, taken away one after another, the answer stays the same."
        )
        return stays if any(one.spans for one in explanation.texts) else ""
    words = [f"'{escaped(word)}'" for word in turn.words]
    listed = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    answer = (
        ", ".join(map(shown, turn.answer))
        if isinstance(turn.answer, list)
        else turn.answer and shown(turn.answer)
    )
    share = "" if turn.probability is None else f" ({turn.probability:.2g})"
    return f"Without {listed} the answer would be {answer or 'no label'}{share}."


def _document(args: Namespace, classifier: "Classifier") -> tuple[Any, Any]:
    """Return the document as the classifier takes it, and as `--json` shows it."""
    fields, columns = classifier.fields, classifier.model.features.columns
    metadata = (*columns.categorical, *columns.numeric, *([columns.named] if columns.named else []))
    own = [pair for pair in args.field if _pair(pair)[0] not in metadata]
    if not fields and args.text is not None:
        raise SettingError(
            f"this model reads no text; got one. Pass --field {shlex.quote(metadata[0])}=VALUE instead."
        )
    texts = texts_of(args.text, own, fields)
    if not metadata:
        return texts, texts[0] if len(texts) == 1 else dict(zip(fields, texts, strict=True))
    given = dict(_pair(pair) for pair in args.field if pair not in own)
    document = {
        **dict.fromkeys(metadata),
        **given,
        **dict(zip(fields, texts, strict=True)),
    }  # what is not given is missing
    if columns.named:
        document[columns.named] = _object(given.get(columns.named, "{}"))
    return document, document


def _object(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise SettingError(
            f"named features must be a JSON object; got {quoted(text)}. Write '{{\"length\": 7}}'."
        ) from None


def texts_of(text: str | None, named: list[str], fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return the text of each field, as given by position or by name.

    >>> texts_of(None, ["body=It broke.", "title=Never"], ("title", "body"))
    ('Never', 'It broke.')
    """
    given = dict(_pair(pair) for pair in named)
    if text is not None and not named and len(fields) == 1:
        return (_checked(_standard_input() if text == "-" else text),)
    if text is not None or set(given) != set(fields) or len(given) != len(named):
        ways = "TEXT, or " if len(fields) == 1 else ""
        wanted = " ".join(f"--field {shlex.quote(name)}=TEXT" for name in fields)
        got = listed([*(["TEXT"] if text is not None else []), *given]) or "none"
        raise SettingError(
            f"each field of the model must have one text; got {got}. Pass {ways}{wanted}."
        )
    return tuple(_checked(given[name]) for name in fields)


def _pair(pair: str) -> tuple[str, str]:
    name, sign, text = pair.partition("=")
    if not sign:
        raise SettingError(
            f"--field must be NAME=TEXT; got {quoted(pair)}. Write --field body='some text'."
        )
    return name, text


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode().removesuffix("\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"standard input: text must be UTF-8; got {error.reason}. Convert it to UTF-8."
        ) from None


def _checked(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(
            "a text must be UTF-8; got other bytes. Set the terminal to UTF-8."
        ) from None
    return text


def as_json(explanation: "Explanation", top: int | None = None) -> dict[str, Any]:
    """Return the explanation for `--json`; minus infinity is null."""
    columns = zip(explanation.scores, explanation.probabilities, explanation.offset, strict=True)
    numbers = zip(explanation.labels, columns, strict=True)
    contributions = explanation.contributions if top is None else explanation.strongest()[:top]
    return {
        "label": explanation.answer,
        "calibrated": explanation.calibrated,
        "labels": {
            label: {"score": _finite(score), "probability": probability, "offset": _finite(offset)}
            for label, (score, probability, offset) in numbers
        },
        "features": [_feature(one, explanation.labels) for one in contributions],
        "vetoed": [
            label
            for label, score in zip(explanation.labels, explanation.scores, strict=True)
            if isinf(score)
        ],
    }


def _feature(one: "Contribution", labels: tuple[str, ...]) -> dict[str, Any]:
    scores = {label: _finite(score) for label, score in zip(labels, one.scores, strict=True)}
    return {"feature": one.feature, "count": one.count, "scores": scores}


def _finite(value: float) -> float | None:
    return None if isinf(value) else value


def print_explanation(explanation: "Explanation", top: int) -> None:
    """Print label and probabilities, and the strongest features with what they add."""
    print(f"{_headline(explanation)}.")
    if explanation.calibrated:
        print("The probabilities are calibrated; the scores below are what they were made from.")
    places = _columns(explanation)
    if len(places) < len(explanation.labels):
        print(
            f"The {len(places)} most probable of {len(explanation.labels)} labels; --json has all of them."
        )
    adds = "What each feature adds to the score, those that matter most for the label first:"
    print(
        adds
        if explanation.contributions
        else "The model knows no feature of this text: only the offset counts."
    )
    _table(explanation, top, places).show()


def _headline(explanation: "Explanation") -> str:
    """Return the answer, and how probable the labels are."""
    given = explanation.answer
    chosen = given if isinstance(given, list) else [given] if given is not None else []
    said = (
        f"Label{'s' if len(chosen) > 1 else ''}: {', '.join(map(shown, chosen))}"
        if chosen
        else "No label"
    )
    return f"{'Unsure: no label' if explanation.unsure else said}. {_shares(explanation)}"


def _shares(explanation: "Explanation") -> str:
    """Return the most probable labels and how probable they are; where there are no probabilities, their scores."""
    has_probabilities = None not in explanation.probabilities
    numbers = explanation.probabilities if has_probabilities else explanation.scores
    shares = sorted(zip(explanation.labels, numbers, strict=True), key=lambda pair: -(pair[1] or 0))
    said = ", ".join(f"{shown(label)} {number:.4g}" for label, number in shares[:MOST_LABELS])
    return f"{'Probabilities' if has_probabilities else 'Margins'}: {said}"


def _columns(explanation: "Explanation") -> list[int]:
    """Return the places of the labels to show: the most probable, in the order of labels."""
    by_score = sorted(range(len(explanation.labels)), key=lambda place: -explanation.scores[place])
    return sorted(by_score[:MOST_LABELS])


def _table(explanation: "Explanation", top: int, places: list[int]) -> Table:
    def row(name: str, count: str, scores: tuple[float, ...]) -> tuple[str, ...]:
        return (name, count, *(_score(scores[place]) for place in places))

    strongest, hidden = explanation.strongest()[:top], explanation.strongest()[top:]
    rows = [row(shown(one.feature), f"{one.count:.4g}", one.scores) for one in strongest]
    if hidden:
        sums = tuple(map(sum, zip(*(one.scores for one in hidden), strict=True)))
        rows.append(row(f"({counted(len(hidden), 'other feature')})", "", sums))
    rows += [row("(offset)", "", explanation.offset), row("(sum)", "", explanation.scores)]
    return Table(
        ("feature", "count", *(shown(explanation.labels[place]) for place in places)), rows
    )


def _score(value: float) -> str:
    return "veto" if isinf(value) else f"{value:.3f}".replace("-0.000", "0.000")
