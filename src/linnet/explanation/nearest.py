"""Training documents kept in a classifier, and the nearest of them to another document."""

from dataclasses import replace
from typing import Any

from linnet.classifier.classifier import Classifier
from linnet.errors import SettingError
from linnet.storage.kept_documents import KeptDocuments, Neighbour


def keep(classifier: Classifier, documents: Any) -> Classifier:
    """Return the classifier with its training documents, texts and all, in its file too."""
    if classifier.recipe.private:
        raise _not_kept("a private model")
    if not classifier.fields:
        raise _not_kept("one that reads no text")
    kept = KeptDocuments.of(classifier.read(documents), classifier.labels)
    return replace(classifier, kept=kept)


def _not_kept(got: str) -> SettingError:
    return SettingError(
        f"training texts must be kept in an open model that reads them; got {got}. "
        "Do not keep them."
    )


def nearest(classifier: Classifier, document: Any, n: int = 3) -> list[Neighbour]:
    """Return the n kept documents whose texts are most like that of a document.

    >>> from linnet import train
    >>> pairs = [("cheap pills", "spam"), ("my lunch", "ham")]
    >>> [neighbour.texts for neighbour in nearest(keep(train(pairs, {}), pairs), "lunch now")]
    [('my lunch',)]
    """
    if classifier.kept is None:
        raise SettingError(
            "a model must keep its training documents to show the nearest; got one that does not. "
            "Train it again and keep its documents."
        )
    texts = [field.text for field in classifier.explain(document).texts]
    return classifier.kept.nearest(classifier.model, texts, n, classifier.tokenizer)
