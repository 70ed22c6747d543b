"""Training documents that stay in the model file, where asked for."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from linnet.errors import SettingError

if TYPE_CHECKING:
    from linnet.classifier.classifier import Classifier
    from linnet.reading.documents import Documents
    from linnet.recipe.recipe import Recipe


def add_keeping(parser: ArgumentParser) -> None:
    """Declare the option."""
    said = "store the training texts in the model file, for explain --nearest: who has the file can read them"
    parser.add_argument("--keep-documents", action="store_true", help=said)


def held(args: Namespace, documents: Documents, recipe: Recipe) -> Documents:
    """Return the documents, in memory where they are kept: a stream can be read only once."""
    if not args.keep_documents:
        return documents
    if recipe.private:
        raise SettingError(
            "a private model must not contain its training texts; got --keep-documents. Leave one out."
        )
    from linnet.validation.training_documents import held_in_memory

    return held_in_memory(documents)


def kept(args: Namespace, classifier: Classifier, documents: Documents) -> Classifier:
    """Return the classifier, with the documents where they are kept."""
    if not args.keep_documents:
        return classifier
    from linnet.explanation.nearest import keep

    return keep(classifier, documents)
